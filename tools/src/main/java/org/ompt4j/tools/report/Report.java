package org.ompt4j.tools.report;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.OutputStream;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.blame.Blame;
import org.ompt4j.tools.findings.RunFindings;
import org.ompt4j.tools.model.MutexListener;
import org.ompt4j.tools.model.MutexModel;
import org.ompt4j.tools.model.QueueModel;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.RunReader;
import org.ompt4j.tools.model.Steals;
import org.ompt4j.tools.path.PathModel;
import org.ompt4j.tools.profile.JvmPauses;
import org.ompt4j.tools.profile.Samples;
import org.ompt4j.tools.profile.UserStacks;
import org.ompt4j.tools.profile.WaitPaths;
import org.ompt4j.tools.read.Trace;

/**
 * The report on a run: findings and tables, for people or as JSON.
 *
 * <p>A report reads the events once. Memory grows with the threads, tasks and regions that exist at one time, and with code, call sites and
 * objects, up to limits; the report says when it reached a limit. Only the code and call sites of {@link PathModel} have no limit. Two reports on
 * one trace have the same text.
 */
public final class Report {
    private final Trace trace;
    private final Names names;
    private final RunModel run;
    private final MutexModel mutexes;
    private final RunSection facts;
    private final FindingSection found;
    private final LossSection lost;
    private final UnknownCallSites unknownCallSites = new UnknownCallSites();
    private final BlameSection blamed;
    /** The model for the listeners that are called on another thread. */
    private final RunModel runAside;

    private final MutexModel mutexesAside;
    private final @Nullable Blame blame;
    private final List<Section> tables;
    private final QueueModel queues;
    private final TaskPlaces places = new TaskPlaces();
    private final Steals steals;
    private final PathModel path;
    private final PathSection paths;
    private final List<Section> sections;
    /** Null unless the report is for the page and the trace has events. */
    private final @Nullable FlameGraph flames;

    /** Null unless the report is for the page. */
    private final @Nullable TimelineSection timeline;

    /** Null unless the report is for the page and the trace has events. */
    private final @Nullable NumbersOverTime counters;

    private Report(Trace trace, @Nullable Samples samples, String name) {
        this(trace, samples, name, false);
    }

    /** @param isPage whether the report is for the page, which has more parts than the other forms */
    public Report(Trace trace, @Nullable Samples samples, String name, boolean isPage) {
        this.trace = trace;
        this.run = RunModel.withoutHistory(trace);
        this.steals = new Steals(run);
        this.names = new Names(trace);
        JvmPauses told = (samples == null ? JvmPauses.NONE : samples.pauses()).and(trace.collections());
        JvmPauses pauses = told.recordedIn(trace);
        ProcessorSection processors = samples == null ? null : new ProcessorSection(names, samples);
        UserStacks stacks = samples == null ? null : new UserStacks(trace, samples, processors);
        WaitPaths waitPaths = stacks == null ? null : stacks.waitPaths();
        RunFindings findings =
                new RunFindings(trace, run, pauses, samples, waitPaths, stacks == null ? null : stacks.waits());
        this.queues = new QueueModel(findings.stacks());
        MutexSection locks = new MutexSection(names, findings, waitPaths);
        List<MutexListener> listeners = new ArrayList<>(findings.listeners());
        listeners.add(locks);
        if (waitPaths != null) {
            listeners.add(waitPaths);
        }
        boolean hasFlames = isPage && !isSampled(trace);
        this.flames = hasFlames ? new FlameGraph(trace, stacks, samples == null ? "" : samples.metric()) : null;
        if (flames != null) {
            listeners.add(flames.listener());
        }
        this.mutexes = new MutexModel(trace, listeners);
        this.facts = new RunSection(trace, name);
        BlameWords words = new BlameWords(names, run, !trace.pauses().isEmpty());
        this.runAside = RunModel.withoutHistory(trace);
        this.mutexesAside = new MutexModel(trace, List.of());
        this.path = new PathModel(trace, runAside, mutexesAside);
        if (samples != null && samples.tellsProcessorTime()) {
            path.parallelism().tellOfProcessors(samples.pauses().sinceNanos(), samples.mostProcessorNanos());
        }
        this.paths = new PathSection(trace, names, path);
        this.found = new FindingSection(
                new FindingPhrases(names, words, findings, stacks == null ? null : stacks.waits()),
                findings,
                mutexes,
                queues,
                path.parallelism());
        this.lost = new LossSection(trace);
        this.blamed = new BlameSection(
                names, words, runAside, findings.blameListeners(), stacks == null ? null : stacks.waits());
        this.blame = run.tellsPools() ? blamed.blame() : null;
        this.tables = isSampled(trace) ? ofSamples() : ofEvents(locks, findings, pauses, samples, stacks, processors);
        this.sections = new ArrayList<>(tables);
        sections.add(facts);
        sections.add(found);
        if (flames != null) {
            sections.add(flames);
        }
        this.counters = hasFlames ? new NumbersOverTime(trace, queues, path.parallelism()) : null;
        this.timeline = isPage ? new TimelineSection(trace, names, places) : null;
        if (timeline != null) {
            sections.add(timeline);
        }
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

    /** Writes only the run's head line and the findings, see {@link #write}. */
    public static void writeFindings(
            Trace trace, @Nullable Samples samples, String name, int top, int width, Writer out) throws IOException {
        new TextReport(new Page(out, width, top)).writeFindings(new Report(trace, samples, name).read());
        out.flush();
    }

    /**
     * Writes the same report, with a timeline of the threads and flame graphs, as one self-contained page that needs no network.
     *
     * @param samples those that were taken besides; null if the run was to take none
     * @param top how many rows a table has at most
     * @throws IOException if the trace cannot be read or the page cannot be written
     */
    public static void writeHtml(Trace trace, @Nullable Samples samples, String name, int top, OutputStream out)
            throws IOException {
        Report report = new Report(trace, samples, name, true);
        report.writeHtml(report.read(), top, out);
    }

    /**
     * Writes the page, and what {@link #writeFindings} writes, but reads the trace only once.
     *
     * @param rows how many rows a table of the page has at most
     */
    public static void writeHtmlAndFindings(
            Trace trace,
            @Nullable Samples samples,
            String name,
            int rows,
            OutputStream html,
            int top,
            int width,
            Writer findings)
            throws IOException {
        Report report = new Report(trace, samples, name, true);
        Content content = report.read();
        report.writeHtml(content, rows, html);
        new TextReport(new Page(findings, width, top)).writeFindings(content);
        findings.flush();
    }

    public void writeHtml(Content content, int top, OutputStream out) throws IOException {
        new HtmlPage(out).write(json -> {
            json.writeStartObject();
            json.writeFieldName("report");
            new JsonReport(json, names, top).write(content);
            if (timeline != null) {
                json.writeFieldName("timeline");
                timeline.write(json);
            }
            if (counters != null) {
                json.writeFieldName("counters");
                counters.write(json);
            }
            if (flames != null) {
                json.writeFieldName("flames");
                flames.write(json);
            }
            json.writeEndObject();
        });
    }

    public Names names() {
        return names;
    }

    /** The contents of the report on a trace without samples, as data. */
    public static Content read(Trace trace, String name) throws IOException {
        return new Report(trace, null, name).read();
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

    private List<Section> ofEvents(
            MutexSection locks,
            RunFindings findings,
            JvmPauses pauses,
            @Nullable Samples samples,
            @Nullable UserStacks stacks,
            @Nullable ProcessorSection processors) {
        List<Section> all = new ArrayList<>();
        if (samples != null && stacks != null) {
            all.add(new ProfileSection(samples, stacks));
        }
        all.add(new PauseSection(pauses, findings.recordedNanos()));
        if (processors != null) {
            all.add(processors);
        }
        all.addAll(ofEvents(locks, findings));
        return all;
    }

    private List<Section> ofEvents(MutexSection locks, RunFindings findings) {
        return List.of(
                paths,
                new RegionSection(names, run, findings),
                new PoolSection(names, run, queues, steals),
                new TaskSection(names, places, steals, findings),
                new VirtualThreadSection(names, run, places),
                new ThreadSection(names),
                locks,
                new SyncSection(names, run),
                blamed,
                new ThrottleSection(trace, names),
                new ErrorSection(names));
    }

    private List<Section> ofSamples() {
        return List.of(new ThreadSection(names), new SampledWaitSection(names));
    }

    /** Reads the trace, once; returns the contents of the report. */
    public Content read() throws IOException {
        path.finish(RunReader.read(trace, run, listeners(), runAside, listenersAside()));
        List<Table<?>> all = new ArrayList<>();
        tables.forEach(each -> all.addAll(each.tables()));
        FindingList findings = isSampled(trace) ? null : found.list().and(paths.remarks());
        return new Content(facts.facts(), findings, all, lost.sentences(unknownCallSites), lost.tables());
    }

    /** The listeners, the models first, since sections use them. */
    private List<RunReader.Listener> listeners() {
        List<RunReader.Listener> all = new ArrayList<>(List.of(mutexes, queues, places, steals, unknownCallSites));
        all.addAll(sections);
        return all;
    }

    /** The listeners whose results are not needed before the end, which do nearly half of the work. */
    private List<RunReader.Listener> listenersAside() {
        return blame == null ? List.of(mutexesAside, path) : List.of(mutexesAside, path, blame);
    }
}
