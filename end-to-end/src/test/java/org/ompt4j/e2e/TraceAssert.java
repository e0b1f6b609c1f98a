package org.ompt4j.e2e;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.assertj.core.api.Assertions;
import org.assertj.core.api.ListAssert;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;

/**
 * Assertions about a trace. A chain of calls first selects events, and then states what is expected of them:
 *
 * <pre>{@code
 * assertThat(run).onThread("waiter").of(CYCLIC_BARRIER).emitsExactly(
 *         syncRegion(BEGIN), syncRegionWait(BEGIN), syncRegionWait(END), syncRegion(END));
 * }</pre>
 *
 * <p>Each failure shows the selected events.
 */
final class TraceAssert {

    private static final int SHOWN_EVENTS = 200;

    private final Trace trace;
    private final Collection<Trace.TraceThread> threads;
    private final String lookedAt;
    private final List<TraceEvent> events;
    private final boolean ofChosenConstructs;

    private TraceAssert(
            Trace trace,
            Collection<Trace.TraceThread> threads,
            String lookedAt,
            List<TraceEvent> events,
            boolean ofChosenConstructs) {
        this.threads = threads;
        this.ofChosenConstructs = ofChosenConstructs;
        this.trace = trace;
        this.lookedAt = lookedAt;
        this.events = events;
    }

    /** All events of the run. */
    static TraceAssert assertThat(ObservedRun run) {
        return new TraceAssert(run.trace(), run.threads(), run.toString(), run.events(), false);
    }

    /** All of these events, in the order given. */
    static TraceAssert assertThat(Trace trace, List<TraceEvent> events) {
        return new TraceAssert(trace, trace.threads(), "events", events, false);
    }

    /** Selects events of the thread with this name, of which there must be exactly one. */
    TraceAssert onThread(String name) {
        List<Long> ids = threads(name::equals);
        Assertions.assertThat(ids)
                .as("threads called %s in %s, which has %s", name, lookedAt, threadNames())
                .hasSize(1);
        return narrowed("on " + name, each -> each.threadId() == ids.get(0));
    }

    /** Selects events of threads whose name matches this regular expression, of which there must be at least one. */
    TraceAssert onThreads(String regularExpression) {
        List<Long> ids = threads(each -> each.matches(regularExpression));
        Assertions.assertThat(ids)
                .as("threads called like %s in %s, which has %s", regularExpression, lookedAt, threadNames())
                .isNotEmpty();
        return narrowed("on " + regularExpression, each -> ids.contains(each.threadId()));
    }

    /** Selects events of these constructs. */
    TraceAssert of(Construct first, Construct... more) {
        Set<Construct> constructs = EnumSet.of(first, more);
        TraceAssert chosen = narrowed("of " + constructs, each -> constructs.contains(each.construct()));
        return new TraceAssert(trace, threads, chosen.lookedAt, chosen.events, true);
    }

    /** Selects events of these kinds. */
    TraceAssert only(Event first, Event... more) {
        Set<Event> names = EnumSet.of(first, more);
        return narrowed("only " + names, each -> each.event() != null && names.contains(each.event()));
    }

    /** Selects events that match one of these. */
    TraceAssert only(ExpectedEvent... expected) {
        return narrowed(
                "only " + Arrays.toString(expected),
                each -> Arrays.stream(expected).anyMatch(one -> one.matches(trace, each)));
    }

    /** These events come in this order; other events may come between them. */
    TraceAssert emitsInOrder(ExpectedEvent... expected) {
        int next = 0;
        for (TraceEvent each : events) {
            if (next < expected.length && expected[next].matches(trace, each)) {
                next++;
            }
        }
        if (next < expected.length) {
            throw failure("expected in this order\n  " + lines(Arrays.asList(expected)) + "\nmissing from number "
                    + (next + 1) + " on: " + expected[next]);
        }
        return this;
    }

    /**
     * These events come in this order, and no others. If {@link #of} has not selected constructs, threads may also park, sleep or read a class in
     * between.
     */
    TraceAssert emitsExactly(ExpectedEvent... expected) {
        List<TraceEvent> events = ofChosenConstructs
                ? this.events
                : this.events.stream()
                        .filter(each -> each.construct().raised().mask() != Event.WAIT.bit())
                        .toList();
        for (int i = 0; i < Math.max(expected.length, events.size()); i++) {
            if (i >= events.size() || i >= expected.length || !expected[i].matches(trace, events.get(i))) {
                throw failure("expected exactly\n  " + lines(Arrays.asList(expected)) + "\nfirst difference at number "
                        + (i + 1));
            }
        }
        return this;
    }

    /** A thread waits for a condition, and from the time of the signal on for the mutex. */
    TraceAssert waitsForTheMutexOnceItsConditionIsMet() {
        for (int i = 0; i + 2 < events.size(); i++) {
            TraceEvent end = events.get(i);
            boolean isMet = end.event() == Event.WAIT
                    && end.endpoint() == ScopeEndpoint.END
                    && end.state() == State.WAIT_CONDITION;
            if (isMet && isWait(events.get(i + 1), events.get(i + 2), end.timeNanos())) {
                return this;
            }
        }
        throw failure("expected a wait for the mutex from the end of the wait for its condition on");
    }

    /** The first acquisition, a {@code mutex_acquire} and the {@code mutex_acquired} right after it, took at least this time. */
    TraceAssert waitsForTheMutexAtLeast(long nanos) {
        for (int i = 0; i + 1 < events.size(); i++) {
            TraceEvent acquire = events.get(i);
            if (acquire.event() == Event.MUTEX_ACQUIRE) {
                Assertions.assertThat(events.get(i + 1).event()).isEqualTo(Event.MUTEX_ACQUIRED);
                Assertions.assertThat(events.get(i + 1).timeNanos() - acquire.timeNanos())
                        .as("nanoseconds in %s", lookedAt)
                        .isGreaterThanOrEqualTo(nanos);
                return this;
            }
        }
        throw failure("expected an acquisition of a mutex");
    }

    private static boolean isWait(TraceEvent acquire, TraceEvent acquired, long fromNanos) {
        return acquire.event() == Event.MUTEX_ACQUIRE
                && acquired.event() == Event.MUTEX_ACQUIRED
                && acquire.timeNanos() == fromNanos
                && acquired.timeNanos() > fromNanos;
    }

    /** There are exactly this many such events. */
    TraceAssert has(long count, ExpectedEvent expected) {
        long found = count(expected);
        if (found != count) {
            throw failure("expected " + count + " times " + expected + ", found " + found + " times");
        }
        return this;
    }

    /** There is at least one such event. */
    TraceAssert hasSome(ExpectedEvent expected) {
        if (count(expected) == 0) {
            throw failure("expected some " + expected);
        }
        return this;
    }

    /** There is no such event. */
    TraceAssert hasNo(ExpectedEvent expected) {
        return has(0, expected);
    }

    /** There is no event at all. */
    void isSilent() {
        emitsExactly();
    }

    /** How many such events there are. */
    long count(ExpectedEvent expected) {
        return events.stream().filter(each -> expected.matches(trace, each)).count();
    }

    /** The selected events, for other assertions. */
    ListAssert<TraceEvent> events() {
        return Assertions.assertThat(events).as(lookedAt);
    }

    private TraceAssert narrowed(String how, Predicate<TraceEvent> condition) {
        return new TraceAssert(
                trace,
                threads,
                lookedAt + ", " + how,
                events.stream().filter(condition).collect(toList()),
                ofChosenConstructs);
    }

    private List<Long> threads(Predicate<String> name) {
        return threads.stream()
                .filter(each -> name.test(each.name()))
                .map(Trace.TraceThread::id)
                .collect(toList());
    }

    private List<String> threadNames() {
        return threads.stream().map(Trace.TraceThread::name).collect(toList());
    }

    private AssertionError failure(String what) {
        List<String> shown = new ArrayList<>();
        for (TraceEvent each : events.subList(0, Math.min(SHOWN_EVENTS, events.size()))) {
            shown.add(describe(each));
        }
        return new AssertionError(lookedAt + "\n" + what + "\nfound " + events.size() + " events\n  " + lines(shown));
    }

    private String describe(TraceEvent event) {
        StringBuilder text = new StringBuilder();
        text.append(event.event() == null ? "sample" : event.event().specName());
        event.members().forEach(each -> append(text, event.enumerator(each)));
        append(text, event.message());
        text.append(" [").append(event.construct().id()).append(']');
        append(text, "thread", event.threadId());
        append(text, "task", event.taskId());
        append(text, "region", event.parallelId());
        append(text, "new", event.newTaskId());
        append(text, "prior", event.priorTaskId());
        append(text, "next", event.nextTaskId());
        append(text, "wait", event.waitId());
        append(text, "flags", event.flags());
        append(text, trace.callSite(event.codeptrRa()), trace.body(event.body()));
        return text.toString();
    }

    private static void append(StringBuilder text, @Nullable Object... members) {
        for (Object each : members) {
            if (each != null) {
                text.append(' ').append(each);
            }
        }
    }

    private static void append(StringBuilder text, String name, long value) {
        if (value != 0) {
            text.append(' ').append(name).append(' ').append(value);
        }
    }

    private static String lines(List<?> all) {
        return all.stream().map(String::valueOf).collect(joining("\n  "));
    }
}
