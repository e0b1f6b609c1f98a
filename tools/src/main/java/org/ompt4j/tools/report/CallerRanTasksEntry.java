package org.ompt4j.tools.report;

import java.io.IOException;
import java.util.List;
import org.ompt4j.tools.findings.CallerRanTasks;
import org.ompt4j.tools.text.Units;

/** Tasks that the threads ran themselves that had submitted them to a pool. */
final class CallerRanTasksEntry extends FindingEntry<CallerRanTasks> {
    CallerRanTasksEntry(CallerRanTasks finding, FindingPhrases phrases) {
        super(finding, phrases);
    }

    @Override
    public FindingList.Words words() {
        String sentence = "Run by who submitted them: " + Units.count(finding.ran()) + " of "
                + Units.plural(finding.submitted(), "task") + " submitted at " + phrases.site(finding.codeptrRa())
                + ", for " + phrases.inRun(Units.time(finding.costNanos()) + " in all") + ", the longest "
                + Units.time(finding.interval().nanos()) + ".";
        return new FindingList.Words(
                sentence,
                List.of(
                        "Others of them ran in " + phrases.pool(finding.poolId())
                                + ". A pool with CallerRunsPolicy makes the submitting thread run a task if its queue is full.",
                        "Meanwhile the submitting thread submits nothing else, which slows it down; if it has other"
                                + " things to do, try a longer queue or more workers."));
    }

    @Override
    void members(FindingMembers json) throws IOException {
        json.callSite("submitted_at", finding.codeptrRa());
        json.number("ran", finding.ran());
        json.number("submitted", finding.submitted());
        json.textIfKnown("pool", phrases.poolName(finding.poolId()));
        json.number("pool_id", finding.poolId());
        json.number("longest_ns", finding.interval().nanos());
    }
}
