package org.ompt4j.tools.findings;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;

/**
 * Waits at one place that timed out, of threads that did not get what they waited for.
 *
 * @param state how they waited
 * @param construct what they waited in
 * @param waitsAt call site, 0 if it is not known
 * @param waitId the object that was waited for, of several the first one; 0 if it is not known
 * @param objects how many of these there were
 * @param timeouts how many waits timed out
 * @param threads how many threads waited
 * @param costNanos how long in all
 * @param because the evidence that the threads were not just polling
 * @param awaited what is known of the tasks that were waited for
 * @param thrown what other threads threw during the longest of these waits
 * @param interval the longest of these waits
 */
public record TimedOutWaits(
        State state,
        Construct construct,
        int waitsAt,
        long waitId,
        long objects,
        long timeouts,
        long threads,
        long costNanos,
        Because because,
        Awaited awaited,
        Thrown thrown,
        Interval interval)
        implements Finding {

    /** The evidence that a wait that timed out has failed. */
    public enum Because {
        /** The kind of the wait: for a lock, a task, a latch, or room in a queue. */
        NOT_GOT,
        /** An exception ended the task in which the thread had waited. */
        FAILED,
        /** The task in which the thread had waited, once, ended after that. */
        GAVE_UP,
        /** The threads had made a task before most of these waits, and were less often successful. */
        ASKED
    }

    /**
     * The state of the awaited tasks at the timeouts.
     *
     * @param notBegun how many had been handed to a pool, and no worker had begun them
     * @param ownPool how many of these began later on a worker of the pool for which the waiting thread worked
     * @param poolId that pool, 0 if there is none, or several
     * @param wholePool whether at one of these times all workers of that pool waited for such tasks
     * @param running how many were on the stack of a thread: also of threads that were waited for
     * @param runner the last of these threads, null if there is none
     * @param dropped how many the policy of a pool had dropped
     */
    public record Awaited(
            long notBegun,
            long ownPool,
            long poolId,
            boolean wholePool,
            long running,
            @Nullable Runner runner,
            long dropped) {}

    /**
     * A thread that had a task on its stack as the time was over.
     *
     * @param state what it did
     * @param waitsAt call site of what it waited in, 0 if it is not known
     * @param waitedNanos how long it had been in that; 0 if it waited in nothing
     */
    public record Runner(long threadId, State state, int waitsAt, long waitedNanos) {

        static Runner of(ThreadModel thread, long nowNanos) {
            State state = thread.stateUntil(null);
            TraceEvent wait = state.isWork() ? null : thread.innermostWait();
            return new Runner(
                    thread.id(),
                    state,
                    wait == null ? 0 : wait.codeptrRa(),
                    wait == null ? 0 : nowNanos - wait.timeNanos());
        }
    }

    /**
     * Exceptions that ended what threads did.
     *
     * @param count how many, without those by which pools rejected tasks
     * @param isLeast whether there may be more
     * @param errorClass the class of the last one; empty if there is none
     * @param codeptrRa where the last one was thrown; 0 if there is none, or it is not known
     */
    public record Thrown(long count, boolean isLeast, String errorClass, int codeptrRa) {
        static final Thrown NONE = new Thrown(0, false, "", 0);
    }

    @Override
    public Kind kind() {
        return Kind.TIMED_OUT_WAITS;
    }

    @Override
    public List<Long> mutexes() {
        return state.isForMutex() && objects == 1 ? List.of(waitId) : List.of();
    }

    @Override
    public List<Integer> callSites() {
        return List.of(waitsAt);
    }
}
