package org.ompt4j.tools.model;

import java.io.IOException;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.read.Pause;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;

/**
 * Reads a trace once and notifies listeners of what its threads did: of each event, and of each stretch of time between two events of a thread with
 * the thread's state. The stretches of a thread add up to its time without pauses. Thread safety: none.
 */
public final class RunReader {
    private static final Event[] KINDS = Event.values();

    private final Trace trace;
    private final RunModel run;
    private final List<? extends Listener> listeners;
    /* There is an interface for each kind of notification, since most listeners need only a few, and empty calls take time. */
    private final EventListener[][] ofEvents;
    private final AppliedListener[][] ofApplied;
    private final IntervalListener[] ofIntervals;
    private final Iterator<Pause> pauses;
    /** The next one; null if there is none any more. */
    private @Nullable Pause pause;

    private RunReader(Trace trace, RunModel run, List<? extends Listener> listeners) {
        this.trace = trace;
        this.run = run;
        this.listeners = listeners;
        this.ofEvents = Arrays.stream(KINDS).map(this::whoAskFor).toArray(EventListener[][]::new);
        this.ofApplied = Arrays.stream(KINDS).map(this::whoAskForApplied).toArray(AppliedListener[][]::new);
        this.ofIntervals = those(IntervalListener.class).toArray(IntervalListener[]::new);
        this.pauses = trace.pauses().iterator();
        this.pause = pauses.hasNext() ? pauses.next() : null;
    }

    /** The listeners of this kind, in their order. */
    private <L extends Listener> Stream<L> those(Class<L> kind) {
        return listeners.stream().filter(kind::isInstance).map(kind::cast);
    }

    private EventListener[] whoAskFor(Event kind) {
        return those(EventListener.class)
                .filter(each -> each.kinds().contains(kind))
                .toArray(EventListener[]::new);
    }

    private AppliedListener[] whoAskForApplied(Event kind) {
        return those(AppliedListener.class)
                .filter(each -> each.appliedKinds().contains(kind))
                .toArray(AppliedListener[]::new);
    }

    /** A listener for the end of the recording and for samples. For frequent notifications there are further interfaces. */
    public interface Listener {

        /** The end of the recording; called for each thread whose end is not recorded. */
        default void end(ThreadModel thread, long timeNanos) {}

        /** Called after {@link #end} of all threads, at the end of the recording or of its part up to a pause. */
        default void partEnded(long timeNanos) {}

        /** Recording was paused: ends of what is open now are not seen. Called after {@link #end} of all threads. */
        default void pause() {}

        /** As {@link #pause()}, with the time of the pause. */
        default void pause(Pause pause) {
            pause();
        }

        /** A sample of a thread's state. */
        default void sample(TraceEvent sample) {}
    }

    /** A listener for events. */
    public interface EventListener extends Listener {

        /** The kinds of events for which {@link #event} is called; asked once. */
        default Set<Event> kinds() {
            return EnumSet.allOf(Event.class);
        }

        /**
         * An event; the thread's stack of tasks is as it was before the event.
         *
         * @param thread the thread on which it happened
         */
        void event(TraceEvent event, ThreadModel thread);
    }

    /** A listener for events that the run model has applied. */
    public interface AppliedListener extends Listener {

        /** The kinds of events for which {@link #applied} is called; asked once. */
        default Set<Event> appliedKinds() {
            return EnumSet.allOf(Event.class);
        }

        /**
         * An event that the run model has applied.
         *
         * @param switched the virtual thread that was mounted or unmounted with the event; null if there is none
         */
        void applied(TraceEvent event, ThreadModel thread, @Nullable ThreadModel switched);
    }

    /** A listener for stretches of time with the events that end them. */
    public interface IntervalListener extends Listener {

        /**
         * A stretch of time in which a thread was in one state, up to its next event. A carrier has none while a virtual thread is on it.
         *
         * @param thread the thread; its stack of tasks is still that of this time
         * @param nanos length, at least 1
         * @param next the thread's event at its end; null if there is none
         */
        void interval(ThreadModel thread, State state, long nanos, @Nullable TraceEvent next);
    }

    /** A listener for stretches of time. */
    public interface StateListener extends IntervalListener {

        /** As {@link IntervalListener#interval}, without the next event. */
        void interval(ThreadModel thread, State state, long nanos);

        @Override
        default void interval(ThreadModel thread, State state, long nanos, @Nullable TraceEvent next) {
            interval(thread, state, nanos);
        }
    }

    /**
     * Reads the whole trace.
     *
     * @param run the run before the first event
     * @return when the recording ended, in nanoseconds since it began
     */
    public static long read(Trace trace, RunModel run, Listener listener) throws IOException {
        return read(trace, run, List.of(listener));
    }

    /** Reads the whole trace for several listeners, which are called in their order. */
    public static long read(Trace trace, RunModel run, List<? extends Listener> listeners) throws IOException {
        RunReader reader = new RunReader(trace, run, listeners);
        Iterator<TraceEvent> events = trace.events();
        while (events.hasNext()) {
            reader.accept(events.next());
        }
        return reader.finish();
    }

    /**
     * Reads the whole trace, and also notifies other listeners in a second thread: the trace is read by one thread, but two follow the run.
     *
     * @param othersRun another model of the run before the first event, for the others
     * @param others the listeners of the second thread; they must not use the former ones or the trace, and must not be used before this method
     *     returns
     */
    public static long read(
            Trace trace,
            RunModel run,
            List<? extends Listener> listeners,
            RunModel othersRun,
            List<? extends Listener> others)
            throws IOException {
        RunReader reader = new RunReader(trace, run, listeners);
        RunReader othersReader = new RunReader(trace, othersRun, others);
        try (Aside<TraceEvent> aside = new Aside<>("ompt4j-report-aside", othersReader::accept)) {
            Iterator<TraceEvent> events = trace.events();
            while (events.hasNext()) {
                TraceEvent event = events.next();
                aside.accept(event);
                reader.accept(event);
            }
            long end = reader.finish();
            aside.finish();
            othersReader.finish();
            return end;
        }
    }

    /** Processes the next event, and before it the pauses of the recording that precede it. */
    private void accept(TraceEvent event) {
        Pause next = pause;
        while (next != null && event.timeNanos() > next.fromNanos()) {
            pauseAt(next);
            next = pauses.hasNext() ? pauses.next() : null;
        }
        pause = next;
        tell(event);
    }

    /** There are no more events; returns when the recording ended. */
    private long finish() {
        Pause last = pause;
        long end = last == null ? trace.losses().durationNanos() : last.fromNanos();
        finish(end);
        return end;
    }

    private void tell(TraceEvent told) {
        Event kind = told.event();
        if (kind == null) {
            for (Listener each : listeners) {
                each.sample(told);
            }
            return;
        }
        run.recognize(told);
        TraceEvent event = run.located(told);
        ThreadModel thread = run.thread(event);
        ThreadModel switched = run.switchedBy(event);
        if (switched != null) {
            passUntil(null, event.timeNanos(), switched);
        }
        passUntil(event, event.timeNanos(), thread);
        for (EventListener each : ofEvents[kind.ordinal()]) {
            each.event(event, thread);
        }
        run.apply(event);
        for (AppliedListener each : ofApplied[kind.ordinal()]) {
            each.applied(event, thread, switched);
        }
    }

    /** @param next the thread's next event, or null if there is none at that time */
    private void passUntil(@Nullable TraceEvent next, long timeNanos, ThreadModel thread) {
        TraceEvent last = thread.lastEvent();
        // The time of a carrier belongs to its virtual thread.
        long nanos = last == null || thread.mounted() != null ? 0 : timeNanos - last.timeNanos();
        if (nanos <= 0) {
            return;
        }
        State state = thread.stateUntil(next);
        TaskFrame top = thread.top();
        if (top != null && state.isWork()) {
            top.worked(nanos);
        }
        for (IntervalListener each : ofIntervals) {
            each.interval(thread, state, nanos, next);
        }
    }

    private void pauseAt(Pause pause) {
        finish(pause.fromNanos());
        run.pause();
        for (Listener each : listeners) {
            each.pause(pause);
        }
    }

    /* Threads whose end is not in the trace, because the run was cut short, are in their last state up to the end. */
    private void finish(long end) {
        run.living().forEach(each -> finish(each, end));
        for (Listener each : listeners) {
            each.partEnded(end);
        }
    }

    private void finish(ThreadModel thread, long end) {
        if (thread.lastEvent() != null) {
            passUntil(null, end, thread);
            for (Listener each : listeners) {
                each.end(thread, end);
            }
        }
    }
}
