package org.ompt4j.tools.export;

import java.util.List;

/**
 * One event of the Flight Recorder, before it is written.
 *
 * @param nanos the duration in nanoseconds; 0 for an instant
 * @param threadId the id of the thread; 0 if the event belongs to no thread
 * @param stack the frames, the outermost first; empty if the stack is not known
 * @param id the id of the event's subject
 * @param queuedNanos the time from a task's creation to its begin; -1 for other events, and if it is not known
 * @param lateNanos how much later than due a task began; -1 for other events, and if it was not reported
 */
record JfrRow(
        JfrEvent event,
        long fromNanos,
        long nanos,
        long threadId,
        List<String> stack,
        String name,
        String construct,
        long id,
        long queuedNanos,
        long lateNanos) {}
