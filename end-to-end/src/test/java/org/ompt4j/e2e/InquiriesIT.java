package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.io.TempDir;
import org.ompt4j.apps.forkjoin.ForkJoinTaskApp;
import org.ompt4j.apps.inquiry.WaitStatesApp;
import org.ompt4j.ompt.State;

/** Results of entry points in callbacks: tasks and regions at every level, their data, their frames on the stack. */
@Order(2)
class InquiriesIT {

    /** A tool that finalizes itself in a callback inside a region, and counts callbacks afterwards. */
    private static final String QUITTING_TOOL = """
            import java.util.concurrent.atomic.AtomicBoolean;
            import java.util.concurrent.atomic.AtomicInteger;
            import org.ompt4j.ompt.*;

            public final class QuittingTool implements OmptTool, OmptStartToolResult {
                private final AtomicBoolean over = new AtomicBoolean();
                private final AtomicInteger regions = new AtomicInteger();
                private final AtomicInteger schedules = new AtomicInteger();
                private volatile Thread quitter;
                private OmptEntryPoint.All ompt;

                public OmptStartToolResult startTool(int ompVersion, String runtimeVersion) {
                    return this;
                }

                public int initialize(OmptFunctionLookup lookup, int initialDeviceNum) {
                    ompt = (OmptEntryPoint.All) lookup.lookup("ompt4j_entry_points");
                    ompt.on(OmptCallback.TASK_CREATE, this::taskCreate);
                    ompt.on(OmptCallback.TASK_SCHEDULE, this::taskSchedule);
                    return 1;
                }

                private void taskCreate(OmptData parent, OmptFrame frame, OmptData task, int flags, boolean dependences, int site) {
                    if (over.get() && Thread.currentThread() == quitter) {
                        System.err.println("quitting-tool: heard of a task after its end");
                    }
                    OmptData[] region = new OmptData[1];
                    int[] size = new int[1];
                    if (ompt.getParallelInfo(0, region, size) == 2 && size[0] > 1 && regions.incrementAndGet() == 20) {
                        quitter = Thread.currentThread();
                        over.set(true);
                        ompt.finalizeTool();
                        System.err.println("quitting-tool: goes on after " + ompt.setCallback(Event.TASK_CREATE, null));
                    } else if (regions.get() == 10) {
                        ompt.setCallback(Event.TASK_SCHEDULE, null);
                        schedules.set(0);
                    }
                }

                private void taskSchedule(OmptData prior, TaskStatus status, OmptData next) {
                    schedules.incrementAndGet();
                }

                public void finalizeTool() {
                    System.err.println("quitting-tool: finalized, in a region " + over.get());
                }
            }
            """;

    @TempDir
    static Path folder;

    private static Path inquiringTool;
    private static Path quittingTool;

    @BeforeAll
    static void makeTheTools() throws IOException {
        inquiringTool = ToolJar.make(InquiringTool.NAME, InquiringTool.SOURCE, folder.resolve("inquiring.jar"));
        quittingTool = ToolJar.make("QuittingTool", QUITTING_TOOL, folder.resolve("quitting.jar"));
    }

    @OnEveryJdk
    void everyTaskOnTheStackIsFoundWithItsDataAndItsFrames(Jdk jdk) throws Exception {
        RunOutput run = run(jdk, "tool=none,profile=full", inquiringTool);

        assertThat(run.exitCode()).isZero();
        assertThat(run.stdout()).isEqualTo(program(jdk).plain().stdout());
        assertThat(run.otherStderrLines()).element(0).isEqualTo("inquiring-tool: strangers 0 {}");
        assertThat(run.agentLines()).isEmpty();
    }

    @OnEveryJdk
    void regionsOfWhatIsInvokedFromOutsideOfPoolsHaveTheirFrames(Jdk jdk) throws Exception {
        RunOutput run = AppRun.of(ForkJoinTaskApp.class)
                .on(jdk)
                .arguments("outside")
                .tools(inquiringTool)
                .with("tool=none,profile=full")
                .observedUnjudged()
                .output();

        assertThat(run.exitCode()).isZero();
        assertThat(run.otherStderrLines()).element(0).asString().endsWith(" strangers 0 {}");
        assertThat(run.agentLines()).isEmpty();
    }

    @OnEveryJdk
    void twoToolsHaveDataOfTheirOwnWhileAThirdEndsInTheMiddleOfARegion(Jdk jdk) throws Exception {
        RunOutput run = run(jdk, "tool=none,tools=all", inquiringTool, quittingTool, inquiringTool);

        assertThat(run.exitCode()).isZero();
        assertThat(run.stdout()).isEqualTo(program(jdk).plain().stdout());
        assertThat(run.otherStderrLines())
                .filteredOn(line -> line.startsWith("inquiring-tool: strangers"))
                .hasSize(2)
                .allMatch(line -> line.equals("inquiring-tool: strangers 0 {}"));
        assertThat(run.otherStderrLines())
                .filteredOn(line -> line.startsWith("quitting-tool: "))
                .containsExactly("quitting-tool: finalized, in a region true", "quitting-tool: goes on after ERROR");
    }

    /** A sampler without callbacks: its samples are not compared with times of events. */
    @OnEveryJdk
    void statesAreThereWhenNobodyHearsOfEvents(Jdk jdk) throws Exception {
        ObservedRun run = SamplingTool.in(AppRun.of(WaitStatesApp.class).on(jdk), SamplingTool.make(folder), true)
                .with("tool", "none")
                .observedUnjudged();

        assertThat(run.output().exitCode()).as(run.output().stderr()).isZero();
        Map<State, Integer> counts = SampledStates.count(run.directory());
        SampledStates.assertEveryStateIsFound(counts, counts);
    }

    private static AppRun program(Jdk jdk) {
        return AppRun.of(WaitStatesApp.class)
                .on(jdk)
                .jvm(ForkedJvm.BRIEF)
                .arguments(
                        "monitors",
                        "cyclic-barriers",
                        "thread-joins",
                        "task-joins",
                        "task-groups",
                        "streams",
                        "nested-streams",
                        "reductions",
                        "terminations");
    }

    private static RunOutput run(Jdk jdk, String settings, Path... tools) {
        return program(jdk).tools(tools).with(settings).observedUnjudged().output();
    }
}
