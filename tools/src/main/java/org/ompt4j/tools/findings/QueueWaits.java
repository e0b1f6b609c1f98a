package org.ompt4j.tools.findings;

import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.model.PoolQueue;

/**
 * Tasks that waited in the queue of a pool for longer than they ran.
 *
 * @param queue how long they waited and ran
 * @param madeAt where the program made the pool, 0 if it is not known
 * @param others those of other pools that were made there, in which tasks waited for a shorter time
 */
public record QueueWaits(PoolQueue queue, int madeAt, List<PoolQueue> others) implements Finding {

    private static final long MANY = 10_000;

    /** On average. */
    private static final long TINY_NANOS = 50_000;

    /** Waits that more workers do not make longer. What is in a queue, such as the connections of a pool, they would have to share. */
    private static final Set<State> OUTSIDE = Set.of(State.WAIT_SLEEP, State.WAIT_IO);

    /** Whether the tasks waited for most of the time that they ran, rather than worked. */
    public boolean isOfWaitingTasks() {
        return waitedNanos() > queue.ranNanos() / 2;
    }

    /** Whether most of the time that the tasks ran they waited for what is outside of the program. */
    public boolean waitedForOthers() {
        return queue.waits().stream()
                        .filter(each -> OUTSIDE.contains(each.state()))
                        .mapToLong(PoolQueue.Wait::nanos)
                        .sum()
                > queue.ranNanos() / 2;
    }

    /** Whether there are so many tasks, and so short ones, that to queue and to take one takes time of that order. */
    public boolean isOfTinyTasks() {
        return queue.tasks() >= MANY && queue.ranNanos() / queue.tasks() < TINY_NANOS;
    }

    /** What the tasks waited while they ran. */
    public long waitedNanos() {
        return queue.waits().stream().mapToLong(PoolQueue.Wait::nanos).sum();
    }

    @Override
    public Kind kind() {
        return Kind.QUEUE_WAITS;
    }

    @Override
    public Interval interval() {
        long begun = queue.longestBegunNanos();
        return new Interval(queue.longestThread(), begun - queue.longestNanos(), begun);
    }

    /** How long at least one task waited: the sum of all would be the larger the more tasks are submitted at once. */
    @Override
    public long costNanos() {
        return queue.coveredNanos();
    }

    @Override
    public List<Integer> callSites() {
        return IntStream.concat(IntStream.of(madeAt), queue.waits().stream().mapToInt(PoolQueue.Wait::waitsAt))
                .distinct()
                .boxed()
                .toList();
    }
}
