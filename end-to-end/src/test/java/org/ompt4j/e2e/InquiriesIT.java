package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.io.TempDir;
import org.ompt4j.apps.forkjoin.ForkJoinTaskApp;
import org.ompt4j.apps.inquiry.AskingApp;
import org.ompt4j.apps.inquiry.WaitStatesApp;
import org.ompt4j.ompt.State;

/** Results of entry points in callbacks: tasks and regions at every level, their data, their frames on the stack. */
@Order(2)
class InquiriesIT {

    /** A tool that takes back a callback, and finalizes itself in another one inside a region. It says if it is called on this thread afterwards. */
    private static final String QUITTING_TOOL = ToolSource.of("QuittingTool", """
            private final AtomicBoolean over = new AtomicBoolean();
            private final AtomicInteger regions = new AtomicInteger();
            private volatile Thread quitter;

            private void begin() {
                ompt.on(OmptCallback.TASK_CREATE, this::taskCreate);
                ompt.on(OmptCallback.TASK_SCHEDULE, (prior, status, next) -> {});
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
                }
            }

            public void finalizeTool() {
                System.err.println("quitting-tool: finalized, in a region " + over.get());
            }
            """);

    /** A tool that the program calls outside of callbacks. It keeps the first task that is created, and writes what it is told when it asks. */
    private static final String ASKED_TOOL = ToolSource.of("AskedTool", """
            private final AtomicReference<OmptData> begun = new AtomicReference<>();

            private void begin() {
                ompt.on(OmptCallback.TASK_CREATE, this::taskCreate);
                System.getProperties().put("asked", (Consumer<String>) this::asked);
            }

            private void taskCreate(OmptData parent, OmptFrame frame, OmptData task, int flags, boolean dependences, int site) {
                begun.compareAndSet(null, task);
            }

            private void asked(String place) {
                int[] flags = new int[1];
                int[] size = new int[1];
                OmptData[] task = new OmptData[1];
                OmptFrame[] frame = new OmptFrame[1];
                int known = ompt.getTaskInfo(0, flags, task, frame, null, null);
                int lowest = 0;
                OmptData[] below = new OmptData[1];
                while (ompt.getTaskInfo(lowest, null, below, null, null, null) == 2 && below[0] != begun.get()) {
                    lowest++;
                }
                System.err.println("asked-tool: " + place
                        + ", data " + (ompt.getThreadData() != null)
                        + ", task " + known + " " + (task[0] == begun.get())
                        + ", explicit " + ((flags[0] & TaskFlag.EXPLICIT) != 0)
                        + ", frame " + (frame[0] != null && frame[0].exitFrame() > 0)
                        + ", below " + (below[0] == begun.get())
                        + ", team " + (ompt.getParallelInfo(0, null, size) == 2 && size[0] > 1)
                        + ", state " + (ompt.getState(null).specName().startsWith("work_")));
            }

            public void finalizeTool() {}
            """);

    @TempDir
    static Path folder;

    private static Path inquiringTool;
    private static Path quittingTool;
    private static Path askedTool;

    @BeforeAll
    static void makeTheTools() throws IOException {
        inquiringTool = ToolJar.make(InquiringTool.NAME, InquiringTool.SOURCE, folder.resolve("inquiring.jar"));
        quittingTool = ToolJar.make("QuittingTool", QUITTING_TOOL, folder.resolve("quitting.jar"));
        askedTool = ToolJar.make("AskedTool", ASKED_TOOL, folder.resolve("asked.jar"));
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

    @OnEveryJdk
    void programsThatAskOutsideOfCallbacksAreTheirTask(Jdk jdk) {
        RunOutput run = AppRun.of(AskingApp.class)
                .on(jdk)
                .tools(askedTool)
                .with("tool=none,profile=full")
                .observedUnjudged()
                .output();

        assertThat(run.exitCode()).isZero();
        String own = ", data true, task 2 true, explicit true, frame true, below true, team false, state true";
        String inRegion = ", data true, task 2 false, explicit true, frame true, below true, team true, state true";
        assertThat(run.otherStderrLines())
                .containsExactly(
                        "asked-tool: begin" + own,
                        "asked-tool: after a sleep" + own,
                        "asked-tool: with a lock" + own,
                        "asked-tool: in a region" + inRegion,
                        "asked-tool: end" + own);
        assertThat(run.agentLines()).isEmpty();
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
