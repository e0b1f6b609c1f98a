package org.ompt4j.tools.report;

import java.io.IOException;
import java.util.List;
import org.ompt4j.tools.findings.BriefThreads;
import org.ompt4j.tools.text.Units;

/** Threads that are started for little work each. */
final class BriefThreadsEntry extends FindingEntry<BriefThreads> {
    BriefThreadsEntry(BriefThreads finding, FindingPhrases phrases) {
        super(finding, phrases);
    }

    @Override
    public FindingList.Words words() {
        return new FindingList.Words(
                "Brief threads: " + Units.count(finding.brief()) + " of "
                        + Units.plural(finding.threads(), "thread") + " started at "
                        + phrases.site(finding.startedAt()) + " lived less than "
                        + Units.time(BriefThreads.LITTLE_NANOS) + " each; the "
                        + Units.plural(finding.threads(), "thread") + " lived "
                        + Units.time(finding.meanLifeNanos()) + " on average and took "
                        + Units.time(finding.meanBeginningNanos()) + " to begin.",
                List.of(
                        "For " + phrases.ofRun(finding.costNanos())
                                + ", at least one of them was started and had not begun.",
                        "A pool uses its threads again, such as Executors.newFixedThreadPool; from JDK 21 on virtual threads"
                                + " take less to begin."));
    }

    @Override
    void members(FindingMembers json) throws IOException {
        json.callSite("started_at", finding.startedAt());
        json.number("threads", finding.threads());
        json.number("brief", finding.brief());
        json.number("mean_life_ns", finding.meanLifeNanos());
        json.number("mean_beginning_ns", finding.meanBeginningNanos());
    }
}
