package org.ompt4j.bench;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/**
 * Measures what the agent costs and writes {@code docs/overhead.md}: {@code Overhead AGENT_JAR OUTPUT ROUNDS JDK_HOME...}.
 *
 * <p>Settings alternate within each round, so that a machine whose speed drifts slows all of them; what is printed is the
 * median of the ratios of one round, with the smallest and largest.
 */
public final class Overhead {
    /** Steps of work that take about a microsecond on the machines this was tried on. */
    private static final int ONE_MICROSECOND = 600;

    /** Of 10 ms each, of which the first half warms up. */
    private static final int TASK_ROUNDS = 240;

    private final Path agentJar;
    private final int rounds;
    private final Path traces;

    private Overhead(Path agentJar, int rounds) throws IOException {
        this.agentJar = agentJar;
        this.rounds = rounds;
        this.traces = Files.createTempDirectory("ompt-overhead");
    }

    public static void main(String[] args) throws Exception {
        if (args.length < 4) {
            System.err.println("usage: Overhead AGENT_JAR OUTPUT ROUNDS JDK_HOME...");
            System.exit(2);
        }
        Overhead overhead = new Overhead(Path.of(args[0]).toAbsolutePath(), Integer.parseInt(args[2]));
        StringBuilder page = new StringBuilder(head(overhead.rounds));
        for (String jdk : List.of(args).subList(3, args.length)) {
            page.append(overhead.measure(Path.of(jdk)));
        }
        Files.writeString(Path.of(args[1]), page);
    }

    private static String head(int rounds) {
        return """
                # What the agent costs

                Made by `benchmarks/run` on %s; %d rounds, in each of which the settings take turns. A cell is the median of the
                rounds with the smallest and the largest in brackets; ratios are of runs in the same round. `states` runs without a
                tool, the others write a trace. Machine: %d processors, %s %s (%s).

                Read ratios, not times: the times are of one shared virtual machine.

                """.formatted(
                        LocalDate.now(),
                        rounds,
                        Runtime.getRuntime().availableProcessors(),
                        System.getProperty("os.name"),
                        System.getProperty("os.version"),
                        System.getProperty("os.arch"));
    }

    private String measure(Path jdk) throws Exception {
        String java = jdk.resolve("bin").resolve("java").toString();
        Figures constructs = new Figures("ns");
        Figures tasks = new Figures("ns");
        Figures programs = new Figures("ms");
        for (int round = 0; round < rounds; round++) {
            for (Setting setting : Setting.values()) {
                microbenchmarks(java, setting, constructs);
            }
            for (Setting setting : Setting.values()) {
                tasks.add("empty", setting, taskNanos(java, setting, 0));
                tasks.add("of about one microsecond", setting, taskNanos(java, setting, ONE_MICROSECOND));
                throwTracesAway();
            }
            for (Program program : Program.ALL) {
                for (Setting setting : Setting.values()) {
                    programs.add(program.title(), setting, wallMillis(java, setting, program));
                    throwTracesAway();
                }
            }
        }
        return "## JDK " + version(java) + "\n\n### One use of a construct\n\n" + constructs.table()
                + "\n`event` is one event from the hook to the tool and has no counterpart without the agent: its cells are"
                + " nanoseconds; `eventInsideHook` leaves out what a hook does once for all its events.\n\n"
                + "### One fork/join task, forked and joined: processor time of the worker\n\n" + tasks.table()
                + "\n### Whole programs, start-up included\n\n" + programs.table() + "\n";
    }

    private void microbenchmarks(String java, Setting setting, Figures into) throws RunnerException, IOException {
        OptionsBuilder options = new OptionsBuilder();
        options.include("ConstructBenchmark")
                .jvm(java)
                .jvmArgs(setting.jvmArguments(agentJar, traces).toArray(new String[0]))
                .forks(1)
                .warmupIterations(5)
                .warmupTime(TimeValue.milliseconds(400))
                .measurementIterations(3)
                .measurementTime(TimeValue.milliseconds(250))
                .verbosity(VerboseMode.SILENT);
        if (setting != Setting.OFF) {
            options.include("EventBenchmark");
        }
        Collection<RunResult> results = new Runner(options.build()).run();
        for (RunResult result : results) {
            String name = result.getParams().getBenchmark();
            into.add(
                    name.substring(name.lastIndexOf('.') + 1),
                    setting,
                    result.getPrimaryResult().getScore());
        }
        throwTracesAway();
    }

    private double taskNanos(String java, Setting setting, int work) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(java));
        command.addAll(setting.jvmArguments(agentJar, traces));
        command.addAll(List.of(
                "-cp",
                System.getProperty("java.class.path"),
                TaskCost.class.getName(),
                String.valueOf(work),
                String.valueOf(TASK_ROUNDS)));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
        if (process.waitFor() != 0) {
            throw new IOException("the cost of a task could not be measured");
        }
        return Double.parseDouble(printed.strip());
    }

    private double wallMillis(String java, Setting setting, Program program) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(java));
        command.addAll(setting.jvmArguments(agentJar, traces));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), program.mainClass()));
        command.addAll(program.arguments());
        ProcessBuilder builder = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT);
        long start = System.nanoTime();
        int exitCode = builder.start().waitFor();
        long nanos = System.nanoTime() - start;
        if (exitCode != 0) {
            throw new IOException(program.title() + " ended with " + exitCode);
        }
        return nanos / 1e6;
    }

    private void throwTracesAway() throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(traces)) {
            for (Path each : files) {
                Files.delete(each);
            }
        }
    }

    private static String version(String java) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(java, "-XshowSettings:properties", "-version")
                .redirectErrorStream(true)
                .start();
        String text = new String(process.getInputStream().readAllBytes());
        process.waitFor();
        for (String line : text.split(System.lineSeparator())) {
            if (line.contains("java.runtime.version")) {
                return line.substring(line.indexOf('=') + 1).strip();
            }
        }
        return new File(java).getParent();
    }
}
