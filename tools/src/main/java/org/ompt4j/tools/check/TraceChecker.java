package org.ompt4j.tools.check;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;

/**
 * Checks that a trace obeys the rules of order of OMPT events, as far as its header and its losses say they apply.
 *
 * <p>Memory grows with the number of threads, open regions and ids (about a bit each), not with the number of events.
 */
public final class TraceChecker {
    private final RunModel run;
    private final Tasks tasks = new Tasks();
    private final Findings findings;
    private final Suspicions suspicions;
    private final List<RuleFamily> families;

    private TraceChecker(Trace trace) {
        Promises promises = new Promises(trace);
        run = new RunModel(promises.hasBeginning());
        findings = new Findings(rules(), promises);
        suspicions = new Suspicions(findings);
        families = List.of(
                new IdentityRules(promises, findings),
                new RegionRules(trace, promises, findings, suspicions),
                new MembershipRules(findings),
                new SyncRules(findings, tasks),
                new TaskRules(promises, findings, suspicions, tasks),
                new MutexRules(promises, findings),
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
        return new TraceChecker(trace).run(trace.events());
    }

    private CheckResult run(Iterator<TraceEvent> events) {
        long count = 0;
        while (events.hasNext()) {
            accept(events.next());
            count++;
        }
        for (RuleFamily each : families) {
            each.finish(run);
        }
        suspicions.finish();
        return findings.result(count);
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
