package org.ompt4j.tools.findings;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.model.PoolQueue;

/**
 * Tasks of a scheduled executor, or of a timer, that began later than they were due, since the threads that run them had something else to run.
 *
 * @param isOfTimer whether it is a timer's thread that ran them
 * @param poolId the pool; 0 for a timer, and for a pool that is not known
 * @param threadId one of the threads that ran them, a timer's only one
 * @param threads how many ran them
 * @param tasks the code that was late, what was late for longest first; there is at least one
 * @param meanwhile what the threads ran in the time of {@code costNanos}, most first
 * @param costNanos for how long one of the tasks or more was due and had not begun
 * @param interval the one that was late for longest: from when it was due to its begin
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
     * @param runs how often it began, of what was scheduled with the period and was late
     * @param late how often it was late
     * @param medianNanos half of these were late for at most so long
     * @param longestNanos the longest of these
     * @param periodNanos how often it is due, see {@code Member.PERIOD}; 0 if it runs once
     * @param meanNanos how long a run took on average
     */
    public record Task(
            int body,
            int codeptrRa,
            long runs,
            long late,
            long medianNanos,
            long longestNanos,
            long periodNanos,
            long meanNanos) {

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

    /** What ran for more than half of the time; null if nothing did. */
    public @Nullable Meanwhile mainly() {
        return !meanwhile.isEmpty() && 2 * meanwhile.get(0).nanos() > costNanos ? meanwhile.get(0) : null;
    }

    /** The task that is late because of itself, for most of the time: it takes longer than its period. Null if that is not why. */
    public @Nullable Task tooLong() {
        Meanwhile main = mainly();
        return main == null
                ? null
                : tasks.stream()
                        .filter(each -> main.isOf(each) && each.isLongerThanItsPeriod())
                        .findFirst()
                        .orElse(null);
    }

    /** The periodic task that is the only one to be late, because of other runs of the same code. Null if that is not why. */
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
