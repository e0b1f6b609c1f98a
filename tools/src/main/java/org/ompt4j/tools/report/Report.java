package org.ompt4j.tools.report;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.findings.RunFindings;
import org.ompt4j.tools.model.MutexListener;
import org.ompt4j.tools.model.MutexModel;
import org.ompt4j.tools.model.QueueModel;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.TaskFrame;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.profile.Samples;
import org.ompt4j.tools.read.Pause;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;

/**
 * What a run did, as tables for people.
 *
 * <p>Reads the events once; memory grows with threads, call sites and objects that were waited for, not with the number of
 * events. Two runs over one trace write the same text.
 */
public final class Report {
    private final Trace trace;
    private final Names names;
    private final RunModel run;
    private final MutexModel mutexes;
    private final RunSection facts;
    private final FindingSection found;
    private final LossSection lost;
    private final List<Section> tables;
    private final QueueModel queues = new QueueModel();
    private final List<Section> sections;

    private Report(Trace trace, @Nullable Samples samples, String name) {
        this.trace = trace;
        this.run = RunModel.withoutHistory(trace);
        this.names = new Names(trace);
        RunFindings findings = new RunFindings(trace);
        MutexSection locks = new MutexSection(names, findings);
        List<MutexListener> listeners = new ArrayList<>(findings.listeners());
        listeners.add(locks);
        this.mutexes = new MutexModel(trace, listeners);
        this.facts = new RunSection(trace, name);
        this.found = new FindingSection(names, findings, mutexes, queues);
        this.lost = new LossSection(trace);
        this.tables = isSampled(trace) ? ofSamples() : ofEvents(locks, findings, samples);
        this.sections = new ArrayList<>(tables);
        sections.add(facts);
        sections.add(found);
    }

    /**
     * Writes the report.
     *
     * @param samples those that were taken besides; null if the run was to take none
     * @param name what the trace is called, such as its file
     * @param top how many rows a table has at most
     * @param width how long a line may be, in characters
     * @throws IOException if the trace cannot be read or the report cannot be written
     */
    public static void write(Trace trace, @Nullable Samples samples, String name, int top, int width, Writer out)
            throws IOException {
        new TextReport(new Page(out, width, top)).write(new Report(trace, samples, name).read());
        out.flush();
    }

    /** Writes the report of a trace alone. */
    public static void write(Trace trace, String name, int top, int width, Writer out) throws IOException {
        write(trace, null, name, top, width, out);
    }

    /** Writes only which run it was and what is wrong with it, see {@link #write}. */
    public static void writeFindings(Trace trace, String name, int top, int width, Writer out) throws IOException {
        new TextReport(new Page(out, width, top)).writeFindings(new Report(trace, null, name).read());
        out.flush();
    }

    /**
     * Writes the same report, with a timeline of the threads, as one page that needs nothing else, not even a network.
     *
     * @param samples those that were taken besides; null if the run was to take none
     * @param top how many rows a table has at most
     * @throws IOException if the trace cannot be read or the page cannot be written
     */
    public static void writeHtml(Trace trace, @Nullable Samples samples, String name, int top, OutputStream out)
            throws IOException {
        Report report = new Report(trace, samples, name);
        Timeline timeline = new Timeline(trace, report.names);
        report.sections.add(timeline);
        Content content = report.read();
        new HtmlPage(out).write(json -> {
            json.writeStartObject();
            json.writeFieldName("report");
            new JsonReport(json, report.names, top).write(content);
            json.writeFieldName("timeline");
            timeline.write(json);
            json.writeEndObject();
        });
    }

    private static boolean isSampled(Trace trace) {
        return trace.header().tool().equals("sample");
    }

    /**
     * Writes the same report as one JSON object.
     *
     * @param samples those that were taken besides; null if the run was to take none
     * @param top how many rows a table has at most
     * @throws IOException if the trace cannot be read or the report cannot be written
     */
    public static void writeJson(Trace trace, @Nullable Samples samples, String name, int top, JsonGenerator json)
            throws IOException {
        Report report = new Report(trace, samples, name);
        new JsonReport(json, report.names, top).write(report.read());
        json.flush();
    }

    private List<Section> ofEvents(MutexSection locks, RunFindings findings, @Nullable Samples samples) {
        List<Section> all = new ArrayList<>();
        if (samples != null) {
            all.add(new ProfileSection(trace, samples));
        }
        all.addAll(ofEvents(locks, findings));
        return all;
    }

    private List<Section> ofEvents(MutexSection locks, RunFindings findings) {
        return List.of(
                new RegionSection(names, run, findings),
                new PoolSection(names, run, queues),
                new TaskSection(names),
                new VirtualThreadSection(names, run),
                new ThreadSection(names),
                locks,
                new SyncSection(names),
                new ThrottleSection(trace, names),
                new ErrorSection());
    }

    private List<Section> ofSamples() {
        return List.of(new ThreadSection(names), new SampledWaitSection(names));
    }

    private Content read() throws IOException {
        Iterator<TraceEvent> events = trace.events();
        Iterator<Pause> pauses = trace.pauses().iterator();
        Pause pause = pauses.hasNext() ? pauses.next() : null;
        while (events.hasNext()) {
            TraceEvent event = events.next();
            while (pause != null && event.timeNanos() > pause.fromNanos()) {
                pauseAt(pause.fromNanos());
                pause = pauses.hasNext() ? pauses.next() : null;
            }
            accept(event);
        }
        finish(pause == null ? trace.losses().durationNanos() : pause.fromNanos());
        List<Table<?>> all = new ArrayList<>();
        tables.forEach(each -> all.addAll(each.tables()));
        FindingList findings = isSampled(trace) ? null : found.list();
        return new Content(facts.facts(), findings, all, lost.sentences(), lost.tables());
    }

    private void accept(TraceEvent told) {
        if (told.event() == null) {
            sections.forEach(each -> each.sample(told));
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
        mutexes.event(event, thread);
        queues.event(event, thread);
        for (Section each : sections) {
            each.event(event, thread);
        }
        run.apply(event);
        queues.applied(event, thread);
    }

    /** @param next the thread's next event, or null if there is none at that time */
    private void passUntil(@Nullable TraceEvent next, long timeNanos, ThreadModel thread) {
        TraceEvent last = thread.lastEvent();
        // A carrier's time is that of the virtual thread on it.
        long nanos = last == null || thread.mounted() != null ? 0 : timeNanos - last.timeNanos();
        if (nanos <= 0) {
            return;
        }
        State state = thread.stateUntil(next);
        TaskFrame top = thread.top();
        if (top != null && state.isWork()) {
            top.worked(nanos);
        }
        queues.interval(thread, state, nanos);
        for (Section each : sections) {
            each.interval(thread, state, nanos);
        }
    }

    private void pauseAt(long timeNanos) {
        finish(timeNanos);
        run.pause();
        mutexes.pause();
        queues.pause();
        sections.forEach(Section::pause);
    }

    /* Threads that the trace does not see end, because the run was cut short, are in their last state up to the end. */
    private void finish(long end) {
        run.threads().forEach(each -> finish(each, end));
        run.virtualThreads().forEach(each -> finish(each, end));
    }

    private void finish(ThreadModel thread, long end) {
        if (!thread.hasEnded() && thread.lastEvent() != null) {
            passUntil(null, end, thread);
            mutexes.end(thread, end);
            queues.end(thread);
            sections.forEach(section -> section.end(thread, end));
        }
    }
}
