package org.ompt4j.tools.cli;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.tools.read.CountedEvents;
import org.ompt4j.tools.read.Pause;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options that choose events. An option that is not given does not restrict the selection. */
final class EventSelection {
    private static final int NAMES_LISTED = 5;

    @Option(
            names = {"-e", "--event"},
            split = ",",
            paramLabel = "NAME",
            converter = EventName.class,
            description =
                    "Only these events, such as parallel_begin,mutex_acquired (ompt4j_sample: the samples, ompt4j_pause: when recording was paused, ompt4j_gc: when a garbage collection stopped all threads, ompt4j_throttled: what was counted instead).")
    private @Nullable List<String> events;

    @Option(
            names = {"-c", "--construct"},
            split = ",",
            paramLabel = "ID",
            converter = ConstructId.class,
            description = "Only events of these constructs, such as parallel-stream,reentrant-lock.")
    private @Nullable List<Construct> constructs;

    @Option(
            names = {"-t", "--thread"},
            split = ",",
            paramLabel = "THREAD",
            description = "Only events on these threads: id, name, or beginning of a name followed by *.")
    private @Nullable List<String> threads;

    @Option(
            names = "--from",
            paramLabel = "TIME",
            converter = TimeSpan.Converter.class,
            description = "Only events at or after this time since the trace began: 1.5s, 250ms, 10us, 100ns.")
    private @Nullable TimeSpan from;

    @Option(
            names = "--to",
            paramLabel = "TIME",
            converter = TimeSpan.Converter.class,
            description = "Only events at or before this time.")
    private @Nullable TimeSpan to;

    /** Whether no later event can be chosen. */
    boolean isPast(TraceEvent event) {
        return to != null && event.timeNanos() > to.nanos();
    }

    /** Whether a pause of the recording is to be shown: it is no event of a thread or a construct. */
    boolean includes(Pause pause) {
        return includes(JsonLines.PAUSE, pause);
    }

    /** Whether a garbage collection is to be shown. */
    boolean includesCollection(Pause collection) {
        return includes(JsonLines.COLLECTION, collection);
    }

    private boolean includes(String what, Pause pause) {
        return (events == null || events.contains(what))
                && constructs == null
                && threads == null
                && (from == null || pause.toNanos() >= from.nanos())
                && (to == null || pause.fromNanos() <= to.nanos());
    }

    /** Whether a count of events that were not traced is to be shown. */
    boolean includes(Trace trace, CountedEvents counted) {
        return (events == null || events.contains(JsonLines.THROTTLED))
                && (constructs == null || constructs.contains(counted.construct()))
                && (threads == null || chosenThreads(trace, threads).contains(counted.threadId()))
                && (from == null || counted.toNanos() >= from.nanos())
                && (to == null || counted.fromNanos() <= to.nanos());
    }

    /** The choice as a test of one event of this trace. */
    Predicate<TraceEvent> predicate(Trace trace) {
        List<Predicate<TraceEvent>> parts = new ArrayList<>();
        if (events != null) {
            Set<String> wanted = new HashSet<>(events);
            parts.add(event -> wanted.contains(JsonLines.name(event.event())));
        }
        if (constructs != null) {
            Set<Construct> wanted = new HashSet<>(constructs);
            parts.add(event -> wanted.contains(event.construct()));
        }
        if (threads != null) {
            Set<Long> wanted = chosenThreads(trace, threads);
            parts.add(event -> wanted.contains(event.threadId()));
        }
        TimeSpan first = from;
        if (first != null) {
            parts.add(event -> event.timeNanos() >= first.nanos());
        }
        return event -> parts.stream().allMatch(each -> each.test(event)) && !isPast(event);
    }

    /** Whether any option leaves out events. */
    boolean isNarrowed() {
        return events != null || constructs != null || threads != null || from != null || to != null;
    }

    /** The requested threads that the trace does not have, each as the user wrote it. */
    List<String> threadsThatAreMissing(Trace trace) {
        List<String> missing = new ArrayList<>(threads == null ? List.of() : threads);
        missing.removeIf(each -> trace.threads().stream().anyMatch(thread -> matches(thread, each)));
        return missing;
    }

    /** The first names of the trace's threads, and how many there are. */
    static String namesOf(Trace trace) {
        List<String> names = trace.threads().stream()
                .map(Trace.TraceThread::name)
                .distinct()
                .limit(NAMES_LISTED + 1)
                .toList();
        if (names.size() <= NAMES_LISTED) {
            return names.isEmpty() ? "none" : String.join(", ", names);
        }
        return String.join(", ", names.subList(0, NAMES_LISTED)) + " and others, "
                + trace.threads().size() + " in all";
    }

    /** The selection, as options. */
    @Override
    public String toString() {
        List<String> options = new ArrayList<>();
        if (events != null) {
            options.add("--event " + String.join(",", events));
        }
        if (constructs != null) {
            options.add("--construct " + constructs.stream().map(Construct::id).collect(Collectors.joining(",")));
        }
        if (threads != null) {
            options.add("--thread " + String.join(",", threads));
        }
        if (from != null) {
            options.add("--from " + from.nanos() + "ns");
        }
        if (to != null) {
            options.add("--to " + to.nanos() + "ns");
        }
        return String.join(" ", options);
    }

    private static Set<Long> chosenThreads(Trace trace, List<String> wanted) {
        Set<Long> ids = new HashSet<>();
        for (Trace.TraceThread each : trace.threads()) {
            if (wanted.stream().anyMatch(name -> matches(each, name))) {
                ids.add(each.id());
            }
        }
        return ids;
    }

    private static boolean matches(Trace.TraceThread thread, String wanted) {
        if (wanted.endsWith("*")) {
            return thread.name().startsWith(wanted.substring(0, wanted.length() - 1));
        }
        return thread.name().equals(wanted) || Long.toString(thread.id()).equals(wanted);
    }

    static final class EventName implements ITypeConverter<String> {
        @Override
        public String convert(String text) {
            List<String> known = new ArrayList<>();
            for (Event each : Event.values()) {
                known.add(each.specName());
            }
            known.add(JsonLines.SAMPLE);
            known.add(JsonLines.PAUSE);
            known.add(JsonLines.COLLECTION);
            known.add(JsonLines.THROTTLED);
            if (!known.contains(text)) {
                throw new TypeConversionException("'" + text + "' is no event; known: " + String.join(", ", known));
            }
            return text;
        }
    }

    static final class ConstructId implements ITypeConverter<Construct> {
        @Override
        public Construct convert(String text) {
            Construct found = Construct.byId(text);
            if (found == null) {
                List<String> known = new ArrayList<>();
                for (Construct each : Construct.values()) {
                    known.add(each.id());
                }
                throw new TypeConversionException("'" + text + "' is no construct; known: " + String.join(", ", known));
            }
            return found;
        }
    }
}
