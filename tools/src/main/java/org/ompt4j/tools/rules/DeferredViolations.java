package org.ompt4j.tools.rules;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.ompt4j.tools.model.RegionModel;
import org.ompt4j.tools.read.TraceEvent;

/** Keeps possible violations until the end of the run that a later event may still explain. */
public final class DeferredViolations {
    private final Findings findings;
    private final List<Deferred> open = new ArrayList<>();

    DeferredViolations(Findings findings) {
        this.findings = findings;
    }

    /** Reports a violation unless the region was left by an exception or a cancellation, which can be reported after the region's end. */
    void unlessAbandoned(RegionModel region, String rule, TraceEvent event, String expected, String found) {
        unless(region::wasAbandoned, rule, event, expected, found);
    }

    /** @param explained whether the violation is explained; called now and at the end of the run */
    public void unless(BooleanSupplier explained, String rule, TraceEvent event, String expected, String found) {
        if (!explained.getAsBoolean()) {
            unlessAtEnd(explained, rule, event, expected, found);
        }
    }

    /** @param explained whether the violation is explained; called at the end of the run only */
    void unlessAtEnd(BooleanSupplier explained, String rule, TraceEvent event, String expected, String found) {
        open.add(new Deferred(explained, rule, event, expected, found));
    }

    /** Reports the violations that have not been explained. */
    void finish() {
        for (Deferred each : open) {
            if (!each.explained.getAsBoolean()) {
                findings.report(each.rule, each.event, each.expected, each.found);
            }
        }
    }

    private record Deferred(BooleanSupplier explained, String rule, TraceEvent event, String expected, String found) {}
}
