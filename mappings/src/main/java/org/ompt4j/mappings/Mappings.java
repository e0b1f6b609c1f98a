package org.ompt4j.mappings;

import java.util.List;
import org.ompt4j.mappings.barrier.CyclicBarrierMapping;
import org.ompt4j.mappings.barrier.ExchangerMapping;
import org.ompt4j.mappings.barrier.PhaserMapping;
import org.ompt4j.mappings.blocking.BlockingQueueMapping;
import org.ompt4j.mappings.blocking.IoMapping;
import org.ompt4j.mappings.blocking.ParkMapping;
import org.ompt4j.mappings.blocking.SleepMapping;
import org.ompt4j.mappings.executor.CompletableFutureMapping;
import org.ompt4j.mappings.executor.FutureTaskMapping;
import org.ompt4j.mappings.executor.ScheduledExecutorMapping;
import org.ompt4j.mappings.executor.StructuredTaskScopeMapping;
import org.ompt4j.mappings.executor.ThreadPoolExecutorMapping;
import org.ompt4j.mappings.executor.TimerMapping;
import org.ompt4j.mappings.forkjoin.ForkJoinPoolMapping;
import org.ompt4j.mappings.forkjoin.ForkJoinTaskMapping;
import org.ompt4j.mappings.lock.CountDownLatchMapping;
import org.ompt4j.mappings.lock.LockImplementationMapping;
import org.ompt4j.mappings.lock.ReadWriteLockMapping;
import org.ompt4j.mappings.lock.ReentrantLockMapping;
import org.ompt4j.mappings.lock.SemaphoreMapping;
import org.ompt4j.mappings.lock.StampedLockMapping;
import org.ompt4j.mappings.memory.AtomicMapping;
import org.ompt4j.mappings.memory.FenceMapping;
import org.ompt4j.mappings.monitor.SynchronizedMapping;
import org.ompt4j.mappings.stream.ParallelStreamMapping;
import org.ompt4j.mappings.thread.ThreadMapping;
import org.ompt4j.mappings.thread.VirtualThreadMapping;

/** All mappings. */
public final class Mappings {

    private Mappings() {}

    /** All mappings, family by family, each family's sorted by id. */
    public static List<ConstructMapping> all() {
        return List.of(
                new CyclicBarrierMapping(),
                new ExchangerMapping(),
                new PhaserMapping(),
                new BlockingQueueMapping(),
                new IoMapping(),
                new ParkMapping(),
                new SleepMapping(),
                new CompletableFutureMapping(),
                new FutureTaskMapping(),
                new ScheduledExecutorMapping(),
                new StructuredTaskScopeMapping(),
                new ThreadPoolExecutorMapping(),
                new TimerMapping(),
                new ForkJoinPoolMapping(),
                new ForkJoinTaskMapping(),
                new CountDownLatchMapping(),
                new LockImplementationMapping(),
                new ReadWriteLockMapping(),
                new ReentrantLockMapping(),
                new SemaphoreMapping(),
                new StampedLockMapping(),
                new AtomicMapping(),
                new FenceMapping(),
                new SynchronizedMapping(),
                new ParallelStreamMapping(),
                new ThreadMapping(),
                new VirtualThreadMapping());
    }
}
