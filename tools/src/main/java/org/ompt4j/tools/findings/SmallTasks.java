package org.ompt4j.tools.findings;

import java.util.List;

/**
 * Very many tasks that run the same code and do little work each.
 *
 * @param body what they run, 0 if it is not known
 * @param codeptrRa where they were created, 0 if it is not known
 * @param tasks how many have ended
 * @param small how many of these worked for less than {@link #LITTLE_NANOS}
 * @param costNanos how long they worked, all together, including the agent's own time
 * @param interval when the first of them ended, and when the last did; of no thread
 */
public record SmallTasks(int body, int codeptrRa, long tasks, long small, long costNanos, Interval interval)
        implements Finding {
    /** A time in the order of that for making, stealing and joining a task. */
    public static final long LITTLE_NANOS = 500;

    public long meanNanos() {
        return costNanos / tasks;
    }

    @Override
    public Kind kind() {
        return Kind.SMALL_TASKS;
    }

    @Override
    public List<Integer> callSites() {
        return List.of(codeptrRa);
    }
}
