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
 * <p>The wait of a thread is reported before the thread offers its item: no other thread can wake it yet, so callbacks may wait and park.
 */
public final class ExchangerHooks extends ExchangerGuards {

    private ExchangerHooks() {}

    /** {@code exchange} is entered; returns the call's token, 0 for a call that is not observed. */
    @Guarded("exchange")
    public static int comes(ThreadContext c, Object exchanger) {
        int callSite = CallSites.takeOrWalk(c, EXCHANGER);
        long waitId = WaitIds.of(exchanger, EXCHANGER);
        BarrierCall call = BarrierCalls.of(c).open(c, EXCHANGER, SyncRegionKind.BARRIER_EXPLICIT, waitId, callSite);
        call.begin(c);
        call.waitBegin(c);
        return call.token;
    }

    /** {@code exchange} is left, with the other thread's item or without. */
    @Guarded("end of an exchange")
    public static void goes(ThreadContext c, @Needed int token) {
        BarrierCalls calls = BarrierCalls.of(c);
        if (calls.at(c, token) != null) {
            calls.close(c);
        }
    }
}
