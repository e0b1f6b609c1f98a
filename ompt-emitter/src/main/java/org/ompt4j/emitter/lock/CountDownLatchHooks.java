package org.ompt4j.emitter.lock;

import static org.ompt4j.ompt.Construct.COUNT_DOWN_LATCH;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import jdk.internal.vm.annotation.Hidden;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.Events;
import org.ompt4j.emitter.Guarded;
import org.ompt4j.emitter.Guarded.Needed;
import org.ompt4j.emitter.Memory;
import org.ompt4j.emitter.Settings;
import org.ompt4j.emitter.Taskwaits;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.WaitIds;
import org.ompt4j.emitter.Wakeups;
import org.ompt4j.ompt.Event;

/**
 * Hooks of {@code CountDownLatch.await} in application code: taskwaits, even if the latch is open. They are used only if every operation is reported;
 * waits are always reported by {@link SynchronizerHooks}. Also reports which thread opens a latch, in all profiles.
 *
 * <p>Each hook replaces the call and makes it: same result, same exceptions, and hidden from stack traces.
 *
 * <p>Thread safety: any thread.
 */
public final class CountDownLatchHooks extends CountDownLatchGuards {

    private CountDownLatchHooks() {}

    /** {@code latch.await()}. */
    @Hidden
    public static void await(CountDownLatch latch, int callSite) throws InterruptedException {
        Object entered = begin(latch, callSite);
        try {
            latch.await();
        } finally {
            Taskwaits.endOn(entered, COUNT_DOWN_LATCH);
        }
    }

    /** {@code latch.await(time, unit)}. */
    @Hidden
    public static boolean await(CountDownLatch latch, long time, TimeUnit unit, int callSite)
            throws InterruptedException {
        Object entered = begin(latch, callSite);
        try {
            return latch.await(time, unit);
        } finally {
            Taskwaits.endOn(entered, COUNT_DOWN_LATCH);
        }
    }

    /** A thread has counted down. If this has opened the latch, it wakes the waiting threads next. */
    public static void countedDown(boolean opened, AbstractQueuedSynchronizer sync) {
        if (opened && Events.wanted(Event.WAKEUP)) {
            opened(sync);
        }
    }

    @Guarded("count-down-latch")
    static void opened(ThreadContext c, AbstractQueuedSynchronizer sync) {
        if (sync.hasQueuedThreads()) {
            Wakeups.tell(c, COUNT_DOWN_LATCH, WaitIds.ifKnown(sync));
        }
    }

    /** The thread's context if a taskwait was begun that has to be ended, else null: the latch is open, or the call is part of another wait. */
    @Guarded("count-down-latch")
    static @Nullable Object begin(ThreadContext c, @Needed CountDownLatch latch, int callSite) {
        AbstractQueuedSynchronizer sync = Sync.of(latch);
        if (sync == null || !Settings.reportsEveryMutex() || c.tasks().sync() != 0) {
            return null;
        }
        long waitId = WaitIds.of(sync, COUNT_DOWN_LATCH, latch.getClass());
        if (Sync.isOpen(sync)) {
            Taskwaits.passThrough(c, COUNT_DOWN_LATCH, waitId, callSite);
            return null;
        }
        Taskwaits.begin(c, COUNT_DOWN_LATCH, waitId, callSite);
        return c;
    }

    /** The synchronizer inside a latch, read without its methods, which subclasses can override. */
    private static final class Sync {
        private static final long SYNC = Memory.fieldOffset(CountDownLatch.class, "sync");
        private static final long COUNT = Memory.fieldOffset(AbstractQueuedSynchronizer.class, "state");

        private Sync() {}

        /** Null if its constructor has not run, or this JDK's latches look different. */
        static @Nullable AbstractQueuedSynchronizer of(CountDownLatch latch) {
            return SYNC == Memory.NO_FIELD || COUNT == Memory.NO_FIELD
                    ? null
                    : (AbstractQueuedSynchronizer) Memory.UNSAFE.getReference(latch, SYNC);
        }

        static boolean isOpen(AbstractQueuedSynchronizer sync) {
            return Memory.UNSAFE.getIntVolatile(sync, COUNT) == 0;
        }
    }
}
