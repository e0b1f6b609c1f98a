package org.ompt4j.e2e;

import static org.ompt4j.e2e.ExpectedEvent.error;
import static org.ompt4j.e2e.ExpectedEvent.pool;
import static org.ompt4j.e2e.ExpectedEvent.taskCreate;
import static org.ompt4j.e2e.ExpectedEvent.taskSchedule;
import static org.ompt4j.e2e.TraceAssert.assertThat;
import static org.ompt4j.ompt.RecordSink.FIRST_VIRTUAL_THREAD;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;
import static org.ompt4j.ompt.Severity.FATAL;
import static org.ompt4j.ompt.TaskStatus.COMPLETE;
import static org.ompt4j.ompt.TaskStatus.SWITCH;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.ompt4j.apps.thread.VirtualThreadApp;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.TaskFlag;
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
    Map<Event, String> outOfReach() {
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
        return jdk.major() >= 21;
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
    }

    @OnEveryJdk
    void carriersAreWorkersOfTheSchedulersPoolAndTellNothingElse(Jdk jdk) {
        assumeVirtualThreads(jdk);
        ObservedRun run = full(jdk);

        virtual(run).has(1, pool(BEGIN)).has(1, pool(END));
        Set<Long> carriers = run.events().stream()
                .filter(each -> each.construct() == Construct.VIRTUAL_THREAD && each.event() == Event.POOL_WORKER)
                .map(TraceEvent::threadId)
                .collect(Collectors.toSet());
        Assertions.assertThat(carriers).isNotEmpty();
        Assertions.assertThat(run.events().stream()
                        .filter(each -> carriers.contains(each.threadId()))
                        .filter(each -> each.construct() != Construct.VIRTUAL_THREAD)
                        .map(TraceEvent::event)
                        .collect(Collectors.toSet()))
                .isSubsetOf(Event.THREAD_BEGIN, Event.THREAD_END, Event.IMPLICIT_TASK);
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
    void exceptionThatNobodyCatchesIsAnErrorBeforeTheEnd(Jdk jdk) {
        assumeVirtualThreads(jdk);

        virtual(full(jdk, "exception"))
                .onThreads("ForkJoinPool-.*")
                .emitsInOrder(mount(), error(FATAL).at("VirtualThreadApp."), end());
    }

    @OnEveryJdk
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

    /** Where carriers have no field for what is known of them. */
    @OnEveryJdk
    void oneThatAnotherOneStartsUnseenIsCreatedAtItsFirstMount(Jdk jdk) {
        assumeVirtualThreads(jdk);
        ObservedRun run = AppRun.of(app())
                .on(jdk)
                .arguments("nested")
                .with("constructs", "[virtual-thread]")
                .observed();

        virtual(run).has(VirtualThreadApp.NESTED, creation()).has(VirtualThreadApp.NESTED, end());
        virtual(run).onThread("main").has(1, creation());
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
                .has(VirtualThreadApp.NEVER_ENDING, unmount())
                .hasNo(end());
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
