package org.ompt4j.tools.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.ompt4j.tools.findings.SerialPart;
import org.ompt4j.tools.text.Units;

/** A run in which mostly one thread worked. */
final class SerialPartEntry extends FindingEntry<SerialPart> {
    SerialPartEntry(SerialPart finding, FindingPhrases phrases) {
        super(finding, phrases);
    }

    @Override
    public FindingList.Words words() {
        String sentence = "Serial part: exactly one thread worked for " + phrases.ofRun(finding.costNanos()) + ".";
        List<String> details = new ArrayList<>();
        details.add("So the work can be done at most " + Units.ratio(finding.mostSpeedUp())
                + " times as fast as by one thread on " + Units.plural(finding.processors(), "processor") + ".");
        details.addAll(phrases.largest(finding.parts(), finding.costNanos()));
        details.add(
                "The longest time at once was " + Units.time(finding.interval().nanos()) + ", of "
                        + phrases.thread(finding.interval().threadId()) + ".");
        return new FindingList.Words(sentence, details);
    }

    @Override
    void members(FindingMembers json) throws IOException {
        json.number("together_ns", finding.togetherNanos());
        json.number("most_speed_up", finding.mostSpeedUp());
        json.parts(finding.parts());
    }
}
