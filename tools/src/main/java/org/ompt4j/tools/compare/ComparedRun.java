package org.ompt4j.tools.compare;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.RunSettings;
import org.ompt4j.ompt.State;
import org.ompt4j.settings.SettingsText;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceHeader;
import org.ompt4j.tools.report.Column;
import org.ompt4j.tools.report.Content;
import org.ompt4j.tools.report.FindingList;
import org.ompt4j.tools.report.LossSection;
import org.ompt4j.tools.report.Names;
import org.ompt4j.tools.report.Portion;
import org.ompt4j.tools.report.Report;
import org.ompt4j.tools.report.RunSection;
import org.ompt4j.tools.report.Table;
import org.ompt4j.tools.report.TracedRun;
import org.ompt4j.tools.report.WaitStatistics;
import org.ompt4j.tools.text.Units;

/**
 * The data of one run that can be compared with another run: the report's tables, with names that are the same in every run, and the findings.
 * Does not refer to the trace; memory grows with call sites and classes. Thread safety: none.
 */
public final class ComparedRun {
    /** The settings that determine the contents of a trace. */
    private static final List<String> SETTINGS = List.of(
            "profile",
            "events",
            "constructs",
            "include",
            "exclude",
            "define",
            "native",
            "mutex.detail",
            "min-wait",
            "throttle");

    private final String name;
    private final Map<ComparedTable, Map<String, Figures>> tables = new EnumMap<>(ComparedTable.class);
    private final List<ComparedFinding> findings = new ArrayList<>();
    private final List<String> limits = new ArrayList<>();
    private final List<String> losses;
    private final Map<String, String> settings = new LinkedHashMap<>();
    private final Map<String, String> facts = new LinkedHashMap<>();
    private boolean isWhole;
    private final long nanos;
    private final long recordedNanos;
    private final long pid;
    private final TraceHeader.Identity identity;

    private ComparedRun(Trace trace, String name) {
        this.name = name;
        this.recordedNanos = trace.recordedNanos();
        this.nanos = recordedNanos + trace.losses().unrecordedNanos();
        this.pid = trace.header().pid();
        this.identity = trace.header().identity();
        this.losses = new ArrayList<>(new LossSection(trace).losses());
        if (!trace.pauses().isEmpty()) {
            losses.add("Paused for " + Units.time(trace.pausedNanos()) + ", of which nothing is here.");
        }
        for (ComparedTable each : ComparedTable.values()) {
            tables.put(each, new HashMap<>());
        }
        facts(trace.header());
    }

    /**
     * Reads a trace once.
     *
     * @param name what it is called, such as its file
     * @throws IOException if it cannot be read
     */
    public static ComparedRun read(Trace trace, String name) throws IOException {
        ComparedRun run = new ComparedRun(trace, name);
        Names names = new Names(trace);
        Content content = Report.read(new TracedRun(trace, null, name));
        content.tables().forEach(run::take);
        FindingList found = content.findings();
        if (found != null) {
            found.all().forEach(each -> run.findings.add(ComparedFinding.of(each.finding, each.words(), names)));
            run.limits.addAll(found.limits());
            run.isWhole = found.isWhole() && trace.pauses().isEmpty();
        }
        return run;
    }

    /** Why the trace cannot be compared; null if it can. */
    public static @Nullable String whyNot(Trace trace) {
        TraceHeader header = trace.header();
        if (header.tool().equals("sample")) {
            return "has samples, not events; compare traces of tool=trace or tool=profile";
        }
        return header.settings().profile() == RunSettings.Profile.STATES
                ? "has no events (profile=states); compare traces of profile=default or full"
                : null;
    }

    private void facts(TraceHeader header) {
        Map<String, String> texts = SettingsText.of(header.settings());
        SETTINGS.forEach(each -> settings.put(each, quoted(texts.getOrDefault(each, ""))));
        facts.put("the tool", RunSection.tool(header));
        facts.put("the agent", "OMPT4J " + header.agentVersion());
        facts.put("the JVM", RunSection.jvm(header));
        facts.put("the host", header.host());
        facts.put("the number of processors", Units.count(header.availableProcessors()));
        facts.put("the command line", quoted(command(header.commandLine())));
    }

    /* Without the agent's options for output files, which always differ. */
    private static String command(List<String> commandLine) {
        return String.join(
                " ",
                commandLine.stream()
                        .filter(each -> !each.startsWith("-javaagent:") && !each.startsWith("-Dompt4j."))
                        .toList());
    }

    private static String quoted(String value) {
        return value.isEmpty() ? "none" : value;
    }

    private <R> void take(Table<R> table) {
        for (R row : table.rows()) {
            Cells cells = Cells.of(table, row);
            switch (table.key()) {
                case "threads" -> takeStates(cells);
                case "parallel_regions" ->
                    add(ComparedTable.REGIONS, cells.text("call_site") + " [" + cells.text("construct") + "]", cells);
                case "tasks" -> add(ComparedTable.TASKS, cells.text("code"), cells);
                case "pools" -> takePool(cells);
                case "virtual_threads" -> add(ComparedTable.VIRTUAL_THREADS, cells.text("code"), cells);
                case "locks_and_monitors" -> takeMutex(cells, table.portions().apply(row));
                case "barriers_and_joins" ->
                    add(
                            ComparedTable.SYNCS,
                            Names.withoutId(cells.text("what")) + " [" + cells.text("kind") + "]",
                            cells);
                case "who_made_whom_wait" ->
                    add(
                            ComparedTable.WAITS,
                            Names.withoutId(cells.text("waited_at")) + " [" + cells.text("state") + "]",
                            cells);
                case "exceptions_and_cancellations" -> add(ComparedTable.ERRORS, cells.text("what_happened"), cells);
                default -> {}
            }
        }
    }

    /* Sums over all threads, since their names and their number differ from run to run. */
    private void takeStates(Cells cells) {
        double nanos = cells.number("time", 0);
        for (State each : State.values()) {
            if (cells.has(each.specName())) {
                double ofState = Math.rint(nanos * cells.number(each.specName(), 0));
                add(ComparedTable.STATES, each.specName(), new Double[] {ofState});
            }
        }
    }

    /* A pool is named by its place of creation, if known, since the JDK only numbers pools. */
    private void takePool(Cells cells) {
        String madeAt = cells.text("made_at");
        String pool = madeAt.isEmpty() ? cells.text("pool") : madeAt;
        if (cells.number("submitted", 0) > 0) {
            add(ComparedTable.POOL_QUEUES, pool, cells);
        }
        double nanos = cells.number("worker_time", 0);
        for (String each : List.of("idle", "busy", "waiting")) {
            cells.put(each, Math.rint(nanos * cells.number(each, 0)));
        }
        add(ComparedTable.POOL_IDLE, pool, cells);
    }

    private void takeMutex(Cells cells, List<Portion> portions) {
        String mutexClass = Names.withoutId(cells.text("object"));
        add(ComparedTable.MUTEX_CLASSES, mutexClass, cells);
        for (Portion each : portions) {
            boolean isWait = each.what().equals(WaitStatistics.WAITED_AT);
            ComparedTable table = isWait ? ComparedTable.MUTEX_WAITS : ComparedTable.MUTEX_HOLDERS;
            String how = isWait ? "" : how(each) + ", ";
            String row = where(each) + " [" + how + Names.withoutPackages(mutexClass) + "]";
            add(table, row, new Double[] {(double) each.nanos()});
        }
    }

    private static String how(Portion holder) {
        return isOfThread(holder) ? WaitStatistics.HELD_FROM : holder.what();
    }

    /* Which of several threads was the first holder differs from run to run. */
    private static String where(Portion portion) {
        return isOfThread(portion) ? Names.UNKNOWN_CALL_SITE : portion.name();
    }

    private static boolean isOfThread(Portion portion) {
        return portion.what().equals(WaitStatistics.HELD_BY);
    }

    private void add(ComparedTable table, String row, Cells cells) {
        add(table, row, cells.figures(table.measures()));
    }

    private void add(ComparedTable table, String row, @Nullable Double[] values) {
        Map<String, Figures> rows = rows(table);
        Figures known = rows.get(row);
        if (known == null) {
            rows.put(row, new Figures(table.measures(), values));
        } else {
            known.add(values);
        }
    }

    TraceHeader.Identity identity() {
        return identity;
    }

    /** What the trace is called. */
    String name() {
        return name;
    }

    long pid() {
        return pid;
    }

    /** How long the run was without pauses, also the part after recording had stopped if that is known. */
    long nanos() {
        return nanos;
    }

    /** How long the run was recorded. */
    long recordedNanos() {
        return recordedNanos;
    }

    Map<String, Figures> rows(ComparedTable table) {
        return tables.getOrDefault(table, Map.of());
    }

    List<ComparedFinding> findings() {
        return findings;
    }

    /** What could not be looked for, one sentence each. */
    List<String> limits() {
        return limits;
    }

    /** Whether no events are missing, as of a pause, which could hide findings. */
    boolean isWhole() {
        return isWhole;
    }

    /** What the trace has lost, one sentence each. */
    List<String> losses() {
        return losses;
    }

    /** The settings that determine the contents of a trace, by key. */
    Map<String, String> settings() {
        return settings;
    }

    /** Facts on where and how the program ran, by their names in sentences. */
    Map<String, String> facts() {
        return facts;
    }

    /** The values of one row by the keys of its columns. */
    private static final class Cells {
        private final Map<String, @Nullable Object> values = new HashMap<>();

        static <R> Cells of(Table<R> table, R row) {
            Cells cells = new Cells();
            for (Column<R> each : table.columns()) {
                cells.put(each.key(), each.value().apply(row));
            }
            return cells;
        }

        void put(String key, @Nullable Object value) {
            values.put(key, value);
        }

        boolean has(String key) {
            return values.containsKey(key);
        }

        /** Empty if the row has none. */
        String text(String key) {
            Object value = value(key);
            return value == null ? "" : value.toString();
        }

        double number(String key, double otherwise) {
            return value(key) instanceof Number number ? number.doubleValue() : otherwise;
        }

        @Nullable
        Double[] figures(List<Measure> measures) {
            @Nullable Double[] figures = new Double[measures.size()];
            for (int i = 0; i < figures.length; i++) {
                Measure measure = measures.get(i);
                boolean isThere = measure.joined() != Measure.Joined.MEAN && value(measure.key()) instanceof Number;
                figures[i] = isThere ? Double.valueOf(number(measure.key(), 0)) : null;
            }
            return figures;
        }

        private @Nullable Object value(String key) {
            if (!values.containsKey(key)) {
                throw new IllegalArgumentException("the report has no column " + key + ", which is compared");
            }
            return values.get(key);
        }
    }
}
