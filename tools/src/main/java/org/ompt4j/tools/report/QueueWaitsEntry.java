package org.ompt4j.tools.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.ompt4j.tools.findings.QueueWaits;
import org.ompt4j.tools.model.PoolQueue;
import org.ompt4j.tools.text.Units;

/** Tasks that waited in the queue of a pool. */
final class QueueWaitsEntry extends FindingEntry<QueueWaits> {
    /** Shares above this count as most of a time. */
    private static final double MOSTLY = 0.5;

    QueueWaitsEntry(QueueWaits finding, FindingPhrases phrases) {
        super(finding, phrases);
    }

    @Override
    public FindingList.Words words() {
        PoolQueue queue = finding.queue();
        double tasks = Math.max(1, queue.tasks());
        long queued = queue.tasks() - queue.handed();
        String sentence = Units.plural(queued, "task") + " waited "
                + Units.time(queue.queuedNanos() / (double) Math.max(1, queued))
                + " on average in the queue of "
                + phrases.pool(queue, Units.plural(queue.mostWorkers(), "worker")) + ", the longest "
                + phrases.inRun(Units.time(queue.longestNanos())) + ".";
        List<String> details = new ArrayList<>();
        double ran = Math.max(1, queue.ranNanos());
        details.add((queue.handed() == 0
                        ? "Each"
                        : "With " + Units.count(queue.handed()) + " more, for which threads were made, each")
                + " ran "
                + Units.time(queue.ranNanos() / tasks) + " on average, waiting "
                + Units.percent(finding.waitedNanos() / ran) + " of that time" + phrases.places(queue.waits(), ran)
                + ".");
        double full = queue.fullWhileQueuedNanos() / (double) Math.max(1, queue.queuedNanos());
        details.add("All workers were busy for " + Units.percent(full) + " of the time in the queue"
                + (full <= MOSTLY && finding.isOfTinyTasks() ? betweenTasks() : "." + (full > MOSTLY ? remedy() : "")));
        if (!finding.others().isEmpty()) {
            details.add(others());
        }
        return new FindingList.Words(sentence, details);
    }

    private String others() {
        long queued = finding.others().stream()
                .mapToLong(each -> each.tasks() - each.handed())
                .sum();
        long nanos = finding.others().stream().mapToLong(PoolQueue::queuedNanos).sum();
        return "So it was in " + Units.plural(finding.others().size(), "other pool") + " made there: "
                + Units.plural(queued, "task") + " waited "
                + Units.time(nanos / (double) Math.max(1, queued)) + " on average.";
    }

    /**
     * The text about the time in which not all workers were busy: a worker whose pool has queued tasks is between two tasks, not without
     * work.
     */
    private static String betweenTasks() {
        return "; in the rest some worker was between two tasks. To queue a task, and to take it, takes time of the order that these ran,"
                + " and the agent takes some in each of them: try fewer tasks that do more each.";
    }

    private String remedy() {
        if (finding.waitedForOthers()) {
            return " The tasks mostly waited: with more workers they begin earlier.";
        }
        return finding.isOfWaitingTasks()
                ? ""
                : " The tasks mostly worked: " + Units.plural(finding.queue().mostWorkers(), "worker") + " on "
                        + phrases.processors() + ".";
    }

    @Override
    void members(FindingMembers json) throws IOException {
        PoolQueue queue = finding.queue();
        json.pool(queue);
        json.number("most_workers", queue.mostWorkers());
        json.number("tasks", queue.tasks());
        json.number("queued_ns", queue.queuedNanos());
        json.number("longest_ns", queue.longestNanos());
        json.number("ran_ns", queue.ranNanos());
        json.number("handed", queue.handed());
        json.number("other_pools", finding.others().size());
        json.number("all_busy_ns", queue.fullWhileQueuedNanos());
        json.waits(queue.waits(), phrases::codeOfWait);
    }
}
