package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.ompt4j.apps.stream.ParallelStreamApp;

/** How tools of older generations are found, and that nothing of a view is there without one. */
class OlderToolIT {

    private static final String COLLECTOR = """
            import org.ompt4j.views.collector.*;

            public final class Present implements CollectorTool {
                public void init(OmpCollectorApi api) {
                    System.err.println("collector: found by " + api.getClass().getClassLoader().equals(
                            OmpCollectorApi.class.getClassLoader()));
                }
            }
            """;

    @TempDir
    static Path folder;

    private static Path collector;

    @BeforeAll
    static void makeTool() throws IOException {
        collector = ToolJar.make(
                "org.ompt4j.views.collector.CollectorTool", "Present", COLLECTOR, folder.resolve("a collector.jar"));
    }

    @OnEveryJdk
    void isFoundInALibrary(Jdk jdk) throws Exception {
        RunOutput run = OlderToolRun.withLibrary(collector, jdk, "", ParallelStreamApp.class, "one-element");

        assertThat(run.stderr().lines()).containsExactly("collector: found by true");
    }

    @OnEveryJdk
    void isFoundOnTheClassPath(Jdk jdk) throws Exception {
        RunOutput run = OlderToolRun.onClassPath(collector, jdk, "", ParallelStreamApp.class, "one-element");

        assertThat(run.stderr().lines()).containsExactly("collector: found by true");
    }

    @OnEveryJdk
    void onlyTheViewThatIsNeededIsLoaded(Jdk jdk) throws Exception {
        List<String> without = loaded(OlderToolRun.plainUnderTheAgent(jdk, ParallelStreamApp.class, "one-element"));
        List<String> with = loaded(OlderToolRun.loggingClasses(collector, jdk, ParallelStreamApp.class, "one-element"));

        assertThat(without).isEmpty();
        assertThat(with)
                .anyMatch(name -> name.startsWith("org.ompt4j.views.collector."))
                .noneMatch(name -> name.matches("org[.]ompt4j[.]views[.](tr2|v2|tr4)[.].*"));
    }

    private static List<String> loaded(Path directory) throws IOException {
        return Files.readAllLines(directory.resolve("classes.log")).stream()
                .flatMap(line -> java.util.Arrays.stream(line.split(" ")))
                .filter(word -> word.startsWith("org.ompt4j.views."))
                .toList();
    }
}
