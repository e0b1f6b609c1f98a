package org.ompt4j.emitter;

import org.ompt4j.ompt.TaskFlag;

/**
 * The answer of an inquiry about one task on a thread's stack.
 *
 * @param flags a disjunction of {@link TaskFlag}
 * @param parallelId the region that the task belongs to; 0 if it has ended, or the thread is idle
 * @param threadNum index of the thread in that region's team, from 0
 */
public record TaskInfo(long taskId, int flags, long parallelId, int threadNum) {}
