package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A program under the agent with a tool of an older generation and no other. */
final class OlderToolRun {

    private OlderToolRun() {}

    /** Runs scenarios of a test program with a tool of {@code OMP_TOOL_LIBRARIES}. */
    static RunOutput withLibrary(Path tool, Jdk jdk, String settings, Class<?> app, String... scenarios) {
        return program(jdk, app, scenarios)
                .tools(tool)
                .with("tool=none," + settings)
                .observedUnjudged()
                .output();
    }

    /** The lines of a tool in a run whose results are those without the agent. */
    static List<String> saidHarmless(
            String name, Path tool, Jdk jdk, String settings, Class<?> app, String... scenarios) throws Exception {
        RunOutput run = withLibrary(tool, jdk, settings, app, scenarios);
        assertThat(run.exitCode()).isZero();
        assertThat(run.stdout()).isEqualTo(plain(jdk, app, scenarios).stdout());
        assertThat(run.agentLines()).isEmpty();
        return said(name, run);
    }

    /** The lines of a tool in a run, which begin with its name. */
    static List<String> said(String name, RunOutput run) {
        return rest(run.stderr().lines(), name + ": ").toList();
    }

    /** The rest of all lines that begin with the prefix. */
    static Stream<String> rest(Stream<String> lines, String prefix) {
        return lines.filter(line -> line.startsWith(prefix)).map(line -> line.substring(prefix.length()));
    }

    /** A run of a program for tests of older tools. */
    static AppRun program(Jdk jdk, Class<?> app, String... scenarios) {
        return AppRun.of(app).on(jdk).jvm(ForkedJvm.BRIEF).arguments(scenarios);
    }

    /** The results of the program without the agent. */
    static RunOutput plain(Jdk jdk, Class<?> app, String... scenarios) {
        return program(jdk, app, scenarios).plainOfScenarios();
    }
}
