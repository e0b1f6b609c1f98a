package org.ompt4j.emitter.thread;

import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.Bodies;
import org.ompt4j.emitter.JvmThreads;
import org.ompt4j.emitter.Memory;

/** What a thread will run: its target or its own {@code run}. Any thread. */
final class ThreadCode {
    private static final long CALLABLE = Memory.fieldOffset(FutureTask.class, "callable");

    /** Where a class of the JDK's has the code that it was given to run; -1 for others. */
    private static final ClassValue<Long> INSIDE = new ClassValue<>() {
        @Override
        protected Long computeValue(Class<?> type) {
            if (FutureTask.class.isAssignableFrom(type)) {
                return CALLABLE;
            }
            return switch (type.getName()) {
                case "java.util.concurrent.ThreadPerTaskExecutor$TaskRunner",
                        "java.util.concurrent.StructuredTaskScopeImpl$SubtaskImpl",
                        "java.util.concurrent.Executors$RunnableAdapter" -> Memory.fieldOffset(type, "task");
                default -> -1L;
            };
        }
    };

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
        return Bodies.of(given(of(thread)));
    }

    /** What an executor or a scope was given to run, out of what it made of that. */
    static Object given(Object task) {
        Object code = task;
        for (Object inner = inside(code); inner != null; inner = inside(code)) {
            code = inner;
        }
        return code;
    }

    private static @Nullable Object inside(Object code) {
        long field = INSIDE.get(code.getClass());
        return field < 0 ? null : Memory.UNSAFE.getReference(code, field);
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
