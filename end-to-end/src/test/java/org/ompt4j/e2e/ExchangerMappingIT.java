package org.ompt4j.e2e;

import static org.ompt4j.apps.barrier.ExchangerApp.CROWD;
import static org.ompt4j.apps.barrier.ExchangerApp.CROWD_EXCHANGES;
import static org.ompt4j.apps.barrier.ExchangerApp.PAIRS;
import static org.ompt4j.e2e.ExpectedEvent.event;
import static org.ompt4j.e2e.ExpectedEvent.syncRegion;
import static org.ompt4j.e2e.ExpectedEvent.syncRegionWait;
import static org.ompt4j.e2e.TraceAssert.assertThat;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;
import static org.ompt4j.ompt.SyncRegionKind.BARRIER_EXPLICIT;

import java.util.List;
import org.assertj.core.api.Assertions;
import org.ompt4j.apps.barrier.ExchangerApp;
import org.ompt4j.catalog.Case;
import org.ompt4j.catalog.Shows;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.tools.read.TraceEvent;

class ExchangerMappingIT extends ConstructContract {

    @Override
    Construct construct() {
        return Construct.EXCHANGER;
    }

    @Override
    Class<?> app() {
        return ExchangerApp.class;
    }

    private static TraceAssert exchanges(ObservedRun run) {
        return assertThat(run).of(Construct.EXCHANGER);
    }

    private static ExpectedEvent[] quartet() {
        return new ExpectedEvent[] {
            syncRegion(BARRIER_EXPLICIT, BEGIN).at("ExchangerApp."),
            syncRegionWait(BARRIER_EXPLICIT, BEGIN),
            syncRegionWait(BARRIER_EXPLICIT, END),
            syncRegion(BARRIER_EXPLICIT, END)
        };
    }

    @OnEveryJdk
    @Shows(what = Case.NORMAL, in = "pairs")
    void bothPartnersHaveTheirQuartetAtOneExchanger(Jdk jdk) {
        for (ObservedRun run : List.of(usual(jdk, "pairs"), full(jdk, "pairs"))) {
            for (String partner : new String[] {"left", "right"}) {
                TraceAssert trace = exchanges(run).onThread(partner);
                for (ExpectedEvent each : quartet()) {
                    trace.has(PAIRS, each);
                }
                assertThat(run).onThread(partner).of(Construct.PARK).hasNo(event(Event.WAIT));
            }
            Assertions.assertThat(run.events().stream()
                            .filter(each -> each.construct() == Construct.EXCHANGER)
                            .map(TraceEvent::waitId)
                            .distinct()
                            .toList())
                    .hasSize(1)
                    .doesNotContain(0L);
        }
    }

    @OnEveryJdk
    @Shows(what = Case.CONTENDED, in = "crowd")
    void everyCallOfThreadsThatCompeteIsReported(Jdk jdk) {
        exchanges(full(jdk))
                .onThreads("crowd-.*")
                .has((long) CROWD * CROWD_EXCHANGES, syncRegion(BARRIER_EXPLICIT, BEGIN))
                .has((long) CROWD * CROWD_EXCHANGES, syncRegion(BARRIER_EXPLICIT, END));
    }

    @OnEveryJdk
    @Shows(what = Case.TIMEOUT, in = "timeout")
    @Shows(what = Case.INTERRUPT, in = "interrupt")
    @Shows(what = Case.EXCEPTION, in = "wrong")
    void exchangeWithoutAPartnerIsAWaitToo(Jdk jdk) {
        ObservedRun run = full(jdk, "timeout", "interrupt", "wrong");
        for (String thread : new String[] {"timed", "interrupted", "interrupted-before", "main"}) {
            exchanges(run).onThread(thread).emitsExactly(quartet());
        }
    }

    @OnEveryJdk
    @Shows(what = Case.NESTED, in = "nested")
    void exchangeAfterAnotherIsOneOfItsOwn(Jdk jdk) {
        ObservedRun run = full(jdk);
        exchanges(run).onThread("middle").has(2, syncRegion(BEGIN)).has(2, syncRegion(END));
        exchanges(run).onThread("last").emitsExactly(quartet());
    }

    @OnEveryJdk
    void callByReferenceHasTheInnermostPlace(Jdk jdk) {
        exchanges(usual(jdk)).onThread("reference").emitsExactly(quartet());
    }
}
