package org.ompt4j.bench;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;

/** Carries out a plan. Never are two JVMs active at the same time. */
final class Measurements {
    /** All JVMs have the same heap: a heap that grows is collected more often. */
    private static final List<String> HEAP = List.of("-Xms1g", "-Xmx1g");

    private static final Map<String, List<Double>> FAILURE = Map.of(RawData.FAILED, List.of(1.0));

    private static final String SAID_BY_AGENT = "ompt4j: ";

    private static final String ALL_CLASSES = System.getProperty("java.class.path");

    /** The class path of programs without libraries: opening many jars would be part of their start. */
    private static final String OWN_CLASSES = ALL_CLASSES.split(File.pathSeparator)[0];

    private final Workplace place;
    private final Map<Integer, Path> javas;
    private final RawData data;
    private final Consumer<String> progress;

    /** @param javas the {@code java} programs by feature version */
    Measurements(Workplace place, Map<Integer, Path> javas, RawData data, Consumer<String> progress) {
        this.place = place;
        this.javas = javas;
        this.data = data;
        this.progress = progress;
    }

    /** Measures what was not measured yet; begins no measurement after the deadline. */
    void run(List<Plan.Group> plan, Instant deadline) throws IOException, InterruptedException {
        int number = 0;
        for (Plan.Group each : plan) {
            number++;
            if (Instant.now().isAfter(deadline)) {
                progress.accept("time is up; --resume goes on");
                return;
            }
            List<Trial> missing =
                    each.trials().stream().filter(trial -> !data.has(trial)).toList();
            if (!missing.isEmpty()) {
                progress.accept("%d/%d JDK %d %s: %s"
                        .formatted(
                                number,
                                plan.size(),
                                each.jdk(),
                                each.subject().suite().id(),
                                each.subject().title()));
                double busy = Machine.busyProcessors();
                if (each.subject().row() != null) {
                    // A result counts only together with the trace that proves that the construct was observed.
                    proven(each, busy);
                } else if (each.subject().rounds() == Subject.Rounds.NONE) {
                    one(each.subject(), missing, deadline, busy);
                } else {
                    // A result counts only if the other settings were measured at the same time.
                    inTurns(each.subject(), each.trials(), busy);
                }
                place.clean();
            }
        }
    }

    private void one(Subject subject, List<Trial> trials, Instant deadline, double busy)
            throws IOException, InterruptedException {
        for (Trial each : trials) {
            if (Instant.now().isAfter(deadline)) {
                return;
            }
            data.add(run(subject, each, busy));
        }
    }

    private RawData.Row run(Subject subject, Trial trial, double busy) throws IOException, InterruptedException {
        Instant began = Instant.now();
        Map<String, List<Double>> metrics;
        try {
            metrics = ForkedRun.run(command(subject, trial), environment(trial), standardError(trial));
            insistOnTrace(trial);
            if (subject.row() != null) {
                insistOnConstruct(subject.row(), trial);
            }
        } catch (IOException e) {
            boolean proves = subject.row() != null && trial.setting() == Setting.FULL;
            metrics = failure(trial.setting(), e, proves ? "; no figure with the agent counts" : "");
        }
        place.clean();
        return new RawData.Row(trial, began, busy, metrics);
    }

    /** If there are no events of the construct in the profile with all events, the results with the agent are not those of the construct. */
    private void proven(Plan.Group group, double busy) throws IOException, InterruptedException {
        List<RawData.Row> rows = new ArrayList<>();
        for (Trial each : group.trials()) {
            rows.add(run(group.subject(), each, busy));
        }
        boolean unproven =
                rows.stream().anyMatch(each -> each.failed() && each.trial().setting() == Setting.FULL);
        for (RawData.Row each : rows) {
            boolean counts = !unproven || each.trial().setting() == Setting.OFF;
            data.add(counts ? each : new RawData.Row(each.trial(), each.began(), busy, FAILURE));
        }
    }

    private void inTurns(Subject subject, List<Trial> trials, double busy) throws IOException, InterruptedException {
        Instant began = Instant.now();
        Map<Setting, Map<String, List<Double>>> measured = new EnumMap<>(Setting.class);
        try (Turns turns = new Turns((setting, e) -> measured.put(setting, failure(setting, e)))) {
            for (Trial each : trials) {
                turns.join(
                        each.setting(),
                        ForkedRun.start(command(subject, each), environment(each), standardError(each)));
            }
            turns.warmUp(subject.rounds().warmUp() - 1);
            turns.measure(subject.rounds().measured(), new Random(trials.get(0).pair()));
            measured.putAll(turns.end());
        }
        for (Trial each : trials) {
            Map<String, List<Double>> metrics = measured.get(each.setting());
            if (!metrics.containsKey(RawData.FAILED)) {
                try {
                    insistOnTrace(each);
                    metrics = subject.suite() == Suite.TRACES ? sizeOfTrace(each) : metrics;
                } catch (IOException e) {
                    metrics = failure(each.setting(), e);
                }
            }
            data.add(new RawData.Row(each, began, busy, metrics));
        }
    }

    private Map<String, List<Double>> failure(Setting setting, IOException e) {
        return failure(setting, e, "");
    }

    private Map<String, List<Double>> failure(Setting setting, IOException e, String consequence) {
        progress.accept("  " + setting.id() + " " + e.getMessage() + consequence);
        return FAILURE;
    }

    /** Fails if a trace is missing: the agent would seem to cost little. */
    private void insistOnTrace(Trial trial) throws IOException {
        if (trial.setting().leavesTrace() && !Files.exists(place.trace(trial.setting()))) {
            throw new IOException("left no trace");
        }
    }

    private List<String> command(Subject subject, Trial trial) {
        List<String> command = new ArrayList<>(List.of(java(trial)));
        if (subject.suite() == Suite.PROGRAMS) {
            command.addAll(HEAP);
        }
        command.addAll(trial.setting().jvmArguments(place, subject.agentArguments()));
        command.addAll(List.of("-cp", subject.suite().needsLibraries() ? ALL_CLASSES : OWN_CLASSES));
        command.addAll(subject.command());
        return command;
    }

    private Map<String, String> environment(Trial trial) {
        return trial.setting().environment(place);
    }

    private Path standardError(Trial trial) {
        return place.standardError(trial.setting());
    }

    /** Fails if the construct was not observed: it would seem to cost little. */
    private void insistOnConstruct(Constructs.Row row, Trial trial) throws IOException, InterruptedException {
        if (trial.setting().isSilent()) {
            Optional<String> complaint = Files.readString(standardError(trial))
                    .lines()
                    .filter(line -> line.startsWith(SAID_BY_AGENT))
                    .findFirst();
            if (complaint.isPresent()) {
                throw new IOException(complaint.get());
            }
        }
        if (row.raisesIn(trial.setting())) {
            Map<String, List<Double>> found = ofTrace(trial, UsesInTrace.class, List.of(row.construct()));
            if (found.getOrDefault(UsesInTrace.USES, List.of(0.0)).get(0) == 0) {
                throw new IOException("raised no event of " + row.construct());
            }
        }
    }

    private Map<String, List<Double>> sizeOfTrace(Trial trial) throws IOException, InterruptedException {
        return ofTrace(trial, TraceSize.class, List.of());
    }

    private Map<String, List<Double>> ofTrace(Trial trial, Class<?> reader, List<String> arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                java(trial),
                "-cp",
                ALL_CLASSES + File.pathSeparator + place.agentClasses(),
                reader.getName(),
                place.trace(trial.setting()).toString()));
        command.addAll(arguments);
        return ForkedRun.run(command, Map.of(), standardError(trial));
    }

    private String java(Trial trial) {
        Path java = javas.get(trial.jdk());
        if (java == null) {
            throw new IllegalStateException(String.format(Locale.ROOT, "no JDK %d was found", trial.jdk()));
        }
        return java.toString();
    }
}
