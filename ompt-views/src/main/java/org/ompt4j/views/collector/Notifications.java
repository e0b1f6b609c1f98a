package org.ompt4j.views.collector;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.OmptEntryPoint;
import org.ompt4j.ompt.RunSettings;
import org.ompt4j.ompt.SetResult;
import org.ompt4j.views.collector.Collector.OmpCollectorError;
import org.ompt4j.views.collector.Collector.OmpCollectorEvent;

/**
 * The sessions of a collector, from START to STOP, and its registrations in them. Callbacks of OMPT are registered only while an
 * event of the collector needs them.
 *
 * <p>Thread safety: any thread.
 *
 * <p>Spec: Collector API, "Specific Requests".
 */
final class Notifications {
    private final OmptEntryPoint.All runtime;
    private final CollectorEvents sources;

    /** The result of the registration, for each callback that is registered now. */
    private final Map<Event, SetResult> answers = new EnumMap<>(Event.class);

    private volatile @Nullable Session session;
    private long sessions;
    private boolean over;

    Notifications(OmptEntryPoint.All runtime, RunSettings settings) {
        this.runtime = runtime;
        sources = new CollectorEvents(runtime, settings, this::session);
    }

    boolean isStarted() {
        return session != null;
    }

    /** The present session; null outside a session. */
    @Nullable
    Session session() {
        return session;
    }

    synchronized OmpCollectorError start() {
        if (over || session != null) {
            return OmpCollectorError.SEQUENCE_ERR;
        }
        sessions++;
        session = new Session(sessions);
        return OmpCollectorError.OK;
    }

    synchronized OmpCollectorError stop() {
        if (session == null) {
            return OmpCollectorError.SEQUENCE_ERR;
        }
        session = null;
        connect();
        return OmpCollectorError.OK;
    }

    /** Ends the present session and allows no further one. */
    synchronized void end() {
        over = true;
        session = null;
    }

    OmpCollectorError pause(boolean paused) {
        Session current = session;
        if (current == null) {
            return OmpCollectorError.SEQUENCE_ERR;
        }
        current.paused = paused;
        return OmpCollectorError.OK;
    }

    synchronized OmpCollectorError register(OmpCollectorEvent event, OmpCollectorCallback callback) {
        Session current = session;
        if (current == null) {
            return OmpCollectorError.SEQUENCE_ERR;
        }
        current.callbacks.set(event.ordinal(), callback);
        connect();
        if (canHappen(event)) {
            return OmpCollectorError.OK;
        }
        current.callbacks.set(event.ordinal(), null);
        connect();
        return OmpCollectorError.UNSUPPORTED;
    }

    synchronized OmpCollectorError unregister(OmpCollectorEvent event) {
        Session current = session;
        if (current == null) {
            return OmpCollectorError.SEQUENCE_ERR;
        }
        current.callbacks.set(event.ordinal(), null);
        connect();
        return OmpCollectorError.OK;
    }

    /** Registers with OMPT the callbacks that the session needs, and no others. */
    private void connect() {
        Set<Event> wanted = wanted();
        for (Event each : CollectorEvents.ALL) {
            boolean isConnected = answers.containsKey(each);
            if (wanted.contains(each) && !isConnected) {
                answers.put(each, sources.register(each));
            } else if (!wanted.contains(each) && isConnected) {
                answers.remove(each);
                runtime.setCallback(each, null);
            }
        }
    }

    private Set<Event> wanted() {
        Set<Event> wanted = EnumSet.noneOf(Event.class);
        Session current = session;
        if (current != null) {
            for (OmpCollectorEvent each : OmpCollectorEvent.values()) {
                if (current.callbacks.get(each.ordinal()) != null) {
                    wanted.addAll(CollectorEvents.of(each));
                }
            }
        }
        return wanted;
    }

    private boolean canHappen(OmpCollectorEvent event) {
        if (!sources.hasConstruct(event)) {
            return false;
        }
        Set<Event> needed = CollectorEvents.of(event);
        for (Event each : needed) {
            SetResult answer = answers.get(each);
            if (answer == null || answer.value() < SetResult.SOMETIMES.value()) {
                return false;
            }
        }
        return !needed.isEmpty();
    }

    /** The registrations of a collector since its START. */
    static final class Session {
        final long number;
        final AtomicReferenceArray<@Nullable OmpCollectorCallback> callbacks =
                new AtomicReferenceArray<>(OmpCollectorEvent.values().length);
        volatile boolean paused;

        Session(long number) {
            this.number = number;
        }

        void tell(OmpCollectorEvent event) {
            OmpCollectorCallback callback = callbacks.get(event.ordinal());
            if (callback != null && !paused) {
                callback.event(event);
            }
        }
    }
}
