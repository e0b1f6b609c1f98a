package org.ompt4j.tools.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.ompt4j.ompt.State;
import org.ompt4j.text.ClassOrigin;
import org.ompt4j.tools.findings.InHold;
import org.ompt4j.tools.findings.LockWaits;
import org.ompt4j.tools.findings.PermitCounts;
import org.ompt4j.tools.model.Culprit;
import org.ompt4j.tools.text.Units;

/** A mutex that threads waited for long, or several that are alike. */
final class LockWaitsEntry extends FindingEntry<LockWaits> {
    /** How many shares are mentioned at most, if fewer are less than half of the waiting. */
    private static final int MOST_SHARES = 6;

    private static final String OF_THE_FLIGHT_RECORDER = "jdk.jfr.";

    /** In the name of a lock that belongs to a class, after the name of this class. */
    private static final String OF_A_CLASS = "'s ";

    LockWaitsEntry(LockWaits finding, FindingPhrases phrases) {
        super(finding, phrases);
    }

    @Override
    List<String> remarks() {
        List<String> remarks = new ArrayList<>();
        if (phrases.isMonitor(finding.waitId())
                && finding.shares().stream().anyMatch(each -> each.culprit().kind() == Culprit.Kind.OWNER)) {
            remarks.add("Who held a monitor at first is known, not when it was released: native=off tells that of the"
                    + " program's monitors, and nothing of those inside the JDK.");
        }
        if (phrases.isHeldUnseen(finding.waitId()) && isMostlyUnknown() && !isOfJdk()) {
            remarks.add("Who gets a lock without a wait for it is told with profile=full only.");
        }
        if (phrases.mayLosePermitsUnseen(finding.waitId()) && isMostlyUnknown() && !isOfJdk()) {
            remarks.add("Whether a permit or stamp is acquired and not released is told with profile=full only.");
        }
        if (phrases.wholeObject(finding.waitId()).startsWith(OF_THE_FLIGHT_RECORDER)) {
            remarks.add("Objects of jdk.jfr are the Flight Recorder's, which tool=profile has the JVM start.");
        }
        if (finding.ofClasses()) {
            remarks.add(
                    "Where the JDK loads a class, others that need it wait, longer than without the agent, which rewrites it then.");
        }
        return remarks;
    }

    @Override
    public FindingList.Words words() {
        String sentence = "Waiting for " + objects() + " took "
                + phrases.inRun(Units.time(finding.costNanos()) + " in all") + ": "
                + Units.plural(finding.waits(), "wait") + ", the longest "
                + Units.time(finding.interval().nanos()) + ".";
        List<String> details = new ArrayList<>(shares());
        if (finding.notEnded() > 0) {
            details.add(notEnded());
        }
        if (finding.objects() == 1 && isMostlyUnknown()) {
            details.addAll(lostPermits());
        }
        String advice = saved() + remedy();
        if (!advice.isBlank()) {
            details.add(advice.strip());
        }
        return new FindingList.Words(sentence, details);
    }

    /** The time that the run could be shorter; empty if none of the waits ended, since then no wait delayed the end of the run. */
    private String saved() {
        return finding.notEnded() == finding.waits()
                ? ""
                : "Without these waits the run would be at most " + Units.time(finding.mostSavedNanos()) + " shorter, "
                        + phrases.percentOfRun(finding.mostSavedNanos()) + ".";
    }

    private String notEnded() {
        boolean isOne = finding.waits() == 1;
        String which = finding.notEnded() < finding.waits()
                ? Units.count(finding.notEnded()) + " of these waits"
                : isOne ? "This wait" : "These waits";
        return which + " had not ended when the recording did.";
    }

    /** A sentence about what was acquired more often than it was released. */
    private List<String> lostPermits() {
        PermitCounts counts = phrases.permitCounts(finding.waitId());
        return counts == null || counts.acquired() <= counts.released()
                ? List.of()
                : List.of("In all it was acquired " + Units.plural(counts.acquired(), "time") + " and released "
                        + Units.plural(counts.released(), "time") + ": look for a way on which it is not released.");
    }

    private String objects() {
        String object = phrases.object(finding.waitId());
        boolean isOne = finding.objects() == 1;
        if (finding.ofClasses()) {
            return "classes that other threads load, link or initialize";
        }
        if (isOfBins()) {
            return LockWaits.NAME_OF_BINS + " ("
                    + (isOne ? object : Units.count(finding.objects()) + " objects such as " + object) + ")";
        }
        return isOne ? object : Units.count(finding.objects()) + " objects like " + object;
    }

    private boolean isOfBins() {
        return LockWaits.isBin(Names.withoutId(phrases.wholeObject(finding.waitId())));
    }

    /** Whether the holders themselves waited for most of the time. The code of a map never does. */
    private static boolean hasWaited(LockWaits.Main main) {
        return main != LockWaits.Main.NONE && main != LockWaits.Main.HAND_OFF && main != LockWaits.Main.WORK;
    }

    /** The larger shares, one sentence each. */
    private List<String> shares() {
        List<LockWaits.Share> shares = finding.shares();
        int shown = sharesToSay();
        List<String> sentences = new ArrayList<>();
        Set<InHold> said = Collections.newSetFromMap(new IdentityHashMap<>());
        for (LockWaits.Share each : shares.subList(0, shown)) {
            InHold hold = each.inHold();
            sentences.add(Units.time(each.nanos()) + ": " + phrases.thread(each.waiter()) + " waited at "
                    + phrases.site(each.waitedAt()) + phrases.calledBy(each.path(), each.waitedAt())
                    + phrases.because(each.culprit()) + "."
                    + (hold == null || isLoadingOfClass(hold) || !said.add(hold)
                            ? ""
                            : phrases.hold(each.culprit().kind(), hold)));
        }
        if (shown < shares.size()) {
            long rest = shares.stream()
                    .skip(shown)
                    .mapToLong(LockWaits.Share::nanos)
                    .sum();
            sentences.add(Units.time(rest) + ": " + Units.plural(shares.size() - shown, "smaller part") + ".");
        }
        return sentences;
    }

    /** Whether the holder of a lock of a class was an idle worker: the loading of a class does not end its idleness. */
    private boolean isLoadingOfClass(InHold hold) {
        long idle = hold.waits().stream()
                .filter(each -> each.place().state() == State.IDLE)
                .mapToLong(InHold.Wait::nanos)
                .sum();
        return finding.ofClasses() && 2 * idle > hold.nanos();
    }

    private int sharesToSay() {
        int count = 0;
        long said = 0;
        for (LockWaits.Share each : finding.shares()) {
            boolean isHalf = 2 * said >= finding.costNanos();
            if (count == MOST_SHARES || count >= FindingPhrases.MOST_PARTS && isHalf) {
                break;
            }
            said += each.nanos();
            count++;
        }
        return count;
    }

    /** The advice for what took most of the time; empty if there is none. */
    private String remedy() {
        if (finding.ofClasses()) {
            return "";
        }
        if (finding.isMostlyAfterConditions()) {
            return " Most of it was waited after a wait for a condition: who is woken needs the lock again.";
        }
        LockWaits.Main main = finding.main();
        LockWaits.Main atFirst = finding.mainAtFirst();
        if (isOfBins() && (hasWaited(atFirst) || atFirst == LockWaits.Main.WORK)) {
            return " Who held it at first " + did(atFirst) + " meanwhile: if that was in a function of computeIfAbsent,"
                    + " compute or merge, during which the map holds a bin, try to do it before the call, or to keep futures"
                    + " in the map"
                    + (hasWaited(atFirst)
                            ? "."
                            : "; else try to call the map less often, or on fewer threads at a time.");
        }
        if (isOfJdk() && !isHeldByProgram() && (main != LockWaits.Main.NONE || atFirst != LockWaits.Main.NONE)) {
            return " The JDK's code takes the lock: try to call it less often, or on fewer threads at a time."
                    + mayBeHeldByProgram(atFirst);
        }
        if (main == LockWaits.Main.HAND_OFF) {
            return " Most of it took threads to wake up: try to take the lock less often.";
        }
        if (main == LockWaits.Main.OWN) {
            return " Who waited held it itself, as a reader does that wants to write: try to release it before.";
        }
        if (main != LockWaits.Main.NONE) {
            return finding.isForSignals()
                    ? " Who released it " + did(main) + " until then: try to release it earlier" + orMorePermits(main)
                            + "."
                    : " Who held it " + did(main) + asFarAsTold(main) + ": try to " + instead(main) + ".";
        }
        return atFirst == LockWaits.Main.NONE
                ? ""
                : " Who held it at first " + did(atFirst) + " meanwhile" + asFarAsTold(atFirst)
                        + ": if it held it still, try to " + instead(atFirst) + ".";
    }

    private boolean isMostlyUnknown() {
        return isMostly(each -> each.culprit().kind() == Culprit.Kind.UNKNOWN);
    }

    /** Whether such shares are more than half of the waiting. */
    private boolean isMostly(Predicate<LockWaits.Share> which) {
        long nanos = finding.shares().stream()
                .filter(which)
                .mapToLong(LockWaits.Share::nanos)
                .sum();
        return 2 * nanos > finding.costNanos();
    }

    /** Whether code of the JDK takes the lock, which the program cannot change: most of the time was waited there, or a class of the JDK has the lock. */
    private boolean isOfJdk() {
        return isLockOfJdk() || isWaitedForInJdk();
    }

    /** Whether the program's own code takes a lock for which the JDK's code waits, and the JDK's code is not known to have held it most of the time. */
    private boolean isHeldByProgram() {
        boolean isTaken = finding.shares().stream()
                .anyMatch(each -> isOfProgram(each.waitedAt())
                        || isOfProgram(each.culprit().codeptrRa()));
        return isTaken
                && !isLockOfJdk()
                && !isMostly(each -> isInJdk(each.culprit().codeptrRa()));
    }

    /** A sentence for a lock whose first holders are known, but not the code in which they took it. */
    private String mayBeHeldByProgram(LockWaits.Main atFirst) {
        return !isLockOfJdk()
                        && !isOfBins()
                        && atFirst != LockWaits.Main.NONE
                        && isMostly(each -> each.culprit().kind() == Culprit.Kind.OWNER
                                && each.culprit().codeptrRa() == 0)
                ? " The program may take it too: where who held it at first took it is not known."
                : "";
    }

    private boolean isLockOfJdk() {
        String object = phrases.wholeObject(finding.waitId());
        return object.contains(OF_A_CLASS) && ClassOrigin.isOfJdk(object);
    }

    private boolean isWaitedForInJdk() {
        return isMostly(each -> isInJdk(each.waitedAt()));
    }

    private boolean isInJdk(int callSite) {
        return ClassOrigin.isOfJdk(phrases.wholeSite(callSite));
    }

    private boolean isOfProgram(int callSite) {
        return callSite != 0 && !isInJdk(callSite);
    }

    private String asFarAsTold(LockWaits.Main main) {
        return main == LockWaits.Main.WORK && phrases.leavesOutWaits() ? ", or waited in what settings leave out" : "";
    }

    /** Threads that work need processors: more of them at a time are not faster. */
    private String orMorePermits(LockWaits.Main main) {
        return phrases.isSemaphore(finding.waitId()) && main != LockWaits.Main.WORK
                ? ", or to have more permits if more threads may do that at a time"
                : "";
    }

    private static String did(LockWaits.Main main) {
        return switch (main) {
            case SLEEP -> "mostly slept";
            case IO -> "was mostly in input or output";
            case LOCK -> "mostly waited for another lock";
            case WAIT -> "mostly waited";
            case WORK -> "mostly worked";
            case OWN, HAND_OFF, NONE -> throw new IllegalArgumentException(main.name());
        };
    }

    private static String instead(LockWaits.Main main) {
        return switch (main) {
            case SLEEP -> "release it before that";
            case IO, WAIT -> "do that before or after the hold";
            case LOCK -> "take that one outside of the hold";
            case WORK -> "do less in the hold, or to have a lock for each part of the data";
            case OWN, HAND_OFF, NONE -> throw new IllegalArgumentException(main.name());
        };
    }

    @Override
    void members(FindingMembers json) throws IOException {
        json.flag("of_classes", finding.ofClasses());
        json.waitObject("object", finding.waitId());
        json.number("objects", finding.objects());
        json.number("waits", finding.waits());
        json.number("not_ended", finding.notEnded());
        json.number("longest_ns", finding.interval().nanos());
        json.number("after_condition_ns", finding.nanosAfterConditions());
        json.number("most_saved_ns", finding.mostSavedNanos());
        json.word("mostly", finding.main());
        json.word("mostly_at_first", finding.mainAtFirst());
        json.objects("shares", finding.shares(), each -> {
            json.number("ns", each.nanos());
            json.callSite("waited_at", each.waitedAt());
            json.textIfKnown("called_by", phrases.caller(each.path(), each.waitedAt()));
            json.thread("waiter", each.waiter());
            json.word("because_of", each.culprit().kind());
            json.callSiteIfKnown("culprit_at", each.culprit().codeptrRa());
            json.thread("culprit", each.culprit().threadId());
            json.inHold(each.inHold());
        });
    }
}
