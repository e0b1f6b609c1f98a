package org.ompt4j.tools.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.ompt4j.tools.findings.SequentialSource;
import org.ompt4j.tools.text.Units;

/** A single thread that took all elements from a source. */
final class SequentialSourceEntry extends FindingEntry<SequentialSource> {
    SequentialSourceEntry(SequentialSource finding, FindingPhrases phrases) {
        super(finding, phrases);
    }

    @Override
    public FindingList.Words words() {
        String sentence = "Sequential source: one thread took elements from the source of the stream at "
                + phrases.site(finding.codeptrRa()) + " while no other worked for "
                + phrases.ofRun(finding.costNanos()) + ".";
        List<String> details = new ArrayList<>();
        details.add(
                "The source gives one element after the other, as an iterator does: it cannot be split among threads.");
        if (finding.waitedNanos() > FindingPhrases.SMALL_SHARE * finding.costNanos()) {
            details.add("The thread waited for elements for " + Units.time(finding.waitedNanos()) + " of that.");
        }
        return new FindingList.Words(sentence, details);
    }

    @Override
    void members(FindingMembers json) throws IOException {
        json.number("waited_ns", finding.waitedNanos());
    }
}
