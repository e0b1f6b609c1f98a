package org.ompt4j.tools.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.ompt4j.tools.blame.WaitPlace;
import org.ompt4j.tools.findings.InHold;
import org.ompt4j.tools.model.Culprit;
import org.ompt4j.tools.profile.PseudoFrames;
import org.ompt4j.tools.text.Units;

/** Describes what threads did that held a mutex while other threads waited: their waits, from events, then their work, from samples. */
final class HoldWords {
    private static final int MOST = 2;

    /** With fewer samples, a share would suggest more precision than they have. */
    private static final int FEWEST_SAMPLES = 5;

    private final Names names;

    HoldWords(Names names) {
        this.names = names;
    }

    /** A sentence with a space before it; empty if it is only known that the holders worked. */
    String sentence(Culprit.Kind kind, InHold hold) {
        List<String> parts = new ArrayList<>();
        for (InHold.Wait each : large(hold)) {
            RowLine wait = wait(each);
            parts.add(wait.text() + Names.withoutPackages(wait.name()) + " " + share(hold, each.nanos()));
        }
        boolean worksAlone = parts.isEmpty();
        if (isLarge(hold, hold.workedNanos())) {
            String work = work(hold);
            String share = worksAlone ? "" : "work " + share(hold, hold.workedNanos());
            parts.add(share + (share.isEmpty() || work.isEmpty() ? "" : ": ") + work);
        }
        String said = String.join(", ", parts);
        return said.isEmpty() ? "" : " " + (mayNotHold(kind) ? "Meanwhile: " : "In the hold: ") + said + ".";
    }

    /**
     * Whether the culprit may not have held the mutex the whole time. An owner at the begin of the wait may have released it since, a thread that
     * barged in held it only at the end, and a thread that released a semaphore need not have acquired it.
     */
    private static boolean mayNotHold(Culprit.Kind kind) {
        return kind == Culprit.Kind.OWNER || kind == Culprit.Kind.BARGER || kind == Culprit.Kind.SIGNALLER;
    }

    private String work(InHold hold) {
        if (hold.code().isEmpty()) {
            return hold.isSampled() ? PseudoFrames.NOT_SAMPLED : "";
        }
        List<String> parts = new ArrayList<>();
        for (InHold.Code each : largestCode(hold)) {
            parts.add(Names.withoutPackages(each.name()) + " in " + shareOfSamples(hold, each));
        }
        return String.join(" and ", parts) + " of " + Units.plural(hold.samples(), "sample");
    }

    /** What was done while the mutex was held, as lines under the table's line that names the culprit. */
    List<RowLine> lines(Culprit.Kind kind, InHold hold) {
        String when = " ".repeat(8) + (mayNotHold(kind) ? "meanwhile " : "in the hold ");
        return parts(hold).stream()
                .map(each -> new RowLine(when + each.text(), each.name()))
                .toList();
    }

    /** What was done while the mutex was held, one text for each part. */
    List<String> says(InHold hold) {
        return parts(hold).stream().map(each -> each.text() + each.name()).toList();
    }

    private List<RowLine> parts(InHold hold) {
        List<RowLine> parts = new ArrayList<>();
        for (InHold.Wait each : large(hold)) {
            RowLine wait = wait(each);
            parts.add(new RowLine(share(hold, each.nanos()) + " " + wait.text(), wait.name()));
        }
        if (isLarge(hold, hold.workedNanos())) {
            for (InHold.Code each : largestCode(hold)) {
                parts.add(new RowLine(
                        shareOfSamples(hold, each) + " of " + Units.plural(hold.samples(), "sample") + " in ",
                        each.name()));
            }
            if (hold.code().isEmpty() && hold.isSampled()) {
                parts.add(new RowLine("work " + PseudoFrames.NOT_SAMPLED));
            }
        }
        return parts;
    }

    /** The larger waits. */
    private static List<InHold.Wait> large(InHold hold) {
        return hold.waits().stream()
                .filter(each -> isLarge(hold, each.nanos()))
                .limit(MOST)
                .toList();
    }

    private static List<InHold.Code> largestCode(InHold hold) {
        return hold.code().stream()
                .filter(each -> each.samples() > FindingPhrases.SMALL_SHARE * hold.samples())
                .limit(MOST)
                .toList();
    }

    private static boolean isLarge(InHold hold, long nanos) {
        return nanos > FindingPhrases.SMALL_SHARE * hold.nanos();
    }

    private static String share(InHold hold, long nanos) {
        return Units.percent(nanos / (double) Math.max(1, hold.nanos()));
    }

    /** The share in percent, or a plain number if there are only a few samples. */
    private static String shareOfSamples(InHold hold, InHold.Code code) {
        return hold.samples() < FEWEST_SAMPLES
                ? Units.count(code.samples())
                : String.format(Locale.ROOT, "%.0f %%", 100.0 * code.samples() / hold.samples());
    }

    /** How the holder waited, and where or for what as far as that is known. */
    private RowLine wait(InHold.Wait wait) {
        WaitPlace place = wait.place();
        String state = Names.state(place.state());
        if (place.waitsAt() == 0 && !wait.code().isEmpty()) {
            return new RowLine(state + " in ", wait.code());
        }
        if (place.waitsAt() == 0 && !names.isKnownObject(place.waitId())) {
            return new RowLine(state);
        }
        return new RowLine(state + (place.waitsAt() == 0 ? " for " : " at "), names.place(place));
    }
}
