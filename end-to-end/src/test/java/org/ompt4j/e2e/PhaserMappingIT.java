package org.ompt4j.e2e;

import static org.ompt4j.e2e.ExpectedEvent.cancel;
import static org.ompt4j.e2e.ExpectedEvent.syncRegion;
import static org.ompt4j.e2e.ExpectedEvent.syncRegionWait;
import static org.ompt4j.e2e.ExpectedEvent.work;
import static org.ompt4j.e2e.TraceAssert.assertThat;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.BEGINEND;
import static org.ompt4j.ompt.ScopeEndpoint.END;
import static org.ompt4j.ompt.SyncRegionKind.BARRIER_EXPLICIT;
import static org.ompt4j.ompt.WorkType.SINGLE_EXECUTOR;
import static org.ompt4j.ompt.WorkType.SINGLE_OTHER;

import org.assertj.core.api.Assertions;
import org.ompt4j.apps.barrier.PhaserApp;
import org.ompt4j.catalog.Case;
import org.ompt4j.catalog.Shows;
import org.ompt4j.ompt.Construct;
import org.ompt4j.tools.read.TraceEvent;

class PhaserMappingIT extends BarrierContract {

    @Override
    Construct construct() {
        return Construct.PHASER;
    }

    @Override
    Class<?> app() {
        return PhaserApp.class;
    }

    @OnEveryJdk
    void everyPartyOfEveryPhaseHasItsQuartetAndNothingElse(Jdk jdk) {
        TraceAssert seen = barriers(jdk, "phases");

        hasQuartets(seen, PhaserApp.phasesCalls(1));
        seen.events().hasSize(4 * PhaserApp.phasesCalls(1));
    }

    @OnEveryJdk
    @Shows(what = Case.NORMAL, in = "phases")
    @Shows(what = Case.CONTENDED, in = "phases")
    void fullProfileCountsTheSameAtAnotherScale(Jdk jdk) {
        hasQuartets(assertThat(fullApart(jdk, "10", "phases")).of(construct()), PhaserApp.phasesCalls(10));
    }

    @OnEveryJdk
    void tieredPhaserIsOneBarrier(Jdk jdk) {
        ObservedRun run = usual(jdk, "tiered");
        TraceAssert seen = assertThat(run).of(construct());

        hasQuartets(seen, PhaserApp.tieredCalls(1));
        seen.events().hasSize(4 * PhaserApp.tieredCalls(1));
        Assertions.assertThat(run.events().stream()
                        .filter(each -> each.construct() == construct())
                        .map(TraceEvent::waitId)
                        .distinct())
                .hasSize(1);
    }

    @OnEveryJdk
    void onAdvanceIsTheWorkOfTheLastParty(Jdk jdk) {
        TraceAssert seen = barriers(jdk, "on-advance");

        int phases = PhaserApp.PHASES_UNTIL_TERMINATION;
        hasQuartets(seen, PhaserApp.onAdvanceCalls());
        seen.has(phases, work(SINGLE_EXECUTOR, BEGIN))
                .has(phases, work(SINGLE_EXECUTOR, END))
                .has((long) phases * (PhaserApp.PARTIES - 1), work(SINGLE_OTHER, BEGINEND))
                .hasNo(cancel(ACTIVATED))
                .hasNo(cancel(DETECTED));
    }

    @OnEveryJdk
    void arrivalWithoutAWaitBeginsAndEndsAtOnce(Jdk jdk) {
        TraceAssert seen = barriers(jdk, "arrive");

        int arrivals = PhaserApp.ARRIVALS + PhaserApp.DEREGISTRATIONS;
        seen.has(arrivals, syncRegion(BARRIER_EXPLICIT, BEGINEND).at("PhaserApp.arrive"));
        seen.events().hasSize(arrivals);
    }

    @OnEveryJdk
    void awaitingAnAdvanceIsAQuartetWhetherItWaitsOrNot(Jdk jdk) {
        TraceAssert seen = barriers(jdk, "await-advance");

        hasQuartets(seen, PhaserApp.AWAIT_ADVANCES);
        seen.has(PhaserApp.AWAIT_ADVANCE_ARRIVALS, syncRegion(BARRIER_EXPLICIT, BEGINEND));
        seen.events().hasSize(4 * PhaserApp.AWAIT_ADVANCES + PhaserApp.AWAIT_ADVANCE_ARRIVALS);
    }

    @OnEveryJdk
    @Shows(what = Case.TIMEOUT, in = "await-fails")
    @Shows(what = Case.INTERRUPT, in = "await-fails")
    void waitThatFailsEndsInOrderAndIsCancelled(Jdk jdk) {
        ObservedRun run = full(jdk, "await-fails");

        hasQuartets(assertThat(run).of(construct()), PhaserApp.FAILING_AWAITS);
        for (String thread : new String[] {"main", "interrupted-waiter"}) {
            assertThat(run).onThread(thread).of(construct()).emitsExactly(quartet(cancel(ACTIVATED)));
        }
    }

    @OnEveryJdk
    void forcedTerminationSendsTheWaitersAway(Jdk jdk) {
        ObservedRun run = usual(jdk, "force-termination");

        assertThat(run).onThread("forced-waiter").of(construct()).emitsExactly(quartet(cancel(DETECTED)));
        assertThat(run)
                .onThread("main")
                .of(construct())
                .emitsExactly(cancel(ACTIVATED).at("PhaserApp"));
    }

    @OnEveryJdk
    @Shows(what = Case.EXCEPTION, in = "exception")
    void callThatThrowsHasItsQuartetAndBreaksNothing(Jdk jdk) {
        ObservedRun run = full(jdk);

        assertThat(run)
                .onThread("unregistered")
                .of(construct())
                .emitsExactly(syncRegion(BARRIER_EXPLICIT, BEGINEND).at("PhaserApp.lambda$exception"));
        assertThat(run)
                .onThread("failing")
                .of(construct())
                .emitsExactly(
                        syncRegion(BARRIER_EXPLICIT, BEGIN).at("PhaserApp.lambda$exception"),
                        work(SINGLE_EXECUTOR, BEGIN),
                        work(SINGLE_EXECUTOR, END),
                        syncRegionWait(BEGIN),
                        syncRegionWait(END),
                        syncRegion(END));
    }

    @OnEveryJdk
    @Shows(what = Case.NESTED, in = "nested")
    void phaserThatOnAdvanceReachesLiesInIt(Jdk jdk) {
        assertThat(full(jdk))
                .onThread("nesting")
                .of(construct())
                .emitsExactly(
                        syncRegion(BEGIN).at("PhaserApp.lambda$nested"),
                        work(SINGLE_EXECUTOR, BEGIN),
                        syncRegion(BEGIN).at(".onAdvance"),
                        syncRegionWait(BEGIN),
                        syncRegionWait(END),
                        syncRegion(END),
                        work(SINGLE_EXECUTOR, END),
                        syncRegionWait(BEGIN),
                        syncRegionWait(END),
                        syncRegion(END));
    }
}
