package org.ompt4j.emitter.thread;

import static org.ompt4j.ompt.Construct.THREAD;

import jdk.internal.vm.annotation.Hidden;
import org.ompt4j.emitter.CallSites;
import org.ompt4j.emitter.Events;
import org.ompt4j.emitter.Guarded;
import org.ompt4j.emitter.Guarded.Needed;
import org.ompt4j.emitter.JdkWaits;
import org.ompt4j.emitter.JvmThreads;
import org.ompt4j.emitter.SyncRegions;
import org.ompt4j.emitter.Tasks;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.ThreadRegistry;
import org.ompt4j.emitter.Threads;
import org.ompt4j.emitter.WaitIds;
import org.ompt4j.emitter.Waits;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.ThreadType;

/**
 * What rewritten application code calls instead of {@link Thread}'s methods; see {@code docs/mappings/thread.md}.
 *
 * <p>Each hook calls the method that it replaces and throws what this method throws. Stack traces do not show the hooks.
 */
public final class ThreadCalls extends ThreadCallsGuards {

    private ThreadCalls() {}

    // ---------------------------------------------------------------- start

    /** {@code thread.start()}. */
    @Hidden
    public static void start(Thread thread, int callSite) {
        long task = create(thread, callSite);
        if (task == 0) {
            if (ThreadRegistry.isVirtual(thread)) {
                CallSites.at(CallSites.packed(callSite, Construct.VIRTUAL_THREAD));
            }
            thread.start();
            return;
        }
        boolean started = false;
        try {
            thread.start();
            started = !JvmThreads.isNew(thread);
        } finally {
            if (!started) {
                discard(thread, task, callSite);
            }
        }
    }

    /** Creates the task that the thread will run; 0 if the start of the thread will fail, or the thread is not observed. */
    @Guarded("start of a thread")
    static long create(ThreadContext c, @Needed Thread thread, int callSite) {
        if (!Threads.canObserve(thread) || !JvmThreads.isNew(thread)) {
            return 0;
        }
        long task = Tasks.createNow(c, THREAD, 0, callSite, ThreadCode.body(thread));
        KnownThreads.put(thread, ThreadType.INITIAL, task);
        return task;
    }

    /** The thread did not start: there was no memory for it, or the application overrides {@code start} and starts something else. */
    @Guarded("start of a thread")
    static void discard(ThreadContext c, Thread thread, long task, int callSite) {
        KnownThreads.forget(thread);
        Events.cancel(c, c.clock().now(), THREAD, task, CancelFlag.TASKGROUP | CancelFlag.DISCARDED_TASK, callSite);
    }

    // ---------------------------------------------------------------- join

    /** {@code thread.join()}. */
    @Hidden
    public static void join(Thread thread, int callSite) throws InterruptedException {
        long token = joinBegin(thread, callSite);
        try {
            thread.join();
        } catch (InterruptedException e) {
            JdkWaits.interrupted();
            throw e;
        } finally {
            joinEnd(token, callSite);
        }
    }

    /** {@code thread.join(millis)}. */
    @Hidden
    public static void join(Thread thread, long millis, int callSite) throws InterruptedException {
        long token = joinBegin(thread, callSite);
        try {
            thread.join(millis);
            joinReturns(!thread.isAlive(), token);
        } catch (InterruptedException e) {
            JdkWaits.interrupted();
            throw e;
        } finally {
            joinEnd(token, callSite);
        }
    }

    /** {@code thread.join(millis, nanos)}. */
    @Hidden
    public static void join(Thread thread, long millis, int nanos, int callSite) throws InterruptedException {
        long token = joinBegin(thread, callSite);
        try {
            thread.join(millis, nanos);
            joinReturns(!thread.isAlive(), token);
        } catch (InterruptedException e) {
            JdkWaits.interrupted();
            throw e;
        } finally {
            joinEnd(token, callSite);
        }
    }

    /**
     * A join of the application begins.
     *
     * @return the token for {@link #joinEnd}: the wait id if the thread has to wait, the negative wait id if not, 0 if it is not observed
     */
    @Guarded("join of a thread")
    static long joinBegin(ThreadContext c, @Needed Thread thread, int callSite) {
        KnownThreads.Known known = KnownThreads.find(thread);
        long task = known == null ? 0 : known.taskId;
        long waitId = task != 0 ? task : waitId(thread);
        SyncRegions.begin(c, THREAD, SyncRegionKind.TASKWAIT, waitId, callSite);
        if (!thread.isAlive()) {
            return -waitId;
        }
        SyncRegions.waitBegin(c, THREAD, SyncRegionKind.TASKWAIT, waitId, callSite);
        return waitId;
    }

    private static long waitId(Thread thread) {
        return ThreadRegistry.isVirtual(thread) ? WaitIds.ofVirtual(thread, THREAD) : WaitIds.of(thread, THREAD);
    }

    /**
     * A join with a time limit, such as {@code join(Duration)}, returns whether the thread has ended. If it has not, the wait timed out. The JDK's code
     * that waits does not report this, since it is not rewritten.
     */
    public static void joinReturns(boolean hasEnded, long token) {
        if (token > 0 && !hasEnded) {
            timedOut();
        }
    }

    @Guarded(value = "join of a thread", begins = false)
    static void timedOut(ThreadContext c) {
        Waits.keepOutcome(c, true, false);
    }

    @Guarded("join of a thread")
    static void joinEnd(ThreadContext c, @Needed long token, int callSite) {
        if (token > 0) {
            SyncRegions.waitEnd(c, THREAD, SyncRegionKind.TASKWAIT, token, callSite);
        }
        SyncRegions.end(c, THREAD, SyncRegionKind.TASKWAIT, Math.abs(token), callSite);
    }

    /** {@code join(Duration)} (since 19) is entered. A call that was not announced comes from inside the JDK. */
    public static long announcedJoinBegin(Thread thread) {
        ThreadContext c = Threads.currentIfBegun();
        int callSite = c == null ? 0 : CallSites.take(c, THREAD);
        if (callSite == 0) {
            return 0;
        }
        long token = joinBegin(thread, callSite);
        // Announced again for the end; no method that join calls takes it.
        CallSites.at(CallSites.packed(callSite, THREAD));
        return token;
    }

    /** {@code join(Duration)} is left. */
    public static void announcedJoinEnd(long token) {
        if (token != 0) {
            ThreadContext c = Threads.currentIfBegun();
            joinEnd(token, c == null ? 0 : CallSites.take(c, THREAD));
        }
    }

    // ---------------------------------------------------------------- yield

    /** {@code Thread.yield()}. */
    @Hidden
    public static void yield(int callSite) {
        yieldTask();
        Thread.yield();
    }

    @Guarded(value = "yield of a thread", begins = false)
    static void yieldTask(ThreadContext c) {
        Tasks.yield(c, THREAD);
    }
}
