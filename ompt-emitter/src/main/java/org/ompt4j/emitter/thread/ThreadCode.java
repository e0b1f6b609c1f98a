package org.ompt4j.emitter.thread;

import java.util.concurrent.CompletableFuture;
import org.ompt4j.emitter.Bodies;
import org.ompt4j.emitter.JvmThreads;
import org.ompt4j.emitter.jdk.GivenCode;

/** What a thread will run: its target or its own {@code run}. Any thread. */
final class ThreadCode {
    /** The JDK's thread of a timer, whose {@code run} is rewritten. */
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

    /** The body id of what the thread will run. */
    static int body(Thread thread) {
        return Bodies.of(of(thread));
    }

    /** The body id of what an executor or a scope was given that made the thread for one task. */
    static int bodyOfTask(Thread thread) {
        return Bodies.of(GivenCode.of(of(thread)));
    }

    /** Whether it is code of the application or a library, not the JDK's. */
    static boolean isApplications(Thread thread) {
        return isOfApplication(of(thread).getClass());
    }

    /** Whether what the thread will run is a task by itself: a stage of a future that has a thread of its own, where there are too few processors for a pool. */
    static boolean isStage(Thread thread) {
        return of(thread) instanceof CompletableFuture.AsynchronousCompletionTask;
    }

    /** Whether it is one of the Flight Recorder's own, which the program's threads start where they use that. */
    static boolean isOfFlightRecorder(Thread thread) {
        return of(thread).getClass().getName().startsWith("jdk.jfr.");
    }

    /** Whether the thread tells as it begins to run: not where a class of the JDK's that is not rewritten overrides {@code run}, such as that of a worker. */
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
