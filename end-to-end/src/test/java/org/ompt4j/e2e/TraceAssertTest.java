package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ompt4j.e2e.ExpectedEvent.event;
import static org.ompt4j.e2e.ExpectedEvent.syncRegion;
import static org.ompt4j.e2e.ExpectedEvent.threadEnd;
import static org.ompt4j.ompt.Construct.CYCLIC_BARRIER;
import static org.ompt4j.ompt.Construct.PHASER;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;

import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.read.TraceHeader;
import org.ompt4j.tools.read.TraceLosses;

/** Each assertion passes for events that meet it and fails for others. */
class TraceAssertTest {

    private static final int CALL_SITE = 7;

    private final TraceAssert trace = TraceAssert.assertThat(
            new TwoThreads(),
            List.of(
                    made(1, Event.SYNC_REGION, CYCLIC_BARRIER, BEGIN),
                    made(2, Event.SYNC_REGION, PHASER, BEGIN),
                    made(1, Event.SYNC_REGION, CYCLIC_BARRIER, END),
                    made(1, Event.THREAD_END, Construct.THREAD, null)));

    @Test
    void eventsInOrderMayHaveOthersBetweenThem() {
        trace.emitsInOrder(syncRegion(BEGIN), syncRegion(END), threadEnd());
        assertThatThrownBy(() -> trace.emitsInOrder(threadEnd(), syncRegion(END)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("number 2")
                .hasMessageContaining("sync_region END");
    }

    @Test
    void eventsExactlyMayHaveNoOthersBetweenThem() {
        trace.onThread("first").emitsExactly(syncRegion(BEGIN), syncRegion(END), threadEnd());
        assertThatThrownBy(() -> trace.onThread("first").emitsExactly(syncRegion(BEGIN), threadEnd()))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("difference at number 2");
        assertThatThrownBy(() -> trace.onThread("second").emitsExactly(syncRegion(BEGIN), threadEnd()))
                .isInstanceOf(AssertionError.class);
    }

    @Test
    void narrowingLeavesOutOtherThreadsConstructsAndEvents() {
        trace.onThread("second").has(1, syncRegion(BEGIN)).hasNo(threadEnd());
        trace.onThreads("fi.*|sec.*").has(2, syncRegion(BEGIN));
        trace.of(PHASER).emitsExactly(syncRegion(BEGIN));
        trace.only(Event.THREAD_END).emitsExactly(threadEnd());
        trace.only(syncRegion(END)).emitsExactly(syncRegion(END));
        trace.of(Construct.SYNCHRONIZED).isSilent();
    }

    @Test
    void threadThatDoesNotExistIsAnError() {
        assertThatThrownBy(() -> trace.onThread("third"))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("third")
                .hasMessageContaining("first");
    }

    @Test
    void wrongCountIsAnErrorThatShowsTheEvents() {
        assertThatThrownBy(() -> trace.has(1, syncRegion(BEGIN)))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("found 2 times")
                .hasMessageContaining("[phaser]");
        assertThatThrownBy(() -> trace.hasSome(event(Event.WORK))).isInstanceOf(AssertionError.class);
        assertThatThrownBy(trace::isSilent).isInstanceOf(AssertionError.class);
    }

    @Test
    void callSitesAreComparedByTheirText() {
        trace.has(2, syncRegion(BEGIN).at("App.main(App.java:3)"));
        trace.hasNo(syncRegion(BEGIN).at("App.other"));
        trace.has(1, threadEnd().withoutCallSite());
    }

    private static TraceEvent made(long thread, Event event, Construct construct, @Nullable ScopeEndpoint endpoint) {
        int kind = SyncRegionKind.BARRIER_EXPLICIT.value();
        return endpoint == null
                ? TraceEvent.of(0, thread, 0, event, construct, null)
                : TraceEvent.of(0, thread, 0, event, construct, null, kind, endpoint.value(), 0, 0, CALL_SITE);
    }

    private static final class TwoThreads implements Trace {

        @Override
        public TraceHeader header() {
            throw new UnsupportedOperationException();
        }

        @Override
        public @Nullable String callSite(int codeptrRa) {
            return codeptrRa == CALL_SITE ? "App.main(App.java:3)" : null;
        }

        @Override
        public @Nullable String body(int body) {
            return null;
        }

        @Override
        public @Nullable WaitObject waitObject(long waitId) {
            return null;
        }

        @Override
        public Collection<TraceThread> threads() {
            return List.of(
                    new TraceThread(1, "first", ThreadType.INITIAL), new TraceThread(2, "second", ThreadType.INITIAL));
        }

        @Override
        public TraceLosses losses() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Iterator<TraceEvent> events() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {
            // There is nothing to close.
        }
    }
}
