package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.TaskFlag;

/**
 * What the runtime knows about one virtual thread while its code raises events: its stack of tasks, whose lowest one is the virtual thread itself,
 * and what it holds and waits for. Its events are reported on its carrier, see {@link Mounted}.
 *
 * <p>Thread safety: as its superclass. The owner is the virtual thread, or its carrier during a mount or unmount.
 */
final class VirtualContext extends ThreadContext {
    /*
     * Overview. Between enter and leave the virtual thread is pinned: otherwise a callback that parks would let the carrier run another virtual
     * thread in the middle of an event. A call may get the context before a wait and use it after the wait. If only a wait was open, the context can
     * belong to another thread by then. So entering checks whose context it is, and whether its mount was reported.
     */
    /** The outermost region of all virtual threads, like the region of the initial task of a platform thread. It is not reported. */
    private static final Region OUTERMOST =
            new Region(0, Region.Kind.INITIAL, Construct.THREAD, null, 0, 1, TaskFlag.INITIAL, 0);

    private @Nullable Thread virtual;

    private long outermostTask;

    /** The carrier on which the thread is mounted, or was last. */
    private ThreadContext carrier;

    /** When it was mounted, in nanoseconds. Later events of the thread do not get an earlier time. */
    private long mountNanos;

    /** Since when the unmounted thread could go on, in nanoseconds; 0 if that is not known. */
    long canGoOnNanos;

    /** Whether the context is kept for its thread, which has left a carrier with something open. */
    boolean isKept;

    /** The next one in a list of free contexts. */
    @Nullable
    VirtualContext nextFree;

    VirtualContext(ThreadContext carrier) {
        super(carrier, new TaskStack(1));
        this.carrier = carrier;
        begin();
    }

    /** The task that the virtual thread is. */
    long outermostTask() {
        return outermostTask;
    }

    /** Assigns the context to a virtual thread, which is mounted and only in its own task. */
    void begin(Thread thread, ThreadContext itsCarrier, long task) {
        outermostTask = task;
        tasks().restart(itsCarrier.tasks().frame().construct, task, OUTERMOST);
        virtual = thread;
        mount(itsCarrier);
    }

    /** The thread goes on, on this carrier. */
    void mount(ThreadContext itsCarrier) {
        carrier = itsCarrier;
        clock().goOnFrom(itsCarrier.clock());
        mountNanos = clock().last();
    }

    /** The thread leaves its carrier with something open: operations that were to be reported when they are over are reported now. */
    void tellAtUnmount() {
        Mutexes.tellAtUnmount(this);
        Waits.tellUnreported(this);
        Taskloops.tellAtUnmount(this);
    }

    /** Closes everything except the thread's own task, at the end of the thread or of the runtime. */
    void close() {
        Mutexes.tellUntold(this);
        OpenFrames.closeDownTo(this, 0);
        SyncRegions.closeOpen(this);
    }

    /** Frees the context from its thread. */
    void giveBack() {
        virtual = null;
        isKept = false;
    }

    /** Whether nothing is open, so that nothing has to be kept of the thread. */
    boolean isAtRest() {
        return tasks().isAtRest() && hasOnlyTasks();
    }

    /** The wait that the thread is in, if nothing else is open; else null. */
    OpenSyncs.@Nullable Open onlyWait() {
        OpenSyncs.Open only = hasOnlyTasks() ? tasks().onlyWait() : null;
        if (only == null) {
            return null;
        }
        long sync = tasks().sync();
        boolean saysAll = only.kind == null ? sync == 0 : SyncRegions.isTaskwaitAt(sync, only.callSite);
        return saysAll ? only : null;
    }

    private boolean hasOnlyTasks() {
        return !untold().isOpen()
                && !untold().isAtOnce()
                && !MutexInCode.isOpen(this)
                && condition().phase == ConditionWait.Phase.NONE
                && !HeldMutexes.hasAny(this);
    }

    // ---------------------------------------------------------------- as a context

    @Override
    public Thread thread() {
        Thread thread = virtual;
        return thread == null ? carrier.thread() : thread;
    }

    @Override
    ThreadContext teller() {
        return carrier;
    }

    @Override
    long toldAt(long nanos) {
        return nanos == 0 ? 0 : Math.max(nanos, mountNanos);
    }

    @Override
    public boolean isVirtual() {
        return true;
    }

    @Override
    public boolean enter() {
        return pin() && enterPinned(true);
    }

    @Override
    boolean enterUnobserved() {
        return pin() && enterPinned(false);
    }

    private boolean pin() {
        try {
            return virtual == Thread.currentThread() && carrier.current() == this && !isInside() && Pinning.begin();
        } catch (Throwable t) {
            Failures.count("virtual thread", t);
            return false;
        }
    }

    private boolean enterPinned(boolean observed) {
        boolean entered = false;
        try {
            entered = observed ? super.enter() : super.enterUnobserved();
        } finally {
            if (!entered) {
                unpin();
            }
        }
        return entered;
    }

    @Override
    public void leave() {
        super.leave();
        unpin();
    }

    private static void unpin() {
        try {
            Pinning.end();
        } catch (Throwable t) {
            Failures.count("virtual thread", t);
        }
    }
}
