package org.ompt4j.tools.report;

import java.io.IOException;
import java.util.List;
import org.ompt4j.tools.findings.LongPauses;
import org.ompt4j.tools.profile.JvmPauses;
import org.ompt4j.tools.text.Units;

/** Pauses of all threads that took a large part of the run. */
final class LongPausesEntry extends FindingEntry<LongPauses> {
    LongPausesEntry(LongPauses finding, FindingPhrases phrases) {
        super(finding, phrases);
    }

    @Override
    public FindingList.Words words() {
        String sentence = "Pauses: the JVM kept all threads stopped for " + phrases.ofRun(finding.costNanos()) + ": "
                + Units.plural(finding.pauses(), "pause") + ", the longest "
                + Units.time(finding.interval().nanos()) + ".";
        List<String> details = finding.causes().stream()
                .filter(each -> each.nanos() > FindingPhrases.SMALL_SHARE * finding.costNanos())
                .limit(FindingPhrases.MOST_PARTS)
                .map(LongPausesEntry::say)
                .toList();
        return new FindingList.Words(sentence, details);
    }

    private static String say(JvmPauses.Cause cause) {
        return Units.time(cause.nanos()) + ": " + Units.plural(cause.count(), PauseSection.what(cause))
                + (cause.cause().isEmpty() ? "" : ", " + cause.cause()) + ".";
    }

    @Override
    void members(FindingMembers json) throws IOException {
        json.number("pauses", finding.pauses());
        json.number("longest_ns", finding.interval().nanos());
        json.objects("causes", finding.causes(), each -> {
            json.text("for", PauseSection.what(each));
            if (!each.cause().isEmpty()) {
                json.text("cause", each.cause());
            }
            json.number("count", each.count());
            json.number("ns", each.nanos());
            json.number("longest_ns", each.longestNanos());
        });
    }
}
