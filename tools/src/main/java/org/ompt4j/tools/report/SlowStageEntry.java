package org.ompt4j.tools.report;

import java.io.IOException;
import java.util.List;
import org.ompt4j.tools.findings.BlockingQueueWaits;
import org.ompt4j.tools.findings.SlowStage;
import org.ompt4j.tools.text.Units;

/** Code that threads waited for in several blocking queues. */
final class SlowStageEntry extends FindingEntry<SlowStage> {
    SlowStageEntry(SlowStage finding, FindingPhrases phrases) {
        super(finding, phrases);
    }

    @Override
    public FindingList.Words words() {
        List<BlockingQueueWaits> waits = finding.neighbours();
        long queues = waits.stream().map(BlockingQueueWaits::waitId).distinct().count();
        String sentence = "Slow stage: " + phrases.what(finding.stage()) + " " + phrases.code(finding.stage())
                + " kept threads waiting in " + Units.plural(queues, "queue") + " for "
                + Units.time(finding.becauseNanos()) + " of "
                + phrases.inRun(Units.time(finding.costNanos()) + " that they waited there") + ".";
        List<String> details = waits.stream()
                .limit(FindingPhrases.MOST_LINKS)
                .map(each -> Units.time(each.costNanos()) + ": waited at "
                        + phrases.site(each.place().waitsAt()) + " in "
                        + phrases.object(each.waitId()) + ", " + Units.plural(each.waits(), "time") + ", the longest "
                        + Units.time(each.interval().nanos())
                        + (each.withoutSiteNanos() == 0
                                ? ""
                                : "; of " + Units.time(each.withoutSiteNanos()) + " the call site is not known")
                        + ".")
                .toList();
        return new FindingList.Words(sentence, details);
    }

    @Override
    void members(FindingMembers json) throws IOException {
        json.code(finding.stage());
        json.thread("culprit", finding.stage().of());
        json.number("because_ns", finding.becauseNanos());
        json.objects("queues", finding.neighbours(), each -> {
            json.waitObject("object", each.waitId());
            json.callSite("waited_at", each.place().waitsAt());
            json.number("waits", each.waits());
            json.number("ns", each.costNanos());
            json.number("without_site_ns", each.withoutSiteNanos());
            json.number("longest_ns", each.interval().nanos());
        });
    }
}
