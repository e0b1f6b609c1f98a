package org.ompt4j.emitter.jdk;

import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.Memory;

/**
 * The code that an executor, a scope or a thread was given to run, out of what the JDK has made of it.
 *
 * <p>Thread safety: any thread.
 */
public final class GivenCode {
    private static final long CALLABLE = Memory.fieldOffset(FutureTask.class, "callable");

    /** Stands for the class in which a {@code SubmissionPublisher} keeps a subscriber. */
    private static final long SUBSCRIPTION = Memory.NO_FIELD - 1;

    /** Where a class of the JDK's has the code that it was given; {@link Memory#NO_FIELD} for others, unless {@link #SUBSCRIPTION}. */
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
                case "java.util.concurrent.SubmissionPublisher$ConsumerTask" -> Memory.fieldOffset(type, "consumer");
                case "java.util.concurrent.SubmissionPublisher$BufferedSubscription" -> SUBSCRIPTION;
                default -> Memory.NO_FIELD;
            };
        }
    };

    private static final ClassValue<Long> SUBSCRIBER = new ClassValue<>() {
        @Override
        protected Long computeValue(Class<?> type) {
            return Memory.fieldOffset(type, "subscriber");
        }
    };

    private GivenCode() {}

    /** The code; the task itself if it is none of the JDK's, or has forgotten the code since it has run. */
    public static Object of(Object task) {
        Object code = task;
        for (Object inner = inside(code); inner != null; inner = inside(code)) {
            code = inner;
        }
        return code;
    }

    /** What a future runs, which can be another future; null if it has forgotten that since it has run. */
    public static @Nullable Object in(FutureTask<?> future) {
        Object callable = inside(future);
        Object adapted = callable == null ? null : inside(callable);
        return adapted == null ? callable : adapted;
    }

    private static @Nullable Object inside(Object code) {
        long field = INSIDE.get(code.getClass());
        if (field > Memory.NO_FIELD) {
            return Memory.UNSAFE.getReference(code, field);
        }
        return field == SUBSCRIPTION ? subscriber(code) : null;
    }

    /** The subscriber; null if it is also code of another kind, of which the name of its class would make us think. */
    private static @Nullable Object subscriber(Object subscription) {
        long field = SUBSCRIBER.get(subscription.getClass());
        Object found = field == Memory.NO_FIELD ? null : Memory.UNSAFE.getReference(subscription, field);
        return found instanceof Runnable || found instanceof Callable ? null : found;
    }
}
