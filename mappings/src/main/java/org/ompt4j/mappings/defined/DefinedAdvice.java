package org.ompt4j.mappings.defined;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import net.bytebuddy.asm.Advice;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.defined.DefinedHooks;

/** The code that is inserted around a defined method. It contains only calls of hooks. */
final class DefinedAdvice {

    private DefinedAdvice() {}

    /** The ordinal of the definition's kind, a constant in the rewritten code. */
    @Retention(RetentionPolicy.RUNTIME)
    @interface KindOrdinal {}

    /** The id of the method's text, a constant in the rewritten code. */
    @Retention(RetentionPolicy.RUNTIME)
    @interface BodyId {}

    @Advice.OnMethodEnter
    static @Nullable Object enter(
            @KindOrdinal int kind,
            @Advice.This(optional = true) @Nullable Object receiver,
            @Advice.Origin Class<?> type,
            @BodyId int body) {
        return DefinedHooks.begin(kind, receiver, type, body);
    }

    @Advice.OnMethodExit(onThrowable = Throwable.class)
    static void exit(@Advice.Enter @Nullable Object begun, @Advice.Thrown @Nullable Throwable thrown) {
        DefinedHooks.end(begun, true, thrown);
    }

    /** The exit of a method that returns whether it acquired. */
    static final class Try {

        private Try() {}

        @Advice.OnMethodExit(onThrowable = Throwable.class)
        static void exit(
                @Advice.Enter @Nullable Object begun,
                @Advice.Return boolean answer,
                @Advice.Thrown @Nullable Throwable thrown) {
            DefinedHooks.end(begun, answer, thrown);
        }
    }
}
