package org.ompt4j.tools.conformance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;
import static org.ompt4j.tools.conformance.ScriptedRuntime.SITE;

import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.tools.conformance.ScriptedRuntime.Played;
import org.ompt4j.tools.conformance.ScriptedRuntime.Region;
import org.ompt4j.tools.rules.Rule;

/** No rule is violated by a run that follows it, and each rule is violated by a run that breaks it. */
class ConformanceToolTest {
    private static final SyncRegionKind EXPLICIT = SyncRegionKind.BARRIER_EXPLICIT;
    private static final SyncRegionKind TASKWAIT = SyncRegionKind.TASKWAIT;
    private static final SyncRegionKind TASKGROUP = SyncRegionKind.TASKGROUP;

    private static final BrokenSequences BROKEN = new BrokenSequences();

    static {
        BROKEN.add(
                "I1",
                (run, main) -> run.create(main.task(), new OmptData(main.data.id() + 2), 0, false),
                (run, main) -> run.create(main.task(), new OmptData(0), 0, false),
                (run, main) -> run.create(main.task(), new OmptData(1L << 53), 0, false));
        BROKEN.add(
                "I2",
                BrokenSequences::newTaskHasAValue,
                BrokenSequences::taskBeginsWithOtherData,
                BrokenSequences::valueOfATaskChanges,
                BrokenSequences::inquiryAnswersWithOtherData,
                (run, main) -> {
                    run.region(main);
                    run.answersWithOtherData = true;
                    run.create(main, 0);
                },
                (run, main) -> {
                    Region region = run.region(main);
                    run.answersWithOuterRegion = true;
                    run.create(main, 0);
                    run.answersWithOuterRegion = false;
                    run.endRegion(main, region);
                    run.end();
                });
        BROKEN.add(
                "I3",
                BrokenSequences::threadGoesOnAfterItsEnd,
                BrokenSequences::threadHasNotBegun,
                (run, main) -> run.end());
        BROKEN.add(
                "R1",
                (run, main) -> run.join(main, new Region(run.data(), main.task()), 0),
                (run, main) -> {
                    Region region = run.region(main);
                    run.endRegion(main, region);
                    run.join(main, region, 0);
                },
                (run, main) -> {
                    Region region = run.region(main);
                    run.endRegion(main, region);
                    run.join(main, run.withoutData(region), 0);
                });
        BROKEN.add(
                "R2",
                (run, main) -> {
                    Region region = run.region(main);
                    run.parallelEnd(region.data(), region.parent(), SITE);
                },
                BrokenSequences::memberReachesTheEndOfARegionThatIsOver);
        BROKEN.add(
                "R3",
                (run, main) -> {
                    run.region(main);
                    run.implicitTask(END, null, main.tasks.pop(), 0, 0, TaskFlag.IMPLICIT);
                },
                (run, main) -> {
                    Region region = run.region(main);
                    run.barrier(main, region, SITE);
                    run.create(main, 0);
                },
                (run, main) -> {
                    run.implicitTask(END, null, main.tasks.pop(), 0, 1, TaskFlag.INITIAL);
                    run.implicitTask(END, null, run.data(), 0, 1, TaskFlag.INITIAL);
                },
                (run, main) -> run.threadEnd(main.data));
        BROKEN.add(
                "R4",
                (run, main) -> {
                    Region region = run.region(main);
                    run.leave(main, region, 0, SITE);
                    run.parallelEnd(region.data(), region.parent(), SITE + 1);
                },
                (run, main) -> {
                    run.region(main);
                    run.end();
                });
        BROKEN.add(
                "R5",
                (run, main) -> run.parallelBegin(main.task(), run.data(), 0, SITE),
                BrokenSequences::regionCountsTooManyMembers,
                (run, main) -> {
                    Region region = new Region(run.data(), main.task());
                    run.parallelBegin(main.task(), region.data(), 2, SITE);
                    run.join(main, region, 1);
                },
                BrokenSequences::twoMembersHaveOneNumber,
                (run, main) -> {
                    Region region = run.region(main);
                    Played worker = run.thread();
                    run.join(worker, region, 2);
                    run.leave(worker, region, 2, 0);
                    run.on(main);
                    run.endRegion(main, region);
                    run.end();
                });
        BROKEN.add("R6", (run, main) -> run.parallelBegin(run.create(main, 0), run.data(), 2, SITE), (run, main) -> {
            Region outer = run.region(main);
            run.region(main);
            run.parallelEnd(outer.data(), outer.parent(), SITE);
        });
        BROKEN.add("R7", (run, main) -> {
            run.begin(main, run.create(main, 0));
            run.hasNoFrames = true;
            run.create(main, 0);
        });
        BROKEN.add(
                "R8",
                (run, main) -> {
                    run.endRegion(main, run.region(main));
                    run.parallelBegin(main.task(), run.data(), 2, SITE + 10);
                },
                (run, main) -> run.parallelBegin(main.task(), run.data(), 2, 90));
        BROKEN.add("R9", (run, main) -> {
            Region region = new Region(run.data(), main.task());
            run.parallelBegin(region.parent(), region.data(), 2, SITE);
            run.parallelEnd(region.data(), region.parent(), SITE);
        });
        BROKEN.add(
                "B1",
                (run, main) -> {
                    run.syncRegion(EXPLICIT, BEGIN, null, main.task(), SITE);
                    run.syncWait(EXPLICIT, BEGIN, null, main.task(), SITE);
                    run.syncRegion(EXPLICIT, END, null, main.task(), SITE);
                },
                (run, main) -> run.syncRegion(EXPLICIT, END, null, main.task(), SITE),
                (run, main) -> run.syncWait(EXPLICIT, BEGIN, null, main.task(), SITE),
                (run, main) -> {
                    run.syncRegion(EXPLICIT, BEGIN, null, main.task(), SITE);
                    run.syncWait(EXPLICIT, BEGIN, null, main.task(), SITE + 1);
                });
        BROKEN.add(
                "B2",
                (run, main) -> run.syncRegion(EXPLICIT, BEGIN, null, main.task(), 0),
                (run, main) -> run.barrier(main, run.region(main), 0));
        BROKEN.add(
                "B3",
                (run, main) -> {
                    run.syncRegion(EXPLICIT, BEGIN, null, main.task(), SITE);
                    run.syncWait(EXPLICIT, BEGIN, null, main.task(), SITE);
                    run.syncRegion(TASKWAIT, BEGIN, null, main.task(), SITE);
                },
                (run, main) -> {
                    run.syncRegion(EXPLICIT, BEGIN, null, main.task(), SITE);
                    run.syncRegion(TASKWAIT, END, null, main.task(), SITE);
                });
        BROKEN.add("B4", (run, main) -> {
            run.syncRegion(EXPLICIT, BEGIN, null, main.task(), SITE);
            run.syncRegion(EXPLICIT, END, null, main.task(), SITE);
        });
        BROKEN.add("B5", (run, main) -> {
            OmptData task = run.create(main, 0);
            run.syncRegion(TASKWAIT, BEGIN, null, main.task(), SITE);
            run.syncWait(TASKWAIT, BEGIN, null, main.task(), SITE);
            run.begin(main, task);
        });
        BROKEN.add(
                "T1",
                (run, main) -> run.schedule(main.task(), TaskStatus.SWITCH, run.data()),
                (run, main) -> run.create(run.create(main, 0), 0, false),
                BrokenSequences::virtualThreadThatIsNotMountedCreatesATask);
        BROKEN.add(
                "T2",
                (run, main) -> run.schedule(run.create(main, 0), TaskStatus.SWITCH, main.task()),
                (run, main) -> {
                    run.begin(main, run.create(main, 0));
                    run.schedule(main.tasks.pop(), TaskStatus.COMPLETE, run.create(main, 0));
                },
                (run, main) -> {
                    OmptData task = run.create(main, 0);
                    run.syncRegion(TASKWAIT, BEGIN, null, task, SITE);
                },
                BrokenSequences::taskRunsOnTwoThreads,
                BrokenSequences::virtualThreadIsMountedTwice);
        BROKEN.add("T3", (run, main) -> {
            OmptData task = run.create(main, 0);
            OmptData waiting = main.task();
            run.syncRegion(TASKWAIT, BEGIN, null, waiting, SITE);
            run.begin(main, task);
            run.syncRegion(TASKWAIT, END, null, waiting, SITE);
        });
        BROKEN.add(
                "T4",
                (run, main) -> {
                    run.create(main, TaskFlag.UNDEFERRED);
                    run.create(main, 0);
                },
                (run, main) -> {
                    OmptData task = run.create(main, TaskFlag.UNDEFERRED);
                    run.begin(main, task);
                    main.tasks.pop();
                    run.schedule(task, TaskStatus.SWITCH, main.task());
                });
        BROKEN.add(
                "T5",
                (run, main) -> {
                    run.begin(main, run.create(main, 0));
                    run.threadEnd(main.data);
                    run.thread();
                },
                BrokenSequences::taskCompletesTwice);
        BROKEN.add("T6", (run, main) -> {
            Region region = run.region(main);
            OmptData task = run.create(main, 0);
            Played worker = run.thread();
            run.join(worker, region, 1);
            run.begin(worker, task);
            run.dispatch(region, task);
            run.on(main);
            run.endRegion(main, region);
            run.on(worker);
            run.complete(worker);
            run.end();
        });
        BROKEN.add(
                "T7",
                (run, main) -> {
                    run.syncRegion(TASKGROUP, BEGIN, null, main.task(), SITE);
                    run.syncWait(TASKGROUP, BEGIN, null, main.task(), SITE);
                    run.syncWait(TASKGROUP, END, null, main.task(), SITE);
                    run.create(main, 0);
                },
                (run, main) -> run.syncRegion(TASKWAIT, END, null, main.task(), SITE));
        BROKEN.add(
                "T8",
                (run, main) -> run.taskDependence(run.data(), main.task()),
                (run, main) -> run.dependences(run.create(main, 0)));
        BROKEN.add("T9", (run, main) -> run.taskDependence(main.task(), run.create(main, 0)));
        BROKEN.add(
                "T10",
                (run, main) -> run.cancel(main.task(), CancelFlag.ACTIVATED),
                (run, main) -> run.cancel(main.task(), CancelFlag.TASKGROUP | CancelFlag.DISCARDED_TASK),
                BrokenSequences::discardedTaskBegins);
        BROKEN.add(
                "T11", (run, main) -> run.schedule(run.create(main, 0), TaskStatus.LATE_FULFILL, null), (run, main) -> {
                    OmptData task = run.create(main, 0);
                    run.begin(main, task);
                    run.detach(main);
                    run.schedule(task, TaskStatus.LATE_FULFILL, main.task());
                });
        BROKEN.add(
                "T12",
                (run, main) -> run.create(main.task(), new OmptData(RecordSink.FIRST_VIRTUAL_THREAD + 1), 0, false),
                (run, main) -> {
                    run.begin(main, run.create(main, 0));
                    run.schedule(main.task(), TaskStatus.SWITCH, null);
                });
        BROKEN.add(
                "M1",
                (run, main) -> run.acquired(MutexKind.LOCK, 1, SITE),
                (run, main) -> {
                    run.acquire(MutexKind.LOCK, 1, SITE);
                    run.acquired(MutexKind.LOCK, 2, SITE);
                },
                (run, main) -> {
                    run.acquire(MutexKind.LOCK, 1, SITE);
                    run.acquired(MutexKind.LOCK, 1, SITE + 1);
                },
                (run, main) -> run.released(MutexKind.LOCK, 1),
                (run, main) -> {
                    Played carrier = run.carrier();
                    VirtualThreads.beginOn(run, carrier, run.createVirtual(main));
                    run.mount(carrier, run.createVirtual(main));
                    run.released(MutexKind.CRITICAL, 1);
                });
        BROKEN.add("M2", (run, main) -> {
            run.acquire(MutexKind.CRITICAL, 1, SITE);
            run.create(main, 0);
        });
        BROKEN.add("M3", BrokenSequences::mutexIsAcquiredTwice, (run, main) -> run.nest(END, 1), (run, main) -> {
            run.hold(1);
            run.nest(END, 1);
        });
        BROKEN.add("M4", (run, main) -> {
            run.hold(1);
            run.thread();
            run.hold(1);
        });
        BROKEN.add("M5", (run, main) -> {
            run.hold(1);
            run.acquire(MutexKind.CRITICAL, 1, SITE);
            run.nest(BEGIN, 1);
            run.released(MutexKind.CRITICAL, 1);
            run.released(MutexKind.CRITICAL, 1);
        });
        BROKEN.add(
                "W1",
                (run, main) -> run.waits(END, main, SITE),
                (run, main) -> {
                    run.waits(BEGIN, main, SITE);
                    run.waits(END, main, SITE + 1);
                },
                (run, main) -> {
                    Played virtual = run.createVirtual(main);
                    Played carrier = run.carrier();
                    run.mount(carrier, virtual);
                    run.waits(BEGIN, carrier, SITE);
                    run.unmount(carrier, virtual);
                    Played other = run.carrier();
                    run.mount(other, virtual);
                    run.waits(END, other, SITE + 1);
                });
        BROKEN.add(
                "W2",
                (run, main) -> {
                    run.waits(BEGIN, main, SITE);
                    run.waits(BEGIN, main, SITE);
                },
                (run, main) -> {
                    run.begin(main, run.create(main, 0));
                    run.waits(BEGIN, main, SITE);
                    run.complete(main);
                });
        BROKEN.add(
                "S1",
                (run, main) -> {
                    run.state = State.WAIT_TASKWAIT;
                    run.create(main, 0);
                },
                (run, main) -> {
                    run.waitId = 5;
                    run.create(main, 0);
                },
                (run, main) -> {
                    run.showsWaits = false;
                    run.syncRegion(SyncRegionKind.BARRIER_IMPLICIT_PARALLEL, BEGIN, null, main.task(), SITE);
                    run.syncWait(SyncRegionKind.BARRIER_IMPLICIT_PARALLEL, BEGIN, null, main.task(), SITE);
                });
        BROKEN.add(
                "S2",
                (run, main) -> {
                    run.state = State.WORK_PARALLEL;
                    run.create(main, 0);
                },
                (run, main) -> {
                    run.state = State.IDLE;
                    run.create(main, 0);
                },
                (run, main) -> {
                    run.region(main);
                    run.state = State.WORK_SERIAL;
                    run.create(main, 0);
                });
        BROKEN.add("S3", (run, main) -> {
            run.state = State.UNDEFINED;
            run.create(main, 0);
        });
        BROKEN.add(
                "C2",
                (run, main) -> {
                    run.timeGoesBack();
                    run.create(main, 0);
                },
                (run, main) -> {
                    run.endThread(main);
                    run.end();
                    run.acquire(MutexKind.LOCK, 1, SITE);
                });
    }

    static Stream<Arguments> brokenSequences() {
        return BROKEN.arguments();
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("brokenSequences")
    void brokenSequenceIsNoticed(String rule, int number, BrokenSequences.Broken sequence) {
        ScriptedRuntime run = new ScriptedRuntime().start();
        Played main = run.thread();

        sequence.play(run, main);
        run.end();

        assertThat(run.messages).anyMatch(line -> line.startsWith("conformance: " + rule + " violated"));
    }

    @Test
    void everyRuleHasASequenceThatBreaksIt() {
        // C4 is checked when the tool starts, see below.
        assertThat(LiveRules.all().stream().map(Rule::id).filter(each -> !each.equals("C4")))
                .containsExactlyInAnyOrderElementsOf(BROKEN.rules());
    }

    @Test
    void virtualThreadThatGoesToAnotherCarrierHasNoFinding() {
        ScriptedRuntime run = new ScriptedRuntime().start();
        Played main = run.thread();
        VirtualThreads.play(run, main);
        end(run, main);

        assertThat(run.messages).singleElement().asString().endsWith("no violation");
    }

    @Test
    void callbackThatStaysAfterItWasUnsetBreaksC4() {
        ScriptedRuntime run = new ScriptedRuntime();
        run.keepsUnset = true;
        Played main = run.start().thread();
        run.wakeup(main);

        assertThat(run.messages)
                .filteredOn(line -> line.startsWith("conformance: C4 violated"))
                .hasSize(2);
    }

    @Test
    void threadOfTheToolThatHasAStateBreaksS3() {
        ScriptedRuntime run = new ScriptedRuntime();
        run.strangersState = State.IDLE;

        assertThat(run.start().messages).singleElement().asString().startsWith("conformance: S3 violated");
    }

    @Test
    void runThatKeepsAllRulesHasNoViolation() {
        ScriptedRuntime run = new ScriptedRuntime().start();
        Played main = run.thread();
        Region region = run.region(main);
        Played worker = run.thread();
        run.join(worker, region, 1);
        run.on(main);
        OmptData task = run.create(main, 0);
        OmptData undeferred = run.create(main, TaskFlag.UNDEFERRED);
        run.begin(main, undeferred);
        run.complete(main);
        run.on(worker);
        run.begin(worker, task);
        run.dispatch(region, task);
        critical(run, worker);
        run.complete(worker);
        run.on(main);
        taskwait(run, main, region, task);
        explicitBarrier(run, main, region);
        OmptData detached = run.create(main, 0);
        run.begin(main, detached);
        run.detach(main);
        run.schedule(detached, TaskStatus.LATE_FULFILL, null);
        run.leave(main, region, 0, SITE);
        run.on(worker);
        run.leave(worker, region, 1, 0);
        run.endThread(worker);
        run.on(main);
        run.parallelEnd(region.data(), region.parent(), SITE);
        run.endThread(main);
        run.end();

        assertThat(run.messages)
                .containsExactly("conformance: 53 events on 2 threads, "
                        + LiveRules.all().size() + " rules, no violation");
    }

    private static void critical(ScriptedRuntime run, Played thread) {
        run.hold(1);
        run.acquire(MutexKind.CRITICAL, 1, SITE);
        run.nest(BEGIN, 1);
        run.released(MutexKind.CRITICAL, 1);
        run.waits(BEGIN, thread, SITE);
        run.waits(END, thread, SITE);
        run.hold(1);
        run.nest(END, 1);
        run.released(MutexKind.CRITICAL, 1);
        run.acquire(MutexKind.TEST_NEST_LOCK, 2, SITE);
    }

    private static void taskwait(ScriptedRuntime run, Played main, Region region, OmptData task) {
        run.syncRegion(TASKWAIT, BEGIN, region.data(), main.task(), SITE);
        run.syncWait(TASKWAIT, BEGIN, region.data(), main.task(), SITE);
        run.syncWait(TASKWAIT, END, region.data(), main.task(), SITE);
        run.syncRegion(TASKWAIT, END, region.data(), main.task(), SITE);
    }

    private static void explicitBarrier(ScriptedRuntime run, Played main, Region region) {
        run.syncRegion(EXPLICIT, BEGIN, region.data(), main.task(), SITE);
        run.syncWait(EXPLICIT, BEGIN, region.data(), main.task(), SITE);
        run.syncWait(EXPLICIT, END, region.data(), main.task(), SITE);
        run.syncRegion(EXPLICIT, END, region.data(), main.task(), SITE);
    }

    private static void end(ScriptedRuntime run, Played... threads) {
        for (Played each : threads) {
            run.on(each);
            run.endThread(each);
        }
        run.end();
    }

    @Test
    void taskThatOutlivesItsRegionIsForgivenWhereAnErrorIsReported() {
        ScriptedRuntime run = new ScriptedRuntime().start();
        Played main = run.thread();
        Region region = run.region(main);
        Played worker = run.thread();
        run.join(worker, region, 1);
        run.on(main);
        run.endRegion(main, region);
        run.on(worker);
        run.error();
        run.leave(worker, region, 1, 0);
        end(run, worker, main);

        assertThat(run.messages).singleElement().asString().endsWith("no violation");
    }

    @Test
    void memberThatIsHeardOfAfterTheEndOfARegionItJoinedBeforeIsNoViolation() {
        ScriptedRuntime run = new ScriptedRuntime().start();
        Played late = run.thread();
        Played worker = run.thread();
        Played main = run.thread();
        Region region = run.region(main);
        run.on(worker);
        run.join(worker, region, 2);
        run.error();
        run.leave(worker, region, 2, 0);
        run.on(main);
        run.endRegion(main, region);
        run.on(late);
        // This time is before the end of the region, whose events are 10 ns apart.
        run.delay = 80;
        run.join(late, run.withoutData(region), 1);
        run.delay = 0;
        run.leave(late, run.withoutData(region), 1, 0);
        end(run, late, worker, main);

        assertThat(run.messages).singleElement().asString().endsWith("no violation");
    }

    @Test
    void memberThatIsOutsideOfARegionBeforeItsEndIsHeardOfIsNoViolation() {
        ScriptedRuntime run = new ScriptedRuntime().start();
        Played worker = run.thread();
        Played main = run.thread();
        Region region = run.region(main);
        run.on(worker);
        run.join(worker, region, 1);
        IntStream.range(0, 8).forEach(each -> run.create(worker, 0));
        run.answersWithOuterRegion = true;
        run.create(worker, 0);
        run.answersWithOuterRegion = false;
        run.error();
        run.on(main);
        // The end of the region was before the last two events of the worker, but is delivered after them.
        run.delay = 80;
        run.endRegion(main, region);
        run.delay = 0;
        run.on(worker);
        run.leave(worker, region, 1, 0);
        end(run, worker, main);

        assertThat(run.messages).singleElement().asString().endsWith("no violation");
    }

    @Test
    void memberWhoseTaskWasNotJoinedLeavesAfterTheRegionThatIsHeardOfAfterTheTask() {
        assertThat(leavesAfterItsTask(Construct.FORK_JOIN_TASK).messages)
                .singleElement()
                .asString()
                .endsWith("no violation");
        assertThat(leavesAfterItsTask(Construct.PARALLEL_STREAM).messages)
                .anyMatch(line -> line.startsWith("conformance: R2 violated"));
    }

    private static ScriptedRuntime leavesAfterItsTask(Construct construct) {
        ScriptedRuntime run = new ScriptedRuntime().start();
        Played worker = run.thread();
        Played main = run.thread();
        run.construct = construct;
        Region region = run.region(main);
        run.on(worker);
        run.join(worker, region, 1);
        run.begin(worker, run.create(worker, 0));
        IntStream.range(0, 8).forEach(each -> run.create(worker, 0));
        run.complete(worker);
        run.on(main);
        // The end of the region was before the end of the task, but is delivered after it.
        run.delay = 80;
        run.endRegion(main, region);
        run.delay = 0;
        run.on(worker);
        run.leave(worker, run.withoutData(region), 1, 0);
        end(run, worker, main);
        return run;
    }

    @Test
    void taskOfTheOuterRegionThatAThreadRunsInItsOwnInnerRegionIsInTheOuterOne() {
        assertThat(runInInnerRegion(true).messages).singleElement().asString().endsWith("no violation");
        assertThat(runInInnerRegion(false).messages).anyMatch(line -> line.startsWith("conformance: I2 violated"));
    }

    private static ScriptedRuntime runInInnerRegion(boolean answersWithOuter) {
        ScriptedRuntime run = new ScriptedRuntime().start();
        Played worker = run.thread();
        Played main = run.thread();
        Region outer = run.region(main);
        OmptData task = run.create(main, 0);
        run.on(worker);
        run.join(worker, outer, 1);
        Region inner = run.region(worker);
        run.begin(worker, task);
        worker.regions.push(answersWithOuter ? outer.data() : inner.data());
        run.dispatch(outer, task);
        worker.regions.pop();
        run.complete(worker);
        run.endRegion(worker, inner);
        run.leave(worker, outer, 1, 0);
        run.on(main);
        run.endRegion(main, outer);
        end(run, worker, main);
        return run;
    }

    @Test
    void rulesWhoseEventsAreNotPromisedAreNotJudged() {
        Consumer<ScriptedRuntime> twoHolders = run -> {
            run.thread();
            run.hold(1);
            run.thread();
            run.hold(1);
        };
        ScriptedRuntime run = new ScriptedRuntime();
        run.sometimes.add(Event.NEST_LOCK);
        run.start();
        twoHolders.accept(run);
        run.end();

        assertThat(run.messages)
                .noneMatch(line -> line.contains("M4 violated"))
                .anyMatch(line -> line.endsWith(": M3 M4 M5"));
    }

    @Test
    void waitsAreJudgedThoughSomeOfThemComeToNoCallback() {
        ScriptedRuntime run = new ScriptedRuntime();
        run.sometimes.add(Event.WAIT);
        run.start();
        run.waits(END, run.thread(), SITE);
        run.end();

        assertThat(run.messages).anyMatch(line -> line.startsWith("conformance: W1 violated"));
    }

    @Test
    void violationNamesRuleThreadEventAndCallSite() {
        ScriptedRuntime run = new ScriptedRuntime().start();
        run.thread();
        run.acquired(MutexKind.LOCK, 1, SITE);

        assertThat(run.messages)
                .containsExactly("conformance: M1 violated on thread 1 \""
                        + Thread.currentThread().getName()
                        + "\", mutex_acquired at com.acme.A.a(A.java:7): expected a mutex_acquire first,"
                        + " found none is open on this thread");
    }
}
