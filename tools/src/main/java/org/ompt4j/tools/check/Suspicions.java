package org.ompt4j.tools.check;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
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
        unlessAbandonedOr(() -> false, region, rule, event, expected, found);
    }

    /** @param explained asked at the end of the trace: whether there is another explanation */
    void unlessAbandonedOr(
            BooleanSupplier explained,
            RegionModel region,
            String rule,
            TraceEvent event,
            String expected,
            String found) {
        if (!region.wasAbandoned) {
            open.add(new Suspicion(explained, region, rule, event, expected, found));
        }
    }

    /** Reports what has not been explained by the end of the trace. */
    void finish() {
        for (Suspicion each : open) {
            if (!each.region.wasAbandoned && !each.explained.getAsBoolean()) {
                findings.report(each.rule, each.event, each.expected, each.found);
            }
        }
    }

    private record Suspicion(
            BooleanSupplier explained,
            RegionModel region,
            String rule,
            TraceEvent event,
            String expected,
            String found) {}
}
