package org.ompt4j.tools.conformance;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.SetResult;
import org.ompt4j.tools.rules.Precondition;
import org.ompt4j.tools.rules.Rule;
import org.ompt4j.tools.rules.RuleBook;

/** The rules that can be judged while the application runs, each with the events that always have to be reported for that. */
final class LiveRules {
    private static final Set<Event> STACKS = EnumSet.of(
            Event.PARALLEL_BEGIN, Event.PARALLEL_END, Event.IMPLICIT_TASK, Event.TASK_CREATE, Event.TASK_SCHEDULE);
    private static final Set<Event> MOUNTS = EnumSet.of(Event.TASK_SCHEDULE);
    private static final Set<Event> MUTEXES =
            EnumSet.of(Event.MUTEX_ACQUIRE, Event.MUTEX_ACQUIRED, Event.MUTEX_RELEASED);
    /** Rules of which a trace shows nothing or something else, and M2: a run reports both events of a re-entry or none. */
    private static final Map<String, Set<Event>> OURS = Map.of(
            "I2", Set.of(),
            "M2", with(MUTEXES, MOUNTS),
            "R7", STACKS,
            "S1", with(STACKS, EnumSet.of(Event.SYNC_REGION, Event.SYNC_REGION_WAIT)),
            "S2", STACKS,
            "S3", Set.of(),
            "C4", Set.of());

    private static final List<Rule> ALL =
            RuleBook.rules().stream().filter(LiveRules::isLive).toList();

    private LiveRules() {}

    private static boolean isLive(Rule rule) {
        return OURS.containsKey(rule.id()) || !rule.needs().contains(Precondition.MORE_THAN_A_TRACE);
    }

    /** The rules in the order of the rule book. */
    static List<Rule> all() {
        return ALL;
    }

    /** Whether the rule can be judged, according to the results of the registration of its events. */
    static boolean isServed(Rule rule, Map<Event, SetResult> answers) {
        boolean isOfMutexWaits = rule.needs().contains(Precondition.MUTEXES);
        for (Event each : events(rule)) {
            SetResult answer = answers.getOrDefault(each, SetResult.NEVER);
            // A wait is complete in itself.
            boolean someWillDo = isOfMutexWaits || each == Event.WAIT;
            if (answer != SetResult.ALWAYS && !(someWillDo && answer == SetResult.SOMETIMES)) {
                return false;
            }
        }
        return true;
    }

    private static Set<Event> events(Rule rule) {
        Set<Event> ours = OURS.get(rule.id());
        if (ours != null) {
            return ours;
        }
        Set<Event> stacks = rule.needs().contains(Precondition.STACKS) ? STACKS : Set.of();
        return with(rule.needs().contains(Precondition.MOUNTS) ? with(stacks, MOUNTS) : stacks, rule.events());
    }

    private static Set<Event> with(Set<Event> some, Set<Event> others) {
        Set<Event> all = EnumSet.noneOf(Event.class);
        all.addAll(some);
        all.addAll(others);
        return all;
    }
}
