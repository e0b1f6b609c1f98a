package org.ompt4j.tools.check;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.RunSettings;
import org.ompt4j.ompt.RunSettings.MutexDetail;
import org.ompt4j.settings.SettingsText;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceHeader;
import org.ompt4j.tools.read.TraceLosses;
import org.ompt4j.tools.rules.Guarantees;
import org.ompt4j.tools.rules.Precondition;
import org.ompt4j.tools.rules.Rule;

/** What a trace's header and its losses guarantee of the events in it. */
final class TraceGuarantees implements Guarantees {
    /* The events with which tasks begin, are resumed and end. */
    private static final Set<Event> STACK_EVENTS = EnumSet.of(Event.IMPLICIT_TASK, Event.TASK_SCHEDULE);

    /* The events with which carriers begin and end to run virtual threads. */
    private static final Set<Event> MOUNT_EVENTS = EnumSet.of(Event.TASK_SCHEDULE);

    private static final String CUT = "the file was cut";

    private final Trace trace;
    private final TraceHeader header;
    private final RunSettings settings;
    private final TraceLosses losses;
    private final boolean paused;

    TraceGuarantees(Trace trace) {
        this.trace = trace;
        header = trace.header();
        settings = header.settings();
        losses = trace.losses();
        paused = !trace.pauses().isEmpty();
    }

    /** Why this rule cannot be judged, or null if it can. */
    @Nullable
    String whyNotJudged(Rule rule) {
        for (Precondition each : Precondition.values()) {
            String reason = rule.needs().contains(each) ? missing(each) : null;
            if (reason != null) {
                return reason;
            }
        }
        return rule.events().isEmpty() || !isSampled() ? missingEvents(rule.events()) : missing(Precondition.EVENTS);
    }

    @Override
    public boolean hasEnd() {
        return !paused
                && losses.finished()
                && !losses.isCut()
                && losses.endReason().isEmpty()
                && (losses.droppedEvents() == 0 || isRing());
    }

    @Override
    public boolean hasBeginning() {
        return !paused && !hasGap() && (losses.droppedEvents() == 0 || !isRing());
    }

    /**
     * Whether events are missing in between: a thread ran out of stack or heap while it wrote, or the file was truncated, so that the events of
     * different threads end at different times.
     */
    private boolean hasGap() {
        return losses.isCut()
                || !isRing() && losses.droppedEvents() > 0 && losses.endReason().isEmpty();
    }

    @Override
    public boolean hasEveryMutexOperation() {
        return missing(Precondition.EVERY_MUTEX_OPERATION) == null && missing(Precondition.ALL_CALL_SITES) == null;
    }

    @Override
    public long endNanos() {
        return losses.finished() ? losses.durationNanos() : Long.MAX_VALUE;
    }

    @Override
    public @Nullable String callSite(int codeptrRa) {
        return trace.callSite(codeptrRa);
    }

    private boolean hasEvent(Event event) {
        return settings.selects(event);
    }

    private @Nullable String missing(Precondition need) {
        return switch (need) {
            case STACKS -> missingStacks();
            case MOUNTS -> settings.observes(Construct.VIRTUAL_THREAD) ? missingEvents(MOUNT_EVENTS) : null;
            case BEGINNING -> missingBeginning();
            case NO_LOSS -> missingEnd();
            case DEFINITIONS -> losses.isCut() ? CUT : null;
            case MUTEXES -> settings.mutexDetail() == MutexDetail.OFF ? "mutex.detail=off" : null;
            case EVERY_MUTEX_OPERATION ->
                settings.mutexDetail() == MutexDetail.FULL ? missing(Precondition.SHORT_WAITS) : text("mutex.detail");
            case ALL_CALL_SITES -> missingCallSites();
            case SHORT_WAITS -> settings.minWaitNanos() == 0 ? null : text("min-wait");
            case EVENTS -> isSampled() ? "the trace holds samples of states, no events" : null;
            case SAMPLES -> isSampled() ? null : "the trace holds events, no samples of states";
            case MORE_THAN_A_TRACE -> "no trace shows it; tested inside the agent";
        };
    }

    private @Nullable String missingEnd() {
        if (losses.isCut()) {
            return CUT;
        }
        return losses.droppedEvents() == 0 || isRing()
                ? null
                : losses.droppedEvents() + " events were dropped (" + losses.endReason() + ")";
    }

    private @Nullable String missingBeginning() {
        if (hasBeginning()) {
            return null;
        }
        if (paused) {
            return "recording was paused";
        }
        if (losses.isCut()) {
            return CUT;
        }
        return hasGap() ? "events were dropped in the middle" : "the ring has overwritten the beginning of the run";
    }

    private @Nullable String missingEvents(Set<Event> events) {
        String off = events.stream()
                .filter(each -> !hasEvent(each))
                .map(Event::specName)
                .sorted()
                .collect(Collectors.joining(", "));
        return off.isEmpty() ? null : text("events") + " leaves out " + off;
    }

    private @Nullable String missingStacks() {
        String off = Arrays.stream(Construct.values())
                .filter(each -> STACK_EVENTS.stream().anyMatch(each.raised()::contains) && !settings.selects(each))
                .map(Construct::id)
                .collect(Collectors.joining(", "));
        if (!off.isEmpty()) {
            return text("constructs") + " leaves out " + off;
        }
        return missingEvents(STACK_EVENTS);
    }

    private @Nullable String missingCallSites() {
        if (!isEveryClass(settings.include())) {
            return text("include");
        }
        return settings.exclude().isEmpty() ? null : text("exclude");
    }

    /* Whether there is no glob, or one that matches every name. */
    private static boolean isEveryClass(List<String> globs) {
        return globs.isEmpty() || globs.stream().anyMatch(each -> each.matches("\\*+"));
    }

    private boolean isSampled() {
        return header.tool().equals("sample");
    }

    private boolean isRing() {
        return settings.ring();
    }

    /** A setting as the user would write it. */
    private String text(String key) {
        return key + "=" + SettingsText.of(settings).get(key);
    }
}
