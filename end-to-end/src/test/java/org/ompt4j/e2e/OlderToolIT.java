package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.ompt4j.apps.stream.ParallelStreamApp;

/** Tools of older generations are found, and without such a tool no class of a view is loaded. */
class OlderToolIT {

    private static final String COLLECTOR = """
            import org.ompt4j.views.collector.Collector.*;
            import org.ompt4j.views.collector.*;

            public final class Present implements CollectorTool {
                public void init(OmpCollectorApi api) {
                    System.err.println("collector: found by " + api.getClass().getClassLoader().equals(
                            OmpCollectorApi.class.getClassLoader()));
                }
            }
            """;

    /** A tool of the TR4 era that counts regions. */
    private static final String REGION_COUNTER = """
            import java.util.concurrent.atomic.AtomicLong;
            import org.ompt4j.views.tr4.Tr4.*;
            import org.ompt4j.views.tr4.*;

            public final class RegionCounter implements Tr4Tool {
                private final AtomicLong regions = new AtomicLong();

                public OmptFns startTool(int ompVersion, String runtimeVersion) {
                    return new OmptFns((lookup, fns) -> {
                        Tr4EntryPoint.SetCallback set = (Tr4EntryPoint.SetCallback) lookup.lookup("ompt_set_callback");
                        set.setCallback(Tr4Event.PARALLEL_BEGIN, (Tr4Callback.ParallelBegin)
                                (task, frame, region, size, invoker, site) -> regions.incrementAndGet());
                        return 1;
                    }, fns -> System.err.println("counter: " + regions));
                }
            }
            """;

    /** A tool that throws wherever it can. */
    private static final String THROWING_TOOL = """
            import org.ompt4j.views.tr4.Tr4.*;
            import org.ompt4j.views.tr4.*;

            public final class ThrowingTool implements Tr4Tool {
                public OmptFns startTool(int ompVersion, String runtimeVersion) {
                    return new OmptFns((lookup, fns) -> {
                        Tr4EntryPoint.SetCallback set = (Tr4EntryPoint.SetCallback) lookup.lookup("ompt_set_callback");
                        set.setCallback(Tr4Event.TASK_CREATE, (Tr4Callback.TaskCreate)
                                (parent, frame, task, type, dependences, site) -> {
                                    throw new IllegalStateException("on purpose");
                                });
                        return 1;
                    }, fns -> {
                        throw new IllegalStateException("on purpose, in the finalizer");
                    });
                }
            }
            """;

    @TempDir
    static Path folder;

    private static Path collector;
    private static Path counter;
    private static Path throwing;

    @BeforeAll
    static void makeTool() throws IOException {
        collector = ToolJar.make(
                "org.ompt4j.views.collector.CollectorTool", "Present", COLLECTOR, folder.resolve("a collector.jar"));
        String service = "org.ompt4j.views.tr4.Tr4Tool";
        counter = ToolJar.make(service, "RegionCounter", REGION_COUNTER, folder.resolve("counter.jar"));
        throwing = ToolJar.make(service, "ThrowingTool", THROWING_TOOL, folder.resolve("throwing.jar"));
    }

    @OnEveryJdk
    void isFoundInALibrary(Jdk jdk) throws Exception {
        RunOutput run = OlderToolRun.withLibrary(collector, jdk, "", ParallelStreamApp.class, "one-element");

        assertThat(run.stderr().lines()).containsExactly("collector: found by true");
    }

    @OnEveryJdk
    void isFoundOnTheClassPath(Jdk jdk) throws Exception {
        RunOutput run = OlderToolRun.program(jdk, ParallelStreamApp.class, "one-element")
                .behind(collector.toString())
                .with("tool", "none")
                .observedUnjudged()
                .output();

        assertThat(run.stderr().lines()).containsExactly("collector: found by true");
    }

    @OnEveryJdk
    void onlyTheViewThatIsNeededIsLoaded(Jdk jdk) throws Exception {
        AppRun plain = OlderToolRun.program(jdk, ParallelStreamApp.class, "one-element")
                .moreJvm("-Xlog:class+load:file=classes.log")
                .with("tool", "none");
        List<String> without = loaded(plain);
        List<String> with = loaded(plain.tools(collector));

        assertThat(without)
                .anyMatch(name -> name.startsWith("org.ompt4j.emitter."))
                .noneMatch(name -> name.startsWith("org.ompt4j.views."));
        assertThat(with)
                .anyMatch(name -> name.startsWith("org.ompt4j.views.collector."))
                .noneMatch(name -> name.matches("org[.]ompt4j[.]views[.](tr2|v2|tr4)[.].*"));
    }

    @OnEveryJdk
    void runsBesideToolsOfOtherGenerationsAndBesideTheTrace(Jdk jdk) throws Exception {
        ObservedRun run = OlderToolRun.program(jdk, ParallelStreamApp.class, "for-each")
                .tools(collector, counter)
                .with("tools=all,profile=full")
                .observedUnjudged();

        assertThat(run.output().otherStderrLines())
                .containsExactly("collector: found by true", "counter: " + ParallelStreamApp.FOR_EACH_REGIONS);
        String plain =
                OlderToolRun.plain(jdk, ParallelStreamApp.class, "for-each").stdout();
        run.judge(new RunOutput(0, plain, run.output().stderr()));
    }

    @OnEveryJdk
    void exceptionsOfAToolAreReportedWithItsNameAndDoNotAffectTheProgram(Jdk jdk) throws Exception {
        RunOutput run = OlderToolRun.withLibrary(throwing, jdk, "", ParallelStreamApp.class, "for-each", "nested");

        assertThat(run.exitCode()).isZero();
        assertThat(run.stdout())
                .isEqualTo(OlderToolRun.plain(jdk, ParallelStreamApp.class, "for-each", "nested")
                        .stdout());
        assertThat(run.agentLines())
                .anyMatch(
                        line -> line.contains("tool ThrowingTool threw in its callback") && line.contains("on purpose"))
                .anyMatch(line -> line.contains("ThrowingTool") && line.contains("switched off"))
                .anyMatch(line -> line.contains("ThrowingTool") && line.contains("on purpose, in the finalizer"));
    }

    private static List<String> loaded(AppRun app) throws IOException {
        return Files.readAllLines(app.observedUnjudged().directory().resolve("classes.log")).stream()
                .flatMap(line -> java.util.Arrays.stream(line.split(" ")))
                .filter(word -> word.startsWith("org.ompt4j."))
                .toList();
    }
}
