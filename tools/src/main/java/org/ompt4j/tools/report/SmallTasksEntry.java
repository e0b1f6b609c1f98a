package org.ompt4j.tools.report;

import java.io.IOException;
import java.util.List;
import org.ompt4j.tools.findings.SmallTasks;
import org.ompt4j.tools.text.Units;

/** A large number of very short tasks. */
final class SmallTasksEntry extends FindingEntry<SmallTasks> {
    SmallTasksEntry(SmallTasks finding, FindingPhrases phrases) {
        super(finding, phrases);
    }

    @Override
    public FindingList.Words words() {
        String sentence = "Small tasks: " + Units.count(finding.small()) + " of "
                + Units.plural(finding.tasks(), "task") + " of "
                + phrases.code(finding.body(), finding.codeptrRa()) + " worked less than "
                + Units.time(SmallTasks.LITTLE_NANOS) + " each; the " + Units.plural(finding.tasks(), "task")
                + " worked " + Units.time(finding.meanNanos())
                + " on average, " + phrases.inRun(Units.time(finding.costNanos()) + " in all") + ".";
        return new FindingList.Words(
                sentence,
                List.of(
                        "What the agent takes for each of them is in that. To make, steal and join a task takes time of that order"
                                + " too: try to divide the work less finely."));
    }

    @Override
    void members(FindingMembers json) throws IOException {
        json.code(finding.body(), finding.codeptrRa());
        json.number("tasks", finding.tasks());
        json.number("small", finding.small());
        json.number("mean_ns", finding.meanNanos());
    }
}
