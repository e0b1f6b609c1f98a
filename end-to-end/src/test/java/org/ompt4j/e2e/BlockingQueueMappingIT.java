package org.ompt4j.e2e;

import static org.ompt4j.apps.blocking.BlockingQueueApp.INTERRUPTS;
import static org.ompt4j.apps.blocking.BlockingQueueApp.LOCKED;
import static org.ompt4j.apps.blocking.BlockingQueueApp.PUTS;
import static org.ompt4j.apps.blocking.BlockingQueueApp.SEVERAL;
import static org.ompt4j.apps.blocking.BlockingQueueApp.TAKES;
import static org.ompt4j.apps.blocking.BlockingQueueApp.TIMEOUTS;
import static org.ompt4j.apps.blocking.BlockingQueueApp.TIMEOUTS_FOR_ROOM;
import static org.ompt4j.e2e.ExpectedEvent.event;
import static org.ompt4j.e2e.ExpectedEvent.waits;
import static org.ompt4j.e2e.ExpectedEvent.wakeup;
import static org.ompt4j.e2e.TraceAssert.assertThat;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;
import static org.ompt4j.ompt.State.WAIT_QUEUE;
import static org.ompt4j.ompt.State.WAIT_QUEUE_FULL;

import java.util.List;
import org.assertj.core.api.Assertions;
import org.ompt4j.apps.blocking.BlockingQueueApp;
import org.ompt4j.catalog.Case;
import org.ompt4j.catalog.Shows;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.read.TraceEvent;

class BlockingQueueMappingIT extends ConstructContract {
    /** The first JDK whose synchronous queues wake threads like its transfer queues. */
    private static final int ONE_WAY_TO_TRANSFER = 22;

    @Override
    Construct construct() {
        return Construct.BLOCKING_QUEUE;
    }

    @Override
    Class<?> app() {
        return BlockingQueueApp.class;
    }

    private static void waitsOnce(ObservedRun run, String thread, int threads) {
        waitsOnce(run, thread, threads, WAIT_QUEUE);
    }

    private static void waitsOnce(ObservedRun run, String thread, int threads, State state) {
        assertThat(run)
                .of(Construct.BLOCKING_QUEUE)
                .onThreads(thread)
                .has(threads, waits(state, BEGIN))
                .has(threads, waits(state, END));
        assertThat(run).onThreads(thread).of(Construct.PARK).hasNo(event(Event.WAIT));
    }

    @OnEveryJdk
    @Shows(
            what = Case.NORMAL,
            in = {"take", "put"})
    void everyQueueSaysWhoWaitsForIt(Jdk jdk) {
        for (ObservedRun run : List.of(usual(jdk, "take", "put"), full(jdk, "take", "put"))) {
            waitsOnce(run, "take-waiter", TAKES);
            waitsOnce(run, "put-waiter", PUTS, WAIT_QUEUE_FULL);
            assertThat(run)
                    .of(Construct.BLOCKING_QUEUE)
                    .has(TAKES, waits(WAIT_QUEUE, BEGIN).at("BlockingQueueApp."))
                    .has(PUTS, waits(WAIT_QUEUE_FULL, BEGIN).at("BlockingQueueApp."));
            assertThat(run)
                    .of(Construct.BLOCKING_QUEUE)
                    .onThread("main")
                    .has(LOCKED, wakeup())
                    .hasSome(wakeup().at("BlockingQueueApp."));
            assertThat(run).of(Construct.PARK).onThread("main").has(TAKES + PUTS - LOCKED, wakeup());
            List<Long> ids = run.events().stream()
                    .filter(each -> each.construct() == Construct.BLOCKING_QUEUE)
                    .map(TraceEvent::waitId)
                    .distinct()
                    .toList();
            Assertions.assertThat(ids)
                    .as("each queue has its own")
                    .hasSize(TAKES + PUTS)
                    .doesNotContain(0L);
            Assertions.assertThat(
                            ids.stream().map(id -> run.trace().waitObject(id).className()))
                    .contains("java.util.concurrent.SynchronousQueue", "java.util.concurrent.LinkedTransferQueue")
                    .allMatch(name -> !name.contains("$"));
        }
    }

    @OnEveryJdk
    @Shows(what = Case.EXCEPTION, in = "exception")
    void whoNeitherWaitsNorWakesSaysNothing(Jdk jdk) {
        assertThat(full(jdk, "at-once", "exception"))
                .of(Construct.BLOCKING_QUEUE)
                .onThread("main")
                .hasNo(waits(WAIT_QUEUE, BEGIN))
                .hasNo(wakeup());
    }

    @OnEveryJdk
    @Shows(what = Case.TIMEOUT, in = "timeout")
    @Shows(what = Case.INTERRUPT, in = "interrupt")
    void waitEndsByTimeoutAndInterruptToo(Jdk jdk) {
        for (ObservedRun run : usualAndFull(jdk, "timeout", "interrupt", "delay")) {
            waitsOnce(run, "timed-waiter", TIMEOUTS);
            waitsOnce(run, "timed-waiter", TIMEOUTS_FOR_ROOM, WAIT_QUEUE_FULL);
            waitsOnce(run, "interrupted-waiter", INTERRUPTS);
            waitsOnce(run, "delay-waiter", 1);
        }
    }

    @OnEveryJdk
    @Shows(what = Case.NESTED, in = "nested")
    void threadsThatWaitForEachOtherAreToldEachAndOnce(Jdk jdk) {
        for (ObservedRun run : usualAndFull(jdk, "nested")) {
            waitsOnce(run, "middle-waiter", 1);
            waitsOnce(run, "last-waiter", 1);
        }
    }

    @OnEveryJdk
    void whoWakesOneOfThoseInAStackNamesIt(Jdk jdk) {
        for (ObservedRun run : List.of(usual(jdk, "last-first"), full(jdk, "last-first"))) {
            waitsOnce(run, "bottom-waiter", 1);
            waitsOnce(run, "top-waiter", 1);
            assertThat(run).of(Construct.BLOCKING_QUEUE).hasNo(wakeup());
            List<String> woken = run.events().stream()
                    .filter(each -> each.event() == Event.WAKEUP && each.construct() == Construct.PARK)
                    .map(each -> run.trace().threadNames().get(RecordSink.threadOf(each.waitId())))
                    .toList();
            Assertions.assertThat(woken).containsExactly("top-waiter", "bottom-waiter");
        }
    }

    @OnEveryJdk
    void waitsByReferenceAndInsideTheJdkAreSeenToo(Jdk jdk) {
        ObservedRun run = usual(jdk, "by-reference", "completion");
        waitsOnce(run, "reference-waiter", 1);
        waitsOnce(run, "completion-waiter", 1);
    }

    @OnEveryJdk
    void waitsOfClassesThatAreLeftOutAreParksAndTheirWakeupsAreNotTold(Jdk jdk) {
        ObservedRun run = AppRun.of(app())
                .on(jdk)
                .with("exclude", "*$LeftOut")
                .arguments("left-out")
                .observed();

        assertThat(run).onThread("left-out-waiter").of(Construct.BLOCKING_QUEUE).isSilent();
        assertThat(run).onThread("left-out-waiter").of(Construct.PARK).hasSome(event(Event.WAIT));
        waitsOnce(run, "woken-waiter", 1);
        waitsOnce(run, "other-waiter", 1);
        assertThat(run).of(Construct.BLOCKING_QUEUE).onThread("main").emitsExactly(wakeup());
    }

    @OnEveryJdk
    @Shows(what = Case.CONTENDED, in = "several")
    void eachOfSeveralThreadsWaitsForItsItem(Jdk jdk) {
        waitsOnce(full(jdk), "several-waiter", SEVERAL);
    }

    @OnEveryJdk
    void everyWaitOfThreadsThatCompeteEnds(Jdk jdk) {
        TraceAssert trace = assertThat(usual(jdk, "many")).of(Construct.BLOCKING_QUEUE);
        trace.hasSome(waits(WAIT_QUEUE, BEGIN)).has(trace.count(waits(WAIT_QUEUE, BEGIN)), waits(WAIT_QUEUE, END));
    }
}
