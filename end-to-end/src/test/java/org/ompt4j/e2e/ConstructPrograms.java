package org.ompt4j.e2e;

import java.util.List;
import java.util.stream.Stream;
import org.ompt4j.apps.InTurn;
import org.ompt4j.apps.barrier.CyclicBarrierApp;
import org.ompt4j.apps.barrier.ExchangerApp;
import org.ompt4j.apps.barrier.PhaserApp;
import org.ompt4j.apps.blocking.BlockingQueueApp;
import org.ompt4j.apps.blocking.IoApp;
import org.ompt4j.apps.blocking.ParkApp;
import org.ompt4j.apps.blocking.SleepApp;
import org.ompt4j.apps.executor.CompletableFutureApp;
import org.ompt4j.apps.executor.FutureTaskApp;
import org.ompt4j.apps.executor.ScheduledExecutorApp;
import org.ompt4j.apps.executor.StructuredTaskScopeApp;
import org.ompt4j.apps.executor.ThreadPoolExecutorApp;
import org.ompt4j.apps.executor.TimerApp;
import org.ompt4j.apps.forkjoin.ForkJoinPoolApp;
import org.ompt4j.apps.forkjoin.ForkJoinTaskApp;
import org.ompt4j.apps.lock.CountDownLatchApp;
import org.ompt4j.apps.lock.LockImplementationApp;
import org.ompt4j.apps.lock.ReadWriteLockApp;
import org.ompt4j.apps.lock.ReentrantLockApp;
import org.ompt4j.apps.lock.SemaphoreApp;
import org.ompt4j.apps.lock.StampedLockApp;
import org.ompt4j.apps.memory.AtomicApp;
import org.ompt4j.apps.memory.FenceApp;
import org.ompt4j.apps.monitor.SynchronizedApp;
import org.ompt4j.apps.stream.ParallelStreamApp;
import org.ompt4j.apps.thread.ThreadApp;
import org.ompt4j.apps.thread.VirtualThreadApp;

/** Programs that together raise all events of the constructs, for tests of other aspects. */
final class ConstructPrograms {

    static final List<Class<?>> ALL = List.of(
            ThreadApp.class,
            VirtualThreadApp.class,
            ForkJoinTaskApp.class,
            ForkJoinPoolApp.class,
            ThreadPoolExecutorApp.class,
            FutureTaskApp.class,
            CompletableFutureApp.class,
            ScheduledExecutorApp.class,
            StructuredTaskScopeApp.class,
            TimerApp.class,
            ParallelStreamApp.class,
            SynchronizedApp.class,
            ReentrantLockApp.class,
            ReadWriteLockApp.class,
            CountDownLatchApp.class,
            SemaphoreApp.class,
            StampedLockApp.class,
            LockImplementationApp.class,
            BlockingQueueApp.class,
            CyclicBarrierApp.class,
            ExchangerApp.class,
            PhaserApp.class);

    /** Programs of other constructs: those of a single thread, and those that are observed on request only. */
    static final List<Class<?>> OTHERS =
            List.of(IoApp.class, ParkApp.class, SleepApp.class, AtomicApp.class, FenceApp.class);

    private ConstructPrograms() {}

    /** The programs of all constructs, one after the other in one JVM. */
    static AppRun everyOne() {
        return inTurn(Stream.concat(ALL.stream(), OTHERS.stream()));
    }

    /** Programs one after the other in one JVM. */
    static AppRun inTurn(Stream<? extends Class<?>> programs) {
        return AppRun.of(InTurn.class).arguments(programs.map(Class::getName).toArray(String[]::new));
    }
}
