package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A program under the agent with a tool of an older generation and no other. */
final class OlderToolRun {

    private OlderToolRun() {}

    /** Runs scenarios of a test program with a tool of {@code OMP_TOOL_LIBRARIES}. */
    static RunOutput withLibrary(Path tool, Jdk jdk, String settings, Class<?> app, String... scenarios)
            throws Exception {
        return run(jdk, settings, classPath(), Map.of("OMP_TOOL_LIBRARIES", tool.toString()), app, scenarios);
    }

    /** What a tool said of a program that does and prints what it does without the agent. */
    static List<String> saidHarmless(
            String name, Path tool, Jdk jdk, String settings, Class<?> app, String... scenarios) throws Exception {
        RunOutput run = withLibrary(tool, jdk, settings, app, scenarios);
        assertThat(run.exitCode()).isZero();
        assertThat(run.stdout()).isEqualTo(plain(jdk, app, scenarios).stdout());
        assertThat(run.agentLines()).isEmpty();
        return said(name, run);
    }

    /** What a tool that begins its lines with its name said in a run. */
    static List<String> said(String name, RunOutput run) {
        return rest(run.stderr().lines(), name + ": ").toList();
    }

    /** What follows the prefix in the lines that have it. */
    static Stream<String> rest(Stream<String> lines, String prefix) {
        return lines.filter(line -> line.startsWith(prefix)).map(line -> line.substring(prefix.length()));
    }

    /** Runs them with several tools and with what the settings say, in a given directory. */
    static RunOutput beside(
            Path directory, List<Path> tools, Jdk jdk, String settings, Class<?> app, String... scenarios)
            throws Exception {
        String libraries = tools.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
        List<String> arguments = new ArrayList<>(List.of("-javaagent:" + AppRun.shippedJar() + "=" + settings));
        return fork(directory, jdk, arguments, classPath(), Map.of("OMP_TOOL_LIBRARIES", libraries), app, scenarios);
    }

    /** Runs them with a tool on the application's class path. */
    static RunOutput onClassPath(Path tool, Jdk jdk, String settings, Class<?> app, String... scenarios)
            throws Exception {
        return run(jdk, settings, classPath() + File.pathSeparator + tool, Map.of(), app, scenarios);
    }

    /** What the program prints without the agent. */
    static RunOutput plain(Jdk jdk, Class<?> app, String... scenarios) throws Exception {
        return fork(jdk, new ArrayList<>(), classPath(), Map.of(), app, scenarios);
    }

    /** The directory of a run with the agent and no tool, with the classes that were loaded in {@code classes.log}. */
    static Path plainUnderTheAgent(Jdk jdk, Class<?> app, String... scenarios) throws Exception {
        return logClasses(jdk, Map.of(), app, scenarios);
    }

    /** The same with a tool. */
    static Path loggingClasses(Path tool, Jdk jdk, Class<?> app, String... scenarios) throws Exception {
        return logClasses(jdk, Map.of("OMP_TOOL_LIBRARIES", tool.toString()), app, scenarios);
    }

    private static Path logClasses(Jdk jdk, Map<String, String> environment, Class<?> app, String... scenarios)
            throws Exception {
        Path directory = AppRun.of(app).on(jdk).newDirectory();
        List<String> arguments = new ArrayList<>(
                List.of("-Xlog:class+load:file=classes.log", "-javaagent:" + AppRun.shippedJar() + "=tool=none"));
        fork(directory, jdk, arguments, classPath(), environment, app, scenarios);
        return directory;
    }

    private static RunOutput run(
            Jdk jdk,
            String settings,
            String classPath,
            Map<String, String> environment,
            Class<?> app,
            String... scenarios)
            throws Exception {
        List<String> arguments = new ArrayList<>();
        arguments.add("-javaagent:" + AppRun.shippedJar() + "=tool=none" + (settings.isEmpty() ? "" : "," + settings));
        return fork(jdk, arguments, classPath, environment, app, scenarios);
    }

    private static RunOutput fork(
            Jdk jdk,
            List<String> arguments,
            String classPath,
            Map<String, String> environment,
            Class<?> app,
            String... scenarios)
            throws Exception {
        return fork(AppRun.of(app).on(jdk).newDirectory(), jdk, arguments, classPath, environment, app, scenarios);
    }

    private static RunOutput fork(
            Path directory,
            Jdk jdk,
            List<String> arguments,
            String classPath,
            Map<String, String> environment,
            Class<?> app,
            String... scenarios)
            throws Exception {
        arguments.add("-Djava.util.concurrent.ForkJoinPool.common.parallelism=" + AppRun.COMMON_PARALLELISM);
        arguments.addAll(List.of("-cp", classPath, app.getName()));
        arguments.addAll(List.of(scenarios));
        try (ForkedJvm jvm = ForkedJvm.start(jdk, arguments, environment, directory)) {
            int exitCode = jvm.exitCode();
            return new RunOutput(exitCode, jvm.stdout(), jvm.stderr());
        }
    }

    private static String classPath() {
        return System.getProperty("ompt.testapps.classpath");
    }
}
