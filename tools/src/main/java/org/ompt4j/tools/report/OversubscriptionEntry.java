package org.ompt4j.tools.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.ompt4j.tools.findings.Oversubscription;
import org.ompt4j.tools.text.Units;

/** A run in which more threads worked than there are processors. */
final class OversubscriptionEntry extends FindingEntry<Oversubscription> {
    OversubscriptionEntry(Oversubscription finding, FindingPhrases phrases) {
        super(finding, phrases);
    }

    @Override
    public FindingList.Words words() {
        String sentence = (finding.isRefuted()
                        ? "Blocked where no event tells: more threads seemed to work"
                        : "Oversubscription: more threads worked")
                + " than there are processors for "
                + phrases.ofRun(finding.costNanos()) + ": up to " + Units.count(finding.mostThreads()) + " on "
                + Units.plural(finding.processors(), "processor") + ".";
        long all = PathRow.sum(finding.parts());
        List<String> details = new ArrayList<>();
        details.add("All threads together " + (finding.isRefuted() ? "seemed to work " : "worked ") + Units.time(all)
                + " in that time" + ofPools(all) + ".");
        details.addAll(phrases.largest(finding.parts(), all));
        if (finding.isRefuted()) {
            details.add("In " + Units.time(finding.sampledNanos())
                    + " of that time, of which samples tell, all threads were on processors for "
                    + Units.time(finding.mostOnProcessorsNanos()) + " at most.");
        }
        if (phrases.isToldProcessors()) {
            details.add(
                    "The number of processors is that of -XX:ActiveProcessorCount: the threads may have had others.");
        }
        details.add("A thread that is blocked where no event tells counts as working: by the initialization of a class"
                + (phrases.leavesOutWaits() ? ", in what settings leave out" : "")
                + (phrases.tellsMonitorsOfJdk()
                        ? "."
                        : ", or in this trace by a monitor inside the JDK (" + phrases.settingForMonitorsOfJdk()
                                + " tells of those)."));
        return new FindingList.Words(sentence, details);
    }

    private String ofPools(long all) {
        String pools = finding.pools().stream()
                .filter(each -> each.poolId() != 0 && each.nanos() > FindingPhrases.SMALL_SHARE * all)
                .limit(FindingPhrases.MOST_PARTS)
                .map(each -> Units.time(each.nanos()) + " of it in " + phrases.pool(each.poolId()))
                .collect(Collectors.joining(", "));
        return pools.isEmpty() ? "" : ", " + pools;
    }

    @Override
    void members(FindingMembers json) throws IOException {
        json.number("most_threads", finding.mostThreads());
        json.number("processors", finding.processors());
        json.parts(finding.parts());
        List<Oversubscription.PoolTime> pools =
                finding.pools().stream().filter(each -> each.poolId() != 0).toList();
        json.objects("pools", pools, each -> {
            json.number("pool_id", each.poolId());
            json.number("ns", each.nanos());
        });
    }
}
