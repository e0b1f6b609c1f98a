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

import org.ompt4j.apps.barrier.CyclicBarrierApp;
import org.ompt4j.catalog.Case;
import org.ompt4j.catalog.Shows;
import org.ompt4j.ompt.Construct;
import org.ompt4j.tools.read.TraceEvent;

class CyclicBarrierMappingIT extends BarrierContract {

    @Override
    Construct construct() {
        return Construct.CYCLIC_BARRIER;
    }

    @Override
    Class<?> app() {
        return CyclicBarrierApp.class;
    }

    @OnEveryJdk
    void everyPartyOfEveryGenerationHasItsQuartetAndNothingElse(Jdk jdk) {
        ObservedRun run = usual(jdk, "generations");
        TraceAssert seen = assertThat(run).of(construct());

        int awaits = CyclicBarrierApp.awaits(1);
        hasQuartets(seen, awaits);
        seen.events().hasSize(4 * awaits);
        seen.events().extracting(TraceEvent::waitId).doesNotContain(0L);
        org.assertj.core.api.Assertions.assertThat(run.events().stream()
                        .filter(each -> each.construct() == construct())
                        .map(TraceEvent::waitId)
                        .distinct())
                .hasSize(1);
        for (int party = 0; party < CyclicBarrierApp.PARTIES; party++) {
            assertThat(run)
                    .onThread("party-" + party)
                    .of(construct())
                    .has(CyclicBarrierApp.GENERATIONS, syncRegion(END));
        }
    }

    @OnEveryJdk
    @Shows(what = Case.NORMAL, in = "generations")
    @Shows(what = Case.CONTENDED, in = "generations")
    void fullProfileCountsTheSameAtAnotherScale(Jdk jdk) {
        assertThat(fullApart(jdk, "10", "generations"))
                .of(construct())
                .has(CyclicBarrierApp.awaits(10), syncRegion(BARRIER_EXPLICIT, BEGIN))
                .has(CyclicBarrierApp.awaits(10), syncRegionWait(BARRIER_EXPLICIT, END));
    }

    @OnEveryJdk
    void barrierOfOneDoesNotWait(Jdk jdk) {
        barriers(jdk, "single").emitsExactly(quartet(quartet()));
    }

    @OnEveryJdk
    void lastPartyRunsTheActionOfTheOthers(Jdk jdk) {
        int generations = CyclicBarrierApp.GENERATIONS;

        barriers(jdk, "action")
                .has(generations, work(SINGLE_EXECUTOR, BEGIN))
                .has(generations, work(SINGLE_EXECUTOR, END))
                .has((long) generations * (CyclicBarrierApp.PARTIES - 1), work(SINGLE_OTHER, BEGINEND));
    }

    @OnEveryJdk
    @Shows(what = Case.EXCEPTION, in = "failing-action")
    void failingActionEndsBeforeItsBarrierIsBroken(Jdk jdk) {
        TraceAssert seen = assertThat(full(jdk, "failing-action")).of(construct());

        seen.has(CyclicBarrierApp.FAILING_ACTION_AWAITS, syncRegion(END))
                .has(1, cancel(ACTIVATED))
                .has(1, cancel(DETECTED))
                .emitsInOrder(
                        syncRegion(BEGIN),
                        work(SINGLE_EXECUTOR, BEGIN),
                        work(SINGLE_EXECUTOR, END),
                        syncRegionWait(END),
                        syncRegion(END),
                        cancel(ACTIVATED));
    }

    @OnEveryJdk
    @Shows(what = Case.TIMEOUT, in = "timeout")
    void partyWhoseTimeIsOverBreaksTheBarrierAndTheNextOneFindsIt(Jdk jdk) {
        for (ObservedRun run : usualAndFull(jdk)) {
            assertThat(run)
                    .onThread("timed")
                    .of(construct())
                    .has(1, syncRegion(BEGIN).at("lambda$timeout"))
                    .emitsExactly(quartet(cancel(ACTIVATED)));
            assertThat(run).onThread("late").of(construct()).emitsExactly(quartet(cancel(DETECTED)));
        }
    }

    @OnEveryJdk
    @Shows(what = Case.INTERRUPT, in = "interrupt")
    void interruptedPartyBreaksTheBarrierForTheOthers(Jdk jdk) {
        for (ObservedRun run : usualAndFull(jdk)) {
            assertThat(run).onThread("interrupted").of(construct()).emitsExactly(quartet(cancel(ACTIVATED)));
            assertThat(run).onThread("bystander").of(construct()).emitsExactly(quartet(cancel(DETECTED)));
        }
    }

    @OnEveryJdk
    void resetBreaksTheGenerationThatWaits(Jdk jdk) {
        barriers(jdk, "reset")
                .has(CyclicBarrierApp.RESET_AWAITS, syncRegion(BEGIN))
                .has(CyclicBarrierApp.RESET_AWAITS, syncRegionWait(END))
                .has(1, cancel(ACTIVATED).at("CyclicBarrierApp.reset"))
                .has(1, cancel(DETECTED));
    }

    @OnEveryJdk
    @Shows(what = Case.NESTED, in = "nested")
    void barrierThatTheActionReachesLiesInIt(Jdk jdk) {
        ObservedRun run = full(jdk);

        assertThat(run)
                .onThread("nesting")
                .of(construct())
                .emitsExactly(
                        syncRegion(BEGIN).at("CyclicBarrierApp.lambda$nested"),
                        work(SINGLE_EXECUTOR, BEGIN),
                        syncRegion(BEGIN).at("CyclicBarrierApp.lambda$nested"),
                        syncRegionWait(BEGIN),
                        syncRegionWait(END),
                        syncRegion(END),
                        work(SINGLE_EXECUTOR, END),
                        syncRegionWait(BEGIN),
                        syncRegionWait(END),
                        syncRegion(END));
        assertThat(run)
                .onThread("outer-party")
                .of(construct())
                .emitsExactly(
                        syncRegion(BEGIN),
                        work(SINGLE_OTHER, BEGINEND),
                        syncRegionWait(BEGIN),
                        syncRegionWait(END),
                        syncRegion(END));
        assertThat(run).onThread("inner-party").of(construct()).emitsExactly(quartet());
    }

    @OnEveryJdk
    void partyThatIsLeftWaitingLeavesTheBarrierWhenTheRunEnds(Jdk jdk) {
        assertThat(usual(jdk)).onThread("left").of(construct()).emitsExactly(quartet());
    }
}
