package org.ompt4j.tools.report;

import java.io.IOException;
import java.util.List;
import org.ompt4j.tools.findings.AbandonedPools;
import org.ompt4j.tools.text.Units;

/** Pools that a call site creates and never shuts down. */
final class AbandonedPoolsEntry extends FindingEntry<AbandonedPools> {
    AbandonedPoolsEntry(AbandonedPools finding, FindingPhrases phrases) {
        super(finding, phrases);
    }

    @Override
    public FindingList.Words words() {
        return new FindingList.Words(
                "Left behind: " + Units.plural(finding.pools(), "pool") + " made at "
                        + phrases.site(finding.madeAt()) + " were still there at the end of the run, with "
                        + Units.plural(finding.workers(), "thread") + " that had no task.",
                List.of(
                        Units.count(finding.abandoned())
                                + " of them had done their last task before the last one was made.",
                        "A pool that nobody shuts down can keep its threads for ever: shut it down after its last task, or make"
                                + " one pool for all tasks."));
    }

    @Override
    void members(FindingMembers json) throws IOException {
        json.callSite("made_at", finding.madeAt());
        json.number("pools", finding.pools());
        json.number("threads", finding.workers());
        json.number("abandoned", finding.abandoned());
    }
}
