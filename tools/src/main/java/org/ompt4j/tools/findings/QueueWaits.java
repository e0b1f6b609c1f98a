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
 * @param others the queues of other pools that were made there, in which tasks waited for a shorter time
 */
public record QueueWaits(PoolQueue queue, int madeAt, List<PoolQueue> others) implements Finding {

    private static final long MANY = 10_000;

    /** On average. */
    private static final long TINY_NANOS = 50_000;

    /**
     * States of waiting that do not become longer with more workers. Queues are not among them: workers share their elements, such as connections.
     */
    private static final Set<State> OUTSIDE = Set.of(State.WAIT_SLEEP, State.WAIT_IO);

    /** Whether the tasks waited, rather than worked, for most of their run time. */
    public boolean isOfWaitingTasks() {
        return waitedNanos() > queue.ranNanos() / 2;
    }

    /** Whether the tasks spent most of their run time in waits for something outside of the program. */
    public boolean waitedForOthers() {
        return queue.waits().stream()
                        .filter(each -> OUTSIDE.contains(each.state()))
                        .mapToLong(PoolQueue.Wait::nanos)
                        .sum()
                > queue.ranNanos() / 2;
    }

    /** Whether the tasks are so many and so short that queueing and taking one takes a comparable time. */
    public boolean isOfTinyTasks() {
        return queue.tasks() >= MANY && queue.ranNanos() / queue.tasks() < TINY_NANOS;
    }

    /** The waiting time of the tasks while they ran. */
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

    /** How long at least one task waited. The sum of all waits would depend on how many tasks are submitted at once. */
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
