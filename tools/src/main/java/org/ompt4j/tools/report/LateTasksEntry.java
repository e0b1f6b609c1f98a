package org.ompt4j.tools.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.findings.LateTasks;
import org.ompt4j.tools.text.Units;

/** Scheduled tasks that begin later than they are due. */
final class LateTasksEntry extends FindingEntry<LateTasks> {
    LateTasksEntry(LateTasks finding, FindingPhrases phrases) {
        super(finding, phrases);
    }

    @Override
    public FindingList.Words words() {
        String sentence = "Late tasks: " + Units.plural(finding.late(), "run") + " of scheduled tasks of " + who()
                + " began later than due; at least one was due and had not begun for "
                + phrases.ofRun(finding.costNanos()) + ".";
        List<String> details = new ArrayList<>();
        finding.tasks().stream().limit(FindingPhrases.MOST_PARTS).forEach(each -> details.add(task(each)));
        int others = finding.tasks().size() - details.size();
        if (others > 0) {
            details.add("So it was with " + Units.plural(others, "other task") + ".");
        }
        String ran = meanwhile();
        if (!ran.isEmpty()) {
            details.add("Meanwhile " + ran);
        }
        finding.meanwhile().stream()
                .filter(this::isWorthAWord)
                .limit(FindingPhrases.MOST_PARTS)
                .map(this::waits)
                .filter(each -> !each.isEmpty())
                .forEach(details::add);
        details.add(remedy());
        return new FindingList.Words(sentence, details);
    }

    private String who() {
        return finding.poolId() == 0
                ? (finding.isOfTimer() ? "the timer " : "") + phrases.thread(finding.threadId())
                : phrases.pool(finding.poolId());
    }

    private String task(LateTasks.Task task) {
        String how = task.late() == 1
                ? "1 of " + Units.plural(task.runs(), "run") + " was late, by " + Units.time(task.longestNanos())
                : Units.count(task.late()) + " of " + Units.plural(task.runs(), "run") + " were late, half of them by "
                        + Units.time(task.medianNanos()) + " or more, one by "
                        + Units.time(task.longestNanos());
        return phrases.code(task.body(), task.codeptrRa()) + due(", ", task.periodNanos(), "")
                + (task.body() == 0 || task.codeptrRa() == 0 ? "" : ", scheduled at " + phrases.site(task.codeptrRa()))
                + ": " + how + ".";
    }

    /** The period of the task, between two texts; empty if it is not known. */
    private String due(String before, long periodNanos, String after) {
        if (periodNanos == 0) {
            return "";
        }
        String due = periodNanos > 0
                ? "due every " + Units.time(periodNanos)
                : "due " + Units.time(-periodNanos) + " after "
                        + (finding.isOfTimer() ? "the begin of its last run" : "its last run");
        return before + due + after;
    }

    private String meanwhile() {
        String parts = finding.meanwhile().stream()
                .filter(this::isWorthAWord)
                .limit(FindingPhrases.MOST_PARTS)
                .map(each -> phrases.code(each.body(), each.codeptrRa()) + due(" (", each.periodNanos(), ")") + " "
                        + Units.percent(each.nanos() / (double) Math.max(1, finding.costNanos())))
                .collect(Collectors.joining(", "));
        String who = finding.threads() == 1 ? phrases.thread(finding.threadId()) : "the threads that began them";
        return parts.isEmpty() ? "" : who + " ran " + parts + ".";
    }

    private boolean isWorthAWord(LateTasks.Meanwhile ran) {
        return ran.nanos() > FindingPhrases.SMALL_SHARE * finding.costNanos();
    }

    /** What the runs waited for. */
    private String waits(LateTasks.Meanwhile ran) {
        double nanos = Math.max(1, ran.ranNanos());
        String places = phrases.places(ran.waits(), nanos);
        return places.isEmpty()
                ? ""
                : phrases.code(ran.body(), ran.codeptrRa()) + due(" (", ran.periodNanos(), ")") + " ran "
                        + Units.time(ran.meanNanos()) + " on average, waiting "
                        + Units.percent(ran.waitedNanos() / nanos) + " of that time" + places + ".";
    }

    private String remedy() {
        LateTasks.Task tooLong = finding.tooLong();
        if (tooLong != null) {
            return phrases.code(tooLong.body(), tooLong.codeptrRa()) + " takes " + Units.time(tooLong.meanNanos())
                    + " on average, longer than its period: try a longer period, or less to do in a run.";
        }
        LateTasks.Task ofItself = finding.lateBecauseOfItself();
        if (ofItself != null) {
            return "A run of it takes " + Units.time(ofItself.meanNanos()) + " on average, the longest took "
                    + Units.time(ofItself.longestRunNanos())
                    + ": try less to do in a run, or more threads if it is scheduled more than once.";
        }
        LateTasks.@Nullable Meanwhile main = finding.mainly();
        String elsewhere =
                main == null ? "" : ", or to run " + phrases.code(main.body(), main.codeptrRa()) + " elsewhere";
        return finding.isOfTimer()
                ? "A timer has one thread: try a ScheduledThreadPoolExecutor with several" + elsewhere + "."
                : "Try more threads in the pool" + elsewhere + ".";
    }

    @Override
    void members(FindingMembers json) throws IOException {
        if (finding.poolId() != 0) {
            json.number("pool_id", finding.poolId());
        }
        json.number("threads", finding.threads());
        json.objects("tasks", finding.tasks(), each -> {
            json.code(each.body(), each.codeptrRa());
            json.callSite("scheduled_at", each.codeptrRa());
            json.number("runs", each.runs());
            json.number("late", each.late());
            json.number("median_ns", each.medianNanos());
            json.number("longest_ns", each.longestNanos());
            json.number("period_ns", each.periodNanos());
            json.number("mean_run_ns", each.meanNanos());
            json.number("longest_run_ns", each.longestRunNanos());
        });
        json.objects("meanwhile", finding.meanwhile(), each -> {
            json.code(each.body(), each.codeptrRa());
            json.number("period_ns", each.periodNanos());
            json.number("ns", each.nanos());
            json.number("mean_run_ns", each.meanNanos());
            json.waits(each.waits(), phrases::codeOfWait);
        });
    }
}
