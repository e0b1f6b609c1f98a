package org.ompt4j.tools.findings;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.findings.TimedOutWaits.Thrown;

/**
 * The time up to the end of the run in which each thread waited for what only another one does.
 *
 * @param waits what the threads waited for, the longest first
 * @param timeoutsAreTold whether it is known that none of these waits has a timeout
 * @param idleWorkers how many workers of pools had no task
 * @param thrown the exceptions that had ended what threads did before
 * @param interval of no thread
 */
public record Standstill(List<Waits> waits, boolean timeoutsAreTold, int idleWorkers, Thrown thrown, Interval interval)
        implements Finding {

    /**
     * Threads that waited at one place for the same.
     *
     * @param state the kind of wait
     * @param construct what waits
     * @param waitId the object or task that they waited for; 0 if it is not known
     * @param waitsAt call site, 0 if it is not known
     * @param code the code that waited, see {@link RunFindings#codeOfWait}; 0 if it is not known, or if the call site is
     * @param threads the ids of the threads
     * @param longestNanos how long the first of them had waited at the end of the standstill
     * @param holder who held the mutex; null if it is not known, and for anything else
     * @param notified the last notification of a monitor before the first of these waits for its condition; null if none was told
     * @param runner the thread that they waited for, or that ran the task that they waited for; 0 if there is none
     */
    public record Waits(
            State state,
            Construct construct,
            long waitId,
            int waitsAt,
            int code,
            List<Long> threads,
            long longestNanos,
            @Nullable Holder holder,
            @Nullable Notified notified,
            long runner) {}

    /**
     * A notification that came before the wait.
     *
     * @param at its call site
     * @param nanos how long before
     */
    public record Notified(long threadId, int at, long nanos) {}

    /**
     * Who held a mutex.
     *
     * @param isTold whether events show that it was held still; else the thread was last seen to hold it
     * @param at the call site that acquired it; 0 if that is not known
     * @param hasEnded whether the thread had ended
     */
    public record Holder(long threadId, boolean isTold, int at, boolean hasEnded) {}

    @Override
    public Kind kind() {
        return Kind.STANDSTILL;
    }

    @Override
    public long costNanos() {
        return interval.nanos();
    }

    @Override
    public List<Long> mutexes() {
        return waits.stream()
                .filter(each -> each.state().isForMutex())
                .map(Waits::waitId)
                .toList();
    }

    @Override
    public List<Integer> callSites() {
        return waits.stream().map(Waits::waitsAt).distinct().toList();
    }
}
