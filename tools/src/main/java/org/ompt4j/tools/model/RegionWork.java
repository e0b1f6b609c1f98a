package org.ompt4j.tools.model;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Member;
import org.ompt4j.tools.read.TraceEvent;

/** The work so far of the members of an open region, and of other threads that ran its tasks. */
public final class RegionWork {
    private final TraceEvent begin;
    private final Map<Long, Worker> workers = new HashMap<>();
    /** The last used entry, which is often the next one too. */
    private @Nullable Worker latest;

    public RegionWork(TraceEvent begin) {
        this.begin = begin;
    }

    /** One thread's part. */
    public static final class Worker {
        private final long threadId;
        private boolean isMember;
        private long busyNanos;
        private long memberNanos;
        private long cpuNanos = -1;
        private long tasks;
        private long lastTaskEndNanos = Long.MIN_VALUE;
        private long longestTaskNanos;
        private @Nullable TraceEvent chunk;
        private @Nullable TraceEvent longestChunk;

        Worker(long threadId) {
            this.threadId = threadId;
        }

        public long threadId() {
            return threadId;
        }

        /** How long it worked. */
        public long busyNanos() {
            return busyNanos;
        }

        /** Whether it is, or was, a member. */
        public boolean isMember() {
            return isMember;
        }

        /** How long it worked as a member. */
        public long memberNanos() {
            return memberNanos;
        }

        /** Its processor time as a member; -1 if it is not known. */
        public long cpuNanos() {
            return cpuNanos;
        }

        /** Whether its processor time is known. */
        public boolean tellsProcessor() {
            return cpuNanos >= 0;
        }

        /** How many explicit tasks it ended. */
        public long tasks() {
            return tasks;
        }

        /** When it ended the last of these; the smallest number if there are none. */
        public long lastTaskEndNanos() {
            return lastTaskEndNanos;
        }

        /** The longest time that it worked in one of these. */
        public long longestTaskNanos() {
            return longestTaskNanos;
        }

        /** The first element of the last chunk that this longest task had, -1 if that is not known. */
        public long firstOfLongest() {
            return longestChunk == null ? -1 : longestChunk.value(Member.START);
        }

        /** How many elements that chunk has. */
        public long elementsOfLongest() {
            return longestChunk == null ? 0 : longestChunk.value(Member.ITERATIONS);
        }
    }

    /** The region's parallel_begin. */
    public TraceEvent begin() {
        return begin;
    }

    public Collection<Worker> workers() {
        return workers.values();
    }

    /** A thread is a member, whether it works or not. */
    public void joins(long threadId) {
        worker(threadId).isMember = true;
    }

    /** A thread has worked for this time, as a member or as a free agent. */
    public void works(long threadId, long nanos, boolean asMember) {
        Worker worker = worker(threadId);
        worker.busyNanos += nanos;
        worker.memberNanos += asMember ? nanos : 0;
    }

    /** Adds to the processor time of a member. */
    public void hadProcessor(long threadId, long nanos) {
        Worker worker = worker(threadId);
        worker.cpuNanos = Math.max(0, worker.cpuNanos) + nanos;
    }

    /** The thread's current task takes a chunk. */
    public void takes(TraceEvent dispatch) {
        worker(dispatch.threadId()).chunk = dispatch;
    }

    /** A task has ended on a thread, which worked for it for this time. */
    public void ends(long taskId, long threadId, long taskNanos, long timeNanos) {
        Worker worker = worker(threadId);
        worker.tasks++;
        worker.lastTaskEndNanos = timeNanos;
        if (taskNanos > worker.longestTaskNanos) {
            TraceEvent chunk = worker.chunk;
            worker.longestTaskNanos = taskNanos;
            worker.longestChunk = chunk != null && chunk.taskId() == taskId ? chunk : null;
        }
    }

    /** The thread's part. */
    public Worker worker(long threadId) {
        Worker worker = latest;
        if (worker == null || worker.threadId != threadId) {
            worker = workers.computeIfAbsent(threadId, Worker::new);
            latest = worker;
        }
        return worker;
    }
}
