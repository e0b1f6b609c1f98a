package org.ompt4j.emitter.thread;

import java.util.concurrent.CompletableFuture;
import org.ompt4j.emitter.Bodies;
import org.ompt4j.emitter.JvmThreads;
import org.ompt4j.emitter.jdk.GivenCode;

/** Finds the code that a thread will run: its target or its own {@code run}. Thread safety: any thread. */
final class ThreadCode {
    /** The JDK's class for the thread of a timer, whose {@code run} is rewritten. */
    private static final String OF_TIMER = "java.util.TimerThread";

    /** The class that declares {@code run}. */
    private static final ClassValue<Class<?>> RUN = new ClassValue<>() {
        @Override
        protected Class<?> computeValue(Class<?> type) {
            try {
                return type.getMethod("run").getDeclaringClass();
            } catch (NoSuchMethodException impossible) {
                return Thread.class;
            }
        }
    };

    private ThreadCode() {}

    /** The body id of the code that the thread will run. */
    static int body(Thread thread) {
        return Bodies.of(of(thread));
    }

    /** The body id of a task for which an executor or a scope made the thread. */
    static int bodyOfTask(Thread thread) {
        return Bodies.of(GivenCode.of(of(thread)));
    }

    /** Whether this is code of the application or a library, not of the JDK. */
    static boolean isApplications(Thread thread) {
        return isOfApplication(of(thread).getClass());
    }

    /**
     * Whether the code of the thread is itself a task: a stage of a future that has a thread of its own, because there are too few processors for a
     * pool.
     */
    static boolean isStage(Thread thread) {
        return of(thread) instanceof CompletableFuture.AsynchronousCompletionTask;
    }

    /** Whether this is a thread of the Flight Recorder, which threads of the program may start when they use it. */
    static boolean isOfFlightRecorder(Thread thread) {
        return of(thread).getClass().getName().startsWith("jdk.jfr.");
    }

    /**
     * Whether a hook is called when the thread begins to run; false if a class of the JDK that is not rewritten overrides {@code run}, such as that
     * of a worker.
     */
    static boolean tellsOfItsRun(Thread thread) {
        Class<?> declares = declaresRun(thread);
        return declares == Thread.class
                || isOfApplication(declares)
                || declares.getName().equals(OF_TIMER);
    }

    private static boolean isOfApplication(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        return loader != null && loader != ClassLoader.getPlatformClassLoader();
    }

    private static Class<?> declaresRun(Thread thread) {
        return thread.getClass() == Thread.class ? Thread.class : RUN.get(thread.getClass());
    }

    private static Object of(Thread thread) {
        Object target = declaresRun(thread) == Thread.class ? JvmThreads.target(thread) : null;
        return target == null ? thread : target;
    }
}
