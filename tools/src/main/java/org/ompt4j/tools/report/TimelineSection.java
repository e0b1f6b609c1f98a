package org.ompt4j.tools.report;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.EventShape;
import org.ompt4j.ompt.Member;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.model.Flows;
import org.ompt4j.tools.model.Rows;
import org.ompt4j.tools.model.RunReader;
import org.ompt4j.tools.model.TaskFrame;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;

/**
 * What each thread did over time: its states, the code of its tasks and regions, the arrows from one thread to another, and the tasks that began
 * late. A carrier is shown with what the virtual thread on it does.
 *
 * <p>Memory is bounded: there are limits for the stretches, arrows and late begins of all threads together, but each thread keeps at least a few.
 * If there are very many threads, those that worked least are left out.
 */
final class TimelineSection implements Section, RunReader.EventListener, RunReader.StateListener {
    private static final int MOST_IN_A_ROW = 4_000;
    private static final int FEWEST_IN_A_ROW = 50;
    private static final int MOST_IN_ALL = 400_000;
    private static final int MOST_ARROWS_IN_A_ROW = 1_000;
    private static final int FEWEST_ARROWS_IN_A_ROW = 15;
    private static final int MOST_ARROWS_IN_ALL = 40_000;
    private static final int MOST_LATE_IN_A_ROW = 500;
    private static final int FEWEST_LATE_IN_A_ROW = 5;
    private static final int MOST_LATE_IN_ALL = 10_000;
    /** How many tasks are followed at one time at most, to know where they were created. */
    private static final int MOST_TASKS = 500_000;

    private static final int MOST_ROWS = 2_000;
    private static final int MOST_LABELS = 20_000;
    private static final int COARSER = 8;
    private static final int FEW = 500;

    private final Trace trace;
    private final Names names;
    private final int most;
    private final int mostArrows;
    private final int mostLate;
    private final Flows flows = new Flows(MOST_TASKS);
    private final TaskPlaces places;
    private final Rows<Long, Row> rows;
    private final Map<Long, Integer> labelsOfRegions = new HashMap<>();
    private final Map<String, Integer> labels = new LinkedHashMap<>();
    /** Labels by body and call site, so that names are not built again. */
    private final Map<Long, Integer> labelsOfPlaces = new HashMap<>();

    /** How many arrows there are from one row to another. */
    private long arrows;

    /** How many tasks began later than they were due. */
    private long lateBegins;

    /** The row that was looked up last: it is often the next one too. */
    private @Nullable Row latest;

    TimelineSection(Trace trace, Names names, TaskPlaces places) {
        this.trace = trace;
        this.names = names;
        this.places = places;
        this.rows = new Rows<>(MOST_ROWS, Row::new, each -> each.workNanos, each -> latest = null);
        int threads = Math.max(1, trace.threads().size());
        this.most = Math.max(FEWEST_IN_A_ROW, Math.min(MOST_IN_A_ROW, MOST_IN_ALL / threads));
        this.mostArrows =
                Math.max(FEWEST_ARROWS_IN_A_ROW, Math.min(MOST_ARROWS_IN_A_ROW, MOST_ARROWS_IN_ALL / threads));
        this.mostLate = Math.max(FEWEST_LATE_IN_A_ROW, Math.min(MOST_LATE_IN_A_ROW, MOST_LATE_IN_ALL / threads));
        labels.put("", 0);
    }

    @Override
    public void event(TraceEvent event, ThreadModel thread) {
        Event kind = event.event();
        if (kind != null) {
            flows.accept(event, kind, thread);
            arrives(flows.end(), thread, event.timeNanos());
        }
        if (event.event() == Event.PARALLEL_BEGIN) {
            labelsOfRegions.put(event.parallelId(), label(EventShape.place(event.codeptrRa(), 0)));
        } else if (event.event() == Event.PARALLEL_END) {
            labelsOfRegions.remove(event.parallelId());
        } else if (event.event() == Event.TASK_LATE) {
            late(event, thread);
        }
    }

    private void late(TraceEvent event, ThreadModel thread) {
        ThreadModel platformThread = thread.platformThread();
        // A virtual thread that resumes late has begun long before.
        if (platformThread != null && !event.isLateMount()) {
            row(platformThread.id()).late.add(event.timeNanos(), event.value(Member.LATENESS));
            lateBegins++;
        }
    }

    @Override
    public void pause() {
        flows.pause();
    }

    private void arrives(Flows.@Nullable End end, ThreadModel thread, long timeNanos) {
        ThreadModel platformThread = thread.platformThread();
        if (end != null
                && platformThread != null
                && platformThread.id() != end.origin().threadId()) {
            row(platformThread.id()).arrows.add(end, timeNanos);
            arrows++;
        }
    }

    /** The row of one thread. */
    private final class Row {
        final long threadId;
        final Stretches stretches = new Stretches(most, State.values().length);
        final Arrows arrows = new Arrows(mostArrows);
        final LateBegins late = new LateBegins(mostLate);
        long workNanos;

        Row(long threadId) {
            this.threadId = threadId;
        }

        void add(State state, long fromNanos, long nanos, int label) {
            stretches.add(fromNanos, fromNanos + nanos, state.ordinal(), label);
            workNanos += state.isWork() ? nanos : 0;
        }
    }

    private int label(long place) {
        Integer known = labelsOfPlaces.get(place);
        if (known == null) {
            known = label(names.code(EventShape.body(place), EventShape.codeptrRa(place)));
            if (labelsOfPlaces.size() < 2 * MOST_LABELS) {
                labelsOfPlaces.put(place, known);
            }
        }
        return known;
    }

    /* If there is too much different code, later code has no name. */
    private int label(String name) {
        return labels.size() < MOST_LABELS
                ? labels.computeIfAbsent(name, key -> labels.size())
                : labels.getOrDefault(name, 0);
    }

    @Override
    public void interval(ThreadModel thread, State state, long nanos) {
        ThreadModel platformThread = thread.platformThread();
        TraceEvent last = thread.lastEvent();
        if (platformThread != null && last != null) {
            row(platformThread.id()).add(state, last.timeNanos(), nanos, label(thread.top()));
        }
    }

    private int label(@Nullable TaskFrame task) {
        if (task == null || task.kind() == TaskFrame.Kind.INITIAL) {
            return 0;
        }
        if (task.kind() != TaskFrame.Kind.EXPLICIT) {
            return labelsOfRegions.getOrDefault(task.regionId(), 0);
        }
        long place = places.of(task.taskId());
        return place == TaskPlaces.NOT_KNOWN ? 0 : label(place);
    }

    @Override
    public void sample(TraceEvent sample) {
        State state = sample.state();
        if (state != null) {
            long period = trace.header().settings().samplePeriodNanos();
            row(sample.threadId()).add(state, sample.timeNanos(), period, 0);
        }
    }

    private Row row(long threadId) {
        Row known = latest;
        if (known == null || known.threadId != threadId) {
            known = rows.at(threadId);
            latest = known;
        }
        return known;
    }

    /** Writes the timeline as one JSON object, for the page alone. */
    void write(JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeNumberField("duration_ns", trace.losses().durationNanos());
        json.writeArrayFieldStart("states");
        for (State each : State.values()) {
            json.writeStartObject();
            json.writeStringField("key", each.specName());
            json.writeStringField("head", Names.state(each));
            json.writeEndObject();
        }
        json.writeEndArray();
        JsonArrays.texts(json, "labels", labels.keySet());
        Map<Long, Row> kept = rows.kept();
        json.writeNumberField("left_out", rows.given());
        json.writeArrayFieldStart("rows");
        List<Row> shown = new ArrayList<>();
        for (Trace.TraceThread each : trace.threads()) {
            Row row = kept.get(each.id());
            if (row != null) {
                shown.add(row);
                row(each, row, json);
            }
        }
        json.writeEndArray();
        json.writeFieldName("arrows");
        arrows(shown, json);
        json.writeNumberField("late_begins", lateBegins);
        json.writeEndObject();
    }

    private void arrows(List<Row> shown, JsonGenerator json) throws IOException {
        Map<Long, Integer> rowsOfThreads = new HashMap<>();
        for (Row each : shown) {
            rowsOfThreads.put(each.threadId, rowsOfThreads.size());
        }
        ArrowList list = new ArrowList(names);
        for (int i = 0; i < shown.size(); i++) {
            list.add(shown.get(i).arrows, i, rowsOfThreads);
        }
        json.writeStartObject();
        json.writeNumberField("told", arrows);
        json.writeNumberField("not_followed", flows.notFollowed());
        list.write(json);
        json.writeEndObject();
    }

    private void row(Trace.TraceThread thread, Row row, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("thread", names.thread(thread.id()));
        json.writeNumberField("thread_id", thread.id());
        json.writeArrayFieldStart("levels");
        for (Stretches each : levels(row.stretches)) {
            level(each, json);
        }
        json.writeEndArray();
        if (row.late.told() > 0) {
            late(row.late, json);
        }
        json.writeEndObject();
    }

    private static void late(LateBegins late, JsonGenerator json) throws IOException {
        late.shrink();
        json.writeObjectFieldStart("late");
        json.writeNumberField("grain_ns", late.grainNanos());
        numbers("gap", late.size(), i -> late.at(i) - (i == 0 ? 0 : late.at(i - 1)), json);
        numbers("ns", late.size(), late::lateNanos, json);
        json.writeEndObject();
    }

    /** Levels of detail, the finest first. Each level has far fewer stretches than the previous one. */
    static List<Stretches> levels(Stretches all) {
        all.shrink();
        List<Stretches> levels = new ArrayList<>(List.of(all));
        for (Stretches last = all; last.size() > FEW; ) {
            last = last.coarser(last.size() / COARSER);
            levels.add(last);
        }
        return levels;
    }

    private static void level(Stretches stretches, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeNumberField("grain_ns", stretches.grainNanos());
        numbers("gap", stretches.size(), i -> stretches.from(i) - (i == 0 ? 0 : stretches.to(i - 1)), json);
        numbers("length", stretches.size(), i -> stretches.to(i) - stretches.from(i), json);
        numbers("state", stretches.size(), stretches::state, json);
        numbers("label", stretches.size(), stretches::label, json);
        // Rounded down, since the share is a lower bound.
        numbers(
                "share",
                stretches.size(),
                i -> (long) (100.0 * stretches.shareNanos(i) / (stretches.to(i) - stretches.from(i))),
                json);
        json.writeEndObject();
    }

    private static void numbers(String member, int size, IntToLongFunction number, JsonGenerator json)
            throws IOException {
        json.writeArrayFieldStart(member);
        for (int i = 0; i < size; i++) {
            json.writeNumber(number.applyAsLong(i));
        }
        json.writeEndArray();
    }
}
