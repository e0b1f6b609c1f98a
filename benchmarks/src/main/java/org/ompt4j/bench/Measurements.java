package org.ompt4j.bench;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** Carries out a plan, one JVM at a time. */
final class Measurements {
    /** So that no two JVMs choose another heap: one that grows is collected more often. */
    private static final List<String> HEAP = List.of("-Xms1g", "-Xmx1g");

    private static final String ALL_CLASSES = System.getProperty("java.class.path");

    /** Of a program that needs no library: opening a path of many jars would be part of its start. */
    private static final String OWN_CLASSES = ALL_CLASSES.split(File.pathSeparator)[0];

    private final Workplace place;
    private final Map<Integer, Path> javas;
    private final RawData data;
    private final Consumer<String> progress;

    /** @param javas programs to start by feature version */
    Measurements(Workplace place, Map<Integer, Path> javas, RawData data, Consumer<String> progress) {
        this.place = place;
        this.javas = javas;
        this.data = data;
        this.progress = progress;
    }

    /** Measures what is not measured yet; begins with nothing after the deadline. */
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
                for (Trial trial : missing) {
                    if (Instant.now().isAfter(deadline)) {
                        break;
                    }
                    run(each.subject(), trial, busy);
                }
            }
        }
    }

    private void run(Subject subject, Trial trial, double busy) throws IOException, InterruptedException {
        Instant began = Instant.now();
        Map<String, List<Double>> metrics;
        try {
            metrics = measure(subject, trial);
        } catch (IOException e) {
            progress.accept("  " + trial.setting().id() + " " + e.getMessage());
            metrics = Map.of(RawData.FAILED, List.of(1.0));
        }
        data.add(new RawData.Row(trial, began, busy, metrics));
        place.clean();
    }

    private Map<String, List<Double>> measure(Subject subject, Trial trial) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(java(trial)));
        if (subject.suite() == Suite.PROGRAMS) {
            command.addAll(HEAP);
        }
        command.addAll(trial.setting().jvmArguments(place, subject.agentArguments()));
        command.addAll(List.of("-cp", subject.suite().needsLibraries() ? ALL_CLASSES : OWN_CLASSES));
        command.addAll(subject.command());
        Map<String, List<Double>> metrics =
                ForkedRun.run(command, trial.setting().environment(place), place.standardError());
        if (trial.setting().leavesTrace() && !Files.exists(place.trace())) {
            // Not to be taken for a cheap one.
            throw new IOException("left no trace");
        }
        return subject.suite() == Suite.TRACES ? sizeOfTrace(trial) : metrics;
    }

    private Map<String, List<Double>> sizeOfTrace(Trial trial) throws IOException, InterruptedException {
        String classes = ALL_CLASSES + File.pathSeparator + place.agent();
        List<String> command = List.of(
                java(trial),
                "-cp",
                classes,
                TraceSize.class.getName(),
                place.trace().toString());
        return ForkedRun.run(command, Map.of(), place.standardError());
    }

    private String java(Trial trial) {
        Path java = javas.get(trial.jdk());
        if (java == null) {
            throw new IllegalStateException(String.format(Locale.ROOT, "no JDK %d was found", trial.jdk()));
        }
        return java.toString();
    }
}
