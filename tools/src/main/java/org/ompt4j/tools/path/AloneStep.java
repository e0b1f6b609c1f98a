package org.ompt4j.tools.path;

/**
 * A step of the stream library that one thread did while no other thread worked, in the regions of a call site.
 *
 * @param codeptrRa where the tasks of this step were made, 0 if it is not known
 * @param nanos how long in all
 * @param waitedNanos how much of that the thread waited itself
 * @param longest the longest continuous time
 * @param last the last one
 */
public record AloneStep(int codeptrRa, long nanos, long waitedNanos, Stretch longest, Stretch last) {

    /** A time of a thread. */
    public record Stretch(long threadId, long fromNanos, long toNanos) {

        private long nanos() {
            return toNanos - fromNanos;
        }

        private boolean goesOnWith(Stretch next) {
            return next.threadId == threadId && next.fromNanos == toNanos;
        }
    }

    AloneStep(int codeptrRa, long nanos, long waitedNanos, Stretch when) {
        this(codeptrRa, nanos, waitedNanos, when, when);
    }

    /** Both together, this one being the earlier. */
    AloneStep and(AloneStep next) {
        Stretch joined =
                last.goesOnWith(next.last) ? new Stretch(last.threadId, last.fromNanos, next.last.toNanos) : next.last;
        return new AloneStep(
                codeptrRa,
                nanos + next.nanos,
                waitedNanos + next.waitedNanos,
                joined.nanos() > longest.nanos() ? joined : longest,
                joined);
    }
}
