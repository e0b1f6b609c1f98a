package org.ompt4j.tools.conformance;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import org.ompt4j.ompt.Ompt4jRuntime;

/** Says what broke a rule, as it happens, and what the whole run came to. Thread safety: any thread. */
final class LiveFindings {
    /** More of one rule are counted, not listed: they would drown the application's own output. */
    private static final int LISTED_PER_RULE = 5;

    private final Ompt4jRuntime runtime;
    private final Set<LiveRule> notJudged = EnumSet.noneOf(LiveRule.class);
    private final Map<LiveRule, Long> counts = new EnumMap<>(LiveRule.class);
    private final List<Suspicion> suspicions = new ArrayList<>();
    private final AtomicLong events = new AtomicLong();

    LiveFindings(Ompt4jRuntime runtime) {
        this.runtime = runtime;
    }

    /** Leaves a rule out, since some of its events are not always reported in this run. */
    synchronized void doNotJudge(LiveRule rule) {
        notJudged.add(rule);
    }

    void countEvent() {
        events.incrementAndGet();
    }

    /** Notes a violation that shows at this event. */
    void report(LiveRule rule, Heard at, String expected, String found) {
        String site = at.site() == 0 ? null : runtime.callSite(at.site());
        report(rule, " on " + at.thread() + ", " + at + (site == null ? "" : " at " + site), expected, found);
    }

    /** Notes a violation that belongs to no event. */
    void report(LiveRule rule, String expected, String found) {
        report(rule, "", expected, found);
    }

    private synchronized void report(LiveRule rule, String where, String expected, String found) {
        if (!notJudged.contains(rule) && counts.merge(rule, 1L, Long::sum) <= LISTED_PER_RULE) {
            runtime.message(
                    "conformance: " + rule + " violated" + where + ": expected " + expected + ", found " + found);
        }
    }

    /** A violation unless the region turns out to have been left by an exception or a cancellation, which is said later. */
    void suspect(LiveRegion region, LiveRule rule, Heard at, String expected, String found) {
        suspectUnless(region::wasAbandoned, rule, at, expected, found);
    }

    /** A violation unless it turns out that the region had ended before this event, which is said later. */
    void suspectInside(LiveRegion region, LiveRule rule, Heard at, String expected, String found) {
        suspectUnless(() -> region.endTimeNanos() <= at.timeNanos(), rule, at, expected, found);
    }

    private synchronized void suspectUnless(
            BooleanSupplier explained, LiveRule rule, Heard at, String expected, String found) {
        suspicions.add(new Suspicion(explained, rule, at, expected, found));
    }

    /** Settles what was held back and sums up. */
    synchronized void finish(int threads) {
        for (Suspicion each : suspicions) {
            if (!each.explained.getAsBoolean()) {
                report(each.rule, each.at, each.expected, each.found);
            }
        }
        if (!notJudged.isEmpty()) {
            runtime.message(
                    "conformance: not judged, since this run does not report all they need: " + names(notJudged));
        }
        int judged = LiveRule.values().length - notJudged.size();
        runtime.message("conformance: " + events + " events on " + threads + " threads, " + judged + " rules, "
                + (counts.isEmpty() ? "no violation" : "violations: " + counts));
    }

    private static String names(Set<LiveRule> rules) {
        return rules.stream().map(Enum::name).collect(Collectors.joining(" "));
    }

    private record Suspicion(BooleanSupplier explained, LiveRule rule, Heard at, String expected, String found) {}
}
