package org.ompt4j.tools.findings;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.blame.HolderTimes;
import org.ompt4j.tools.model.MutexModel;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.StackOfWait;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.profile.SampledCode;
import org.ompt4j.tools.profile.Samples;
import org.ompt4j.tools.profile.UserStacks;
import org.ompt4j.tools.profile.WaitPaths;
import org.ompt4j.tools.read.TraceEvent;

/**
 * Records what threads do while others wait for mutexes: their own waits are known from events, the code in which they work from samples.
 *
 * <p>Memory grows with threads, up to limits. Thread safety: none.
 */
final class Holders {
    private final @Nullable WaitPaths paths;
    private final HolderTimes times;
    private final @Nullable SampledCode code;

    /**
     * Makes an empty record.
     *
     * @param stacks the stacks of samples, and of waits; null if none were to be taken
     */
    Holders(RunModel run, @Nullable UserStacks stacks) {
        Samples samples = stacks == null ? null : stacks.samples();
        this.paths = stacks == null ? null : stacks.waitPaths();
        this.times = new HolderTimes(run, paths == null ? StackOfWait.NONE : paths::codeOf);
        this.code = samples == null || samples.count() == 0 ? null : new SampledCode(samples);
    }

    /** Whether the run was sampled; there may be no samples of these threads. */
    private boolean isSampled() {
        return code != null;
    }

    /** Converts a sum of what holders did. */
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
