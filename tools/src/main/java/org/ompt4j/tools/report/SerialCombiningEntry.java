package org.ompt4j.tools.report;

import java.util.List;
import org.ompt4j.tools.findings.SerialCombining;
import org.ompt4j.tools.text.Units;

/** A single thread that combined all results. */
final class SerialCombiningEntry extends FindingEntry<SerialCombining> {
    SerialCombiningEntry(SerialCombining finding, FindingPhrases phrases) {
        super(finding, phrases);
    }

    @Override
    public FindingList.Words words() {
        String sentence = "Serial combining: partial results of the stream at " + phrases.site(finding.codeptrRa())
                + " were combined by one thread while no other worked for " + phrases.ofRun(finding.costNanos())
                + ".";
        return new FindingList.Words(
                sentence,
                List.of("The longest was " + Units.time(finding.interval().nanos()) + ", of "
                        + phrases.thread(finding.interval().threadId()) + "."));
    }

    @Override
    void members(FindingMembers json) {
        // This kind has no members of its own.
    }
}
