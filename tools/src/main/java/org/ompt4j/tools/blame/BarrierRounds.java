package org.ompt4j.tools.blame;

import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.tools.model.LastUsed;
import org.ompt4j.tools.read.TraceEvent;

/** The barriers to which threads have come and which none has left. */
final class BarrierRounds {
    /** How many are kept at the same time; those that are used least lately are dropped. */
    private static final int ROUNDS = 10_000;

    private final Map<Long, BarrierRound> rounds = new LastUsed<>(ROUNDS);
    private final CurrentCauses doing;
    private final OpenBegins open;

    BarrierRounds(CurrentCauses doing, OpenBegins open) {
        this.doing = doing;
        this.open = open;
    }

    static boolean isBarrier(TraceEvent event) {
        return event.syncKind() == SyncRegionKind.BARRIER_EXPLICIT && event.waitId() != 0;
    }

    /**
     * A thread has come to the barrier of the event.
     *
     * @param task the one that it is in, if any
     */
    BarrierRound arrives(TraceEvent event, Actor actor, @Nullable TaskStory task, boolean waits) {
        BarrierRound round = rounds.computeIfAbsent(event.waitId(), id -> new BarrierRound(event.construct()));
        actor.doings.cut(event.timeNanos());
        round.arrives(actor, task, event.timeNanos(), waits);
        open.pin(event.timeNanos());
        return round;
    }

    /** A thread goes on that waited in the round. */
    void leaves(OpenWait wait, BarrierRound round, long timeNanos) {
        boolean passes = wait.begin.timeNanos() == timeNanos;
        if (passes) {
            round.passes(wait.waiter, timeNanos);
        }
        boolean isOfPhaser = wait.begin.construct() == Construct.PHASER;
        if (!round.isOver() && !(passes && isOfPhaser)) {
            rounds.remove(wait.begin.waitId(), round);
            round.ends(this::during);
        }
    }

    private CauseTimes during(Actor thread, @Nullable TaskStory task, long fromNanos, long toNanos) {
        Division division = new Division(doing, open, null);
        division.during(thread, task, fromNanos, toNanos);
        return division.parts();
    }

    void clear() {
        rounds.clear();
    }
}
