package org.ompt4j.tools.report;

import java.io.IOException;
import java.util.List;
import org.ompt4j.tools.findings.UnevenRegions;
import org.ompt4j.tools.text.Units;

/** Regions whose members have very different shares of the work. */
final class UnevenRegionsEntry extends FindingEntry<UnevenRegions> {
    UnevenRegionsEntry(UnevenRegions finding, FindingPhrases phrases) {
        super(finding, phrases);
    }

    @Override
    public FindingList.Words words() {
        boolean isOne = finding.regions() == 1;
        String regions = isOne ? "the region" : Units.count(finding.regions()) + " regions";
        String sentence = "Uneven work: " + regions + " at " + phrases.site(finding.codeptrRa()) + " took "
                + Units.time(finding.totalNanos()) + (isOne ? "; " : " in all; ")
                + "with even shares up to " + Units.time(finding.costNanos()) + " less.";
        String shares = shares(isOne);
        String busiest = busiest();
        return new FindingList.Words(sentence, busiest.isEmpty() ? List.of(shares) : List.of(shares, busiest));
    }

    private String shares(boolean isOne) {
        UnevenRegions.Worst worst = finding.worst();
        return (isOne ? "" : "In the worst one, of " + Units.time(worst.nanos()) + ", ")
                + phrases.thread(worst.threadId()) + " worked " + Units.time(worst.busyNanos()) + ", "
                + Units.plural(worst.threads(), "thread") + " " + Units.time(worst.meanNanos()) + " on average.";
    }

    /** What the longest working thread did, as a sentence; empty if nothing more is known of it. */
    private String busiest() {
        UnevenRegions.Worst worst = finding.worst();
        String alone = worst.aloneNanos() > FindingPhrases.SMALL_SHARE * worst.nanos()
                ? "for " + Units.time(worst.aloneNanos()) + " after all others had ended their last task"
                : "";
        if (worst.tasks() == 0) {
            return alone.isEmpty() ? "" : "It worked " + alone + ".";
        }
        return "It ran " + Units.plural(worst.tasks(), "task")
                + (worst.tasks() == 1 ? ", of " : ", the longest of ") + Units.time(worst.longestTaskNanos())
                + elements(worst) + (alone.isEmpty() ? "" : ", and worked " + alone) + ".";
    }

    private static String elements(UnevenRegions.Worst worst) {
        if (worst.firstElement() < 0 || worst.elements() <= 0) {
            return "";
        }
        String first = Units.count(worst.firstElement());
        return worst.elements() == 1
                ? " (element " + first + ")"
                : " (elements " + first + " to " + Units.count(worst.firstElement() + worst.elements() - 1) + ")";
    }

    @Override
    void members(FindingMembers json) throws IOException {
        json.text("construct", finding.construct().id());
        json.number("regions", finding.regions());
        json.number("total_ns", finding.totalNanos());
        json.number("alone_ns", finding.aloneNanos());
        json.object("worst", () -> worst(json));
    }

    private void worst(FindingMembers json) throws IOException {
        UnevenRegions.Worst worst = finding.worst();
        json.thread("thread", worst.threadId());
        json.number("ns", worst.nanos());
        json.number("threads", worst.threads());
        json.number("busy_ns", worst.busyNanos());
        json.number("mean_ns", worst.meanNanos());
        json.number("tasks", worst.tasks());
        json.number("longest_task_ns", worst.longestTaskNanos());
        if (worst.elements() > 0 && worst.firstElement() >= 0) {
            json.number("first_element", worst.firstElement());
            json.number("elements", worst.elements());
        }
        json.number("alone_ns", worst.aloneNanos());
    }
}
