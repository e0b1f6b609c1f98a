package org.ompt4j.tools.export;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;

/**
 * Something that a thread is in from a begin to an end; what begins inside ends inside.
 *
 * @param id the task, region or object; of a sync region the number of its kind
 * @param callSite null if it is not known, or if it is in the name
 * @param queuedNanos how long the task had been created when it began; -1 for others, and if that is not known
 * @param lateNanos how much later than due a scheduled task began; -1 for others, and if that was not told, or not yet
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

    /** The slice of a task of which it is told how late it began. */
    Slice late(long nanos) {
        return new Slice(kind, id, name, construct, callSite, beginNanos, queuedNanos, nanos);
    }

    /** What it stands for. */
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

        /** What people call slices of this kind. */
        String category() {
            return category;
        }
    }
}
