package org.ompt4j.ompt;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;

/**
 * The events that a construct can raise, and their kinds. The answers to registrations, the views of older generations and the
 * documentation all use this class, and a test compares it with the events that programs raise.
 *
 * <p>Thread safety: immutable.
 */
public final class RaisedEvents {
    static final RaisedEvents NONE = of();

    private final long events;
    private final int syncRegions;
    private final int works;
    private final int mutexes;
    private final int impls;

    private RaisedEvents(long events, int syncRegions, int works, int mutexes, int impls) {
        this.events = events;
        this.syncRegions = syncRegions;
        this.works = works;
        this.mutexes = mutexes;
        this.impls = impls;
    }

    static RaisedEvents of(Event... events) {
        long mask = 0;
        for (Event each : events) {
            mask |= each.bit();
        }
        return new RaisedEvents(mask, 0, 0, 0, 0);
    }

    /** These events, with these kinds of sync regions instead of the present ones. */
    RaisedEvents with(SyncRegionKind... kinds) {
        return new RaisedEvents(events, bits(kinds), works, mutexes, impls);
    }

    /** These events, with these kinds of work instead of the present ones. */
    RaisedEvents with(WorkType... types) {
        return new RaisedEvents(events, syncRegions, bits(types), mutexes, impls);
    }

    /** These events, with these kinds of mutexes instead of the present ones. */
    RaisedEvents with(MutexKind... kinds) {
        return new RaisedEvents(events, syncRegions, works, bits(kinds), impls);
    }

    /** These events, with these mechanisms behind the mutexes instead of the present ones. */
    RaisedEvents with(MutexImpl... mechanisms) {
        return new RaisedEvents(events, syncRegions, works, mutexes, bits(mechanisms));
    }

    private static int bits(Enum<?>... kinds) {
        int bits = 0;
        for (Enum<?> each : kinds) {
            bits |= 1 << each.ordinal();
        }
        return bits;
    }

    /** The union of the two. */
    RaisedEvents and(RaisedEvents other) {
        return new RaisedEvents(
                events | other.events,
                syncRegions | other.syncRegions,
                works | other.works,
                mutexes | other.mutexes,
                impls | other.impls);
    }

    /** The events, in the order of their numbers; cannot be changed. */
    public Set<Event> events() {
        Set<Event> all = EnumSet.noneOf(Event.class);
        for (Event each : Event.values()) {
            if (contains(each)) {
                all.add(each);
            }
        }
        return Collections.unmodifiableSet(all);
    }

    /** The events as a disjunction of {@link Event#bit}. */
    public long mask() {
        return events;
    }

    /** Whether the event can be raised. */
    public boolean contains(Event event) {
        return (events & event.bit()) != 0;
    }

    /** Whether sync regions of this kind can be raised. */
    public boolean contains(SyncRegionKind kind) {
        return (syncRegions & bits(kind)) != 0;
    }

    /** Whether work of this type can be raised. */
    public boolean contains(WorkType type) {
        return (works & bits(type)) != 0;
    }

    /** Whether events of mutexes of this kind can be raised. */
    public boolean contains(MutexKind kind) {
        return (mutexes & bits(kind)) != 0;
    }

    /** Whether this mechanism can be behind its mutexes. */
    public boolean contains(MutexImpl impl) {
        return (impls & bits(impl)) != 0;
    }
}
