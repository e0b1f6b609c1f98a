package org.ompt4j.tools.path;

/**
 * Partial results that one thread combined while no other one worked, of the regions of a call site.
 *
 * @param codeptrRa where the tasks were made that did so, 0 if it is not known
 * @param nanos how long in all
 * @param threadId the thread that combined for longest at once, from {@code fromNanos} to {@code toNanos}
 */
public record AloneCombining(int codeptrRa, long nanos, long threadId, long fromNanos, long toNanos) {

    /** Both together. */
    AloneCombining and(AloneCombining other) {
        AloneCombining longer = other.toNanos - other.fromNanos > toNanos - fromNanos ? other : this;
        return new AloneCombining(codeptrRa, nanos + other.nanos, longer.threadId, longer.fromNanos, longer.toNanos);
    }
}
