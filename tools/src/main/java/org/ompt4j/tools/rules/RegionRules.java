package org.ompt4j.tools.rules;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.tools.model.RegionModel;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.TaskFrame;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;

/** Parallel regions begin, have members and end. */
final class RegionRules implements RuleFamily {
    private static final EnumSet<Event> REGION_EVENTS =
            EnumSet.of(Event.PARALLEL_BEGIN, Event.PARALLEL_END, Event.IMPLICIT_TASK);

    private final Guarantees guarantees;
    private final Findings findings;
    private final DeferredViolations deferred;
    private final Map<String, Integer> callSiteOfText = new HashMap<>();

    RegionRules(Guarantees guarantees, Findings findings, DeferredViolations deferred) {
        this.guarantees = guarantees;
        this.findings = findings;
        this.deferred = deferred;
    }

    static List<Rule> rules() {
        return List.of(
                Rule.of(
                        "R1",
                        "parallel_begin precedes every implicit_task begin of its region",
                        REGION_EVENTS,
                        Precondition.BEGINNING,
                        Precondition.NO_LOSS),
                Rule.of(
                        "R2",
                        "every member's implicit_task end precedes parallel_end, unless tasks may outlive the region",
                        EnumSet.of(
                                Event.PARALLEL_BEGIN,
                                Event.PARALLEL_END,
                                Event.IMPLICIT_TASK,
                                Event.ERROR,
                                Event.CANCEL),
                        Precondition.STACKS,
                        Precondition.NO_LOSS),
                Rule.of(
                        "R4",
                        "parallel_end repeats its parallel_begin's region, task, flags and call site",
                        EnumSet.of(Event.PARALLEL_BEGIN, Event.PARALLEL_END),
                        Precondition.BEGINNING,
                        Precondition.NO_LOSS),
                Rule.of(
                        "R5",
                        "a member's index is its order of joining, parallelism what was offered, at the end how many have joined",
                        REGION_EVENTS,
                        Precondition.BEGINNING,
                        Precondition.NO_LOSS),
                Rule.of(
                        "R6",
                        "regions nest strictly per thread, the inner one's parent is the task that reached it",
                        REGION_EVENTS,
                        Precondition.STACKS,
                        Precondition.BEGINNING),
                Rule.of("R7", "ancestors show the right frames", REGION_EVENTS, Precondition.MORE_THAN_A_TRACE),
                Rule.of(
                        "R8",
                        "a call site names one source region, and one source region has one call site",
                        EnumSet.of(Event.PARALLEL_BEGIN),
                        Precondition.DEFINITIONS),
                Rule.of(
                        "R9",
                        "a region has an implicit task on the thread that reached it",
                        REGION_EVENTS,
                        Precondition.BEGINNING,
                        Precondition.NO_LOSS));
    }

    @Override
    public void accept(TraceEvent event, Event kind, ThreadModel thread, RunModel before) {
        if (kind == Event.PARALLEL_BEGIN) {
            parallelBegin(event, thread, before);
        } else if (kind == Event.PARALLEL_END) {
            parallelEnd(event, thread, before);
        } else if (kind == Event.IMPLICIT_TASK && event.endpoint() == ScopeEndpoint.BEGIN) {
            join(event, before);
        }
        lateMembers(event, thread, before);
    }

    @Override
    public void finish(RunModel end) {
        if (!guarantees.hasEnd()) {
            return;
        }
        for (RegionModel each : end.regions()) {
            if (isOfSuspendedThread(each, end)) {
                continue;
            }
            if (!each.hasEnded()) {
                atEnd("R4", each, "a parallel_end, since the run was finished", "none");
            } else if (!mayBeOutlived(each)) {
                atEnd("R2", each, "no member after parallel_end", each.openMemberships() + " left");
            }
        }
    }

    /** A virtual thread that waits at the end of the run has no carrier that could report its end, or the ends of its regions. */
    private static boolean isOfSuspendedThread(RegionModel region, RunModel end) {
        ThreadModel opener = end.thread(region.encounteringThread());
        return opener != null && opener.isVirtual() && opener.carrier() == null;
    }

    private void atEnd(String rule, RegionModel region, String expected, String found) {
        findings.reportAtEnd(rule, region.encounteringThread(), name(region) + ": " + expected, found);
    }

    private void parallelBegin(TraceEvent event, ThreadModel thread, RunModel before) {
        if (event.requestedParallelism() < 1) {
            findings.report("R5", event, "requested_parallelism of at least 1", "" + event.requestedParallelism());
        }
        boolean canBePool = !before.tellsPools() && event.construct() == Construct.FORK_JOIN_POOL;
        if (!canBePool && thread.isKnown() && event.encounteringTaskId() != thread.currentTask()) {
            findings.report(
                    "R6",
                    event,
                    "the current task " + thread.currentTask() + " as parent",
                    "task " + event.encounteringTaskId());
        }
        callSite(event);
    }

    private void callSite(TraceEvent event) {
        if (event.codeptrRa() == 0) {
            return;
        }
        String text = guarantees.callSite(event.codeptrRa());
        if (text == null) {
            findings.report("R8", event, "a call site that the trace names", "unnamed id " + event.codeptrRa());
            return;
        }
        int first = callSiteOfText.merge(text, event.codeptrRa(), (known, found) -> known);
        if (first != event.codeptrRa()) {
            findings.report("R8", event, "call site id " + first + " for " + text, "another id, " + event.codeptrRa());
        }
    }

    private void parallelEnd(TraceEvent event, ThreadModel thread, RunModel before) {
        RegionModel region = before.region(event.parallelId());
        if (region == null || region.hasEnded()) {
            findings.report("R4", event, "the end of an open region", "region " + event.parallelId() + " is not open");
            return;
        }
        repeatsBegin(event, region.begin(), region);
        if (region.isPool()) {
            return;
        }
        nests(event, region, thread);
        if (!region.wasJoinedBy(region.encounteringThread())) {
            findings.report("R9", event, "an implicit task on the encountering thread", "none in " + name(region));
        }
        if (thread.membershipIn(region.id()) != null) {
            findings.report("R2", event, "the encountering thread's implicit_task end first", "its task is open");
        }
        indicesAreComplete(event, region);
    }

    private void repeatsBegin(TraceEvent end, TraceEvent begin, RegionModel region) {
        same("task", begin.encounteringTaskId(), end.encounteringTaskId(), end);
        same("flags", begin.flags(), end.flags(), end);
        if (!region.isPool()) {
            same("call site id", begin.codeptrRa(), end.codeptrRa(), end);
        }
    }

    private void same(String what, long begin, long end, TraceEvent event) {
        if (begin != end) {
            findings.report("R4", event, what + " " + begin + " as at parallel_begin", what + " " + end);
        }
    }

    private void nests(TraceEvent event, RegionModel region, ThreadModel thread) {
        if (!thread.isKnown()) {
            return;
        }
        long innermost = thread.innermostBegunRegion();
        if (region.encounteringThread() != event.threadId()) {
            findings.report(
                    "R6", event, "the end on thread " + region.encounteringThread(), "thread " + event.threadId());
        } else if (innermost != region.id()) {
            findings.report("R6", event, "the end of region " + innermost, name(region));
        }
    }

    /* A member can be reported as late as after the end of its region. */
    private void indicesAreComplete(TraceEvent event, RegionModel region) {
        int members = region.members();
        deferred.unless(
                region::hasAllIndices,
                "R5",
                event,
                "indices 0 to " + (members - 1) + " of " + members + " threads",
                "indices " + region.indices());
        int told = event.actualParallelism();
        if (told >= 0) {
            deferred.unless(() -> isCountOf(region, told), "R5", event, told + " members", members + " by then");
        }
    }

    /* In a run without an end, a counted member need not have other events. */
    private boolean isCountOf(RegionModel region, int told) {
        return region.members() == told || region.members() < told && !guarantees.hasEnd();
    }

    private void join(TraceEvent event, RunModel before) {
        if ((event.flags() & TaskFlag.INITIAL) != 0) {
            initialTask(event);
            return;
        }
        RegionModel region = before.region(event.parallelId());
        if (region == null || region.hasEnded() && before.isAfter(event, region.endNanos())) {
            if (!before.isForgotten(event.parallelId())) {
                String found = region == null ? "no such region is open" : "it has ended";
                findings.report("R1", event, "region " + event.parallelId() + " to be open", found);
            }
            return;
        }
        if (event.actualParallelism() <= event.index()) {
            findings.report(
                    "R5", event, "actual_parallelism above index " + event.index(), "" + event.actualParallelism());
        }
        if (!region.isPool()) {
            index(event, region, before.tellsPools());
        }
    }

    private void initialTask(TraceEvent event) {
        if (event.actualParallelism() != 1 || event.index() != 1) {
            findings.report(
                    "R5",
                    event,
                    "parallelism 1 and index 1 for an initial task",
                    event.actualParallelism() + " and " + event.index());
        }
    }

    private void index(TraceEvent event, RegionModel region, boolean membersOnce) {
        Integer earlier = region.indexOf(event.threadId());
        if (earlier != null && membersOnce) {
            findings.report("R5", event, "a thread to be a member once", "it had index " + earlier);
        } else if (earlier != null && earlier != event.index()) {
            findings.report("R5", event, "index " + earlier + " as this thread had before", "" + event.index());
        } else if (earlier == null && region.isTaken(event.index())) {
            findings.report("R5", event, "an index of its own", event.index() + ", which another thread has");
        } else if (region.encounteringThread() == event.threadId() && event.index() != 0) {
            findings.report("R5", event, "index 0 for the encountering thread", "" + event.index());
        }
    }

    /* A membership that is still open when its region has ended is detected at its thread's next event. */
    private void lateMembers(TraceEvent event, ThreadModel thread, RunModel before) {
        if (!thread.isKnown()) {
            return;
        }
        for (TaskFrame each : thread.frames()) {
            RegionModel region = each.isMembership() ? each.region() : null;
            if (region == null
                    || region.isPool()
                    || !region.hasEnded()
                    || !before.isAfter(event, region.endNanos())
                    || !each.becomesLate()) {
                continue;
            }
            if (!isDueToUnjoinedTask(each, region, thread)) {
                deferred.unlessAbandoned(
                        region,
                        "R2",
                        event,
                        "thread's implicit_task end before the end of " + name(region),
                        "its task " + each.taskId() + " is open");
            }
        }
    }

    /**
     * A task without a join keeps its thread in the region. A running program can report its end before that of the region, which was
     * earlier.
     */
    private static boolean isDueToUnjoinedTask(TaskFrame membership, RegionModel region, ThreadModel thread) {
        TaskFrame top = thread.top();
        boolean isInTask = top != null && top.kind() == TaskFrame.Kind.EXPLICIT;
        return !region.isJoinedByTheJdk() && (isInTask || membership.latestTaskEndNanos() > region.endNanos());
    }

    private static boolean mayBeOutlived(RegionModel region) {
        return region.wasAbandoned() || region.isPool() || !region.isJoinedByTheJdk();
    }

    private static String name(RegionModel region) {
        return "region " + region.id();
    }
}
