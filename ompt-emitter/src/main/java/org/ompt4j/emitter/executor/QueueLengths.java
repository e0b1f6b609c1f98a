package org.ompt4j.emitter.executor;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.Memory;
import org.ompt4j.emitter.Pools;

/**
 * How long a queue of the JDK is, from the field in which it counts: the method {@code size} takes the lock of most queues, for which a thread of
 * the application could have to wait, and can be the application's own in a subclass.
 *
 * <p>Thread safety: any thread; no lock is taken.
 */
final class QueueLengths {
    private static final String PACKAGE = "java.util.concurrent.";

    private QueueLengths() {}

    /** How many elements are in the queue, perhaps a moment ago; {@link Pools#UNKNOWN_LENGTH} if it is no queue that is known here. */
    static long of(Object queue) {
        for (Class<?> type = queue.getClass(); type != null; type = type.getSuperclass()) {
            // Nobody else can define classes of this package.
            if (type.getName().startsWith(PACKAGE)) {
                return lengthOf(queue, type, type.getName().substring(PACKAGE.length()));
            }
        }
        return Pools.UNKNOWN_LENGTH;
    }

    private static long lengthOf(Object queue, Class<?> type, String name) {
        return switch (name) {
            case "SynchronousQueue" -> 0;
            case "LinkedBlockingQueue" -> counted(reference(queue, type, "count"));
            case "ArrayBlockingQueue", "LinkedBlockingDeque" -> number(queue, type, "count");
            case "PriorityBlockingQueue", "ScheduledThreadPoolExecutor$DelayedWorkQueue" -> number(queue, type, "size");
            default -> Pools.UNKNOWN_LENGTH;
        };
    }

    private static long counted(@Nullable Object counter) {
        return counter instanceof AtomicInteger count ? count.get() : Pools.UNKNOWN_LENGTH;
    }

    private static @Nullable Object reference(Object queue, Class<?> type, String field) {
        long offset = Memory.fieldOffset(type, field);
        return offset == Memory.NO_FIELD ? null : Memory.UNSAFE.getReferenceVolatile(queue, offset);
    }

    private static long number(Object queue, Class<?> type, String field) {
        long offset = Memory.fieldOffset(type, field);
        return offset == Memory.NO_FIELD ? Pools.UNKNOWN_LENGTH : Memory.UNSAFE.getIntVolatile(queue, offset);
    }
}
