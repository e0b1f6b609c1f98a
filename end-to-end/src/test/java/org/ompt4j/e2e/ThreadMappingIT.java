package org.ompt4j.e2e;

import static org.ompt4j.e2e.ExpectedEvent.error;
import static org.ompt4j.e2e.ExpectedEvent.implicitTask;
import static org.ompt4j.e2e.ExpectedEvent.syncRegion;
import static org.ompt4j.e2e.ExpectedEvent.syncRegionWait;
import static org.ompt4j.e2e.ExpectedEvent.taskCreate;
import static org.ompt4j.e2e.ExpectedEvent.taskSchedule;
import static org.ompt4j.e2e.ExpectedEvent.threadBegin;
import static org.ompt4j.e2e.ExpectedEvent.threadEnd;
import static org.ompt4j.e2e.ExpectedEvent.wakeup;
import static org.ompt4j.e2e.TraceAssert.assertThat;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;
import static org.ompt4j.ompt.SyncRegionKind.TASKWAIT;
import static org.ompt4j.ompt.TaskStatus.CANCEL;
import static org.ompt4j.ompt.TaskStatus.COMPLETE;
import static org.ompt4j.ompt.TaskStatus.SWITCH;
import static org.ompt4j.ompt.ThreadType.INITIAL;
import static org.ompt4j.ompt.ThreadType.OTHER;
import static org.ompt4j.ompt.ThreadType.WORKER;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Assumptions;
import org.ompt4j.apps.thread.ThreadApp;
import org.ompt4j.catalog.Case;
import org.ompt4j.catalog.Shows;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.WaitOutcome;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;

class ThreadMappingIT extends ConstructContract {

    @Override
    Construct construct() {
        return Construct.THREAD;
    }

    @Override
    Class<?> app() {
        return ThreadApp.class;
    }

    /** Without the construct threads still begin and end, since other events need them, but have no creator. */
    @Override
    @OnEveryJdk
    void staysSilentWhenExcluded(Jdk jdk) {
        assertThat(excluded(jdk))
                .of(Construct.THREAD)
                .has(0, taskCreate())
                .has(0, taskSchedule(SWITCH))
                .has(0, syncRegion(TASKWAIT, BEGIN));
    }

    @OnEveryJdk
    void everyThreadBeginsAndEndsOnce(Jdk jdk) {
        ObservedRun run = usual(jdk);

        int initial = ThreadApp.threads(1) + 1;
        assertThat(run)
                .has(initial, threadBegin(INITIAL))
                .has(ThreadApp.threads(1), taskCreate().of(Construct.THREAD));
        Assertions.assertThat(threadsWith(run, Event.THREAD_BEGIN))
                .doesNotHaveDuplicates()
                .containsExactlyInAnyOrderElementsOf(threadsWith(run, Event.THREAD_END));
    }

    private static List<Long> threadsWith(ObservedRun run, Event event) {
        return run.events().stream()
                .filter(each -> each.event() == event)
                .map(TraceEvent::threadId)
                .collect(Collectors.toList());
    }

    @OnEveryJdk
    @Shows(what = Case.NORMAL, in = "plain")
    void newThreadRunsTheTaskOfItsCreatorInsideItsInitialTask(Jdk jdk) {
        ObservedRun run = full(jdk, "plain");

        assertThat(run)
                .onThread("plain-0")
                .emitsExactly(
                        threadBegin(INITIAL),
                        implicitTask(BEGIN).where("initial", each -> (each.flags() & TaskFlag.INITIAL) != 0),
                        taskSchedule(SWITCH),
                        taskSchedule(COMPLETE),
                        implicitTask(END),
                        threadEnd());
        TraceEvent created = firstOf(run, Event.TASK_CREATE);
        assertThat(run)
                .has(
                        ThreadApp.PLAIN_THREADS,
                        taskCreate(TaskFlag.EXPLICIT).at("ThreadApp.plain").body("ThreadApp.lambda$plain"))
                .has(
                        1,
                        taskSchedule(SWITCH)
                                .where("to the first task", each -> each.nextTaskId() == created.newTaskId()));
    }

    @OnEveryJdk
    void threadThatOverridesRunIsNoDifferent(Jdk jdk) {
        ObservedRun run = usual(jdk, "overriding");

        assertThat(run)
                .onThread("overriding-1")
                .emitsExactly(
                        threadBegin(INITIAL),
                        implicitTask(BEGIN),
                        taskSchedule(SWITCH),
                        taskSchedule(COMPLETE),
                        implicitTask(END),
                        threadEnd());
        assertThat(run).has(ThreadApp.OVERRIDING_THREADS, taskCreate().body("ThreadApp$Overriding.run"));
    }

    @OnEveryJdk
    void threadThatReflectionOrTheJdkStartsHasACreatorToo(Jdk jdk) {
        ObservedRun run = usual(jdk, "indirect");

        assertThat(run)
                .of(Construct.THREAD)
                .onThread("main")
                .has(1, taskCreate().at("ThreadApp.indirect").body("AtomicInteger.incrementAndGet"))
                .has(1, taskCreate().at("ThreadApp.indirect").body("java.util.TimerThread.run"));
        for (String thread : List.of("reflective", "timer")) {
            assertThat(run).onThread(thread).of(Construct.THREAD).has(1, taskSchedule(SWITCH));
        }
    }

    @OnEveryJdk
    @Shows(what = Case.EXCEPTION, in = "uncaught")
    void uncaughtExceptionIsAnErrorAndTheTaskStillCompletes(Jdk jdk) {
        ObservedRun run = full(jdk, "uncaught");

        for (String thread : List.of("thrower", "handled-thrower")) {
            assertThat(run)
                    .onThread(thread)
                    .emitsInOrder(
                            taskSchedule(SWITCH),
                            error(Severity.FATAL)
                                    .at("ThreadApp")
                                    .where(
                                            "its class and text",
                                            each -> "java.lang.IllegalStateException: on purpose"
                                                    .equals(each.message())),
                            taskSchedule(COMPLETE),
                            threadEnd());
        }
        assertThat(run).has(ThreadApp.THROWING_THREADS, error(Severity.FATAL));
    }

    @OnEveryJdk
    @Shows(what = Case.NESTED, in = "nested")
    void creatorOfANestedThreadIsTheTaskOfTheThreadThatStartedIt(Jdk jdk) {
        ObservedRun run = full(jdk, "nested");

        assertThat(run).has(ThreadApp.NESTED_THREADS, taskCreate());
        for (String creator : List.of("outer", "middle")) {
            TraceEvent create = firstOf(run, creator, Event.TASK_CREATE);
            TraceEvent schedule = firstOf(run, creator, Event.TASK_SCHEDULE);
            Assertions.assertThat(create.encounteringTaskId()).isEqualTo(schedule.nextTaskId());
        }
    }

    @OnEveryJdk
    @Shows(what = Case.CONTENDED, in = "join")
    @Shows(what = Case.TIMEOUT, in = "join")
    @Shows(what = Case.INTERRUPT, in = "join")
    void joinThatWaitsNamesTheThreadsTask(Jdk jdk) {
        ObservedRun run = full(jdk, "join");

        TraceEvent slow = firstOf(run, "slow", Event.TASK_SCHEDULE);
        assertThat(run)
                .onThread("impatient")
                .emitsInOrder(
                        taskSchedule(SWITCH),
                        syncRegion(TASKWAIT, BEGIN).at("ThreadApp").where("wait id", awaits(slow)),
                        syncRegionWait(TASKWAIT, BEGIN).where("wait id", awaits(slow)),
                        syncRegionWait(TASKWAIT, END).where("outcome", each -> each.outcome() == WaitOutcome.TIMEOUT),
                        syncRegion(TASKWAIT, END));
        assertThat(run)
                .onThread("interrupted")
                .has(1, syncRegionWait(TASKWAIT, BEGIN))
                .has(1, syncRegionWait(TASKWAIT, END))
                .has(1, syncRegion(TASKWAIT, END));
        long interrupted = firstOf(run, "interrupted", Event.TASK_SCHEDULE).threadId();
        assertThat(run)
                .onThread("main")
                .of(construct())
                .has(1, wakeup().where("of the thread", each -> RecordSink.threadOf(each.waitId()) == interrupted));
        // The thread is started, joined with a timeout, joined until its end, and joined after its end.
        assertThat(run)
                .onThread("main")
                .has(3, syncRegion(TASKWAIT, BEGIN).where("on slow", awaits(slow)))
                .has(1, syncRegionWait(TASKWAIT, END).where("in vain", each -> each.outcome() == WaitOutcome.TIMEOUT))
                .hasSome(syncRegionWait(TASKWAIT, BEGIN).where("on slow", awaits(slow)));
    }

    private static Predicate<TraceEvent> awaits(TraceEvent scheduled) {
        return each -> each.waitId() == scheduled.nextTaskId();
    }

    @OnEveryJdk
    void virtualThreadHasOneWaitIdForAllItsJoins(Jdk jdk) {
        Assumptions.assumeTrue(jdk.hasVirtualThreads(), "has virtual threads");
        ObservedRun run = usual(jdk, "join-virtual");

        Map<Long, Integer> joins = new HashMap<>();
        for (TraceEvent event : run.events()) {
            if (event.event() == Event.SYNC_REGION && event.endpoint() == BEGIN) {
                joins.merge(event.waitId(), 1, Integer::sum);
            }
        }
        Assertions.assertThat(joins).hasSize(ThreadApp.VIRTUAL_THREADS);
        joins.forEach((waitId, count) -> {
            Assertions.assertThat(count).isEqualTo(2);
            Assertions.assertThat(waitId).isGreaterThan(RecordSink.FIRST_VIRTUAL_THREAD);
            Assertions.assertThat(run.trace().waitObject(waitId))
                    .isEqualTo(new Trace.WaitObject(waitId, Construct.THREAD, "java.lang.VirtualThread"));
        });
    }

    @OnEveryJdk
    void threadThatCannotStartIsNotCreated(Jdk jdk) {
        assertThat(usual(jdk, "twice", "never-started")).has(ThreadApp.TWICE_THREADS, taskCreate());
    }

    @OnEveryJdk
    void shutdownHookAndDaemonEndWithTheRun(Jdk jdk) {
        ObservedRun run = usual(jdk);

        assertThat(run).onThread("hook").emitsInOrder(threadBegin(OTHER), implicitTask(BEGIN), threadEnd());
        // By this a report knows what is done because the JVM ends.
        assertThat(run)
                .onThreads("DestroyJavaVM|hook")
                .only(Event.THREAD_BEGIN)
                .events()
                .extracting(each -> run.trace().threadNames().get(each.threadId()))
                .containsExactly("DestroyJavaVM", "hook");
        assertThat(run)
                .of(Construct.THREAD)
                .onThread("daemon")
                .emitsExactly(
                        threadBegin(INITIAL),
                        implicitTask(BEGIN),
                        taskSchedule(SWITCH),
                        taskSchedule(CANCEL),
                        implicitTask(END),
                        threadEnd());
    }

    @OnEveryJdk
    void workerOfAThreadPoolThatIsNotObservedIsAWorkerWhateverItsFactoryMakesOfIt(Jdk jdk) {
        ObservedRun run = program(jdk)
                .arguments("pool")
                .with("constructs", "[all,-thread-pool-executor]")
                .observed();

        for (int i = 0; i < ThreadApp.POOL_WORKERS; i++) {
            assertThat(run)
                    .onThread("worker-" + i)
                    // The worker may also wait for the pool's lock, which is another construct.
                    .of(Construct.THREAD)
                    .emitsExactly(
                            threadBegin(WORKER),
                            implicitTask(BEGIN),
                            ExpectedEvent.waits(State.IDLE, BEGIN),
                            ExpectedEvent.waits(State.IDLE, END),
                            implicitTask(END),
                            threadEnd());
        }
        assertThat(run).hasNo(taskCreate());
    }

    private static TraceEvent firstOf(ObservedRun run, Event event) {
        return run.events().stream()
                .filter(each -> each.event() == event)
                .findFirst()
                .orElseThrow();
    }

    private static TraceEvent firstOf(ObservedRun run, String thread, Event event) {
        long id = run.threads().stream()
                .filter(each -> each.name().equals(thread))
                .findFirst()
                .orElseThrow()
                .id();
        return run.events().stream()
                .filter(each -> each.threadId() == id && each.event() == event)
                .findFirst()
                .orElseThrow();
    }

    @Override
    Map<Event, String> outOfReach(Jdk jdk) {
        return Map.of(
                Event.CANCEL,
                "a start that fails for want of memory",
                Event.WAIT,
                "workers of thread pools wait so where those are not observed");
    }
}
