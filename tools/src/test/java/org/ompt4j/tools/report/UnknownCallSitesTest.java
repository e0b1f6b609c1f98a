package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.REENTRANT_LOCK;
import static org.ompt4j.ompt.Construct.SLEEP;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;

/** What the report says about waits and releases without a call site. */
class UnknownCallSitesTest {
    private final TraceBuilder trace = new TraceBuilder();
    private final long lock = trace.waitId(REENTRANT_LOCK, "java.util.concurrent.locks.ReentrantLock");
    private final ThreadScript main =
            trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();
    private final int site = trace.callSite("app.Main.run(Main.java:5)");

    private void waits(State state, int callSite) {
        main.wait(REENTRANT_LOCK, state, ScopeEndpoint.BEGIN, lock, callSite);
        main.wait(REENTRANT_LOCK, state, ScopeEndpoint.END, lock, callSite);
    }

    private void locks(int callSite, int releasedAt) {
        main.acquire(REENTRANT_LOCK, MutexKind.NEST_LOCK, MutexImpl.REENTRANT_NONFAIR, lock, callSite);
        main.acquired(REENTRANT_LOCK, MutexKind.NEST_LOCK, lock, callSite);
        main.released(REENTRANT_LOCK, MutexKind.NEST_LOCK, lock, releasedAt);
    }

    private List<String> sentences() throws IOException {
        main.initialTaskEnd().end();
        return Report.read(new TracedRun(trace.build(), null, "trace")).missing();
    }

    @Test
    void waitsAndReleasesWithoutAPlaceAreCounted() throws IOException {
        locks(site, 0);
        locks(0, site);
        locks(0, 0);
        waits(State.WAIT_CONDITION, 0);
        waits(State.WAIT_PARK, 0);
        main.wait(SLEEP, State.WAIT_SLEEP, ScopeEndpoint.BEGIN, 0, 0);
        main.wait(SLEEP, State.WAIT_SLEEP, ScopeEndpoint.END, 0, 0);

        assertThat(sentences())
                .contains(
                        "The call sites of 4 of 5 waits for mutexes, conditions and queues, and in park: stacks are walked for a bounded share of the time, and some are of the JDK alone.",
                        "The call sites of 2 of 3 releases: stacks are walked for a bounded share of the time, and some are of the JDK alone.");
    }

    @Test
    void nothingIsSaidWhereAllPlacesAreKnown() throws IOException {
        locks(site, site);

        assertThat(sentences()).noneMatch(each -> each.contains("call sites"));
    }
}
