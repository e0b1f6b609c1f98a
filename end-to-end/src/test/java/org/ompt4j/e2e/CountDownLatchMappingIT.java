package org.ompt4j.e2e;

import static org.ompt4j.e2e.ExpectedEvent.syncRegion;
import static org.ompt4j.e2e.ExpectedEvent.syncRegionWait;
import static org.ompt4j.e2e.ExpectedEvent.wakeup;
import static org.ompt4j.e2e.TraceAssert.assertThat;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;
import static org.ompt4j.ompt.SyncRegionKind.TASKWAIT;

import java.util.List;
import org.assertj.core.api.Assertions;
import org.ompt4j.apps.lock.CountDownLatchApp;
import org.ompt4j.catalog.Case;
import org.ompt4j.catalog.Shows;
import org.ompt4j.ompt.Construct;
import org.ompt4j.tools.read.TraceEvent;

class CountDownLatchMappingIT extends ConstructContract {

    @Override
    Construct construct() {
        return Construct.COUNT_DOWN_LATCH;
    }

    @Override
    Class<?> app() {
        return CountDownLatchApp.class;
    }

    private static TraceAssert latches(ObservedRun run) {
        return assertThat(run).of(Construct.COUNT_DOWN_LATCH);
    }

    private static ExpectedEvent begins() {
        return syncRegion(TASKWAIT, BEGIN).at("CountDownLatchApp.");
    }

    private static ExpectedEvent[] quartet() {
        return new ExpectedEvent[] {begins(), syncRegionWait(BEGIN), syncRegionWait(END), syncRegion(TASKWAIT, END)};
    }

    @OnEveryJdk
    @Shows(
            what = Case.NORMAL,
            in = {"open", "waits"})
    void everyCallIsATaskwaitThatWaitsIfTheLatchIsClosed(Jdk jdk) {
        latches(full(jdk, "open"))
                .has(2 * CountDownLatchApp.OPEN, begins())
                .has(2 * CountDownLatchApp.OPEN, syncRegion(TASKWAIT, END))
                .hasNo(syncRegionWait(BEGIN));
        latches(full(jdk, "waits"))
                .has(CountDownLatchApp.WAITS, begins())
                .has(CountDownLatchApp.WAITS, syncRegionWait(BEGIN))
                .has(CountDownLatchApp.WAITS, syncRegionWait(END))
                .has(CountDownLatchApp.WAITS, syncRegion(TASKWAIT, END));
    }

    /** Classes that the JVM loads while the agent rewrites a class would not be rewritten. */
    @OnEveryJdk
    void wakeUpIsToldWhereAClassOfTheProgramHasALockOfItsOwn(Jdk jdk) {
        latches(usual(jdk, "own-lock")).onThreads("opener").has(1, wakeup());
    }

    @OnEveryJdk
    void byDefaultACallIsToldIfItWaits(Jdk jdk) {
        latches(usual(jdk, "open", "exception")).isSilent();
        latches(usual(jdk, "waits"))
                .onThread("main")
                .has(CountDownLatchApp.WAITS, begins())
                .has(CountDownLatchApp.WAITS, syncRegionWait(BEGIN))
                .has(CountDownLatchApp.WAITS, syncRegion(TASKWAIT, END));
        latches(usual(jdk, "waits")).onThreads("opener").has(CountDownLatchApp.WAITS, wakeup());
    }

    @OnEveryJdk
    @Shows(what = Case.CONTENDED, in = "several")
    void threadsThatWaitForOneLatchNameIt(Jdk jdk) {
        nameTheirLatch(usual(jdk, "several"));
        nameTheirLatch(full(jdk, "several"));
    }

    private static void nameTheirLatch(ObservedRun run) {
        for (int i = 0; i < CountDownLatchApp.SEVERAL; i++) {
            latches(run).onThread("waiter-" + i).emitsExactly(quartet());
            assertThat(run).onThread("waiter-" + i).of(Construct.PARK).isSilent();
        }
        latches(run).onThread("main").emitsExactly(wakeup().at("CountDownLatchApp.several"));
        List<Long> ids = run.events().stream()
                .filter(each -> each.construct() == Construct.COUNT_DOWN_LATCH)
                .map(TraceEvent::waitId)
                .distinct()
                .toList();
        Assertions.assertThat(ids).hasSize(1).doesNotContain(0L);
    }

    @OnEveryJdk
    @Shows(what = Case.TIMEOUT, in = "timeout")
    @Shows(what = Case.INTERRUPT, in = "interrupt")
    void waitEndsByTimeoutAndInterruptToo(Jdk jdk) {
        for (ObservedRun run : usualAndFull(jdk)) {
            latches(run).onThread("timed").emitsExactly(quartet());
            latches(run).onThread("interrupted").emitsExactly(quartet());
        }
        latches(full(jdk)).onThread("impatient").emitsExactly(begins(), syncRegion(TASKWAIT, END));
        latches(full(jdk)).onThread("interrupted-before").emitsExactly(begins(), syncRegion(TASKWAIT, END));
        latches(usual(jdk)).onThread("impatient").isSilent();
        latches(usual(jdk)).onThread("interrupted-before").isSilent();
    }

    @OnEveryJdk
    @Shows(what = Case.EXCEPTION, in = "exception")
    void callThatThrowsForItsArgumentsIsATaskwaitWithoutAWait(Jdk jdk) {
        latches(full(jdk, "exception")).emitsExactly(begins(), syncRegion(TASKWAIT, END));
    }

    @OnEveryJdk
    @Shows(what = Case.NESTED, in = "nested")
    void waitsOfThreadsThatWaitForEachOtherAreToldEach(Jdk jdk) {
        for (ObservedRun run : usualAndFull(jdk)) {
            latches(run).onThread("middle").emitsInOrder(quartet()).has(1, wakeup());
            latches(run).onThread("last").emitsExactly(quartet());
        }
    }

    @OnEveryJdk
    void waitByAMethodReferenceIsToldWithTheInnermostPlaceOrWhereTheReferenceIsMade(Jdk jdk) {
        isToldAt("Threads.", usual(jdk));
        isToldAt("CountDownLatchApp.byReference", full(jdk));
    }

    private static void isToldAt(String callSite, ObservedRun run) {
        latches(run)
                .onThread("reference-waiter")
                .emitsExactly(
                        syncRegion(TASKWAIT, BEGIN).at(callSite),
                        syncRegionWait(BEGIN),
                        syncRegionWait(END),
                        syncRegion(TASKWAIT, END));
    }

    @OnEveryJdk
    void whatASubclassWaitsForIsPartOfTheCallOrItsOwn(Jdk jdk) {
        latches(full(jdk))
                .onThread("subclass-waiter")
                .has(1, begins())
                .hasSome(syncRegionWait(BEGIN))
                .has(1, syncRegion(TASKWAIT, END));
        latches(usual(jdk)).onThread("subclass-waiter").hasSome(begins());
    }
}
