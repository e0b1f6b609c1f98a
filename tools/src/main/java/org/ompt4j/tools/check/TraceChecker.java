package org.ompt4j.tools.check;

import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.read.CountedEvents;
import org.ompt4j.tools.read.Pause;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.rules.RuleBook;

/**
 * Checks that a trace obeys the rules of order of OMPT events, as far as its header and its losses allow it. Each part between two pauses is
 * judged separately.
 *
 * <p>Memory grows with the number of threads, open regions and ids (about a bit each), not with the number of events.
 */
public final class TraceChecker {
    private TraceChecker() {}

    /**
     * Checks the whole trace.
     *
     * @throws IOException if the trace cannot be read
     */
    public static CheckResult check(Trace trace) throws IOException {
        TraceGuarantees guarantees = new TraceGuarantees(trace);
        TraceFindings findings = new TraceFindings(RuleBook.rules(), guarantees);
        Iterator<Pause> pauses = trace.pauses().iterator();
        Iterator<TraceEvent> events = trace.events();
        RuleBook part = rulesFor(trace, guarantees, findings);
        Pause pause = pauses.hasNext() ? pauses.next() : null;
        long count = 0;
        for (; events.hasNext(); count++) {
            TraceEvent event = events.next();
            while (pause != null && event.timeNanos() > pause.fromNanos()) {
                part.finish();
                part = rulesFor(trace, guarantees, findings);
                pause = pauses.hasNext() ? pauses.next() : null;
            }
            part.accept(event);
        }
        part.finish();
        noteDamage(trace, findings);
        notePauses(trace.pauses(), findings);
        noteCounted(trace.counted(), findings);
        return findings.result(count);
    }

    private static RuleBook rulesFor(Trace trace, TraceGuarantees guarantees, TraceFindings findings) {
        return new RuleBook(RunModel.ofTrace(trace, guarantees.hasBeginning()), guarantees, findings);
    }

    private static void noteDamage(Trace trace, TraceFindings findings) {
        if (trace.losses().isCut()) {
            findings.note("the file was cut: what its end held was not judged");
        }
        if (trace.losses().damagedBytes() > 0) {
            findings.note(trace.losses().damagedBytes()
                    + " bytes of the trace are damaged: what they held was not judged, and violations may come of it");
        }
    }

    private static void notePauses(List<Pause> pauses, TraceFindings findings) {
        if (!pauses.isEmpty()) {
            findings.note("recording was paused (" + pauses.size()
                    + "x): what lies between two pauses was judged by itself, ids across them were not");
        }
    }

    private static void noteCounted(List<CountedEvents> counted, TraceFindings findings) {
        if (!counted.isEmpty()) {
            long events = counted.stream().mapToLong(CountedEvents::count).sum();
            long sites =
                    counted.stream().map(CountedEvents::codeptrRa).distinct().count();
            findings.note("throttled: " + events + " events at " + sites
                    + " call site(s) were counted, not traced; the others were judged");
        }
    }
}
