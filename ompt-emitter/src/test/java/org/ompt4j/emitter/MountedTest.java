package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.ompt4j.emitter.RecordedEvents.Delivered;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.ParallelFlag;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.TaskStatus;

/** A virtual thread takes its state, tasks and waits from carrier to carrier. The tests use platform threads instead, since JDK 17 has no virtual ones. */
class MountedTest {
    private static final Construct K = Construct.VIRTUAL_THREAD;
    private static final long FIRST = RecordSink.FIRST_VIRTUAL_THREAD + 1;
    private static final long LOCK = 77;
    private static final int SITE = 5;
    private static final long LATE_NANOS = 5_000_000;

    private final RecordedEvents events = new RecordedEvents();
    private final ThreadContext one = ThreadContext.ofCarrier(new Thread(), new Mounted());
    private final ThreadContext other = ThreadContext.ofCarrier(new Thread(), new Mounted());
    private final Thread virtual = new Thread();

    @AfterEach
    void stop() {
        events.close();
    }

    private static void mount(ThreadContext carrier, Thread thread, long task) {
        Tasks.begin(carrier, K, task, null);
        Carriers.mounted(carrier, thread);
    }

    private static void unmount(ThreadContext carrier, TaskStatus status) {
        Carriers.unmounts(carrier, status == TaskStatus.SWITCH);
        Tasks.end(carrier, status);
    }

    private static @Nullable VirtualContext contextOn(ThreadContext carrier, Thread thread) {
        return carrier.mounted() instanceof Mounted mounted ? mounted.contextOf(thread, carrier) : null;
    }

    private VirtualContext on(ThreadContext carrier) {
        return Objects.requireNonNull(contextOn(carrier, virtual));
    }

    private void mount(ThreadContext carrier) {
        mount(carrier, virtual, FIRST);
    }

    private List<String> toldOn(ThreadContext carrier) {
        return events.briefOf(carrier);
    }

    @Test
    void onlyTheThreadThatIsMountedHasAContextWhichIsInItsOwnTask() {
        assertThat(contextOn(one, virtual)).as("not mounted yet").isNull();

        mount(one);

        assertThat(contextOn(one, new Thread())).as("another one").isNull();
        VirtualContext c = on(one);
        assertThat(c.isVirtual()).isTrue();
        assertThat(c.thread()).isSameAs(virtual);
        assertThat(c.taskId()).isEqualTo(FIRST);
        assertThat(c.parallelId()).isZero();
        assertThat(one.state()).isEqualTo(State.WORK_FREE_AGENT);
    }

    @Test
    void whoIsInNothingGivesItsContextToTheNext() {
        mount(one);
        VirtualContext c = on(one);
        unmount(one, TaskStatus.SWITCH);

        assertThat(SuspendedThreads.any()).isFalse();
        assertThat(one.state()).isEqualTo(State.OVERHEAD);
        Thread next = new Thread();
        mount(one, next, FIRST + 1);
        assertThat(contextOn(one, next)).isSameAs(c);
        assertThat(c.taskId()).isEqualTo(FIRST + 1);
        assertThat(c.thread()).isSameAs(next);
    }

    @Test
    void carrierIsInTheStateOfWhatItRunsAndTellsOfIt() {
        mount(one);
        Waits.begin(on(one), Construct.PARK, State.WAIT_PARK, LOCK, SITE);

        assertThat(one.state()).isEqualTo(State.WAIT_PARK);
        assertThat(one.waitId()).isEqualTo(LOCK);
        assertThat(toldOn(one)).containsExactly("taskSchedule", "wait begin");
    }

    @Test
    void waitLastsOverTheUnmountWithoutAContext() {
        mount(one);
        VirtualContext before = on(one);
        Waits.begin(before, Construct.PARK, State.WAIT_PARK, LOCK, SITE);
        unmount(one, TaskStatus.SWITCH);

        assertThat(SuspendedThreads.any()).isTrue();
        assertThat(before.isKept).as("numbers are enough").isFalse();
        mount(other);
        assertThat(SuspendedThreads.any()).isFalse();
        assertThat(other.state()).isEqualTo(State.WAIT_PARK);
        assertThat(other.waitId()).isEqualTo(LOCK);
        VirtualContext after = on(other);
        Waits.end(after, Construct.PARK, State.WAIT_PARK, LOCK, SITE);

        assertThat(after.tasks().isAtRest()).isTrue();
        assertThat(toldOn(one)).containsExactly("taskSchedule", "wait begin", "taskSchedule");
        assertThat(toldOn(other)).containsExactly("taskSchedule", "wait end");
    }

    @Test
    void taskwaitThatBeganWithItsWaitLastsOverTheUnmountWithoutAContext() {
        mount(one);
        Taskwaits.waitBegin(on(one), Construct.COUNT_DOWN_LATCH, LOCK, SITE);

        VirtualContext after = goesOnInTaskwait();
        Taskwaits.waitEnd(after);

        assertThat(after.tasks().isAtRest()).isTrue();
        assertThat(toldOn(other)).containsExactly("taskSchedule", "syncRegionWait end", "syncRegion end");
    }

    /** The hook at the end of the call still has the context of its begin. */
    @Test
    void taskwaitOfACallLastsOverTheUnmountWithoutAContext() {
        mount(one);
        VirtualContext before = on(one);
        Taskwaits.begin(before, Construct.FUTURE_TASK, LOCK, SITE);
        Taskwaits.waitBegin(before, Construct.FUTURE_TASK, LOCK);

        VirtualContext after = goesOnInTaskwait();
        Taskwaits.waitEnd(after, Construct.FUTURE_TASK);

        assertThat(after.tasks().sync()).as("of the call").isNotZero();
        Taskwaits.end(after, Construct.FUTURE_TASK);
        assertThat(after.tasks().isAtRest()).isTrue();
        assertThat(toldOn(other)).containsExactly("taskSchedule", "syncRegionWait end", "syncRegion end");
    }

    private VirtualContext goesOnInTaskwait() {
        VirtualContext before = on(one);
        unmount(one, TaskStatus.SWITCH);
        assertThat(before.isKept).as("numbers are enough").isFalse();
        mount(other);
        assertThat(other.state()).isEqualTo(State.WAIT_TASKWAIT);
        assertThat(other.waitId()).isEqualTo(LOCK);
        return on(other);
    }

    private void waits() {
        mount(one);
        Waits.begin(on(one), Construct.PARK, State.WAIT_PARK, LOCK, SITE);
        unmount(one, TaskStatus.SWITCH);
    }

    private void canGoOn(long delayNanos) {
        Carriers.canGoOn(virtual, FIRST, delayNanos);
    }

    @Test
    void whoWaitsOnForACarrierAfterItsTimeIsOverIsToldToBeLate() {
        waits();
        canGoOn(-LATE_NANOS);
        canGoOn(0); // The thread that ends the wait needed a carrier too.
        mount(other);

        assertThat(toldOn(other)).containsExactly("taskSchedule", "taskLate");
        Delivered late = events.of(other).get(1);
        assertThat((long) late.arguments().get(1)).isBetween(LATE_NANOS, 100_000 * LATE_NANOS);
        assertThat(late.state()).as("not in the wait yet").isEqualTo(State.WORK_FREE_AGENT);
    }

    @Test
    void whoIsWokenBeforeItsTimeIsOverIsLateFromThenOn() {
        waits();
        canGoOn(1_000 * LATE_NANOS);
        canGoOn(-LATE_NANOS);
        mount(other);

        assertThat(toldOn(other)).containsExactly("taskSchedule", "taskLate");
    }

    @Test
    void whoGoesOnInTimeIsNotLate() {
        waits();
        canGoOn(1_000 * LATE_NANOS);
        mount(other);

        assertThat(toldOn(other)).containsExactly("taskSchedule");
    }

    @Test
    void whoGivesWayToOthersIsNotLate() {
        mount(one);
        Regions.begin(on(one), Construct.PARALLEL_STREAM, 2, ParallelFlag.INVOKER_RUNTIME, SITE, 0);
        unmount(one, TaskStatus.SWITCH);
        canGoOn(-LATE_NANOS);
        mount(other);

        assertThat(toldOn(other)).containsExactly("taskSchedule");
    }

    @Test
    void whoTakesItsContextAlongCanBeLateOnce() {
        mount(one);
        Regions.begin(on(one), Construct.PARALLEL_STREAM, 2, ParallelFlag.INVOKER_RUNTIME, SITE, 0);
        Waits.begin(on(one), Construct.PARK, State.WAIT_PARK, LOCK, SITE);
        unmount(one, TaskStatus.SWITCH);
        canGoOn(-LATE_NANOS);
        mount(other);
        unmount(other, TaskStatus.SWITCH);
        mount(other);

        assertThat(toldOn(other)).containsExactly("taskSchedule", "taskLate", "taskSchedule", "taskSchedule");
    }

    @Test
    void regionsAndTasksGoAlong() {
        mount(one);
        Region region = Regions.begin(on(one), Construct.PARALLEL_STREAM, 2, ParallelFlag.INVOKER_RUNTIME, SITE, 0);
        unmount(one, TaskStatus.SWITCH);
        mount(other);

        assertThat(on(other).parallelId()).isEqualTo(region.id());
        Regions.end(on(other), region);
        assertThat(on(other).taskId()).isEqualTo(FIRST);
        assertThat(toldOn(other)).contains("parallelEnd");
        unmount(other, TaskStatus.COMPLETE);
        assertThat(SuspendedThreads.any()).isFalse();
    }

    @Test
    void contextStaysWithWhoFindsAMutexTakenThatLookedFree() {
        mount(one);
        VirtualContext c = on(one);
        Mutexes.acquiresAtOnce(c);
        unmount(one, TaskStatus.SWITCH);
        mount(one, new Thread(), FIRST + 1);
        mount(other);

        assertThat(on(other)).as("has what its family noted").isSameAs(c);
        Mutexes.acquiredAtOnce(c, Construct.SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, LOCK, SITE);
        assertThat(toldOn(other)).containsExactly("taskSchedule", "mutexAcquire", "mutexAcquired");
        unmount(other, TaskStatus.SWITCH);
        assertThat(SuspendedThreads.any()).isFalse();
    }

    @Test
    void acquireThatWasToBeToldOnceItIsOverIsToldAtTheUnmount() {
        mount(one);
        VirtualContext c = on(one);
        long begin = Mutexes.mayWait(c, Construct.SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, LOCK, SITE);
        unmount(one, TaskStatus.SWITCH);

        assertThat(toldOn(one)).containsExactly("taskSchedule", "mutexAcquire", "taskSchedule");
        assertThat(SuspendedThreads.mayWaitFor(LOCK)).isTrue();
        assertThat(SuspendedThreads.mayWaitFor(LOCK + 1)).isFalse();
        mount(other);
        assertThat(on(other)).isSameAs(c);
        Mutexes.acquiredAfter(
                c, Construct.SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, LOCK, SITE, begin, Long.MAX_VALUE);
        assertThat(toldOn(other)).containsExactly("taskSchedule", "mutexAcquired");
        assertThat(SuspendedThreads.mayWaitFor(LOCK)).isFalse();
    }

    @Test
    void waitThatWasToBeToldOnceItIsOverIsToldAtTheUnmount() {
        mount(one);
        Waits.beginUnreported(on(one), Construct.IO, State.WAIT_IO, SITE);
        unmount(one, TaskStatus.SWITCH);
        mount(other);
        Waits.end(on(other), Construct.IO, State.WAIT_IO, 0, SITE);

        assertThat(toldOn(one)).containsExactly("taskSchedule", "wait begin", "taskSchedule");
        assertThat(toldOn(other)).containsExactly("taskSchedule", "wait end");
    }

    @Test
    void nothingIsToldToHaveBeenBeforeTheMount() {
        mount(one);
        long early = on(one).clock().now();
        unmount(one, TaskStatus.SWITCH);
        mount(other);
        Mutexes.acquiredAgain(
                on(other), Construct.SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, LOCK, SITE, early, 0, early);

        List<Delivered> told = events.of(other);
        assertThat(told).extracting(Delivered::timeNanos).isSorted();
        assertThat(told.get(1).timeNanos()).isGreaterThan(early);
    }

    @Test
    void endOfTheThreadOrOfTheRunClosesWhatItIsIn() {
        mount(one);
        Regions.begin(on(one), Construct.PARALLEL_STREAM, 2, ParallelFlag.INVOKER_RUNTIME, SITE, 0);
        Waits.begin(on(one), Construct.PARK, State.WAIT_PARK, LOCK, SITE);
        unmount(one, TaskStatus.COMPLETE);

        List<String> told = toldOn(one);
        assertThat(told).contains("wait end", "parallelEnd");
        assertThat(told.get(told.size() - 1)).isEqualTo("taskSchedule");
        assertThat(SuspendedThreads.any()).isFalse();
    }

    @Test
    void everyOneOfVeryManyFindsItsWaitAgain() {
        int many = 5_000;
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            Thread thread = new Thread();
            threads.add(thread);
            mount(one, thread, FIRST + 3L * i);
            VirtualContext c = Objects.requireNonNull(contextOn(one, thread));
            Waits.begin(c, Construct.PARK, State.WAIT_PARK, LOCK + i, SITE);
            unmount(one, TaskStatus.SWITCH);
        }
        for (int i = many - 1; i >= 0; i--) {
            mount(other, threads.get(i), FIRST + 3L * i);
            assertThat(other.waitId()).isEqualTo(LOCK + i);
            VirtualContext c = Objects.requireNonNull(contextOn(other, threads.get(i)));
            Waits.end(c, Construct.PARK, State.WAIT_PARK, LOCK + i, SITE);
            unmount(other, TaskStatus.COMPLETE);
        }
        assertThat(SuspendedThreads.any()).isFalse();
    }

    /** So it is known who holds a mutex, also where threads wait for each other in a circle. */
    @Test
    void virtualThreadIsFoundByItsNumberWhileItWaitsForAMutex() throws InterruptedException {
        long number = FIRST - RecordSink.FIRST_VIRTUAL_THREAD;
        mount(one);
        long begin = Mutexes.waitBegin(
                on(one), Construct.REENTRANT_LOCK, MutexKind.NEST_LOCK, MutexImpl.REENTRANT_FAIR, LOCK, SITE);
        unmount(one, TaskStatus.SWITCH);
        assertThat(ThreadRegistry.idOfVirtual(number)).isEqualTo(FIRST);
        mount(other);
        Mutexes.acquired(
                on(other), Construct.REENTRANT_LOCK, MutexKind.NEST_LOCK, MutexImpl.REENTRANT_FAIR, LOCK, SITE, begin);
        unmount(other, TaskStatus.COMPLETE);
        assertThat(ThreadRegistry.idOfVirtual(number)).isEqualTo(0);
    }

    @Test
    void virtualThreadThatLeavesItsCarrierAfterAWaitForAConditionWaitsForTheMonitor() {
        mount(one);
        VirtualContext c = on(one);
        ConditionWaits.begin(c, Construct.SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, LOCK, null, SITE);
        unmount(one, TaskStatus.SWITCH);
        mount(one);
        ConditionWaits.wakes(on(one), 0);
        assertThat(on(one).state().isWork()).isTrue();
        unmount(one, TaskStatus.SWITCH);
        mount(one);
        assertThat(on(one).state()).isEqualTo(State.WAIT_CRITICAL);
        ConditionWaits.end(on(one), Construct.SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, LOCK, SITE, true);

        assertThat(toldOn(one)).containsSubsequence("wait end", "mutexAcquire", "taskSchedule", "mutexAcquired");
    }

    @Test
    void virtualThreadIsFoundByItsNumberWhileACarrierRunsItAndWhileItWaits() throws InterruptedException {
        long number = FIRST - RecordSink.FIRST_VIRTUAL_THREAD;
        ThreadRegistry.add(one);
        try {
            assertThat(ThreadRegistry.idOfVirtual(number)).isEqualTo(0);
            mount(one);
            assertThat(ThreadRegistry.idOfVirtual(number)).isEqualTo(FIRST);
            assertThat(ThreadRegistry.idOfVirtual(number + 1)).isEqualTo(0);
            Waits.begin(on(one), Construct.PARK, State.WAIT_PARK, LOCK, SITE);
            unmount(one, TaskStatus.SWITCH);
            assertThat(ThreadRegistry.idOfVirtual(number)).isEqualTo(FIRST);
            mount(other);
            Waits.end(on(other), Construct.PARK, State.WAIT_PARK, LOCK, SITE);
            unmount(other, TaskStatus.COMPLETE);
            assertThat(ThreadRegistry.idOfVirtual(number)).isEqualTo(0);
        } finally {
            ThreadRegistry.remove(one);
        }
    }
}
