package org.ompt4j.emitter.thread;

import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.Bodies;
import org.ompt4j.emitter.Memory;

/** What a thread will run: its target or its own {@code run}. Any thread. */
final class ThreadCode {
    /** Until 18 the target is a field of the thread, since 19 of an object that the thread holds. */
    private static final long TARGET = Memory.fieldOffset(Thread.class, "target");

    private static final long HOLDER = Memory.fieldOffset(Thread.class, "holder");
    private static final long TASK = HOLDER < 0 ? -1 : offsetOfTask();

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

    private static long offsetOfTask() {
        try {
            return Memory.fieldOffset(Class.forName("java.lang.Thread$FieldHolder", false, null), "task");
        } catch (ClassNotFoundException movedAgain) {
            return -1;
        }
    }

    /** The body id of what the thread will run. */
    static int body(Thread thread) {
        return Bodies.of(of(thread));
    }

    /** Whether it is code of the application or a library, not the JDK's. */
    static boolean isApplications(Thread thread) {
        ClassLoader loader = of(thread).getClass().getClassLoader();
        return loader != null && loader != ClassLoader.getPlatformClassLoader();
    }

    private static Object of(Thread thread) {
        Object target =
                thread.getClass() == Thread.class || !OVERRIDES_RUN.get(thread.getClass()) ? target(thread) : null;
        return target == null ? thread : target;
    }

    private static @Nullable Object target(Thread thread) {
        if (TARGET >= 0) {
            return Memory.UNSAFE.getReference(thread, TARGET);
        }
        Object holder = HOLDER < 0 || TASK < 0 ? null : Memory.UNSAFE.getReference(thread, HOLDER);
        return holder == null ? null : Memory.UNSAFE.getReference(holder, TASK);
    }
}
