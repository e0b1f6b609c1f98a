package org.ompt4j.tools.findings;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.blame.HolderTimes;
import org.ompt4j.tools.model.MutexModel;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.profile.SampledCode;
import org.ompt4j.tools.profile.Samples;
import org.ompt4j.tools.profile.WaitPaths;
import org.ompt4j.tools.read.TraceEvent;

/**
 * What threads do while others wait for mutexes: events tell how long they wait themselves, and samples in what code they work.
 *
 * <p>Memory grows with threads, up to limits. Thread safety: none.
 */
final class Holders {
    private final @Nullable WaitPaths paths;
    private final HolderTimes times;
    private final @Nullable SampledCode code;

    /**
     * Nothing so far.
     *
     * @param samples null if there are none
     * @param paths where threads waited; null if no stacks were to be taken
     */
    Holders(RunModel run, @Nullable Samples samples, @Nullable WaitPaths paths) {
        this.paths = paths;
        this.times = new HolderTimes(run, (thread, wait) -> paths == null ? 0 : paths.codeOf(thread, wait));
        this.code = samples == null || samples.count() == 0 ? null : new SampledCode(samples);
    }

    /** Whether there are samples, though maybe not of these threads. */
    private boolean isSampled() {
        return code != null;
    }

    /** What a holder did, of which that is the sum. */
    InHold sum(HoldSum sum) {
        return sum.sum(isSampled(), code -> paths == null || code == 0 ? "" : paths.code(code));
    }

    /** A stretch of time in which a thread was in one state. */
    void interval(MutexModel mutexes, ThreadModel thread, State state, long nanos) {
        if (!mutexes.isAnyTriedByOthers(thread)) {
            times.forget(thread);
            return;
        }
        times.interval(thread, state, nanos, mutexes.latestPartNanos(), mutexes::partNanos);
        TraceEvent last = thread.lastEvent();
        if (code != null && last != null && state.isWork()) {
            code.worked(thread.id(), last.timeNanos(), last.timeNanos() + nanos);
        }
    }

    /** Adds what the thread did in that time, up to now. */
    void during(long threadId, long fromNanos, long nowNanos, HoldSum sum) {
        times.during(threadId, fromNanos, nowNanos, sum);
        if (code != null) {
            code.worked(threadId, Math.max(fromNanos, times.workingSince(threadId, nowNanos)), nowNanos);
            code.since(fromNanos, threadId, sum::sampledIn);
        }
    }
}
