package org.ompt4j.tools.report;

import java.io.IOException;
import java.util.List;
import org.ompt4j.tools.findings.BlockedLoops;
import org.ompt4j.tools.text.Units;

/** Event loops that were blocked in what they ran. */
final class BlockedLoopsEntry extends FindingEntry<BlockedLoops> {
    BlockedLoopsEntry(BlockedLoops finding, FindingPhrases phrases) {
        super(finding, phrases);
    }

    @Override
    public FindingList.Words words() {
        String sentence = "Event loops were blocked, for " + phrases.inAll(finding.costNanos(), finding.waits()) + ".";
        return new FindingList.Words(
                sentence,
                List.of(
                        Units.plural(finding.threads(), "thread") + ", the longest time "
                                + Units.time(finding.interval().nanos()) + " of "
                                + phrases.thread(finding.interval().threadId()) + ".",
                        "What came to these loops meanwhile had to wait: try to have other threads do what blocks."));
    }

    @Override
    void members(FindingMembers json) throws IOException {
        json.number("threads", finding.threads());
        json.number("looks", finding.looks());
        json.waits(finding.waits(), phrases::codeOfWait);
    }
}
