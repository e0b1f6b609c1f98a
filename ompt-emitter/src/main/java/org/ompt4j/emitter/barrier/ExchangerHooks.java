package org.ompt4j.emitter.barrier;

import static org.ompt4j.ompt.Construct.EXCHANGER;

import java.util.concurrent.Exchanger;
import org.ompt4j.emitter.CallSites;
import org.ompt4j.emitter.Guarded;
import org.ompt4j.emitter.Guarded.Needed;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.WaitIds;
import org.ompt4j.ompt.SyncRegionKind;

/**
 * Called by the rewritten {@link Exchanger}; see {@code docs/mappings/exchanger.md}.
 *
 * <p>A thread is told to wait before it offers anything: nobody can wake it yet, so that callbacks may wait and park.
 */
public final class ExchangerHooks extends ExchangerGuards {

    private ExchangerHooks() {}

    /** A thread comes to exchange; returns the call's token, 0 for a call that is not observed. */
    @Guarded("exchange")
    public static int comes(ThreadContext c, Object exchanger) {
        int callSite = CallSites.takeOrWalk(c, EXCHANGER);
        long waitId = WaitIds.of(exchanger, EXCHANGER);
        BarrierCall call = BarrierCalls.of(c).open(c, EXCHANGER, SyncRegionKind.BARRIER_EXPLICIT, waitId, callSite);
        call.begin(c);
        call.waitBegin(c);
        return call.token;
    }

    /** It goes, with what the other one had, or without. */
    @Guarded("end of an exchange")
    public static void goes(ThreadContext c, @Needed int token) {
        BarrierCalls calls = BarrierCalls.of(c);
        if (calls.at(c, token) != null) {
            calls.close(c);
        }
    }
}
