package org.ompt4j.tools.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.ompt4j.tools.findings.DroppedTasks;
import org.ompt4j.tools.text.Units;

/** Tasks that the policy of a pool dropped. */
final class DroppedTasksEntry extends FindingEntry<DroppedTasks> {
    DroppedTasksEntry(DroppedTasks finding, FindingPhrases phrases) {
        super(finding, phrases);
    }

    @Override
    public FindingList.Words words() {
        String sentence = "Dropped: " + Units.count(finding.dropped()) + " of "
                + Units.plural(finding.submitted(), "task") + " submitted at " + phrases.site(finding.codeptrRa())
                + ", without an exception.";
        List<String> details = new ArrayList<>();
        if (finding.poolId() != 0) {
            details.add(phrases.whereTheOthersRan(finding.poolId()));
        }
        if (finding.waits().count() > 0) {
            details.add(waits() + ". A wait for a task that nobody runs ends only by a timeout, an interrupt or a"
                    + " cancellation.");
        }
        details.add("A pool's DiscardPolicy or DiscardOldestPolicy does so if its queue is full, and after it was shut"
                + " down. If they may not get lost, try a longer queue, more workers or another policy.");
        return new FindingList.Words(sentence, details);
    }

    private String waits() {
        DroppedTasks.Waits waits = finding.waits();
        boolean isOne = waits.count() == 1;
        String who = waits.threadId() == 0 ? Units.plural(waits.threads(), "thread") : phrases.thread(waits.threadId());
        return who + " waited for such " + (isOne ? "a task" : "tasks")
                + (isOne || waits.count() == waits.threads() ? "" : ", " + Units.count(waits.count()) + " times in all")
                + notEnded(waits);
    }

    private static String notEnded(DroppedTasks.Waits waits) {
        if (waits.notEnded() == 0) {
            return "";
        }
        return waits.threads() == waits.notEnded()
                ? ", and still did when the recording ended"
                : "; " + Units.count(waits.notEnded()) + " of them still did when the recording ended";
    }

    @Override
    void members(FindingMembers json) throws IOException {
        json.callSite("submitted_at", finding.codeptrRa());
        json.number("dropped", finding.dropped());
        json.number("submitted", finding.submitted());
        json.number("waits", finding.waits().count());
        json.number("threads", finding.waits().threads());
        json.number("not_ended", finding.waits().notEnded());
        json.poolIfAny(finding.poolId(), phrases.poolName(finding.poolId()));
    }
}
