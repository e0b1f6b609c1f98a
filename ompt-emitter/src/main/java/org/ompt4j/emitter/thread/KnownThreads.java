package org.ompt4j.emitter.thread;

import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.FrameAnchor;
import org.ompt4j.emitter.WeakSideTable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.ThreadType;

/**
 * What is known of a thread before it runs: what kind it will be, and the task that its creator made of it.
 *
 * <p>Thread safety: any thread. A thread that is never started is forgotten once the collector has freed it.
 */
final class KnownThreads {
    private static final WeakSideTable<Known> THREADS = new WeakSideTable<>();

    static {
        FrameAnchor.ofTasks(Construct.THREAD, FrameAnchor.threadRun());
    }

    private KnownThreads() {}

    /** What is known of one thread. */
    static final class Known {
        final ThreadType type;
        /** The task that runs the thread's code, 0 if it has none of its own. */
        final long taskId;
        /** Whether the task was told in {@code Thread.start}, and not where that was called. */
        final boolean isToldInStart;

        private boolean begun;

        Known(ThreadType type, long taskId, boolean isToldInStart) {
            this.type = type;
            this.taskId = taskId;
            this.isToldInStart = isToldInStart;
        }

        /** True once, on the thread itself. */
        boolean begins() {
            boolean first = !begun;
            begun = true;
            return first;
        }
    }

    /** Replaces what was known before. */
    static void put(Thread thread, ThreadType type, long taskId) {
        THREADS.put(thread, new Known(type, taskId, false));
    }

    /** As above, of a thread whose task was told in {@code Thread.start}. */
    static void putInStart(Thread thread, long taskId) {
        THREADS.put(thread, new Known(ThreadType.INITIAL, taskId, true));
    }

    static @Nullable Known find(Thread thread) {
        return THREADS.find(thread);
    }

    static void forget(Thread thread) {
        THREADS.put(thread, null);
    }

    /** How many threads are kept, with those that are gone and have not been swept. */
    static int size() {
        return THREADS.count();
    }
}
