package org.ompt4j.tools.export;

import java.util.List;

/**
 * One event of the Flight Recorder, before it is written.
 *
 * @param nanos how long it took, 0 for what takes no time
 * @param threadId 0 if it is of no thread
 * @param stack the outermost frame first; empty if it is not known
 * @param id of what it is about
 * @param queuedNanos how long a task had been created; -1 for others, and if that is not known
 * @param lateNanos how much later than due a task began; -1 for others, and if that was not told
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
