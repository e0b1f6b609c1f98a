package org.ompt4j.tools.export;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;

/**
 * An interval of a thread. Slices of a thread are nested.
 *
 * @param id the task, region or object; for a sync region the number of its kind
 * @param callSite the call site; null if it is not known, or if it is in the name
 * @param queuedNanos the time from the task's creation to its begin; -1 for others, and if it is not known
 * @param lateNanos how much later than due a scheduled task began; -1 for others, and if it was not reported, or not yet
 */
record Slice(
        Kind kind,
        long id,
        String name,
        Construct construct,
        @Nullable String callSite,
        long beginNanos,
        long queuedNanos,
        long lateNanos) {

    /** This slice of a task with its lateness in nanoseconds. */
    Slice late(long nanos) {
        return new Slice(kind, id, name, construct, callSite, beginNanos, queuedNanos, nanos);
    }

    /** The kind of a slice. */
    enum Kind {
        /** A parallel region, on the thread that opened it. */
        REGION("region"),
        /** A parallel region, on another thread while it is a member. */
        MEMBER("region"),
        TASK("task"),
        /** On a carrier: a virtual thread is mounted. */
        MOUNT("virtual thread"),
        /** A barrier, taskwait or taskgroup. */
        SYNC("sync region"),
        REDUCTION("reduction"),
        /** A wait in a sync region. */
        SYNC_WAIT("wait"),
        /** A wait for a mutex. */
        MUTEX_WAIT("wait"),
        /** Any other wait. */
        WAIT("wait");

        private final String category;

        Kind(String category) {
            this.category = category;
        }

        /** The category of the kind, for people. */
        String category() {
            return category;
        }
    }
}
