package org.ompt4j.tools.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.ompt4j.tools.findings.RejectedTasks;
import org.ompt4j.tools.text.Units;

/** Tasks that a pool rejected. */
final class RejectedTasksEntry extends FindingEntry<RejectedTasks> {
    RejectedTasksEntry(RejectedTasks finding, FindingPhrases phrases) {
        super(finding, phrases);
    }

    @Override
    public FindingList.Words words() {
        String sentence = "Rejected: " + Units.count(finding.rejected()) + " of "
                + Units.plural(finding.submitted(), "task") + " submitted at " + phrases.site(finding.codeptrRa())
                + ".";
        List<String> details = new ArrayList<>();
        if (finding.poolId() != 0) {
            details.add(phrases.whereTheOthersRan(finding.poolId()));
        }
        long full = finding.rejected() - finding.afterShutdown();
        if (!finding.poolState().isEmpty()) {
            details.add((full > 0
                            ? "The pool had up to " + Units.plural(finding.mostQueued(), "task")
                                    + " in its queue as it rejected them. "
                            : "")
                    + "The last exception says of it: " + finding.poolState() + ".");
        }
        if (finding.afterShutdown() > 0) {
            details.add((full > 0 ? Units.count(finding.afterShutdown()) + " of them" : "They")
                    + " came after the pool had been shut down.");
        } else if (finding.mostQueued() >= 0) {
            details.add("If tasks come in bursts, try a longer queue or more workers; if not, they have to come more"
                    + " slowly.");
        }
        return new FindingList.Words(sentence, details);
    }

    @Override
    void members(FindingMembers json) throws IOException {
        json.callSite("submitted_at", finding.codeptrRa());
        json.number("rejected", finding.rejected());
        json.number("submitted", finding.submitted());
        json.number("after_shutdown", finding.afterShutdown());
        json.poolIfAny(finding.poolId(), phrases.poolName(finding.poolId()));
        if (finding.mostQueued() >= 0) {
            json.number("most_queued", finding.mostQueued());
        }
    }
}
