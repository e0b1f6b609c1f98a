package org.ompt4j.tools.report;

import java.io.IOException;
import java.util.List;
import org.ompt4j.tools.findings.BriefPools;
import org.ompt4j.tools.model.PoolSite;
import org.ompt4j.tools.text.Units;

/** Pools that are made for little work each. */
final class BriefPoolsEntry extends FindingEntry<BriefPools> {
    BriefPoolsEntry(BriefPools finding, FindingPhrases phrases) {
        super(finding, phrases);
    }

    @Override
    public FindingList.Words words() {
        return new FindingList.Words(
                "Brief pools: " + Units.count(finding.brief()) + " of " + Units.plural(finding.pools(), "pool")
                        + " made at " + phrases.site(finding.madeAt()) + " lasted less than "
                        + Units.time(PoolSite.LITTLE_NANOS) + " each; the "
                        + Units.plural(finding.pools(), "pool") + " lasted "
                        + Units.time(finding.meanLastedNanos()) + " on average and made "
                        + Units.plural(finding.threads(), "thread") + ".",
                List.of(
                        "For " + phrases.ofRun(finding.costNanos())
                                + ", at least one task waited for a thread that its pool made for it.",
                        "A pool that is made once keeps its threads: try to hand the tasks of all calls to the same one."));
    }

    @Override
    void members(FindingMembers json) throws IOException {
        json.callSite("made_at", finding.madeAt());
        json.number("pools", finding.pools());
        json.number("brief", finding.brief());
        json.number("threads", finding.threads());
        json.number("mean_lasted_ns", finding.meanLastedNanos());
    }
}
