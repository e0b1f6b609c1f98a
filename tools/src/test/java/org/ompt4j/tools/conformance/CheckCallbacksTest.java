package org.ompt4j.tools.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;
import static org.ompt4j.tools.conformance.ScriptedRuntime.SITE;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.OmptStartToolResult;
import org.ompt4j.ompt.OmptTool;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.tools.conformance.ScriptedRuntime.Played;
import org.ompt4j.tools.conformance.ScriptedRuntime.Region;
import org.ompt4j.tools.testing.ToolCompiler;

/** The example tool that checks callbacks reports sequences that break a rule, and nothing in a run that follows all rules. */
class CheckCallbacksTest {
    private static final SyncRegionKind TASKWAIT = SyncRegionKind.TASKWAIT;
    private static final SyncRegionKind REGION_END = SyncRegionKind.BARRIER_IMPLICIT_PARALLEL;
    private static final SyncRegionKind TASKGROUP = SyncRegionKind.TASKGROUP;
    private static final long AN_HOUR = 3_600_000_000_000L;

    private static final BrokenSequences BROKEN = new BrokenSequences();

    static {
        BROKEN.add("THREADS", BrokenSequences::threadGoesOnAfterItsEnd, BrokenSequences::threadHasNotBegun);
        BROKEN.add("FRESH_DATA", BrokenSequences::newTaskHasAValue);
        BROKEN.add(
                "SAME_DATA",
                BrokenSequences::taskBeginsWithOtherData,
                BrokenSequences::valueOfATaskChanges,
                (run, main) -> {
                    Region region = run.region(main);
                    run.leave(main, region, 0, SITE);
                    run.parallelEnd(region.data(), run.data(), SITE);
                },
                (run, main) -> {
                    OmptData task = run.create(main, 0);
                    run.taskDependence(new OmptData(task.id()), main.task());
                },
                (run, main) -> run.threadEnd(new OmptData(main.data.id())));
        BROKEN.add(
                "NESTING",
                (run, main) -> {
                    Region outer = run.region(main);
                    run.parallelBegin(main.task(), run.data(), 2, SITE);
                    run.endRegion(main, outer);
                },
                (run, main) -> {
                    Region region = run.region(main);
                    run.leave(main, region, 0, SITE);
                    run.thread();
                    run.parallelEnd(region.data(), region.parent(), SITE);
                },
                (run, main) -> {
                    Region region = run.region(main);
                    run.leave(main, region, 0, SITE);
                    run.parallelEnd(region.data(), null, SITE);
                });
        BROKEN.add(
                "SCOPES",
                (run, main) -> run.syncRegion(TASKWAIT, END, null, main.task(), SITE),
                (run, main) -> {
                    run.syncRegion(TASKGROUP, BEGIN, null, main.task(), SITE);
                    run.syncRegion(TASKWAIT, BEGIN, null, main.task(), SITE);
                    run.syncRegion(TASKGROUP, END, null, main.task(), SITE);
                },
                (run, main) -> {
                    run.begin(main, run.create(main, 0));
                    run.syncRegion(TASKWAIT, BEGIN, null, main.task(), SITE);
                    run.complete(main);
                });
        BROKEN.add(
                "CURRENT_TASK",
                (run, main) -> run.create(run.create(main, 0), 0, false),
                (run, main) -> run.syncRegion(TASKWAIT, BEGIN, null, run.create(main, 0), SITE),
                BrokenSequences::inquiryAnswersWithOtherData,
                BrokenSequences::virtualThreadThatIsNotMountedCreatesATask);
        BROKEN.add(
                "REGION_OVER",
                (run, main) -> {
                    Region region = run.region(main);
                    run.endRegion(main, region);
                    run.join(run.thread(), region, 1);
                },
                (run, main) -> {
                    Region region = run.region(main);
                    run.endRegion(main, region);
                    run.syncRegion(TASKWAIT, BEGIN, region.data(), main.task(), SITE);
                },
                (run, main) -> {
                    Region region = run.region(main);
                    run.endRegion(main, region);
                    run.dispatch(region, main.task());
                });
        BROKEN.add(
                "TASK_OVER",
                (run, main) -> {
                    OmptData task = run.create(main, 0);
                    run.begin(main, task);
                    run.complete(main);
                    run.begin(main, task);
                },
                BrokenSequences::discardedTaskBegins,
                BrokenSequences::taskCompletesTwice);
        BROKEN.add("ONE_THREAD", BrokenSequences::taskRunsOnTwoThreads, BrokenSequences::virtualThreadIsMountedTwice);
        BROKEN.add("DETACHED", (run, main) -> run.schedule(run.create(main, 0), TaskStatus.LATE_FULFILL, null));
        BROKEN.add("JOINED", (run, main) -> {
            beginWait(run, main, run.create(main, 0));
            endWait(run, main);
        });
        BROKEN.add(
                "MEMBERS",
                BrokenSequences::twoMembersHaveOneNumber,
                (run, main) -> {
                    Region region = run.region(main);
                    run.join(main, region, 1);
                },
                (run, main) -> {
                    Region region = run.region(main);
                    run.thread();
                    run.implicitTask(BEGIN, region.data(), run.data(), 2, 2, TaskFlag.IMPLICIT);
                });
        BROKEN.add("MEMBER_COUNT", BrokenSequences::regionCountsTooManyMembers);
        BROKEN.add(
                "IN_TIME",
                (run, main) -> {
                    run.happenedAt = System.nanoTime();
                    run.acquire(MutexKind.LOCK, 1, SITE);
                    run.happenedAt++;
                    run.acquired(MutexKind.LOCK, 1, SITE);
                },
                BrokenSequences::memberReachesTheEndOfARegionThatIsOver,
                (run, main) -> {
                    run.waits(BEGIN, main, SITE);
                    run.happenedAt = System.nanoTime();
                    run.waits(END, main, SITE);
                    run.happenedAt++;
                    run.acquire(MutexKind.CRITICAL, 1, SITE);
                },
                (run, main) -> {
                    run.waits(BEGIN, main, SITE);
                    run.happenedAt = System.nanoTime();
                    run.waits(END, main, SITE);
                    run.acquire(MutexKind.CRITICAL, 2, SITE);
                    run.happenedAt++;
                    run.acquired(MutexKind.CRITICAL, 2, SITE);
                });
        BROKEN.add(
                "EVENT_TIME",
                (run, main) -> {
                    run.happenedAt = System.nanoTime() - AN_HOUR;
                    run.create(main, 0);
                },
                (run, main) -> {
                    run.happenedAt = System.nanoTime() + AN_HOUR;
                    run.create(main, 0);
                });
        BROKEN.add(
                "MUTEXES",
                (run, main) -> run.acquired(MutexKind.LOCK, 1, SITE),
                (run, main) -> run.released(MutexKind.CRITICAL, 1),
                BrokenSequences::mutexIsAcquiredTwice);
        BROKEN.add(
                "LEFT_OPEN",
                (run, main) -> run.end(),
                (run, main) -> {
                    run.create(main, 0);
                    run.endThread(main);
                },
                (run, main) -> {
                    run.syncRegion(TASKWAIT, BEGIN, null, main.task(), SITE);
                    run.threadEnd(main.data);
                },
                (run, main) -> {
                    OmptData task = run.create(main, 0);
                    run.begin(main, task);
                    run.schedule(task, TaskStatus.DETACH, main.tasks.getLast());
                    run.end();
                });
        BROKEN.add("FINALIZED", (run, main) -> {
            run.end();
            run.acquire(MutexKind.LOCK, 1, SITE);
        });
    }

    private static void beginWait(ScriptedRuntime run, Played waiting, OmptData awaited) {
        run.syncRegion(TASKWAIT, BEGIN, null, waiting.task(), SITE);
        run.state = State.WAIT_TASKWAIT;
        run.waitId = awaited.id();
        run.syncWait(TASKWAIT, BEGIN, null, waiting.task(), SITE);
    }

    private static void endWait(ScriptedRuntime run, Played waiting) {
        run.syncWait(TASKWAIT, END, null, waiting.task(), SITE);
        run.syncRegion(TASKWAIT, END, null, waiting.task(), SITE);
    }

    @TempDir
    static Path folder;

    private static URLClassLoader example;

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

    @BeforeAll
    static void compile() throws Exception {
        String binding = Path.of(OmptTool.class
                        .getProtectionDomain()
                        .getCodeSource()
                        .getLocation()
                        .toURI())
                .toString();
        ToolCompiler.compileExample("check-callbacks", binding, folder);
        example = new URLClassLoader(new URL[] {folder.toUri().toURL()}, CheckCallbacksTest.class.getClassLoader());
    }

    @AfterAll
    static void close() throws Exception {
        example.close();
    }

    private ScriptedRuntime start() throws Exception {
        Object tool = example.loadClass("com.example.checkcallbacks.CheckCallbacks")
                .getConstructor(PrintStream.class)
                .newInstance(new PrintStream(printed, true, StandardCharsets.UTF_8));
        ScriptedRuntime run = new ScriptedRuntime((OmptStartToolResult) tool);
        run.hasClock = true;
        return run.start();
    }

    static Stream<Arguments> brokenSequences() {
        return BROKEN.arguments();
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("brokenSequences")
    void brokenSequenceIsFound(String rule, int number, BrokenSequences.Broken sequence) throws Exception {
        ScriptedRuntime run = start();
        Played main = run.thread();

        sequence.play(run, main);
        run.end();

        assertThat(printed.toString(StandardCharsets.UTF_8)).contains("check-callbacks: " + rule + " ");
    }

    @Test
    void everyRuleHasASequenceThatBreaksIt() throws Exception {
        Class<?> rule = example.loadClass("com.example.checkcallbacks.Rule");
        assertThat(BROKEN.rules())
                .containsExactlyElementsOf(Arrays.stream(rule.getEnumConstants())
                        .map(Object::toString)
                        .toList());
    }

    @Test
    void virtualThreadThatGoesToAnotherCarrierHasNoFinding() throws Exception {
        ScriptedRuntime run = start();
        Played main = run.thread();
        VirtualThreads.play(run, main);
        run.endThread(main);
        run.end();

        assertThat(printed.toString(StandardCharsets.UTF_8)).contains(" 0 of them broken");
    }

    @Test
    void runThatKeepsAllRulesHasNoFinding() throws Exception {
        ScriptedRuntime run = start();
        Played main = run.thread();
        Region region = run.region(main);
        Played worker = run.thread();
        run.join(worker, region, 1);
        run.on(main);
        OmptData task = run.create(main, 0);
        OmptData detached = run.create(main, 0);
        OmptData discarded = run.create(main, 0);
        run.cancel(discarded, CancelFlag.TASKGROUP | CancelFlag.DISCARDED_TASK);
        beginWait(run, main, task);
        run.on(worker);
        run.begin(worker, task);
        run.dispatch(region, task);
        run.hold(1);
        run.released(MutexKind.CRITICAL, 1);
        run.waits(BEGIN, worker, SITE);
        run.happenedAt = System.nanoTime();
        run.waits(END, worker, SITE);
        run.acquire(MutexKind.CRITICAL, 1, SITE);
        run.happenedAt++;
        run.acquired(MutexKind.CRITICAL, 1, SITE);
        run.happenedAt = 0;
        run.released(MutexKind.CRITICAL, 1);
        run.complete(worker);
        run.begin(worker, detached);
        run.schedule(worker.tasks.pop(), TaskStatus.DETACH, worker.task());
        run.schedule(detached, TaskStatus.LATE_FULFILL, null);
        run.syncRegion(REGION_END, BEGIN, region.data(), worker.task(), 0);
        run.syncWait(REGION_END, BEGIN, region.data(), worker.task(), 0);
        run.on(main);
        run.taskDependence(task, main.task());
        endWait(run, main);
        run.endRegion(main, run.region(main));
        run.leave(main, region, 0, SITE);
        long end = System.nanoTime();
        run.parallelEnd(region.data(), region.parent(), SITE);
        run.endThread(main);
        run.on(worker);
        run.happenedAt = end;
        run.syncWait(REGION_END, END, null, worker.task(), 0);
        run.syncRegion(REGION_END, END, null, worker.task(), 0);
        run.implicitTask(END, null, worker.tasks.pop(), 0, 1, TaskFlag.IMPLICIT);
        run.happenedAt = 0;
        run.endThread(worker);
        run.end();

        assertThat(printed.toString(StandardCharsets.UTF_8))
                .matches("check-callbacks: \\d+ callbacks, 18 rules, 0 of them broken\\R");
    }
}
