package org.ompt4j.tools.path;

/**
 * A step of the library's own that one thread did while no other one worked, in the regions of a call site.
 *
 * @param codeptrRa where the tasks were made that did so, 0 if it is not known
 * @param nanos how long in all
 * @param threadId the thread that did it for longest at once, from {@code fromNanos} to {@code toNanos}
 */
public record AloneStep(int codeptrRa, long nanos, long threadId, long fromNanos, long toNanos) {

    /** The same, of tasks that were made there. */
    AloneStep at(int site) {
        return new AloneStep(site, nanos, threadId, fromNanos, toNanos);
    }

    /** Both together. */
    AloneStep and(AloneStep other) {
        AloneStep longer = other.toNanos - other.fromNanos > toNanos - fromNanos ? other : this;
        return new AloneStep(codeptrRa, nanos + other.nanos, longer.threadId, longer.fromNanos, longer.toNanos);
    }
}
