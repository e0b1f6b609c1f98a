package org.ompt4j.emitter.executor;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.Memory;
import org.ompt4j.emitter.Pools;

/**
 * Reads the length of a JDK queue from its counter field. The method {@code size} is not used: it takes the lock of most queues, for which a thread
 * of the application might then have to wait, and a subclass can override it.
 *
 * <p>Thread safety: any thread; no lock is taken.
 */
final class QueueLengths {
    private static final String PACKAGE = "java.util.concurrent.";

    private QueueLengths() {}

    /** How many elements are in the queue (may be slightly outdated); {@link Pools#UNKNOWN_LENGTH} if the class of the queue is not known here. */
    static long of(Object queue) {
        for (Class<?> type = queue.getClass(); type != null; type = type.getSuperclass()) {
            // Only the JDK can define classes of this package.
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
