package org.ompt4j.e2e;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * How to run a program: immutable, each method gives a changed copy.
 *
 * <p>{@link #observed} runs it under the agent and, before anything else can be asked, holds the run against what is true of
 * every run: output and exit code are those of a run without the agent, the trace is finished, nothing was lost, nothing
 * failed, and the rules of order hold.
 */
final class AppRun {

    /** Parallelism of the common pool in every observed JVM, so that tests do not depend on the machine. */
    static final int COMMON_PARALLELISM = 3;

    /** Among the options of the JVM: here stands the agent. Else it comes after them. */
    static final String AGENT_HERE = "-javaagent:ompt-agent.jar";

    private static final Path RUNS = emptied(Path.of(property("ompt.runs")));
    private static final AtomicInteger NEXT_RUN = new AtomicInteger();
    private static final Map<String, RunOutput> PLAIN_RUNS = new ConcurrentHashMap<>();

    private final Class<?> app;
    private final Jdk jdk;
    private final Path agentJar;
    private final String classPath;
    private final List<String> jvmArguments;
    private final List<String> appArguments;
    private final Map<String, String> settings;
    /** What the shell does before it becomes the observed JVM; empty if there is no need for one. */
    private final String shell;

    private AppRun(
            Class<?> app,
            Jdk jdk,
            Path agentJar,
            String classPath,
            List<String> jvmArguments,
            List<String> appArguments,
            Map<String, String> settings,
            String shell) {
        this.app = app;
        this.jdk = jdk;
        this.agentJar = agentJar;
        this.classPath = classPath;
        this.jvmArguments = jvmArguments;
        this.appArguments = appArguments;
        this.settings = settings;
        this.shell = shell;
    }

    /** A run on the oldest JDK with the agent's default settings. */
    static AppRun of(Class<?> app) {
        return new AppRun(
                app,
                Jdks.oldest(),
                shippedJar(),
                property("ompt.testapps.classpath"),
                List.of(),
                List.of(),
                Map.of(),
                "");
    }

    /** The jar that users get. */
    static Path shippedJar() {
        return Path.of(property("ompt.agent.jar"));
    }

    AppRun on(Jdk other) {
        return new AppRun(app, other, agentJar, classPath, jvmArguments, appArguments, settings, shell);
    }

    /** Uses a copy of the agent's jar. */
    AppRun agent(Path jar) {
        return new AppRun(app, jdk, jar, classPath, jvmArguments, appArguments, settings, shell);
    }

    /** Puts classes before those of the class path. */
    AppRun before(Path classes) {
        return new AppRun(
                app,
                jdk,
                agentJar,
                classes + File.pathSeparator + classPath,
                jvmArguments,
                appArguments,
                settings,
                shell);
    }

    /** Has nothing but this jar on the class path. */
    AppRun only(Path jar) {
        return new AppRun(app, jdk, agentJar, jar.toString(), jvmArguments, appArguments, settings, shell);
    }

    /** Arguments of the program: scale and scenarios. */
    AppRun arguments(String... arguments) {
        return new AppRun(app, jdk, agentJar, classPath, jvmArguments, List.of(arguments), settings, shell);
    }

    /** Options of the JVM. */
    AppRun jvm(String... arguments) {
        return new AppRun(app, jdk, agentJar, classPath, List.of(arguments), appArguments, settings, shell);
    }

    /** Options of the JVM, after those it has. */
    AppRun moreJvm(String... arguments) {
        return jvm(Stream.concat(jvmArguments.stream(), Stream.of(arguments)).toArray(String[]::new));
    }

    /**
     * No file that the observed program or its agent writes can become larger, as on a full disk. Not on Windows. The shell counts in
     * blocks of 512 bytes.
     */
    AppRun largestFile(int kib) {
        return afterShell("ulimit -f " + 2 * kib);
    }

    /** Permissions that files of the observed program do not get. Not on Windows. */
    AppRun umask(String octal) {
        return afterShell("umask " + octal);
    }

    private AppRun afterShell(String command) {
        return new AppRun(app, jdk, agentJar, classPath, jvmArguments, appArguments, settings, shell + command + "; ");
    }

    AppRun profile(Profile profile) {
        return with("profile", profile.id());
    }

    /** One setting of the agent, given as its argument. */
    AppRun with(String key, String value) {
        Map<String, String> more = new LinkedHashMap<>(settings);
        more.put(key, value);
        return new AppRun(app, jdk, agentJar, classPath, jvmArguments, appArguments, more, shell);
    }

    /** Runs the program without the agent. */
    RunOutput plain() {
        return runToEnd(false, newDirectory());
    }

    /** Runs the program under the agent and holds the run against what is true of every run. */
    ObservedRun observed() {
        ObservedRun run = observedUnjudged();
        run.judge(PLAIN_RUNS.computeIfAbsent(plainKey(), key -> plain()));
        return run;
    }

    /** Runs the program under the agent and judges nothing, for runs that are meant to go wrong. */
    ObservedRun observedUnjudged() {
        Path directory = newDirectory();
        return new ObservedRun(toString(), runToEnd(true, directory), directory);
    }

    /** Starts the program under the agent and returns at once. */
    ForkedJvm start(Path directory) throws IOException {
        return ForkedJvm.start(launcher(), jdk, command(true), Map.of(), directory);
    }

    /** The same without the agent. */
    ForkedJvm startPlain(Path directory) throws IOException {
        return ForkedJvm.start(jdk, command(false), Map.of(), directory);
    }

    /** A new directory for one run, below the module's build directory, where it stays for whoever looks for a reason. */
    Path newDirectory() {
        try {
            return Files.createDirectories(
                    RUNS.resolve(NEXT_RUN.incrementAndGet() + " " + app.getSimpleName() + " " + jdk.major()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private RunOutput runToEnd(boolean withAgent, Path directory) {
        List<String> launcher = withAgent ? launcher() : List.of();
        try (ForkedJvm jvm = ForkedJvm.start(launcher, jdk, command(withAgent), Map.of(), directory)) {
            int exitCode = jvm.exitCode();
            return new RunOutput(exitCode, jvm.stdout(), jvm.stderr());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while " + this + " ran", e);
        }
    }

    private List<String> launcher() {
        return shell.isEmpty() ? List.of() : List.of("/bin/sh", "-c", shell + "exec \"$0\" \"$@\"");
    }

    private List<String> command(boolean withAgent) {
        List<String> command = new ArrayList<>();
        command.add("-Xmx768m");
        command.add("-Djava.util.concurrent.ForkJoinPool.common.parallelism=" + COMMON_PARALLELISM);
        int agentAt = jvmArguments.contains(AGENT_HERE) ? jvmArguments.indexOf(AGENT_HERE) : jvmArguments.size();
        command.addAll(jvmArguments.subList(0, agentAt));
        if (withAgent) {
            command.add("-javaagent:" + agentJar + agentArguments());
        }
        jvmArguments.stream().skip(agentAt + 1L).forEach(command::add);
        command.add("-cp");
        command.add(classPath);
        command.add(app.getName());
        command.addAll(appArguments);
        return command;
    }

    private String agentArguments() {
        return settings.entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue())
                .collect(Collectors.joining(",", settings.isEmpty() ? "" : "=", ""));
    }

    private String plainKey() {
        return jdk.home() + " " + command(false);
    }

    /** What earlier tests left there would be taken for this one's. */
    private static Path emptied(Path directory) {
        try (Stream<Path> old = Files.exists(directory) ? Files.walk(directory) : Stream.empty()) {
            for (Path each : old.sorted(Comparator.reverseOrder()).collect(Collectors.toList())) {
                Files.delete(each);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return directory;
    }

    private static String property(String name) {
        String value = System.getProperty(name);
        if (value == null) {
            throw new IllegalStateException("system property " + name + " is not set; run the tests with Maven");
        }
        return value;
    }

    @Override
    public String toString() {
        return app.getSimpleName() + appArguments + " on " + jdk + " with " + settings;
    }
}
