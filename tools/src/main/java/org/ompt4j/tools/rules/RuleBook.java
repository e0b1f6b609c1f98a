package org.ompt4j.tools.rules;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.ompt4j.ompt.Event;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;

/**
 * Checks all rules of order on the events of a run, one after the other: the events of a trace, or those of a running program in the order of
 * their delivery.
 *
 * <p>Memory grows with the number of threads, open regions and ids (about a bit each), not with the number of events. Thread safety: none.
 */
public final class RuleBook {
    private final RunModel run;
    private final DeferredViolations deferred;
    private final List<RuleFamily> families;

    /** @param run a run without events yet */
    public RuleBook(RunModel run, Guarantees guarantees, Findings findings) {
        this.run = run;
        deferred = new DeferredViolations(findings);
        families = List.of(
                new IdentityRules(guarantees, findings),
                new RegionRules(guarantees, findings, deferred),
                new MembershipRules(findings),
                new SyncRules(findings),
                new TaskRules(guarantees, findings, deferred),
                new MutexRules(guarantees, findings, deferred),
                new WaitRules(findings),
                new StateRules(findings),
                new ControlRules(guarantees, findings));
    }

    /** Every rule, also those that a trace cannot show, in the order of their ids: by letter as declared here, then by number. */
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
        List<Character> letters =
                rules.stream().map(RuleBook::letter).distinct().toList();
        rules.sort(Comparator.comparing((Rule each) -> letters.indexOf(letter(each)))
                .thenComparing(each -> Integer.parseInt(each.id().substring(1))));
        return rules;
    }

    private static char letter(Rule rule) {
        return rule.id().charAt(0);
    }

    /** The run as it stands after the last event. */
    public RunModel run() {
        return run;
    }

    /** The receiver of violations that a later event may still explain. */
    public DeferredViolations deferred() {
        return deferred;
    }

    /** Judges the next event. */
    public void accept(TraceEvent told) {
        run.recognize(told);
        TraceEvent event = run.located(told);
        Event kind = event.event();
        if (kind == null) {
            families.forEach(each -> each.sample(event));
        } else {
            ThreadModel thread = run.thread(event);
            for (RuleFamily each : families) {
                each.accept(event, kind, thread, run);
            }
        }
        run.apply(event);
    }

    /** Judges what only the end of the run shows. Has to be called after the last event. */
    public void finish() {
        for (RuleFamily each : families) {
            each.finish(run);
        }
        deferred.finish();
    }
}
