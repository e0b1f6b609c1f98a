package org.ompt4j.tools.check;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.ompt4j.tools.read.CountedEvents;
import org.ompt4j.tools.read.Pause;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;

/**
 * Checks that a trace obeys the rules of order of OMPT events, as far as its header and its losses say they apply. What lies between two
 * pauses is judged by itself.
 *
 * <p>Memory grows with the number of threads, open regions and ids (about a bit each), not with the number of events.
 */
public final class TraceChecker {
    private final RunModel run;
    private final Tasks tasks = new Tasks();
    private final Suspicions suspicions;
    private final List<RuleFamily> families;

    private TraceChecker(Trace trace, Promises promises, Findings findings) {
        run = new RunModel(promises.hasBeginning());
        suspicions = new Suspicions(findings);
        families = List.of(
                new IdentityRules(promises, findings),
                new RegionRules(trace, promises, findings, suspicions),
                new MembershipRules(findings),
                new SyncRules(findings, tasks),
                new TaskRules(promises, findings, suspicions, tasks),
                new MutexRules(promises, findings),
                new WaitRules(findings),
                new StateRules(findings),
                new ControlRules(promises, findings));
    }

    /** Every rule, also those that a trace cannot show. */
    public static List<Rule> rules() {
        List<Rule> rules = new ArrayList<>();
        rules.addAll(IdentityRules.rules());
        rules.addAll(RegionRules.rules());
        rules.addAll(MembershipRules.rules());
        rules.addAll(SyncRules.rules());
        rules.addAll(TaskRules.rules());
        rules.addAll(MutexRules.rules());
        rules.addAll(WaitRules.rules());
        rules.addAll(StateRules.rules());
        rules.addAll(ControlRules.rules());
        return rules;
    }

    /**
     * Checks the whole trace.
     *
     * @throws IOException if the trace cannot be read
     */
    public static CheckResult check(Trace trace) throws IOException {
        Promises promises = new Promises(trace);
        Findings findings = new Findings(rules(), promises);
        Iterator<Pause> pauses = trace.pauses().iterator();
        Iterator<TraceEvent> events = trace.events();
        TraceChecker part = new TraceChecker(trace, promises, findings);
        Pause pause = pauses.hasNext() ? pauses.next() : null;
        long count = 0;
        for (; events.hasNext(); count++) {
            TraceEvent event = events.next();
            while (pause != null && event.timeNanos() > pause.fromNanos()) {
                part.finish();
                part = new TraceChecker(trace, promises, findings);
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

    private static void noteDamage(Trace trace, Findings findings) {
        if (trace.losses().damagedBytes() > 0) {
            findings.note(trace.losses().damagedBytes()
                    + " bytes of the trace are damaged: what they held was not judged, and violations may come of it");
        }
    }

    private static void notePauses(List<Pause> pauses, Findings findings) {
        if (!pauses.isEmpty()) {
            findings.note("recording was paused (" + pauses.size()
                    + "x): what lies between two pauses was judged by itself, ids across them were not");
        }
    }

    private static void noteCounted(List<CountedEvents> counted, Findings findings) {
        if (!counted.isEmpty()) {
            long events = counted.stream().mapToLong(CountedEvents::count).sum();
            long sites =
                    counted.stream().map(CountedEvents::codeptrRa).distinct().count();
            findings.note("throttled: " + events + " events at " + sites
                    + " call site(s) were counted, not traced; the others were judged");
        }
    }

    private void finish() {
        for (RuleFamily each : families) {
            each.finish(run);
        }
        suspicions.finish();
    }

    private void accept(TraceEvent event) {
        run.foresee(event);
        for (RuleFamily each : families) {
            each.accept(event, run);
        }
        tasks.apply(event);
        run.apply(event);
    }
}
