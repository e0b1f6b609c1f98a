package org.ompt4j.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures what the agent costs and writes the page, its charts and the raw data: what {@code benchmarks/run} starts. */
@Command(
        name = "benchmarks/run",
        description = "Measures what the agent costs; writes docs/overhead.md, its charts and the raw data.",
        mixinStandardHelpOptions = true,
        sortOptions = false)
public final class Overhead implements Callable<Integer> {
    private static final String RAW_DATA = "raw.csv";
    private static final String RUN_INFO = "run.properties";

    @Option(names = "--agent", required = true, hidden = true)
    private Path agent = Path.of("");

    @Option(names = "--page", required = true, hidden = true)
    private Path page = Path.of("");

    @Option(names = "--work", required = true, hidden = true)
    private Path work = Path.of("");

    @Option(names = "--revision", required = true, hidden = true)
    private String revision = "";

    @Option(
            names = "--quick",
            description = "One short sweep, to see that all of it works; writes below benchmarks/target.")
    private boolean quick;

    @Option(
            names = "--resume",
            description = "Goes on with a run that was ended, or adds sweeps to one that is complete.")
    private boolean resume;

    @Option(
            names = "--page-only",
            description = "Measures nothing; makes page and charts of the raw data that are there.")
    private boolean pageOnly;

    @Option(
            names = "--sweeps",
            defaultValue = "3",
            description = "How often everything is measured, in JVMs of its own each time (${DEFAULT-VALUE}).")
    private int sweeps;

    @Option(
            names = "--minutes",
            defaultValue = "60",
            description = "After so many minutes no further JVM is started (${DEFAULT-VALUE}).")
    private int minutes;

    @Parameters(paramLabel = "JDK_HOME", description = "JDKs to measure on; otherwise those that are found.")
    private List<Path> homes = new ArrayList<>();

    private final Map<Integer, Path> javas = new TreeMap<>();
    private final Instant began = Instant.now();

    public static void main(String[] args) {
        System.exit(new CommandLine(new Overhead()).execute(args));
    }

    @Override
    public Integer call() throws Exception {
        Path directory = Page.dataOf(page);
        Files.createDirectories(directory);
        if (!pageOnly) {
            measure(directory);
        }
        new Page(RunInfo.read(directory.resolve(RUN_INFO)), RawData.read(directory.resolve(RAW_DATA))).write(page);
        say("written: " + page);
        return 0;
    }

    private void measure(Path directory) throws IOException, InterruptedException {
        findJdks();
        Path raw = directory.resolve(RAW_DATA);
        RawData data;
        if (resume && Files.exists(raw)) {
            data = RawData.read(raw);
            RunInfo before = RunInfo.read(directory.resolve(RUN_INFO));
            if (!before.revision().equals(revision)) {
                say("what is there was measured of revision " + before.revision() + ", this is " + revision);
            }
            before.with(versions()).write(directory.resolve(RUN_INFO));
        } else {
            data = RawData.begin(raw);
            new RunInfo(revision, Machine.describe(), quick, versions()).write(directory.resolve(RUN_INFO));
        }
        Workplace place = new Workplace(work, agent);
        List<Plan.Group> plan =
                Plan.of(Subjects.all(quick), List.copyOf(javas.keySet()), quick ? 1 : sweeps, place.hasAsyncProfiler());
        new Measurements(place, javas, data, this::say).run(plan, began.plus(Duration.ofMinutes(minutes)));
    }

    private void findJdks() throws IOException, InterruptedException {
        if (homes.isEmpty()) {
            homes = Jdks.found();
        }
        for (Path each : homes) {
            Path java = each.resolve("bin").resolve("java");
            javas.putIfAbsent(Machine.featureVersion(java), java);
        }
    }

    private Map<Integer, String> versions() throws IOException, InterruptedException {
        Map<Integer, String> versions = new TreeMap<>();
        for (Map.Entry<Integer, Path> each : javas.entrySet()) {
            versions.put(each.getKey(), Machine.version(each.getValue()));
        }
        return versions;
    }

    private void say(String what) {
        long seconds = Duration.between(began, Instant.now()).toSeconds();
        System.out.printf(Locale.ROOT, "%2d:%02d %s%n", seconds / 60, seconds % 60, what);
    }
}
