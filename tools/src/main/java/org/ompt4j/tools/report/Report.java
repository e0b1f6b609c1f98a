package org.ompt4j.tools.report;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.blame.Blame;
import org.ompt4j.tools.model.MutexListener;
import org.ompt4j.tools.model.MutexModel;
import org.ompt4j.tools.model.RunReader;
import org.ompt4j.tools.path.PathModel;
import org.ompt4j.tools.profile.WaitCallers;
import org.ompt4j.tools.read.Trace;

/**
 * The report on a run: findings and tables, for people or as JSON. {@link HtmlReport} has more.
 *
 * <p>A report reads the events once. Memory grows with the threads, tasks and regions that exist at one time, and with code, call sites and
 * objects, up to limits; the report says when it reached a limit. Only the code and call sites of {@link PathModel} have no limit. Two reports on
 * one trace have the same text.
 */
public final class Report {
    private final Models models;
    private final MutexModel mutexes;
    private final RunSection facts;
    private final FindingSection found;
    private final LossSection lost;
    private final UnknownCallSites unknownCallSites = new UnknownCallSites();
    private final BlameSection blamed;
    private final @Nullable Blame blame;
    private final PathSection paths;
    private final List<Section> tables;
    private final List<Section> sections;

    private Report(TracedRun traced) {
        this(new Models(traced), List.of(), List.of());
    }

    /**
     * A report with more than every form of it has.
     *
     * @param moreMutexListeners further ones that have to be told of mutexes
     * @param moreSections further ones without tables, which are told of each event after all others
     */
    Report(Models models, List<MutexListener> moreMutexListeners, List<Section> moreSections) {
        this.models = models;
        Trace trace = models.trace;
        MutexSection locks = new MutexSection(models.names, models.findings, models.waitPaths);
        this.mutexes = new MutexModel(trace, mutexListeners(locks, moreMutexListeners));
        this.facts = new RunSection(trace, models.traced.name());
        this.paths = new PathSection(trace, models.names, models.path);
        BlameWords words =
                new BlameWords(models.names, models.run, !trace.pauses().isEmpty());
        WaitCallers callers = models.stacks == null ? null : models.stacks.waits();
        this.found = new FindingSection(
                new FindingPhrases(models.names, words, models.findings, callers),
                models.findings,
                mutexes,
                models.queues,
                models.path.parallelism());
        this.lost = new LossSection(trace);
        this.blamed = new BlameSection(
                models.names, words, models.runAside, models.findings.finders().blameListeners(), callers);
        this.blame = models.run.tellsPools() ? blamed.blame() : null;
        this.tables = models.traced.isSampled() ? ofSamples() : ofEvents(locks);
        this.sections = new ArrayList<>(tables);
        sections.add(facts);
        sections.add(found);
        sections.addAll(moreSections);
    }

    private List<MutexListener> mutexListeners(MutexSection locks, List<MutexListener> more) {
        List<MutexListener> all = new ArrayList<>(models.findings.finders().listeners());
        all.add(locks);
        if (models.waitPaths != null) {
            all.add(models.waitPaths);
        }
        all.addAll(more);
        return all;
    }

    /**
     * Writes the report.
     *
     * @throws IOException if the trace cannot be read or the report cannot be written
     */
    public static void write(TracedRun traced, Page page) throws IOException {
        new TextReport(page).write(read(traced));
        page.flush();
    }

    /** Writes only the run's head line and the findings, see {@link #write}. */
    public static void writeFindings(TracedRun traced, Page page) throws IOException {
        new TextReport(page).writeFindings(read(traced));
        page.flush();
    }

    /**
     * Writes the same report as one JSON object.
     *
     * @param rows how many rows a table has at most
     * @throws IOException if the trace cannot be read or the report cannot be written
     */
    public static void writeJson(TracedRun traced, int rows, JsonGenerator json) throws IOException {
        new JsonReport(json, new Names(traced.trace()), rows).write(read(traced));
        json.flush();
    }

    /** The contents of the report, as data. */
    public static Content read(TracedRun traced) throws IOException {
        return new Report(traced).read();
    }

    private List<Section> ofEvents(MutexSection locks) {
        List<Section> all = new ArrayList<>();
        if (models.samples != null && models.stacks != null) {
            all.add(new ProfileSection(models.samples, models.stacks));
        }
        all.add(new PauseSection(models.pauses, models.findings.recordedNanos()));
        if (models.processors != null) {
            all.add(models.processors);
        }
        all.add(paths);
        all.add(new RegionSection(models.names, models.run, models.findings.finders()));
        all.add(new PoolSection(models.names, models.run, models.queues, models.steals));
        all.add(new TaskSection(models.names, models.places, models.steals, models.findings.finders()));
        all.add(new VirtualThreadSection(models.names, models.run, models.places));
        all.add(new ThreadSection(models.names));
        all.add(locks);
        all.add(new SyncSection(models.names, models.run));
        all.add(blamed);
        all.add(new ThrottleSection(models.trace, models.names));
        all.add(new ErrorSection(models.names));
        return all;
    }

    private List<Section> ofSamples() {
        return List.of(new ThreadSection(models.names), new SampledWaitSection(models.names));
    }

    /** Reads the trace, once; returns the contents of the report. */
    Content read() throws IOException {
        models.path.finish(RunReader.read(models.trace, models.run, listeners(), models.runAside, listenersAside()));
        List<Table<?>> all = new ArrayList<>();
        tables.forEach(each -> all.addAll(each.tables()));
        FindingList findings = models.traced.isSampled() ? null : found.list().and(paths.remarks());
        return new Content(facts.facts(), findings, all, lost.sentences(unknownCallSites), lost.tables());
    }

    /** The listeners, the models first, since sections use them. */
    private List<RunReader.Listener> listeners() {
        List<RunReader.Listener> all =
                new ArrayList<>(List.of(mutexes, models.queues, models.places, models.steals, unknownCallSites));
        all.addAll(sections);
        return all;
    }

    /** The listeners whose results are not needed before the end, which do nearly half of the work. */
    private List<RunReader.Listener> listenersAside() {
        return blame == null
                ? List.of(models.mutexesAside, models.path)
                : List.of(models.mutexesAside, models.path, blame);
    }
}
