package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.TaskFlag;

/**
 * What the runtime knows of one virtual thread while its code does something that tools hear of: its stack of tasks, of which the undermost is
 * the virtual thread itself, and what it holds and waits for. Tools hear of it on its carrier, see {@link Mounted}.
 *
 * <p>Thread safety: as its superclass; the owner is the virtual thread, or its carrier where that mounts and unmounts it.
 */
final class VirtualContext extends ThreadContext {
    /*
     * Overview. Between enter and leave the virtual thread is pinned: a callback that parks would let the carrier go on with another one, in the
     * middle of an event. A context that some call was given before a wait can be another thread's by the time it is used, if nothing but
     * a wait was open in it, so that entering it asks whose it is, and whether tools know that the carrier runs it.
     */
    /** What virtual threads are in, like platform threads in the region of their initial task: none that tools hear of. */
    private static final Region OUTERMOST =
            new Region(0, Region.Kind.INITIAL, Construct.THREAD, null, 0, 1, TaskFlag.INITIAL, 0);

    private @Nullable Thread virtual;

    /** Where it is mounted, or was last. */
    private ThreadContext carrier;

    /** When it was mounted, in nanoseconds. What it tells later is not told to have been before that. */
    private long mountNanos;

    /** Since when it could go on that has left its carrier, in nanoseconds; 0 if that is not known. */
    long canGoOnNanos;

    /** Whether it can be found by its thread, which has left a carrier with something open. */
    boolean isKept;

    /** The next one in a list of those that are no thread's. */
    @Nullable
    VirtualContext nextFree;

    VirtualContext(ThreadContext carrier) {
        super(carrier, new TaskStack(1));
        this.carrier = carrier;
        begin();
    }

    /** It is a virtual thread's from now on, which is on its carrier and in no task but that of its own. */
    void begin(Thread thread, ThreadContext itsCarrier, long task) {
        tasks().restart(itsCarrier.tasks().frame().construct, task, OUTERMOST);
        virtual = thread;
        mount(itsCarrier);
    }

    /** It goes on, on this carrier. */
    void mount(ThreadContext itsCarrier) {
        carrier = itsCarrier;
        clock().goOnFrom(itsCarrier.clock());
        mountNanos = clock().last();
    }

    /** It leaves its carrier in what it is doing: of what was to be told once it is over tools hear now. */
    void tellAtUnmount() {
        Mutexes.tellAtUnmount(this);
        Waits.tellUnreported(this);
        Taskloops.tellAtUnmount(this);
    }

    /** Closes all but its own task, at its end or that of the runtime. */
    void close() {
        Mutexes.tellUntold(this);
        OpenFrames.closeDownTo(this, 0);
        SyncRegions.closeOpen(this);
    }

    /** It is no thread's any more. */
    void giveBack() {
        virtual = null;
        isKept = false;
    }

    /** Whether nothing is open, so that there is nothing to know of the thread. */
    boolean isAtRest() {
        return tasks().isAtRest() && hasOnlyTasks();
    }

    /** The wait that the thread is in if that is all there is to know of it, else null. */
    OpenSyncs.@Nullable Open onlyWait() {
        return hasOnlyTasks() ? tasks().onlyWait() : null;
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
