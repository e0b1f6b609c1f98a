package org.ompt4j.e2e;

import static org.ompt4j.apps.thread.VirtualThreadApp.RIVALS;
import static org.ompt4j.apps.thread.VirtualThreadApp.ROUNDS;
import static org.ompt4j.e2e.ExpectedEvent.error;
import static org.ompt4j.e2e.ExpectedEvent.implicitTask;
import static org.ompt4j.e2e.ExpectedEvent.mutexAcquire;
import static org.ompt4j.e2e.ExpectedEvent.mutexAcquired;
import static org.ompt4j.e2e.ExpectedEvent.mutexReleased;
import static org.ompt4j.e2e.ExpectedEvent.parallelBegin;
import static org.ompt4j.e2e.ExpectedEvent.parallelEnd;
import static org.ompt4j.e2e.ExpectedEvent.pool;
import static org.ompt4j.e2e.ExpectedEvent.syncRegion;
import static org.ompt4j.e2e.ExpectedEvent.syncRegionWait;
import static org.ompt4j.e2e.ExpectedEvent.taskCreate;
import static org.ompt4j.e2e.ExpectedEvent.taskSchedule;
import static org.ompt4j.e2e.ExpectedEvent.waits;
import static org.ompt4j.e2e.TraceAssert.assertThat;
import static org.ompt4j.ompt.MutexKind.CRITICAL;
import static org.ompt4j.ompt.MutexKind.NEST_LOCK;
import static org.ompt4j.ompt.RecordSink.FIRST_VIRTUAL_THREAD;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;
import static org.ompt4j.ompt.Severity.FATAL;
import static org.ompt4j.ompt.State.WAIT_CONDITION;
import static org.ompt4j.ompt.State.WAIT_PARK;
import static org.ompt4j.ompt.State.WAIT_QUEUE;
import static org.ompt4j.ompt.SyncRegionKind.TASKWAIT;
import static org.ompt4j.ompt.TaskStatus.COMPLETE;
import static org.ompt4j.ompt.TaskStatus.SWITCH;

import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.ompt4j.apps.thread.VirtualThreadApp;
import org.ompt4j.catalog.Case;
import org.ompt4j.catalog.Shows;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.tools.model.MountedTasks;
import org.ompt4j.tools.read.TraceEvent;

class VirtualThreadMappingIT extends ConstructContract {

    @Override
    Construct construct() {
        return Construct.VIRTUAL_THREAD;
    }

    @Override
    Class<?> app() {
        return VirtualThreadApp.class;
    }

    @Override
    Map<Event, String> outOfReach(Jdk jdk) {
        return Map.of(Event.CANCEL, "a virtual thread that cannot be started needs a scheduler without memory");
    }

    @OnEveryJdk
    @Override
    void raisesWhatItIsSaidToRaiseAndNothingElse(Jdk jdk) {
        if (has(jdk)) {
            super.raisesWhatItIsSaidToRaiseAndNothingElse(jdk);
        } else {
            virtual(full(jdk)).isSilent();
        }
    }

    private static boolean has(Jdk jdk) {
        return jdk.hasVirtualThreads();
    }

    private static void assumeVirtualThreads(Jdk jdk) {
        Assumptions.assumeTrue(has(jdk), "has virtual threads");
    }

    private static TraceAssert virtual(ObservedRun run) {
        return assertThat(run).of(Construct.VIRTUAL_THREAD);
    }

    private static ExpectedEvent creation() {
        return taskCreate(TaskFlag.UNTIED)
                .where("of a virtual thread", each -> each.newTaskId() > FIRST_VIRTUAL_THREAD);
    }

    private static ExpectedEvent mount() {
        return taskSchedule(SWITCH).where("from nothing to a virtual thread", each -> each.nextTaskId() != 0);
    }

    private static ExpectedEvent unmount() {
        return taskSchedule(SWITCH).where("from a virtual thread to nothing", each -> each.nextTaskId() == 0);
    }

    private static ExpectedEvent end() {
        return taskSchedule(COMPLETE).where("to nothing", each -> each.nextTaskId() == 0);
    }

    @OnEveryJdk
    @Shows(what = Case.NORMAL, in = "plain")
    void everyOneIsATaskThatACarrierMountsAndEnds(Jdk jdk) {
        assumeVirtualThreads(jdk);
        ObservedRun run = full(jdk, "plain");

        virtual(run)
                .has(VirtualThreadApp.PLAIN, creation().at("VirtualThreadApp.").body("lambda$plain"))
                .has(VirtualThreadApp.PLAIN, mount())
                .has(VirtualThreadApp.PLAIN, end())
                .hasNo(unmount());
        virtual(run).onThread("main").only(Event.TASK_CREATE).has(VirtualThreadApp.PLAIN, creation());
        virtual(run).onThreads("ForkJoinPool-.*").hasNo(taskCreate());
    }

    @OnEveryJdk
    void parkedOneIsUnmountedAndMountedAgain(Jdk jdk) {
        assumeVirtualThreads(jdk);

        virtual(full(jdk, "parks"))
                .has(VirtualThreadApp.PARKS, creation())
                .has(2 * VirtualThreadApp.PARKS, mount())
                .has(VirtualThreadApp.PARKS, unmount())
                .has(VirtualThreadApp.PARKS, end());
        assertThat(full(jdk, "parks"))
                .of(Construct.PARK)
                .has(VirtualThreadApp.PARKS, inOne(waits(WAIT_PARK, BEGIN)))
                .has(VirtualThreadApp.PARKS, inOne(waits(WAIT_PARK, END)));
    }

    @OnEveryJdk
    void carriersAreWorkersOfTheSchedulersPoolAndTellNothingElseOfThemselves(Jdk jdk) {
        assumeVirtualThreads(jdk);
        ObservedRun run = full(jdk);

        virtual(run).has(1, pool(BEGIN)).has(1, pool(END));
        Set<Long> carriers = run.events().stream()
                .filter(each -> each.construct() == Construct.VIRTUAL_THREAD && each.event() == Event.POOL_WORKER)
                .map(TraceEvent::threadId)
                .collect(Collectors.toSet());
        Assertions.assertThat(carriers).isNotEmpty();
        MountedTasks tasks = new MountedTasks(run.trace());
        Assertions.assertThat(run.events().stream()
                        .map(tasks::inItsTask)
                        .filter(each -> carriers.contains(each.threadId()) && each.taskId() == 0)
                        .filter(each -> each.construct() != Construct.VIRTUAL_THREAD)
                        .map(TraceEvent::event)
                        .collect(Collectors.toSet()))
                .isEqualTo(Set.of(Event.THREAD_BEGIN, Event.THREAD_END));
    }

    // ---------------------------------------------------------------- what their code does

    /** One run for all these tests; each scenario has a construct, or call sites, of its own. */
    private ObservedRun inside(Jdk jdk) {
        assumeVirtualThreads(jdk);
        return full(jdk, "locks", "monitors", "conditions", "queue", "latch", "streams", "submits");
    }

    private static ExpectedEvent inOne(ExpectedEvent event) {
        return event.where("in a virtual thread", each -> TraceEvent.isVirtualThread(each.taskId()));
    }

    private static ExpectedEvent byOne(ExpectedEvent event) {
        return event.where("by a virtual thread", each -> TraceEvent.isVirtualThread(each.encounteringTaskId()));
    }

    @OnEveryJdk
    void locksAreHeldByVirtualThreadsAndTheirWaitsLastOverTheirUnmounts(Jdk jdk) {
        TraceAssert locks = assertThat(inside(jdk)).of(Construct.REENTRANT_LOCK);
        int taken = RIVALS * ROUNDS;

        locks.has(taken, inOne(mutexAcquire(NEST_LOCK)).at("VirtualThreadApp.lambda$locks"))
                .has(taken, inOne(mutexAcquired(NEST_LOCK)).at("VirtualThreadApp.lambda$locks"))
                .has(taken, inOne(mutexReleased(NEST_LOCK)).at("VirtualThreadApp.lambda$locks"));
        hasWaitsOverUnmounts(inside(jdk), NEST_LOCK);
    }

    /** On JDK 25; on JDK 21 virtual threads are pinned while they hold a monitor. */
    @OnEveryJdk
    void monitorsAreHeldByVirtualThreadsAndTheirWaitsLastOverTheirUnmounts(Jdk jdk) {
        TraceAssert monitors = assertThat(inside(jdk)).of(Construct.SYNCHRONIZED);
        int taken = RIVALS * ROUNDS + VirtualThreadApp.HELD_AND_AWAITED;

        monitors.has(taken, inOne(mutexAcquire(CRITICAL)).at("VirtualThreadApp.lambda$monitors"))
                .has(taken, inOne(mutexAcquired(CRITICAL)).at("VirtualThreadApp.lambda$monitors"))
                .has(taken, inOne(mutexReleased(CRITICAL)).at("VirtualThreadApp.lambda$monitors"));
        if (jdk.major() >= 24) {
            hasWaitsOverUnmounts(inside(jdk), CRITICAL);
        }
    }

    /** Asserts that a thread that is unmounted while it waits for a mutex acquires it after it was mounted again. */
    private static void hasWaitsOverUnmounts(ObservedRun run, MutexKind kind) {
        Map<Long, Event> last = new HashMap<>();
        Set<Long> waiting = new HashSet<>();
        int waits = 0;
        for (TraceEvent each : run.events()) {
            if (each.isUnmount() && last.get(each.priorTaskId()) == Event.MUTEX_ACQUIRE) {
                waiting.add(each.priorTaskId());
            } else if (each.event() == Event.MUTEX_ACQUIRED && each.mutexKind() == kind) {
                waits += waiting.remove(each.taskId()) ? 1 : 0;
            }
            if (each.event() != null && each.event() != Event.TASK_SCHEDULE) {
                last.put(each.taskId(), each.event());
            }
        }
        Assertions.assertThat(waits).as("waits that last over an unmount").isPositive();
    }

    @OnEveryJdk
    void waitsForConditionsEndWhereTheThreadGoesOn(Jdk jdk) {
        for (Construct each : List.of(Construct.REENTRANT_LOCK, Construct.SYNCHRONIZED)) {
            assertThat(inside(jdk))
                    .of(each)
                    .has(VirtualThreadApp.SIGNALS, inOne(waits(WAIT_CONDITION, BEGIN)))
                    .has(VirtualThreadApp.SIGNALS, inOne(waits(WAIT_CONDITION, END)));
        }
    }

    @OnEveryJdk
    void whoSignalledIsTheHolderOfTheLockThatIsWaitedForThen(Jdk jdk) {
        Set<Long> holders = new HashSet<>();
        Set<Long> signallers = new HashSet<>();
        for (TraceEvent each : inside(jdk).events()) {
            if (each.construct() == Construct.REENTRANT_LOCK && each.event() == Event.WAKEUP) {
                signallers.add(each.taskId());
            } else if (each.construct() == Construct.REENTRANT_LOCK
                    && each.event() == Event.MUTEX_ACQUIRE
                    && each.owner() != 0) {
                holders.add(each.owner());
            }
        }
        Assertions.assertThat(holders).allMatch(TraceEvent::isVirtualThread).containsAll(signallers);
    }

    @OnEveryJdk
    void waitsForItemsAndTheLatchAreTold(Jdk jdk) {
        assertThat(inside(jdk))
                .of(Construct.BLOCKING_QUEUE)
                .has(VirtualThreadApp.ITEMS, inOne(waits(WAIT_QUEUE, BEGIN)))
                .has(VirtualThreadApp.ITEMS, inOne(waits(WAIT_QUEUE, END)));
        assertThat(inside(jdk))
                .of(Construct.COUNT_DOWN_LATCH)
                .has(
                        VirtualThreadApp.AWAITING,
                        inOne(syncRegion(TASKWAIT, BEGIN)).at("VirtualThreadApp.await"))
                .has(VirtualThreadApp.AWAITING, inOne(syncRegionWait(TASKWAIT, BEGIN)))
                .has(VirtualThreadApp.AWAITING, inOne(syncRegionWait(TASKWAIT, END)))
                .has(VirtualThreadApp.AWAITING, inOne(syncRegion(TASKWAIT, END)));
    }

    @OnEveryJdk
    void streamsAreRegionsOfTheVirtualThread(Jdk jdk) {
        int streams = VirtualThreadApp.STREAMERS * VirtualThreadApp.STREAMS;

        assertThat(inside(jdk))
                .of(Construct.PARALLEL_STREAM)
                .has(streams, byOne(parallelBegin()).at("VirtualThreadApp.lambda$streams"))
                .has(streams, byOne(parallelEnd()))
                .has(streams, implicitTask(BEGIN).where("of who opens it", each -> each.index() == 0));
    }

    @OnEveryJdk
    void tasksAreCreatedAndAwaitedByTheVirtualThread(Jdk jdk) {
        int tasks = VirtualThreadApp.SUBMITTED;

        for (Construct each : List.of(Construct.FORK_JOIN_POOL, Construct.THREAD_POOL_EXECUTOR)) {
            assertThat(inside(jdk)).of(each).has(tasks, byOne(taskCreate()).at("VirtualThreadApp.lambda$submits"));
        }
        assertThat(inside(jdk))
                .of(Construct.FUTURE_TASK)
                .has(tasks, inOne(syncRegion(TASKWAIT, BEGIN)).at("VirtualThreadApp.resultOf"))
                .has(tasks, inOne(syncRegion(TASKWAIT, END)));
    }

    @OnEveryJdk
    void tasksOfAnExecutorAreCreatedWhereTheyAreSubmitted(Jdk jdk) {
        assumeVirtualThreads(jdk);

        for (ObservedRun run : List.of(full(jdk, "executor"), usual(jdk, "executor"))) {
            ExpectedEvent ofExecutor = creation().at("VirtualThreadApp.executor");
            virtual(run)
                    .has(VirtualThreadApp.TASKS, ofExecutor.body("lambda$executor"))
                    .has(VirtualThreadApp.TASKS, ofExecutor.body("CountDownLatch.countDown"))
                    .has(2 * VirtualThreadApp.TASKS, end());
        }
    }

    @OnEveryJdk
    @Shows(what = Case.CONTENDED, in = "contended")
    @Shows(what = Case.TIMEOUT, in = "timeout")
    @Shows(what = Case.INTERRUPT, in = "interrupt")
    void waitThatTimesOutIsInterruptedOrContendedUnmounts(Jdk jdk) {
        assumeVirtualThreads(jdk);

        for (String scenario : List.of("timeout", "interrupt")) {
            virtual(full(jdk, scenario))
                    .has(VirtualThreadApp.SINGLE, creation())
                    .hasSome(unmount())
                    .has(VirtualThreadApp.SINGLE, end());
        }
        virtual(full(jdk, "contended"))
                .has(VirtualThreadApp.CONTENDERS, creation())
                .hasSome(unmount())
                .has(VirtualThreadApp.CONTENDERS, end());
    }

    @OnEveryJdk
    @Shows(what = Case.EXCEPTION, in = "exception")
    void exceptionThatNobodyCatchesIsAnErrorBeforeTheEnd(Jdk jdk) {
        assumeVirtualThreads(jdk);

        virtual(full(jdk, "exception"))
                .onThreads("ForkJoinPool-.*")
                .emitsInOrder(mount(), error(FATAL).at("VirtualThreadApp."), end());
    }

    @OnEveryJdk
    @Shows(what = Case.NESTED, in = "nested")
    void oneThatAnotherOneStartsIsCreatedByThatOne(Jdk jdk) {
        assumeVirtualThreads(jdk);
        ObservedRun run = full(jdk, "nested");

        virtual(run)
                .has(VirtualThreadApp.NESTED, creation().at("VirtualThreadApp."))
                .has(VirtualThreadApp.NESTED, end());
        virtual(run)
                .onThreads("ForkJoinPool-.*")
                .has(1, creation().where("by one", each -> each.encounteringTaskId() > FIRST_VIRTUAL_THREAD));
    }

    @OnEveryJdk
    void oneThatAnotherOneStartsIsCreatedByThatOneAlsoWhereCarriersHaveNoFieldForWhatIsKnownOfThem(Jdk jdk) {
        assumeVirtualThreads(jdk);
        ObservedRun run = program(jdk)
                .arguments("nested")
                .with("constructs", "[virtual-thread]")
                .observed();

        virtual(run)
                .has(VirtualThreadApp.NESTED, creation())
                .has(1, byOne(creation()))
                .has(VirtualThreadApp.NESTED, end());
    }

    @OnEveryJdk
    void oneThatCannotStartIsNotCreated(Jdk jdk) {
        assumeVirtualThreads(jdk);

        virtual(full(jdk, "twice", "never-started")).has(VirtualThreadApp.SINGLE, creation());
    }

    @OnEveryJdk
    void oneThatIsParkedWhenTheJvmEndsHasNoEnd(Jdk jdk) {
        assumeVirtualThreads(jdk);

        virtual(full(jdk, "never-ends"))
                .has(VirtualThreadApp.NEVER_ENDING, creation())
                .has(VirtualThreadApp.NEVER_ENDING, unmount());
        virtual(full(jdk))
                .hasNo(end().where("that is left", isOf(created(jdk, "never-ends"), TraceEvent::priorTaskId)));
    }

    @OnEveryJdk
    void whatOneIsInThatWaitsWhenTheJvmEndsHasNoEnd(Jdk jdk) {
        assumeVirtualThreads(jdk);
        Set<Long> left = created(jdk, "never-ends-inside");

        assertThat(full(jdk, "never-ends-inside")).of(Construct.PARALLEL_STREAM).has(1, byOne(parallelBegin()));
        assertThat(full(jdk)).hasNo(parallelEnd().where("by it", isOf(left, TraceEvent::encounteringTaskId)));
        virtual(full(jdk)).hasNo(end().where("of it", isOf(left, TraceEvent::priorTaskId)));
    }

    private Set<Long> created(Jdk jdk, String scenario) {
        Set<Long> created = full(jdk, scenario).events().stream()
                .filter(each -> each.event() == Event.TASK_CREATE && TraceEvent.isVirtualThread(each.newTaskId()))
                .map(TraceEvent::newTaskId)
                .collect(Collectors.toSet());
        Assertions.assertThat(created).as("created in %s", scenario).isNotEmpty();
        return created;
    }

    private static Predicate<TraceEvent> isOf(Set<Long> tasks, Function<TraceEvent, Long> task) {
        return each -> tasks.contains(task.apply(each));
    }

    @OnEveryJdk
    void everyMountGoesWithOneUnmountOrEndOfTheSameThread(Jdk jdk) {
        assumeVirtualThreads(jdk);
        ObservedRun run = full(jdk);

        Map<Long, Long> mounted = new HashMap<>();
        for (TraceEvent each : run.events()) {
            if (each.construct() == Construct.VIRTUAL_THREAD && each.event() == Event.TASK_SCHEDULE) {
                Assertions.assertThat(each.priorTaskId())
                        .as(each.toString())
                        .isEqualTo(mounted.getOrDefault(each.threadId(), 0L));
                mounted.put(each.threadId(), each.nextTaskId());
            }
        }
        Assertions.assertThat(mounted.values()).containsOnly(0L);
    }
}
