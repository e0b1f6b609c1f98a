package org.ompt4j.tools.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.ompt4j.tools.findings.CarrierWaits;
import org.ompt4j.tools.findings.CarrierWaits.CodeTime;
import org.ompt4j.tools.text.Units;

/** Virtual threads that waited for a carrier. */
final class CarrierWaitsEntry extends FindingEntry<CarrierWaits> {
    /** Nanoseconds. A virtual thread that occupies a carrier for less than this does not by itself delay others for long. */
    private static final long MOMENT_NANOS = 100_000;

    CarrierWaitsEntry(CarrierWaits finding, FindingPhrases phrases) {
        super(finding, phrases);
    }

    @Override
    public FindingList.Words words() {
        String sentence = "Virtual threads waited " + Units.time(finding.waitedNanos())
                + " in all for a carrier after what they had waited for was over: "
                + Units.plural(finding.times(), "time") + ", once for "
                + Units.time(finding.interval().nanos()) + ". At least one did for "
                + phrases.ofRun(finding.costNanos()) + ".";
        List<String> details = new ArrayList<>();
        details.add("What waited: " + codes(finding.late(), finding.waitedNanos()) + ".");
        if (!finding.meanwhile().isEmpty()) {
            details.add("What their carriers ran meanwhile: " + codes(finding.meanwhile(), finding.costNanos()) + rest()
                    + ".");
        }
        details.add(advice());
        return new FindingList.Words(sentence, details);
    }

    /** Says that a part is not explained: carriers can also stop, as any thread can, and what they ran is kept only up to a limit. */
    private String rest() {
        return finding.costNanos() - ranNanos() > FindingPhrases.SMALL_SHARE * finding.costNanos()
                ? "; for the rest nothing, or it is not known"
                : "";
    }

    /** How long the carriers are known to have run other threads meanwhile. */
    private long ranNanos() {
        return finding.meanwhile().stream().mapToLong(CodeTime::nanos).sum();
    }

    private String advice() {
        if (finding.costNanos() < finding.times() * MOMENT_NANOS) {
            return "Many could go on at the same time, and each needed a carrier for a moment only.";
        }
        return "A virtual thread leaves its carrier only where it waits, and if nothing pins it"
                + (2 * ranNanos() > finding.costNanos()
                        ? ": try to have what keeps carriers for long done by a pool of platform threads."
                        : ".");
    }

    private String codes(List<CodeTime> times, long ofNanos) {
        String largest = times.stream()
                .limit(FindingPhrases.MOST_PARTS)
                .map(each -> phrases.code(each.body(), each.codeptrRa()) + " " + percent(each.nanos(), ofNanos))
                .collect(Collectors.joining(", "));
        long others = times.stream()
                .skip(FindingPhrases.MOST_PARTS)
                .mapToLong(CodeTime::nanos)
                .sum();
        return others == 0 ? largest : largest + ", other code " + percent(others, ofNanos);
    }

    private static String percent(long nanos, long ofNanos) {
        return Units.percent(nanos / (double) Math.max(1, ofNanos));
    }

    @Override
    void members(FindingMembers json) throws IOException {
        json.number("times", finding.times());
        json.number("waited_ns", finding.waitedNanos());
        codes(json, "late", finding.late());
        codes(json, "meanwhile", finding.meanwhile());
    }

    private static void codes(FindingMembers json, String name, List<CodeTime> times) throws IOException {
        json.objects(name, times, each -> {
            json.code(each.body(), each.codeptrRa());
            json.number("ns", each.nanos());
        });
    }
}
