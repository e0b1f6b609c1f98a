package org.ompt4j.tools.check;

import java.util.ArrayList;
import java.util.List;
import org.ompt4j.tools.read.TraceEvent;

/**
 * Holds back what would be a violation unless its region turns out to have been left by an exception or a cancellation: the
 * event that says so can come after the region's end.
 */
final class Suspicions {
    private final Findings findings;
    private final List<Suspicion> open = new ArrayList<>();

    Suspicions(Findings findings) {
        this.findings = findings;
    }

    void unlessAbandoned(RegionModel region, String rule, TraceEvent event, String expected, String found) {
        if (!region.wasAbandoned) {
            open.add(new Suspicion(region, rule, event, expected, found));
        }
    }

    /** Reports what has not been explained by the end of the trace. */
    void finish() {
        for (Suspicion each : open) {
            if (!each.region.wasAbandoned) {
                findings.report(each.rule, each.event, each.expected, each.found);
            }
        }
    }

    private record Suspicion(RegionModel region, String rule, TraceEvent event, String expected, String found) {}
}
