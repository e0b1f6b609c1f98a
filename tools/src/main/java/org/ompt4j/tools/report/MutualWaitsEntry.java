package org.ompt4j.tools.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.ompt4j.tools.blame.Cause;
import org.ompt4j.tools.findings.CauseShare;
import org.ompt4j.tools.findings.MutualWaits;
import org.ompt4j.tools.text.Units;

/** Threads that waited for one another, as for connections of a pool that has too few. */
final class MutualWaitsEntry extends FindingEntry<MutualWaits> {
    /** Futures, which threads wait for in this way, are also made for what one thread does for all of them. */
    private static final String DOES_IT_FOR_ALL =
            "if one of them does what all of them need, as the load of a cache, try to do it earlier; ";

    MutualWaitsEntry(MutualWaits finding, FindingPhrases phrases) {
        super(finding, phrases);
    }

    @Override
    public FindingList.Words words() {
        String object = isOfOneObject() ? " in " + phrases.object(finding.waitId()) : "";
        String sentence = Units.plural(finding.threads(), "thread") + " waited for one another" + object + " at "
                + phrases.site(finding.waitsAt()) + ", "
                + phrases.inRun(Units.time(finding.waitedNanos()) + " in all") + ": "
                + Units.plural(finding.waits(), "wait") + ", the longest "
                + Units.time(finding.interval().nanos()) + ".";
        List<String> details = new ArrayList<>();
        details.add("For " + Units.time(finding.costNanos()) + " at least one of them waited, "
                + Units.count(finding.mostAtOnce()) + " at a time at most.");
        if (finding.endedNone() > 0) {
            details.add(Units.count(finding.endedNone()) + " of them ended no wait of the others.");
        }
        details.addAll(phrases.cameBy(finding.state(), finding.waitsAt()));
        details.addAll(phrases.shares(finding.shares(), finding.waitedNanos()));
        if (isMostlyOfQueue()) {
            details.add(
                    "In the queue were the tasks that ended these waits, before they began: if the threads share something, more workers do not help.");
        }
        details.add(
                "Most of these waits were ended by another of these threads. If they share something, as connections of a pool, try to have more"
                        + " of it, or to use it for a shorter time; " + (isOfOneObject() ? "" : DOES_IT_FOR_ALL)
                        + "if they make work for one another, there was too little of it at a time.");
        return new FindingList.Words(sentence, details);
    }

    /** Whether most of the time passed before the tasks began that ended the waits. */
    private boolean isMostlyOfQueue() {
        long queued = finding.shares().stream()
                .filter(each ->
                        each.cause().kind() == Cause.Kind.QUEUED && each.cause().of() != 0)
                .mapToLong(CauseShare::nanos)
                .sum();
        return 2 * queued > finding.waitedNanos();
    }

    private boolean isOfOneObject() {
        return finding.waitId() != 0;
    }

    @Override
    void members(FindingMembers json) throws IOException {
        if (isOfOneObject()) {
            json.waitObject("object", finding.waitId());
        }
        json.callSite("waited_at", finding.waitsAt());
        json.texts("called_by", phrases.callers(finding.state(), finding.waitsAt()));
        json.number("threads", finding.threads());
        json.number("ended_none", finding.endedNone());
        json.number("most_at_once", finding.mostAtOnce());
        json.number("waits", finding.waits());
        json.number("waited_ns", finding.waitedNanos());
        json.number("longest_ns", finding.interval().nanos());
        json.shares(finding.shares());
    }
}
