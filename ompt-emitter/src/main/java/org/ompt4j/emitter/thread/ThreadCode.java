package org.ompt4j.emitter.thread;

import org.ompt4j.emitter.Bodies;
import org.ompt4j.emitter.JvmThreads;
import org.ompt4j.emitter.jdk.GivenCode;

/** What a thread will run: its target or its own {@code run}. Any thread. */
final class ThreadCode {
    private static final ClassValue<Boolean> OVERRIDES_RUN = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            try {
                return type.getMethod("run").getDeclaringClass() != Thread.class;
            } catch (NoSuchMethodException impossible) {
                return false;
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
        ClassLoader loader = of(thread).getClass().getClassLoader();
        return loader != null && loader != ClassLoader.getPlatformClassLoader();
    }

    private static Object of(Thread thread) {
        Object target = thread.getClass() == Thread.class || !OVERRIDES_RUN.get(thread.getClass())
                ? JvmThreads.target(thread)
                : null;
        return target == null ? thread : target;
    }
}
