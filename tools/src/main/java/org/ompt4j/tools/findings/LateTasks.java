package org.ompt4j.tools.findings;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.model.PoolQueue;

/**
 * Tasks of a scheduled executor, or of a timer, that began after they were due, because their threads ran something else.
 *
 * @param isOfTimer whether it is a timer's thread that ran them
 * @param poolId the pool; 0 for a timer, and for a pool that is not known
 * @param threadId one of the threads that ran them, a timer's only one
 * @param threads how many ran them
 * @param tasks the code that was late, the latest first; at least one
 * @param meanwhile what the threads ran in the time of {@code costNanos}, the longest first
 * @param costNanos how long at least one of the tasks was due and had not begun
 * @param interval the latest task, from when it was due to its begin
 */
public record LateTasks(
        boolean isOfTimer,
        long poolId,
        long threadId,
        int threads,
        List<Task> tasks,
        List<Meanwhile> meanwhile,
        long costNanos,
        Interval interval)
        implements Finding {

    /**
     * Code that was late.
     *
     * @param body what it is, 0 if it is not known
     * @param codeptrRa where it was scheduled, 0 if it is not known
     * @param runs how often it began, for entries with this period that were late
     * @param late how often it was late
     * @param medianNanos half of the late runs were late by at most this time
     * @param longestNanos the latest run was late by this time
     * @param periodNanos its period, see {@code Member.PERIOD}; 0 if it runs once
     * @param meanNanos how long a run took on average
     * @param longestRunNanos how long the longest run took
     */
    public record Task(
            int body,
            int codeptrRa,
            long runs,
            long late,
            long medianNanos,
            long longestNanos,
            long periodNanos,
            long meanNanos,
            long longestRunNanos) {

        /** Whether it is due at a fixed rate and takes longer than that. */
        public boolean isLongerThanItsPeriod() {
            return periodNanos > 0 && meanNanos > periodNanos;
        }
    }

    /**
     * What the threads ran while tasks were due.
     *
     * @param periodNanos as of a {@link Task}; 0 too if it was never late
     * @param nanos how long
     * @param runs how many runs of it, in that time or not, are known from begin to end
     * @param ranNanos how long these ran, in sum
     * @param waits what these waited in, the longest first
     */
    public record Meanwhile(
            int body,
            int codeptrRa,
            long periodNanos,
            long nanos,
            long runs,
            long ranNanos,
            List<PoolQueue.Wait> waits) {

        /** How long a run took on average. */
        public long meanNanos() {
            return ranNanos / Math.max(1, runs);
        }

        /** What the runs waited, in sum. */
        public long waitedNanos() {
            return waits.stream().mapToLong(PoolQueue.Wait::nanos).sum();
        }

        /** Whether it is the same code, scheduled at the same place with the same period. */
        public boolean isOf(Task task) {
            return body == task.body && codeptrRa == task.codeptrRa && periodNanos == task.periodNanos;
        }
    }

    /** The code that ran for more than half of the time; null if there is none. */
    public @Nullable Meanwhile mainly() {
        return !meanwhile.isEmpty() && 2 * meanwhile.get(0).nanos() > costNanos ? meanwhile.get(0) : null;
    }

    /** The task that mostly delays itself, since it takes longer than its period; null if that is not the reason. */
    public @Nullable Task tooLong() {
        Meanwhile main = mainly();
        return main == null
                ? null
                : tasks.stream()
                        .filter(each -> main.isOf(each) && each.isLongerThanItsPeriod())
                        .findFirst()
                        .orElse(null);
    }

    /** The only late periodic task, if it is late because of other runs of the same code; else null. */
    public @Nullable Task lateBecauseOfItself() {
        Meanwhile main = mainly();
        Task only = tasks.get(0);
        return tasks.size() == 1 && main != null && main.isOf(only) && only.periodNanos != 0 ? only : null;
    }

    /** How often they were late, all together. */
    public long late() {
        return tasks.stream().mapToLong(Task::late).sum();
    }

    @Override
    public Kind kind() {
        return Kind.LATE_TASKS;
    }

    @Override
    public List<Integer> callSites() {
        return Stream.concat(
                        tasks.stream().map(Task::codeptrRa), meanwhile.stream().map(Meanwhile::codeptrRa))
                .distinct()
                .toList();
    }
}
