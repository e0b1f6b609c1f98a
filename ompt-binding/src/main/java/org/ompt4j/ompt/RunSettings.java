package org.ompt4j.ompt;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The effective settings of a run: the part of the configuration that determines which events are raised and what the agent's own tools do.
 * docs/configuration.md has the key of each.
 *
 * <p>Thread safety: immutable.
 *
 * <p>Spec: none, an extension of OMPT4J.
 *
 * @param tool the first-party tool, such as {@code trace}; {@code none} for none
 * @param output name of the file to write, with placeholders
 * @param profile depth of observation
 * @param mutexDetail which mutex operations are reported
 * @param minWaitNanos shortest wait for a mutex that is reported, in nanoseconds, at least 0
 * @param eventMask the events that are switched on, a disjunction of {@link Event#bit}
 * @param constructs the constructs that are switched on
 * @param include globs for the classes whose code is observed; empty for all
 * @param exclude globs for the classes whose code is not observed
 * @param definitions constructs that the configuration defines
 * @param throttle when a call site is counted instead of traced; null for never
 * @param maxBytes largest size of the output file, in bytes
 * @param ring whether the newest events are kept at that size; otherwise recording stops
 * @param maxStallNanos how long a thread that writes may be held up at once, in nanoseconds
 * @param samplePeriodNanos time between two samples, in nanoseconds
 * @param storesCommandLine whether the trace names the command line, masked
 * @param nativeMonitors whether the JVM reports waits for monitors; if not, synchronized code is rewritten
 */
public record RunSettings(
        String tool,
        String output,
        Profile profile,
        MutexDetail mutexDetail,
        long minWaitNanos,
        long eventMask,
        Set<Construct> constructs,
        List<String> include,
        List<String> exclude,
        List<Definition> definitions,
        @Nullable Throttle throttle,
        long maxBytes,
        boolean ring,
        long maxStallNanos,
        long samplePeriodNanos,
        boolean storesCommandLine,
        boolean nativeMonitors) {

    /** The three depths of observation. */
    public enum Profile {
        /** What a sampler reads; no events. */
        STATES,
        /** Everything but mutexes that no thread waits for. */
        DEFAULT,
        /** Everything. */
        FULL
    }

    /** How much of mutual exclusion is reported. */
    public enum MutexDetail {
        /** None; states are as with the others. */
        OFF,
        /** Operations that wait, and those that end a wait. */
        CONTENDED,
        /** All. */
        FULL
    }

    /**
     * When a thread counts the events of a call site instead of tracing them.
     *
     * @param eventsPerSecond more than these, at least 1
     * @param belowNanos each shorter than this, in nanoseconds, at least 1
     */
    public record Throttle(long eventsPerSecond, long belowNanos) {}

    /**
     * A construct of the program's own.
     *
     * @param kind what it is
     * @param methods {@code class.method}, both globs; for a lock {@code class.acquire/release}
     */
    public record Definition(DefinedConstruct kind, String methods) {}

    /** The events that there can be, a disjunction of {@link Event#bit}: the profile {@code states} has none, for whatever tool. */
    public long reportedEvents() {
        return profile == Profile.STATES ? 0 : eventMask;
    }

    /** Whether the event is switched on. */
    public boolean selects(Event event) {
        return (eventMask & event.bit()) != 0;
    }

    /** Whether the construct is switched on. */
    public boolean selects(Construct construct) {
        return constructs.contains(construct);
    }

    /** Whether anything of the construct is observed. */
    public boolean observes(Construct construct) {
        return selects(construct) && isInDetail(construct);
    }

    private boolean isInDetail(Construct construct) {
        return mutexDetail == MutexDetail.FULL || !construct.has(Construct.Trait.ONLY_IN_FULL);
    }

    /** What the construct raises where it is observed with these settings. */
    public RaisedEvents raisedBy(Construct construct) {
        return isInDetail(construct) ? construct.raised() : RaisedEvents.NONE;
    }

    /** What the definitions raise. */
    public RaisedEvents raisedByDefinitions() {
        RaisedEvents raised = RaisedEvents.NONE;
        for (Definition each : definitions) {
            raised = raised.and(each.kind().raised());
        }
        return raised;
    }
}
