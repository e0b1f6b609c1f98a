package org.ompt4j.mappings.defined;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.defined.DefinedPoolHooks;

/** The code that is inserted around the methods of a defined pool. It contains only calls of hooks. */
final class DefinedPoolAdvice {

    private DefinedPoolAdvice() {}

    /** The object that is the task: an argument of the method, its result, or its receiver. */
    @Retention(RetentionPolicy.RUNTIME)
    @interface Task {}

    /** The object that is the same for all workers of a pool. */
    @Retention(RetentionPolicy.RUNTIME)
    @interface OfPool {}

    /** The exception that the task threw; null if the method does not get it. */
    @Retention(RetentionPolicy.RUNTIME)
    @interface ThrownByTask {}

    /** Prefix of the names of classes that are no call sites, a constant in the rewritten code. */
    @Retention(RetentionPolicy.RUNTIME)
    @interface PassedOver {}

    static final class Submit {

        private Submit() {}

        @Advice.OnMethodEnter
        static @Nullable Object enter(
                @Task Object task,
                @Advice.This(optional = true) @Nullable Object receiver,
                @Advice.Origin Class<?> type,
                @PassedOver String passedOver) {
            return DefinedPoolHooks.submit(task, receiver, type, passedOver);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit(@Advice.Enter @Nullable Object begun, @Advice.Thrown @Nullable Throwable thrown) {
            DefinedPoolHooks.submitted(begun, true, thrown);
        }
    }

    /** The exit of a method that returns whether the pool accepted the task. */
    static final class Offer {

        private Offer() {}

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit(
                @Advice.Enter @Nullable Object begun,
                @Advice.Return boolean answer,
                @Advice.Thrown @Nullable Throwable thrown) {
            DefinedPoolHooks.submitted(begun, answer, thrown);
        }
    }

    /** A method that returns the task. */
    static final class Make {

        private Make() {}

        @Advice.OnMethodExit
        static void exit(
                @Advice.Return Object task,
                @Advice.This(optional = true) @Nullable Object receiver,
                @Advice.Origin Class<?> type,
                @PassedOver String passedOver) {
            DefinedPoolHooks.made(task, receiver, type, passedOver);
        }
    }

    static final class Run {

        private Run() {}

        @Advice.OnMethodEnter
        static @Nullable Object enter(@Task Object task, @DefinedAdvice.BodyId int method) {
            return DefinedPoolHooks.runs(task, method);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit(@Advice.Enter @Nullable Object begun, @Advice.Thrown @Nullable Throwable thrown) {
            DefinedPoolHooks.ran(begun, thrown);
        }
    }

    static final class Before {

        private Before() {}

        @Advice.OnMethodExit
        static void exit(@Task Object task, @DefinedAdvice.BodyId int method) {
            DefinedPoolHooks.before(task, method);
        }
    }

    static final class After {

        private After() {}

        @Advice.OnMethodEnter
        static void enter(@Task Object task, @ThrownByTask @Nullable Throwable thrown) {
            DefinedPoolHooks.after(task, thrown);
        }
    }

    static final class Worker {

        private Worker() {}

        @Advice.OnMethodEnter
        static boolean enter(@OfPool Object pool) {
            return DefinedPoolHooks.workerBegin(pool);
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit(@Advice.Enter boolean joined) {
            DefinedPoolHooks.workerEnd(joined);
        }
    }

    static final class Idle {

        private Idle() {}

        @Advice.OnMethodEnter
        static boolean enter() {
            return DefinedPoolHooks.idleBegin();
        }

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit(@Advice.Enter boolean idles) {
            DefinedPoolHooks.idleEnd(idles);
        }
    }
}
