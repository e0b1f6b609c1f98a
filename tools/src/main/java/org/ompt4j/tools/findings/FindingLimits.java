package org.ompt4j.tools.findings;

import java.util.ArrayList;
import java.util.List;
import org.ompt4j.text.LibraryPools;
import org.ompt4j.tools.model.MutexModel;
import org.ompt4j.tools.model.QueueModel;
import org.ompt4j.tools.read.Trace;

/** What could not be looked for in a run, because of missing data or of the limits of memory. Thread safety: none. */
public final class FindingLimits {
    private final Trace trace;
    private final TraceContent content;
    private final Finders finders;

    private FindingLimits(RunFindings findings) {
        this.trace = findings.trace();
        this.content = findings.content();
        this.finders = findings.finders();
    }

    /** The limits, one sentence each. Call after the last event. */
    public static List<String> of(RunFindings findings, MutexModel mutexes, QueueModel queues) {
        return new FindingLimits(findings).all(mutexes, queues);
    }

    private List<String> all(MutexModel mutexes, QueueModel queues) {
        List<String> limits = new ArrayList<>();
        if (trace.losses().unrecordedNanos() > 0) {
            limits.add(content.stoppedEarly());
        }
        limits.addAll(content.limitsForMutexes(finders.waits.hasForgotten(), finders.followedAllLocks(mutexes)));
        List<String> leftOut = content.leftOutBySettings();
        if (!leftOut.isEmpty()) {
            limits.add("Waits that settings leave out count as work: " + String.join(", ", leftOut) + ".");
        }
        if (!content.hasTasks()) {
            limits.add("Not looked for: queues of pools, which this trace does not contain.");
        } else if (!content.isWhole()) {
            limits.add(
                    "Not looked for, since events are missing: pools that wait for themselves or are left behind, brief threads and pools, uneven regions, serial parts,"
                            + " more threads at work than processors.");
        }
        if (finders.lateTasks.hasScheduled() && !content.tellsLateTasks()) {
            limits.add("Not looked for: late tasks, which this trace does not contain.");
        }
        limits.addAll(forgotten(queues));
        // Pools that the program uses and that are observed only on request.
        trace.header().notObserved().stream()
                .filter(each -> LibraryPools.libraryIn(each) != null)
                .map(each -> "Not looked at: " + each + ".")
                .forEach(limits::add);
        return limits;
    }

    /** What was examined only in part because of the limits of memory, one sentence each. */
    private List<String> forgotten(QueueModel queues) {
        List<String> parts = new ArrayList<>();
        add(parts, queues.notFollowed() > 0, "Only a part of the tasks in queues was followed: there are too many.");
        add(
                parts,
                queues.hasForgotten(),
                "Only the queues of the pools with the most waiting time were examined: there are too many pools.");
        add(
                parts,
                finders.lateTasks.hasForgotten(),
                "Late tasks were looked for only in a part of what was scheduled: there is too much.");
        add(
                parts,
                finders.blockingQueues.hasForgotten(),
                "Waits in blocking queues were looked at only in those with the longest ones: there are too many.");
        add(
                parts,
                finders.regions.hasForgotten(),
                "Uneven work was looked for only at the call sites that had most of it: there are too many.");
        add(
                parts,
                finders.smallTasks.hasForgotten(),
                "Small tasks were looked for only in the code that worked longest: there is too much.");
        add(
                parts,
                finders.briefThreads.hasForgotten(),
                "Brief threads were looked for only among a part of the threads: there are too many.");
        add(
                parts,
                queues.hasForgottenSites(),
                "Brief pools were looked for only at the call sites that made the most: there are too many.");
        add(
                parts,
                finders.parties.hasForgotten(),
                "Uneven parties were looked for only where they waited longest: there are too many places.");
        add(
                parts,
                finders.submissions.hasForgotten(),
                "Rejected tasks were looked for only in a part of what was submitted: there are too many call sites.");
        add(
                parts,
                finders.timedOut.hasForgotten(),
                "Waits that timed out were looked at only where they were longest: there are too many places.");
        add(
                parts,
                finders.mutualWaits.hasForgotten(),
                "Waits of threads for one another were looked for only where they were longest: there are too many places.");
        return parts;
    }

    private static void add(List<String> parts, boolean isPart, String sentence) {
        if (isPart) {
            parts.add(sentence);
        }
    }
}
