package org.ompt4j.tools.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.findings.BlockingQueueWaits;
import org.ompt4j.tools.text.Units;

/** Waits in a blocking queue whose other side is slower. */
final class BlockingQueueWaitsEntry extends FindingEntry<BlockingQueueWaits> {
    BlockingQueueWaitsEntry(BlockingQueueWaits finding, FindingPhrases phrases) {
        super(finding, phrases);
    }

    @Override
    public FindingList.Words words() {
        boolean isForRoom = finding.place().state() == State.WAIT_QUEUE_FULL;
        String sentence = "Threads waited " + Units.time(finding.costNanos()) + " in all"
                + (isForRoom ? phrases.toGive(finding.waitId()) : " in ")
                + phrases.object(finding.waitId()) + " at "
                + phrases.inRun(phrases.site(finding.place().waitsAt())) + ": "
                + Units.plural(finding.waits(), "wait") + ", the longest "
                + Units.time(finding.interval().nanos()) + ". " + (isForRoom ? "Who takes" : "The other side")
                + " is slower.";
        List<String> details = new ArrayList<>(phrases.shares(finding.shares(), finding.costNanos()));
        if (finding.withoutSiteNanos() > 0) {
            details.add("Of " + Units.time(finding.withoutSiteNanos())
                    + " the call site is not known: that was waited for the same queue and the same work.");
        }
        details.add("Between these waits those that waited worked for " + Units.time(finding.workedNanos()) + ".");
        return new FindingList.Words(sentence, details);
    }

    @Override
    void members(FindingMembers json) throws IOException {
        json.waitObject("object", finding.waitId());
        json.callSite("waited_at", finding.place().waitsAt());
        json.number("waits", finding.waits());
        json.number("longest_ns", finding.interval().nanos());
        json.number("without_site_ns", finding.withoutSiteNanos());
        json.number("worked_ns", finding.workedNanos());
        json.shares(finding.shares());
    }
}
