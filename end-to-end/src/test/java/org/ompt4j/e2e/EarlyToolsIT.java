package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.io.TempDir;
import org.ompt4j.apps.barrier.CyclicBarrierApp;
import org.ompt4j.apps.control.ControlApp;
import org.ompt4j.apps.forkjoin.ForkJoinPoolApp;
import org.ompt4j.apps.forkjoin.ForkJoinTaskApp;
import org.ompt4j.apps.lock.ReentrantLockApp;
import org.ompt4j.apps.monitor.SynchronizedApp;
import org.ompt4j.apps.stream.ParallelStreamApp;
import org.ompt4j.apps.thread.ThreadApp;
import org.ompt4j.e2e.EarlyToolRun.Call;
import org.ompt4j.e2e.EarlyToolRun.Plan;

/** Third-party tools of OMPT TR2 and v2 under the shipped jar: which callbacks they get for real programs. */
@Order(2)
class EarlyToolsIT {
    private static final List<String> SKELETON = List.of(
            "implicit_task_begin",
            "taskgroup_begin",
            "loop_begin",
            "loop_end",
            "taskgroup_end",
            "barrier_begin",
            "barrier_end",
            "implicit_task_end",
            "parallel_end");

    /** One region of a stream on the thread that opens it, which does not wait in its ending barrier. */
    private static final List<String> REGION = List.of(
            "implicit_task_begin",
            "taskgroup_begin",
            "loop_begin",
            "loop_end",
            "taskgroup_end",
            "barrier_begin",
            "barrier_end",
            "implicit_task_end",
            "parallel_end");

    @TempDir
    static Path folder;

    private static Path tr2;
    private static Path v2;

    @BeforeAll
    static void makeTools() throws IOException {
        tr2 = EarlyToolRun.makeTr2(folder.resolve("tr2 tool.jar"));
        v2 = EarlyToolRun.makeV2(folder.resolve("v2 tool.jar"));
    }

    private static EarlyToolRun tr2(Jdk jdk, Class<?> app, String... scenarios) throws Exception {
        return good(Plan.of(tr2, jdk, app), scenarios);
    }

    /** Runs the program and checks what is true of each run: its results are unchanged, callbacks are paired, inquiries agree with callbacks. */
    private static EarlyToolRun good(Plan plan, String... scenarios) throws Exception {
        EarlyToolRun run = unharmed(plan, scenarios);
        assertThat(run.mismatches()).isEmpty();
        return run;
    }

    private static EarlyToolRun unharmed(Plan plan, String... scenarios) throws Exception {
        EarlyToolRun run = plan.run(scenarios);
        RunOutput plain = OlderToolRun.plain(plan.jdk(), plan.app(), scenarios);
        assertThat(run.output().exitCode()).isEqualTo(plain.exitCode());
        assertThat(run.output().stdout()).isEqualTo(plain.stdout());
        assertThat(run.output().agentLines()).isEmpty();
        assertThat(run.calls()).isNotEmpty();
        assertPaired(run);
        return run;
    }

    /** Every begin has its end with the same ids, every task that ran ended, and nothing ends twice. */
    private static void assertPaired(EarlyToolRun run) {
        Map<String, Integer> open = new HashMap<>();
        for (Call each : run.calls()) {
            String event = each.event();
            if (event.equals("parallel_begin")) {
                open.merge("parallel " + each.arguments().get(1), 1, Integer::sum);
            } else if (event.equals("parallel_end")) {
                open.merge("parallel " + each.arguments().get(0), -1, Integer::sum);
            } else if (event.equals("task_begin")) {
                open.merge("task " + each.arguments().get(1), 1, Integer::sum);
            } else if (event.equals("task_end")) {
                open.merge("task " + each.arguments().get(0), -1, Integer::sum);
            } else if (event.endsWith("_begin") || event.endsWith("_end")) {
                String name = event.replaceAll("_(begin|end)$", "");
                List<String> ids = each.arguments();
                // The function and the thread of the inquiry are not part of the key.
                List<String> key = ids.subList(0, Math.min(ids.size() - 1, 2));
                open.merge(name + key, event.endsWith("_begin") ? 1 : -1, Integer::sum);
            }
        }
        Set<String> ran = new HashSet<>();
        run.of("task_switch").forEach(each -> ran.add("task " + each.arguments().get(1)));
        open.values().removeIf(balance -> balance == 0);
        // Tasks that were forked in a region which an exception has left may never run, and waits for them may never
        // end.
        Set<String> neverEnded = new HashSet<>(open.keySet());
        neverEnded.removeIf(each -> !each.startsWith("task ") || open.get(each) != 1);
        if (!ran.containsAll(neverEnded)) {
            open.keySet().removeAll(neverEnded);
        }
        assertThat(open).isEmpty();
    }

    // ---------------------------------------------------------------- regions

    @OnEveryJdk
    void regionsOfStreamsAreWholeOnTheThreadThatOpensThem(Jdk jdk) throws Exception {
        EarlyToolRun run = tr2(jdk, ParallelStreamApp.class, "1", "for-each");

        List<String> expected = new ArrayList<>();
        for (int i = 0; i < ParallelStreamApp.FOR_EACH_REGIONS; i++) {
            expected.addAll(REGION);
        }
        assertThat(run.sequence("main", SKELETON)).isEqualTo(expected);
        assertThat(run.output().otherStderrLines()).containsExactly("early-tool: 1 from OMPT4J");
    }

    @OnEveryJdk
    void membersWaitInTheBarrierThatEndsTheirRegion(Jdk jdk) throws Exception {
        EarlyToolRun run = tr2(jdk, ParallelStreamApp.class, "1", "for-each");
        Set<String> regions = new HashSet<>();
        run.on("main").stream()
                .filter(each -> each.event().equals("implicit_task_begin"))
                .forEach(each -> regions.add(each.arguments().get(0)));

        List<Call> memberships = run.select(each -> each.event().equals("implicit_task_begin")
                && !each.thread().equals("main")
                && regions.contains(each.arguments().get(0)));
        for (Call each : memberships) {
            String task = each.arguments().get(1);
            List<String> events = run
                    .select(other -> other.arguments().size() == 3
                            && other.arguments().get(1).equals(task)
                            && !other.event().equals("task_switch"))
                    .stream()
                    .map(Call::event)
                    .toList();
            assertThat(events).startsWith("implicit_task_begin").endsWith("barrier_end", "implicit_task_end");
            assertThat(events).containsOnlyOnce("barrier_begin").containsOnlyOnce("barrier_end");
        }
    }

    @OnEveryJdk
    void nestedAndSerialisedRegionsHaveAnImplicitTaskEach(Jdk jdk) throws Exception {
        EarlyToolRun nested = tr2(jdk, ParallelStreamApp.class, "1", "nested");
        EarlyToolRun serialised = tr2(jdk, ParallelStreamApp.class, "1", "one-element");

        assertThat(streamRegions(nested))
                .isEqualTo(ParallelStreamApp.NESTED_OUTER_REGIONS + ParallelStreamApp.NESTED_INNER_REGIONS);
        assertThat(streamRegions(serialised)).isEqualTo(ParallelStreamApp.ONE_ELEMENT_REGIONS);
        assertThat(serialised.sequence("main", List.of("implicit_task_begin", "implicit_task_end", "parallel_end")))
                .containsExactly("implicit_task_begin", "implicit_task_end", "parallel_end");
    }

    /** The number of regions of which the encountering thread is a member: not those of pools. */
    private static int streamRegions(EarlyToolRun run) {
        int count = 0;
        for (Call each : run.of("parallel_begin")) {
            List<Call> own = run.on(each.thread());
            int next = own.indexOf(each) + 1;
            if (next < own.size()
                    && own.get(next).event().equals("implicit_task_begin")
                    && own.get(next).arguments().get(0).equals(each.arguments().get(1))) {
                count++;
            }
        }
        return count;
    }

    @OnEveryJdk
    void regionThatAnExceptionLeavesIsClosed(Jdk jdk) throws Exception {
        EarlyToolRun run = unharmed(Plan.of(tr2, jdk, ParallelStreamApp.class), "1", "throwing");

        // A worker can join a region that has just ended, about which inquiries return nothing.
        assertThat(run.mismatches())
                .allMatch(each -> each.event().equals("implicit_task_begin")
                        && each.arguments().subList(2, 4).equals(List.of("0", "-1")));
        assertThat(streamRegions(run)).isEqualTo(ParallelStreamApp.THROWING_REGIONS);
    }

    // ---------------------------------------------------------------- tasks

    @OnEveryJdk
    void tasksBeginWhereTheyAreForkedAndEndWhereTheyRun(Jdk jdk) throws Exception {
        for (String scenario : List.of("fibonacci", "invoke-all", "exception", "cancel")) {
            EarlyToolRun run = tr2(jdk, ForkJoinTaskApp.class, "1", scenario);

            assertThat(run.count("task_begin")).as(scenario).isPositive();
            // After a task has completed, there is a switch from no task to the next one.
            for (Call each : run.of("task_switch")) {
                assertThat(each.id(1)).isPositive();
            }
            long switchesIn = run.of("task_switch").stream()
                    .filter(each -> each.id(0) != 0)
                    .count();
            long switchesOut = run.of("task_switch").stream()
                    .filter(each -> each.id(0) == 0)
                    .count();
            assertThat(switchesIn).as(scenario).isEqualTo(switchesOut);
        }
    }

    @OnEveryJdk
    void sectionsAreInTheirTaskgroup(Jdk jdk) throws Exception {
        EarlyToolRun run = tr2(jdk, ForkJoinPoolApp.class, "1", "invoke-all");

        assertThat(run.sequence(
                        run.of("sections_begin").get(0).thread(),
                        List.of("sections_begin", "sections_end", "taskgroup_begin", "taskgroup_end")))
                .startsWith("sections_begin", "taskgroup_begin", "taskgroup_end", "sections_end");
    }

    @OnEveryJdk
    void discardedTasksEndThoughTheyDoNotRun(Jdk jdk) throws Exception {
        EarlyToolRun run = tr2(jdk, ForkJoinPoolApp.class, "1", "shutdown-now");

        assertThat(run.count("task_begin")).isEqualTo(ForkJoinPoolApp.DISCARDED_TASKS + 1);
        assertThat(run.count("task_end")).isEqualTo(ForkJoinPoolApp.DISCARDED_TASKS + 1);
    }

    @OnEveryJdk
    void workersIdleBetweenTheirTasksInTheLoopOfTheirPool(Jdk jdk) throws Exception {
        EarlyToolRun run = tr2(jdk, ForkJoinPoolApp.class, "1", "submit");

        assertThat(run.count("idle_begin")).isPositive();
        for (Call each : run.of("idle_begin")) {
            List<Call> own = run.on(each.thread());
            int at = own.indexOf(each);
            assertThat(own.get(at + 2).event()).isEqualTo("idle_end");
            // Before its first task a worker has not yet entered the loop of workers.
            String loop = own.get(at - 1).event().equals("thread_begin")
                    ? "none"
                    : "java.util.concurrent.ForkJoinPool.runWorker";
            assertThat(own.get(at + 1).event()).isEqualTo("idle_frame");
            assertThat(own.get(at + 1).arguments()).containsExactly(loop, "idle", "0");
        }
        assertThat(run.of("idle_frame"))
                .anyMatch(each -> !each.arguments().get(0).equals("none"));
    }

    // ---------------------------------------------------------------- threads

    @OnEveryJdk
    void threadsBeginAndEndWithTheirTypeAndTheirInitialTask(Jdk jdk) throws Exception {
        EarlyToolRun run = tr2(jdk, ThreadApp.class, "1", "plain", "uncaught");

        assertThat(run.count("thread_begin")).isGreaterThan(ThreadApp.PLAIN_THREADS + ThreadApp.THROWING_THREADS);
        assertThat(run.of("thread_begin"))
                .allMatch(each -> each.arguments().get(0).equals("initial"));
        assertThat(run.count("initial_task_begin")).isEqualTo(run.count("thread_begin"));
        Set<String> ids = new HashSet<>();
        run.of("thread_begin").forEach(each -> ids.add(each.arguments().get(1)));
        for (String each : ids) {
            List<String> own = run.select(call -> call.arguments().contains("#" + each)).stream()
                    .map(Call::event)
                    .toList();
            assertThat(own).startsWith("thread_begin", "initial_task_begin").endsWith("initial_task_end", "thread_end");
        }
    }

    @OnEveryJdk
    void lastEventsOfAThreadThatIsStillThereAreToldOnItsBehalf(Jdk jdk) throws Exception {
        EarlyToolRun run = tr2(jdk, CyclicBarrierApp.class, "1", "left-waiting");

        Call waits = run.on("left").stream()
                .filter(each -> each.event().equals("wait_barrier_begin"))
                .findFirst()
                .orElseThrow();
        String thread = waits.arguments().get(2);
        List<Call> last = run.select(each -> each.event().equals("wait_barrier_end")
                && each.arguments().get(1).equals(waits.arguments().get(1)));
        assertThat(last)
                .singleElement()
                .matches(each -> !each.thread().equals("left"), "told by the finalizing thread");
        // The inquiry is about the thread of the event.
        assertThat(last.get(0).arguments().get(2)).isEqualTo(thread);
        assertThat(run.calls().get(run.calls().size() - 1).event()).isEqualTo("runtime_shutdown");
    }

    // ---------------------------------------------------------------- barriers and mutexes

    @OnEveryJdk
    void everyPartyReachesTheBarrierAndAllButTheLastWait(Jdk jdk) throws Exception {
        EarlyToolRun run = tr2(jdk, CyclicBarrierApp.class, "1", "generations");

        assertThat(run.count("barrier_begin")).isEqualTo(CyclicBarrierApp.awaits(1));
        assertThat(run.count("wait_barrier_begin"))
                .isEqualTo(CyclicBarrierApp.awaits(1) - CyclicBarrierApp.GENERATIONS);
        assertThat(run.of("barrier_begin")).allMatch(each -> each.id(0) == 0);
    }

    @OnEveryJdk
    void barrierActionIsASingle(Jdk jdk) throws Exception {
        EarlyToolRun run = tr2(jdk, CyclicBarrierApp.class, "1", "action");

        assertThat(run.count("single_in_block_begin")).isEqualTo(CyclicBarrierApp.GENERATIONS);
        assertThat(run.count("single_others_begin"))
                .isEqualTo((CyclicBarrierApp.PARTIES - 1) * CyclicBarrierApp.GENERATIONS);
    }

    @OnEveryJdk
    void lockThatItsOwnerTakesAgainIsTakenInLayers(Jdk jdk) throws Exception {
        EarlyToolRun run = tr2(jdk, ReentrantLockApp.class, "1", "reentrant");

        assertThat(run.count("acquired_nest_lock_first")).isEqualTo(ReentrantLockApp.REENTRANT_ACQUISITIONS);
        assertThat(run.count("acquired_nest_lock_next")).isEqualTo(ReentrantLockApp.REENTRANT_REENTRIES);
        assertThat(run.count("release_nest_lock_prev")).isEqualTo(ReentrantLockApp.REENTRANT_REENTRIES);
        assertThat(run.count("release_nest_lock_last")).isEqualTo(ReentrantLockApp.REENTRANT_ACQUISITIONS);
        assertThat(run.count("wait_nest_lock")).isZero();
        assertThat(run.count("init_nest_lock")).isPositive();
    }

    @OnEveryJdk
    void onlyWhoHasToWaitForALockWaits(Jdk jdk) throws Exception {
        EarlyToolRun lock = tr2(jdk, ReentrantLockApp.class, "1", "contended-nonfair");
        EarlyToolRun monitor = tr2(jdk, SynchronizedApp.class, "1", "contended-block");

        assertThat(lock.count("wait_nest_lock")).isEqualTo(ReentrantLockApp.CONTENDED_WAITS);
        assertThat(lock.count("acquired_nest_lock_first")).isEqualTo(ReentrantLockApp.CONTENDED_ACQUISITIONS);
        assertThat(monitor.count("wait_critical")).isEqualTo(SynchronizedApp.CONTENDED_WAITS);
        assertThat(monitor.count("acquired_critical")).isEqualTo(SynchronizedApp.CONTENDED_ENTRIES);
        assertThat(monitor.count("release_critical")).isEqualTo(SynchronizedApp.CONTENDED_ENTRIES);
    }

    @OnEveryJdk
    void monitorThatItsOwnerEntersAgainIsEnteredOnce(Jdk jdk) throws Exception {
        EarlyToolRun run = tr2(jdk, SynchronizedApp.class, "1", "reentrant");

        assertThat(run.count("acquired_critical"))
                .isEqualTo(SynchronizedApp.REENTRANT_ENTRIES - SynchronizedApp.REENTRANT_REENTRIES);
        assertThat(run.count("acquired_nest_lock_next")).isZero();
    }

    // ---------------------------------------------------------------- control

    @OnEveryJdk
    void commandsOfTheApplicationArriveInOrderWithTheirModifier(Jdk jdk) throws Exception {
        EarlyToolRun run = tr2(jdk, ControlApp.class, "1", "answers");

        assertThat(run.of("control"))
                .allMatch(each -> each.thread().equals("main"))
                .extracting(
                        each -> each.arguments().get(0) + " " + each.arguments().get(1))
                .containsExactly("2 0", "2 0", "3 0", "1 0", "1 0", "64 1");
    }

    // ---------------------------------------------------------------- registration

    @OnEveryJdk
    void all61EventsRegisterAndWhatNeverHappensDoesNot(Jdk jdk) throws Exception {
        EarlyToolRun run = tr2(jdk, ParallelStreamApp.class, "1", "ordered", "reduce");

        assertThat(run.of("answer")).hasSize(61);
        for (Call each : run.of("answer")) {
            String event = each.arguments().get(0);
            assertThat(run.answer(event)).as(event).isBetween(2, 4);
            if (run.answer(event) == 2) {
                assertThat(run.count(event)).as(event).isZero();
            }
        }
        assertThat(run.answer("parallel_begin")).isEqualTo(4);
        assertThat(run.answer("wait_critical")).isEqualTo(3);
        assertThat(run.answer("init_lock")).isEqualTo(2);
        assertThat(run.count("acquired_ordered")).isPositive().isEqualTo(run.count("release_ordered"));
    }

    @OnEveryJdk
    void eventsThatWereNotRegisteredAreNotCalled(Jdk jdk) throws Exception {
        Plan plan =
                Plan.of(tr2, jdk, ParallelStreamApp.class).jvm("-Dearly.events=task_begin task_end runtime_shutdown");
        EarlyToolRun run = good(plan, "1", "for-each");

        assertThat(run.calls().stream().map(Call::event).distinct())
                .containsExactlyInAnyOrder("answer", "task_begin", "task_end", "runtime_shutdown");
    }

    @OnEveryJdk
    void toolThatDeclinesHearsNothing(Jdk jdk) throws Exception {
        for (Path tool : List.of(tr2, v2)) {
            EarlyToolRun run = Plan.of(tool, jdk, ParallelStreamApp.class)
                    .jvm("-Dearly.declines=true")
                    .run("1", "one-element");

            assertThat(run.output().exitCode()).isZero();
            assertThat(run.output().stderr()).isEmpty();
            assertThat(run.calls()).isEmpty();
        }
    }

    @OnEveryJdk
    void toolThatThrowsInEveryCallbackHarmsNobody(Jdk jdk) throws Exception {
        EarlyToolRun run = Plan.of(tr2, jdk, ParallelStreamApp.class)
                .jvm("-Dearly.throws=true")
                .run("1", "for-each", "reduce");

        assertThat(run.output().exitCode()).isZero();
        assertThat(run.output().stdout())
                .isEqualTo(OlderToolRun.plain(jdk, ParallelStreamApp.class, "1", "for-each", "reduce")
                        .stdout());
        assertThat(run.output().agentLines())
                .anyMatch(line -> line.contains("tool Tr2Log threw in its callback") && line.contains("on purpose"))
                .anyMatch(line -> line.contains("tool Tr2Log threw in 100 callbacks and is switched off"));
        assertThat(run.calls()).isEmpty();
    }

    // ---------------------------------------------------------------- v2

    @OnEveryJdk
    void toolOfV2HearsTheSame(Jdk jdk) throws Exception {
        EarlyToolRun run = good(Plan.of(v2, jdk, ParallelStreamApp.class), "1", "for-each");

        List<String> expected = new ArrayList<>();
        for (int i = 0; i < ParallelStreamApp.FOR_EACH_REGIONS; i++) {
            expected.addAll(REGION);
        }
        assertThat(run.sequence("main", SKELETON)).isEqualTo(expected);
        assertThat(run.of("answer")).hasSize(61);
        assertThat(run.output().otherStderrLines()).containsExactly("early-tool: 2 from OMPT4J");
    }

    @OnEveryJdk
    void enabledAndDisabledAreUnderstoodInAnyCaseWithBlanks(Jdk jdk) throws Exception {
        Plan plan = Plan.of(v2, jdk, ParallelStreamApp.class);
        EarlyToolRun enabled = good(plan.environment("OMP_TOOL", " EnAbled "), "1", "one-element");
        EarlyToolRun disabled = plan.environment("OMP_TOOL", "\tDISABLED ").run("1", "one-element");

        assertThat(enabled.count("runtime_shutdown")).isEqualTo(1);
        assertThat(disabled.output().exitCode()).isZero();
        assertThat(disabled.output().stderr()).isEmpty();
        assertThat(disabled.calls()).isEmpty();
    }

    @OnEveryJdk
    void anyOtherValueEndsTheProgramOfAToolOfV2AndOfNoOther(Jdk jdk) throws Exception {
        EarlyToolRun ofV2 = Plan.of(v2, jdk, ParallelStreamApp.class)
                .environment("OMP_TOOL", "maybe")
                .run("1", "one-element");
        EarlyToolRun ofTr2 = Plan.of(tr2, jdk, ParallelStreamApp.class)
                .environment("OMP_TOOL", "maybe")
                .run("1", "one-element");

        assertThat(ofV2.output().exitCode()).isEqualTo(2);
        assertThat(ofV2.output().stdout()).isEmpty();
        assertThat(ofV2.output().agentLines())
                .anyMatch(line ->
                        line.contains("fatal error") && line.contains("OMP_TOOL") && line.contains("\"maybe\""));
        assertThat(ofV2.calls()).isEmpty();
        assertThat(ofTr2.output().exitCode()).isZero();
        assertThat(ofTr2.count("runtime_shutdown")).isEqualTo(1);
    }
}
