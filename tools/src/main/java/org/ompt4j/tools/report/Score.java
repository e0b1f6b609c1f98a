package org.ompt4j.tools.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.tools.read.CountedEvents;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.text.Units;

/**
 * Which constructs and call sites a trace's events come from, and how many bytes they take.
 *
 * <p>A score reads the events once. Memory grows with call sites, and with tasks and regions that are open at a time. Thread safety: none.
 */
public final class Score {
    /** The rounded cost of an event from the hook to the trace, in nanoseconds, as measured in docs/overhead.md. */
    static final long NANOS_PER_EVENT = 54;

    private final Trace trace;
    private final String name;
    private final Names names;
    private final Map<Construct, Sum> constructs = new HashMap<>();
    private final Map<Kind, Sum> kinds = new HashMap<>();
    private final Map<Site, Sum> sites = new HashMap<>();
    private final Sum all = new Sum();
    private final FilterDraft filter;
    private final Map<Long, Integer> siteOfTask = new HashMap<>();
    private final Map<Long, Integer> siteOfRegion = new HashMap<>();

    private record Kind(Event event, Construct construct) {}

    private record Site(int codeptrRa, Construct construct) {}

    /** A number of events, and the bytes that they take in the file. */
    static final class Sum {
        long events;
        long bytes;

        void add(long moreBytes) {
            events++;
            bytes += moreBytes;
        }

        /** @param times how often it is added; null is nothing */
        void add(@Nullable Sum more, int times) {
            if (more != null) {
                events += times * more.events;
                bytes += times * more.bytes;
            }
        }
    }

    private Score(Trace trace, String name) {
        this.trace = trace;
        this.name = name;
        this.names = new Names(trace);
        this.filter = new FilterDraft(trace);
    }

    /**
     * Reads a trace of events.
     *
     * @param name what the trace is called, such as its file
     * @throws IOException if it cannot be read
     */
    public static Score of(Trace trace, String name) throws IOException {
        Score score = new Score(trace, name);
        // Records are read ahead: the iterator returns an event later than its record was read.
        Map<TraceEvent, Integer> ahead = new IdentityHashMap<>();
        Iterator<TraceEvent> events = trace.events(ahead::put);
        while (events.hasNext()) {
            TraceEvent event = events.next();
            Integer bytes = ahead.remove(event);
            score.add(event, bytes == null ? 0 : bytes);
        }
        return score;
    }

    private void add(TraceEvent event, long bytes) {
        Event kind = event.event();
        if (kind == null) {
            return;
        }
        int site = siteOf(event);
        Construct construct = event.construct();
        all.add(bytes);
        constructs.computeIfAbsent(construct, key -> new Sum()).add(bytes);
        kinds.computeIfAbsent(new Kind(kind, construct), key -> new Sum()).add(bytes);
        sites.computeIfAbsent(new Site(site, construct), key -> new Sum()).add(bytes);
        filter.add(event, bytes);
    }

    /** The event's own call site; else that of the creation of the task that it begins or ends; else that of its region's begin; else 0. */
    private int siteOf(TraceEvent event) {
        int own = event.codeptrRa();
        if (event.event() == Event.TASK_CREATE) {
            siteOfTask.put(event.newTaskId(), own);
        } else if (event.event() == Event.PARALLEL_BEGIN) {
            siteOfRegion.put(event.parallelId(), own);
        } else if (event.event() == Event.TASK_SCHEDULE) {
            return siteOfScheduled(event);
        } else if (event.event() == Event.PARALLEL_END) {
            siteOfRegion.remove(event.parallelId());
        }
        return own != 0 ? own : siteOfRegion.getOrDefault(event.parallelId(), 0);
    }

    private int siteOfScheduled(TraceEvent event) {
        if (event.endsBody()) {
            Integer ended = siteOfTask.remove(event.priorTaskId());
            return ended == null ? 0 : ended;
        }
        return siteOfTask.getOrDefault(event.nextTaskId(), siteOfTask.getOrDefault(event.priorTaskId(), 0));
    }

    /** How many events there are. */
    public long events() {
        return all.events;
    }

    /**
     * Settings with which the next trace leaves out the most frequent events of this one.
     *
     * @param percent the share of the events' bytes to leave out at least, as far as possible, from 0 to 100
     */
    public Filter filter(double percent) {
        return filter.choose(all, percent, name);
    }

    /** Writes the score for people. */
    public void write(Page page) throws IOException {
        TextReport text = new TextReport(page);
        page.fact("Trace", size());
        page.fact("Cost", cost());
        for (Table<?> each : tables()) {
            text.write(each);
        }
        page.flush();
    }

    private String size() {
        String events = name + ": " + Units.plural(all.events, "event");
        long rest = trace.fileBytes() - all.bytes;
        return trace.fileBytes() == 0
                ? events
                : events + " in " + Units.bytes(all.bytes)
                        + (all.events == 0
                                ? ""
                                : String.format(Locale.ROOT, ", %.1f each", all.bytes / (double) all.events))
                        + "; " + Units.bytes(rest) + " besides for headers, names, and room that is not used";
    }

    private String cost() {
        long counted = trace.counted().stream().mapToLong(CountedEvents::count).sum();
        return "an estimate: " + Units.time((double) all.events * NANOS_PER_EVENT) + " of the threads' time, at "
                + NANOS_PER_EVENT
                + " ns for an event from the hook to the trace, which is what docs/overhead.md measured on its own"
                + " machine. What hooks do where they tell of no event is not in it"
                + (counted == 0
                        ? "."
                        : ", nor what " + Units.plural(counted, "event")
                                + " cost that were counted instead of traced.");
    }

    /** Tables by construct, by event and by call site. Each table adds up to all events. */
    List<Table<?>> tables() {
        List<Table<?>> tables = new ArrayList<>();
        tables.add(table(
                "Constructs",
                constructs,
                Column.of(
                        Unit.TEXT, "construct", "its id", each -> each.getKey().id())));
        tables.add(table(
                "Events",
                kinds,
                Column.of(
                        Unit.TEXT,
                        "event",
                        "its name and construct",
                        each -> each.getKey().event().specName() + " ["
                                + each.getKey().construct().id() + "]")));
        tables.add(table(
                "Call sites",
                sites,
                Column.of(
                        Unit.CALL_SITE,
                        "call site",
                        "where they happened, with the construct",
                        each -> names.callSite(each.getKey().codeptrRa()) + " ["
                                + each.getKey().construct().id() + "]")));
        return tables;
    }

    private <K> Table<Map.Entry<K, Sum>> table(String title, Map<K, Sum> sums, Column<Map.Entry<K, Sum>> row) {
        List<Map.Entry<K, Sum>> rows = new ArrayList<>(sums.entrySet());
        Function<Map.Entry<K, Sum>, String> text = row.text();
        rows.sort(Comparator.comparing((Map.Entry<K, Sum> each) -> -each.getValue().bytes)
                .thenComparing(each -> -each.getValue().events)
                .thenComparing(text));
        List<Column<Map.Entry<K, Sum>>> columns = new ArrayList<>();
        columns.add(Column.count("events", "how many", each -> each.getValue().events));
        columns.add(share("of events", "of all events", all.events, each -> each.events));
        if (trace.fileBytes() > 0) {
            columns.add(Column.count("bytes", "what their records take", each -> each.getValue().bytes));
            columns.add(share("of bytes", "of the bytes of all events", all.bytes, each -> each.bytes));
        }
        columns.add(row);
        String order = trace.fileBytes() > 0 ? "most bytes first" : "most events first";
        return Table.of(title, order, rows, columns);
    }

    private static <K> Column<Map.Entry<K, Sum>> share(
            String head, String meaning, long whole, Function<Sum, Long> part) {
        return Column.of(Unit.SHARE, head, meaning, each -> part.apply(each.getValue()) / (double) Math.max(1, whole));
    }
}
