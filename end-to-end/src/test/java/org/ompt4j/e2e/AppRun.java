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
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ompt4j.apps.Scenarios;

/**
 * Describes how to run a program. Immutable: each method returns a changed copy.
 *
 * <p>{@link #observed} runs the program under the agent and first checks what holds for every run: output and exit code are those of a run without
 * the agent, the trace is finished, nothing was lost, nothing failed, and the rules of order hold.
 */
final class AppRun {

    /** Parallelism of the common pool in every observed JVM, so that tests do not depend on the machine. */
    static final int COMMON_PARALLELISM = 3;

    /** Stands for the agent among the options of the JVM. Without it the agent comes after them. */
    static final String AGENT_HERE = "-javaagent:ompt-agent.jar";

    /** Matches the first line that a scenario prints; the others are lines of a stack trace. */
    private static final Pattern FIRST_LINE = Pattern.compile("([a-z][a-z0-9-]*): ");

    private static final String USUAL_SCALE = "1";

    private static final Path RUNS = emptied(Path.of(property("ompt.runs")));
    private static final AtomicInteger NEXT_RUN = new AtomicInteger();
    private static final Map<String, RunOutput> PLAIN_RUNS = new ConcurrentHashMap<>();

    private static final Map<String, Judged> JUDGED_RUNS = new ConcurrentHashMap<>();

    private record Judged(RunOutput output, Path directory) {}

    private final Class<?> app;
    private Jdk jdk = Jdks.oldest();
    private Path agentJar = shippedJar();
    private String classPath = property("ompt.testapps.classpath");
    private List<String> jvmArguments = List.of();
    private List<String> appArguments = List.of();
    private Map<String, String> settings = Map.of();
    private Map<String, String> environment = Map.of();
    /** The command of a shell before it executes the observed JVM; empty if no shell is needed. */
    private String shell = "";

    private AppRun(Class<?> app) {
        this.app = app;
    }

    private AppRun(AppRun other) {
        this.app = other.app;
        this.jdk = other.jdk;
        this.agentJar = other.agentJar;
        this.classPath = other.classPath;
        this.jvmArguments = other.jvmArguments;
        this.appArguments = other.appArguments;
        this.settings = other.settings;
        this.environment = other.environment;
        this.shell = other.shell;
    }

    private AppRun changed(Consumer<AppRun> change) {
        AppRun copy = new AppRun(this);
        change.accept(copy);
        return copy;
    }

    /** A run on the oldest JDK with the agent's default settings. */
    static AppRun of(Class<?> app) {
        return new AppRun(app);
    }

    /** The jar that users get. */
    static Path shippedJar() {
        return Path.of(property("ompt.agent.jar"));
    }

    /** The part of a security policy that grants that jar all permissions. */
    static String allRightsOfTheAgent() {
        return "grant codeBase \"" + shippedJar().toUri() + "\" { permission java.security.AllPermission; };\n";
    }

    AppRun on(Jdk other) {
        return changed(run -> run.jdk = other);
    }

    /** Uses a copy of the agent's jar. */
    AppRun agent(Path jar) {
        return changed(run -> run.agentJar = jar);
    }

    /** Puts classes before those of the class path. */
    AppRun before(Path classes) {
        return changed(run -> run.classPath = classes + File.pathSeparator + classPath);
    }

    /** Puts classes, jars or folders behind those of the class path. */
    AppRun behind(String... more) {
        return changed(run -> run.classPath = classPath + File.pathSeparator + String.join(File.pathSeparator, more));
    }

    /** Uses only this jar as class path. */
    AppRun only(Path jar) {
        return changed(run -> run.classPath = jar.toString());
    }

    /** Arguments of the program: scale and scenarios. */
    AppRun arguments(String... arguments) {
        return changed(run -> run.appArguments = List.of(arguments));
    }

    /** Options of the JVM. */
    AppRun jvm(String... arguments) {
        return changed(run -> run.jvmArguments = List.of(arguments));
    }

    /** Options of the JVM, after those it has. */
    AppRun moreJvm(String... arguments) {
        return jvm(Stream.concat(jvmArguments.stream(), Stream.of(arguments)).toArray(String[]::new));
    }

    /** A variable of the environment of runs with the agent. */
    AppRun environment(String name, String value) {
        return changed(run -> run.environment = and(environment, name, value));
    }

    /** Third-party tools, in addition to the agent's own tool. */
    AppRun tools(Path... jars) {
        String list = Stream.of(jars).map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        return environment("OMP_TOOL_LIBRARIES", list);
    }

    /**
     * Limits the size of files that the observed program or its agent writes, as on a full disk. Not on Windows. The shell counts in blocks of 512
     * bytes.
     */
    AppRun largestFile(int kib) {
        return afterShell("ulimit -f " + 2 * kib);
    }

    /** Sets the permissions that files of the observed program do not get. Not on Windows. */
    AppRun umask(String octal) {
        return afterShell("umask " + octal);
    }

    private AppRun afterShell(String command) {
        return changed(run -> run.shell = shell + command + "; ");
    }

    AppRun profile(Profile profile) {
        return with("profile", profile.id());
    }

    /** One setting of the agent, given as its argument. */
    AppRun with(String key, String value) {
        return changed(run -> run.settings = and(settings, key, value));
    }

    /** Settings in the format of the agent's argument, if any; no value may contain a comma. */
    AppRun with(String agentArgument) {
        AppRun run = this;
        for (String each : agentArgument.split(",")) {
            String[] parts = each.split("=", 2);
            run = parts.length == 2 ? run.with(parts[0], parts[1]) : run;
        }
        return run;
    }

    private static Map<String, String> and(Map<String, String> map, String key, String value) {
        Map<String, String> more = new LinkedHashMap<>(map);
        more.put(key, value);
        return more;
    }

    /** A run of the program without the agent; callers with the same options share one run. */
    RunOutput plain() {
        return PLAIN_RUNS.computeIfAbsent(jdk.home() + " " + command(false), key -> runToEnd(false, newDirectory()));
    }

    /**
     * As {@link #plain}, but the output of chosen scenarios may be taken from a run of all scenarios, which the construct's test needs anyway. Not for
     * programs that write to stderr, whose lines cannot be assigned to scenarios.
     */
    RunOutput plainOfScenarios() {
        List<String> scenarios =
                appArguments.stream().filter(each -> !each.equals(USUAL_SCALE)).toList();
        boolean isScaled = scenarios.stream().anyMatch(each -> Character.isDigit(each.charAt(0)));
        if (isScaled || scenarios.isEmpty() || !ConstructPrograms.ALL.contains(app)) {
            return plain();
        }
        RunOutput all = arguments().plain();
        return all.exitCode() != 0 || !all.stderr().isEmpty() ? plain() : chosen(all, scenarios);
    }

    private static RunOutput chosen(RunOutput all, List<String> scenarios) {
        StringBuilder chosen = new StringBuilder();
        boolean isChosen = false;
        for (String line : all.stdout().lines().toList()) {
            Matcher first = FIRST_LINE.matcher(line);
            if (first.lookingAt()) {
                isChosen = scenarios.contains(first.group(1));
            }
            if (isChosen) {
                chosen.append(line).append(System.lineSeparator());
            }
        }
        return new RunOutput(0, chosen.toString(), "");
    }

    /** Runs the program under the agent and checks what is true of every run. */
    ObservedRun observed() {
        ObservedRun run = observedUnjudged();
        run.judge(plain());
        return run;
    }

    /** As {@link #observed}, but an earlier run with the same options is used again: for tests that examine different aspects of one run. */
    ObservedRun observedOnce() {
        Judged judged =
                JUDGED_RUNS.computeIfAbsent(jdk.home() + " " + environment + " " + shell + command(true), key -> {
                    ObservedRun run = observed();
                    return new Judged(run.output(), run.directory());
                });
        return new ObservedRun(toString(), judged.output, judged.directory).shared();
    }

    /** Lets a program of scenarios record when each of them began, for {@link ObservedRun#part}. */
    AppRun scenarioTimes() {
        return environment(Scenarios.TIMES, ScenarioTimes.FILE);
    }

    /** Makes {@link #observedOnce} run all programs again. */
    static void forgetJudgedRuns() {
        JUDGED_RUNS.clear();
    }

    /** Runs the program under the agent without checks, for runs that are meant to go wrong. */
    ObservedRun observedUnjudged() {
        return observedUnjudged(newDirectory());
    }

    /** As before, in an existing directory. */
    ObservedRun observedUnjudged(Path directory) {
        return new ObservedRun(toString(), runToEnd(true, directory), directory);
    }

    /** Starts the program under the agent and returns at once. */
    ForkedJvm start(Path directory) throws IOException {
        return ForkedJvm.start(launcher(), jdk, command(true), environment, directory);
    }

    /** Starts the program without the agent and returns at once. */
    ForkedJvm startPlain(Path directory) throws IOException {
        return ForkedJvm.start(jdk, command(false), Map.of(), directory);
    }

    /** A new directory for one run, below the module's build directory, where it remains for analysis. */
    Path newDirectory() {
        try {
            return Files.createDirectories(
                    RUNS.resolve(NEXT_RUN.incrementAndGet() + " " + app.getSimpleName() + " " + jdk.major()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private RunOutput runToEnd(boolean withAgent, Path directory) {
        try (ForkedJvm jvm = withAgent ? start(directory) : startPlain(directory)) {
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

    /** Deletes the files of an earlier build, which would be taken for those of this run. */
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
