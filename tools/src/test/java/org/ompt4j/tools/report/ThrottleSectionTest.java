package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.read.CountedEvents;
import org.ompt4j.tools.testing.ReportText;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;
import org.ompt4j.tools.testing.TraceInMemory;
import org.ompt4j.tools.testing.TraceWithEvents;

/** Events that were counted instead of traced. */
class ThrottleSectionTest {
    private static final int WIDTH = 120;

    @Test
    void saysWhatWasCountedInsteadOfTraced() throws IOException {
        TraceBuilder builder = new TraceBuilder();
        ThreadScript main = builder.thread("main", ThreadType.INITIAL);
        main.begin().initialTaskBegin().initialTaskEnd().end();
        int site = builder.callSite("com.acme.Main.run(Main.java:7)");
        builder.configure("throttle", "10000/10us");
        TraceInMemory trace = builder.build();
        CountedEvents one = new CountedEvents(
                1, Event.MUTEX_ACQUIRED, null, Construct.REENTRANT_LOCK, site, 12_000, 24_000_000, 9_000, 0, 1);
        CountedEvents two = new CountedEvents(
                2, Event.MUTEX_ACQUIRED, null, Construct.REENTRANT_LOCK, site, 345, 690_000, 9_900, 0, 1);
        String report =
                ReportText.of(new TraceWithEvents(trace, trace.eventList(), List.of(), List.of(one, two)), WIDTH);

        assertThat(report)
                .contains("Counted   throttled: 12,345 events at 1 call site counted, not traced\n")
                .contains("Throttled (counted, not traced; by call site, most events first)\n")
                .containsPattern(
                        "12,345 +24\\.7 ms +2\\.0[0-9]? us +9\\.90 us +mutex_acquired +com\\.acme\\.Main\\.run\\(Main\\.java:7\\)")
                .contains("counted, not traced (throttle=10000/10us).");
    }

    @Test
    void whatTookNoTimeHasNoTimes() throws IOException {
        TraceBuilder builder = new TraceBuilder();
        int site = builder.callSite("com.acme.Main.run(Main.java:7)");
        TraceInMemory trace = builder.build();
        Construct lock = Construct.REENTRANT_LOCK;
        List<CountedEvents> counted = List.of(
                new CountedEvents(1, Event.MUTEX_ACQUIRED, null, lock, site, 12_000, 0, 0, 0, 1),
                new CountedEvents(1, Event.MUTEX_RELEASED, null, lock, site, 11_000, 0, 0, 0, 1),
                new CountedEvents(
                        1, Event.DISPATCH, null, Construct.PARALLEL_STREAM, site, 10_000, 20_000_000, 9_000, 0, 1));
        String report = ReportText.of(new TraceWithEvents(trace, trace.eventList(), List.of(), counted), WIDTH);

        assertThat(report)
                .containsPattern("12,000 +- +- +- +mutex_acquired +com")
                .containsPattern("11,000 +- +- +- +mutex_released +com")
                .containsPattern("10,000 +20.0 ms +2.00 us +9.00 us +dispatch +com");
    }
}
