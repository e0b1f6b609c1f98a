package org.ompt4j.tools.report;

import java.io.IOException;
import java.util.List;
import org.ompt4j.tools.findings.UnevenParties;
import org.ompt4j.tools.text.Units;

/** A barrier at which one party mostly comes last. */
final class UnevenPartiesEntry extends FindingEntry<UnevenParties> {
    UnevenPartiesEntry(UnevenParties finding, FindingPhrases phrases) {
        super(finding, phrases);
    }

    @Override
    public FindingList.Words words() {
        String sentence = "Uneven parties: at " + phrases.object(finding.waitId()) + " "
                + Units.plural(finding.threads(), "thread") + " waited "
                + phrases.inRun(Units.time(finding.waitedNanos()) + " in all for one another") + ", "
                + Units.time(finding.costNanos()) + " of it because one of them mostly came last.";
        List<String> details = List.of(
                phrases.thread(finding.lastThread()) + " waited " + Units.time(finding.lastWaitedNanos())
                        + ", the others " + Units.time(finding.othersMeanNanos()) + " on average, at "
                        + phrases.site(finding.waitsAt()) + ", the longest time "
                        + Units.time(finding.interval().nanos()) + ".",
                "Try to give it less to do before they meet.");
        return new FindingList.Words(sentence, details);
    }

    @Override
    void members(FindingMembers json) throws IOException {
        json.waitObject("object", finding.waitId());
        json.callSite("waited_at", finding.waitsAt());
        json.number("threads", finding.threads());
        json.number("passes", finding.passes());
        json.number("waited_ns", finding.waitedNanos());
        json.number("longest_ns", finding.interval().nanos());
        json.thread("last", finding.lastThread());
        json.number("last_waited_ns", finding.lastWaitedNanos());
        json.number("others_mean_ns", finding.othersMeanNanos());
    }
}
