package org.ompt4j.emitter.thread;

import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.FrameAnchor;
import org.ompt4j.emitter.WeakSideTable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.ThreadType;

/**
 * What is known about a thread before it runs: its type, and the task that its creator made for it.
 *
 * <p>Thread safety: any thread. The entry of a thread that is never started is dropped when the thread is garbage-collected.
 */
final class KnownThreads {
    private static final WeakSideTable<Known> THREADS = new WeakSideTable<>();

    static {
        FrameAnchor.ofTasks(Construct.THREAD, FrameAnchor.threadRun());
    }

    private KnownThreads() {}

    /** The entry of one thread. */
    static final class Known {
        final ThreadType type;
        /** The id of the task that runs the thread's code, 0 if the thread has no task of its own. */
        final long taskId;
        /** Whether the task was reported inside {@code Thread.start}, and not at its call. */
        final boolean isToldInStart;

        private boolean begun;

        Known(ThreadType type, long taskId, boolean isToldInStart) {
            this.type = type;
            this.taskId = taskId;
            this.isToldInStart = isToldInStart;
        }

        /** True for the first call, on the thread itself. */
        boolean begins() {
            boolean first = !begun;
            begun = true;
            return first;
        }
    }

    /** Sets the entry of a thread, in place of any other. */
    static void put(Thread thread, ThreadType type, long taskId) {
        THREADS.put(thread, new Known(type, taskId, false));
    }

    /** As {@link #put}, for a thread whose task was reported inside {@code Thread.start}. */
    static void putInStart(Thread thread, long taskId) {
        THREADS.put(thread, new Known(ThreadType.INITIAL, taskId, true));
    }

    static @Nullable Known find(Thread thread) {
        return THREADS.find(thread);
    }

    static void forget(Thread thread) {
        THREADS.put(thread, null);
    }

    /** How many threads have entries, including threads that are gone and have not been swept. */
    static int size() {
        return THREADS.count();
    }
}
