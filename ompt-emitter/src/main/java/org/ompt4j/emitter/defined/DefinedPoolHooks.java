package org.ompt4j.emitter.defined;

import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.AttachEpoch;
import org.ompt4j.emitter.CallSites;
import org.ompt4j.emitter.ForeignTasks;
import org.ompt4j.emitter.Guarded;
import org.ompt4j.emitter.Guarded.Needed;
import org.ompt4j.emitter.Pool;
import org.ompt4j.emitter.SampledSites;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.Waits;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.State;

/**
 * Hooks of methods that the configuration defines as parts of a thread pool: methods that submit a task, run a task, are the loop of a worker, or
 * wait for a task.
 *
 * <p>Thread safety: any thread. Cost: two small objects for each task, and a stack walk where a tool wants call sites and the caller has not
 * announced its own.
 */
public final class DefinedPoolHooks extends DefinedPoolGuards {

    /** The submissions that the current thread is in, innermost first. */
    private static final class Handing {
        static final int SLOT = ThreadContext.newSlot();
    }

    /** The tasks that the thread runs, innermost first. */
    private static final class Begun {
        static final int SLOT = ThreadContext.newSlot();
    }

    private DefinedPoolHooks() {}

    // ---------------------------------------------------------------- submitting

    /**
     * A method that submits a task to a pool begins. If another such method calls it with the same task, it is part of that one.
     *
     * @param pool the object whose method it is; null for a static one
     * @param passedOver see {@link StackSites#outside}
     * @return the object to pass to {@link #submitted}; null if no task was made
     */
    @Guarded("task for a defined pool")
    public static @Nullable Object submit(
            ThreadContext c, @Needed Object task, @Nullable Object pool, Class<?> type, String passedOver) {
        Object outer = c.slot(Handing.SLOT);
        int announced = CallSites.take(c, Construct.DEFINED);
        if (outer instanceof DefinedTasks.Submission around && around.task == task || ForeignTasks.areTold(task)) {
            return null;
        }
        DefinedTasks.submit(c, task, site(announced, pool, type, passedOver));
        DefinedTasks.Submission begun = new DefinedTasks.Submission(task, outer);
        c.setSlot(Handing.SLOT, begun);
        return begun;
    }

    /** A method has made the task that it, or its caller, submits to a pool. The parameters are those of {@link #submit}. */
    @Guarded("task for a defined pool")
    public static void made(
            ThreadContext c, @Needed Object task, @Nullable Object pool, Class<?> type, String passedOver) {
        int announced = CallSites.take(c, Construct.DEFINED);
        if (!ForeignTasks.areTold(task)) {
            DefinedTasks.submit(c, task, site(announced, pool, type, passedOver));
        }
    }

    /**
     * @param announced the call site that the caller has announced, which is used up in any case
     */
    private static int site(int announced, @Nullable Object pool, Class<?> type, String passedOver) {
        return announced != 0
                ? announced
                : SampledSites.ofCallOutside(pool == null ? type : pool.getClass(), passedOver);
    }

    /** The method ends. {@code accepted} is false if it returned false because it did not accept the task. */
    public static void submitted(@Nullable Object begun, boolean accepted, @Nullable Throwable thrown) {
        if (begun instanceof DefinedTasks.Submission submission && submission.epoch == AttachEpoch.current()) {
            submitted(accepted, thrown, submission);
        }
    }

    @Guarded("task for a defined pool")
    static void submitted(
            ThreadContext c, boolean accepted, @Nullable Throwable thrown, DefinedTasks.Submission submission) {
        c.setSlot(Handing.SLOT, submission.outer);
        if (!accepted || thrown != null) {
            DefinedTasks.refused(c, submission.task, thrown);
        }
    }

    // ---------------------------------------------------------------- running tasks

    /**
     * A method begins that runs a task.
     *
     * @param method body id of the method
     * @return the object to pass to {@link #ran}; null if no task begins here
     */
    @Guarded("task of a defined pool")
    public static @Nullable Object runs(ThreadContext c, @Needed Object task, int method) {
        return begin(c, task, method);
    }

    private static DefinedTasks.@Nullable Running begin(ThreadContext c, Object task, int method) {
        DefinedTasks.Running outer = innermost(c);
        // A method that is called by another one can run the same task.
        if (outer != null && outer.task == task || ForeignTasks.areTold(task)) {
            return null;
        }
        DefinedTasks.Running begun = DefinedTasks.begin(c, task, method, outer);
        c.setSlot(Begun.SLOT, begun);
        return begun;
    }

    /** The method ends, normally or with an exception. */
    public static void ran(@Nullable Object begun, @Nullable Throwable thrown) {
        if (begun instanceof DefinedTasks.Running running && running.epoch == AttachEpoch.current()) {
            ran(thrown, running);
        }
    }

    @Guarded("task of a defined pool")
    static void ran(ThreadContext c, @Nullable Throwable thrown, DefinedTasks.Running running) {
        end(c, running, thrown);
    }

    private static void end(ThreadContext c, DefinedTasks.Running begun, @Nullable Throwable thrown) {
        c.setSlot(Begun.SLOT, begun.outer);
        DefinedTasks.end(c, begun, thrown);
    }

    /** A method has returned after which a task runs, until {@link #after}; {@code method} is its body id. */
    @Guarded("task of a defined pool")
    public static void before(ThreadContext c, @Needed Object task, int method) {
        DefinedTasks.Running begun = begin(c, task, method);
        if (begun != null) {
            begun.endsApart = true;
        }
    }

    /** A method that is called after a task begins; {@code thrown} is what the task threw, or null. */
    @Guarded(value = "task of a defined pool", begins = false)
    public static void after(ThreadContext c, @Needed Object task, @Nullable Throwable thrown) {
        DefinedTasks.Running begun = innermost(c);
        if (begun != null && begun.task == task && begun.endsApart) {
            end(c, begun, thrown);
        }
    }

    private static DefinedTasks.@Nullable Running innermost(ThreadContext c) {
        return c.slot(Begun.SLOT) instanceof DefinedTasks.Running running ? running : null;
    }

    /** Ends tasks whose end was not seen: the thread does not run them any more. */
    private static void endBegun(ThreadContext c) {
        for (DefinedTasks.Running each = innermost(c); each != null && each.endsApart; each = innermost(c)) {
            end(c, each, null);
        }
    }

    // ---------------------------------------------------------------- workers

    /**
     * A method that is the loop of a worker begins. A thread works for one pool at a time; a virtual thread works for none.
     *
     * @param pool an object that is the same for all workers of a pool
     * @return whether the thread works for the pool from now on, for {@link #workerEnd}
     */
    @Guarded("worker of a defined pool")
    public static boolean workerBegin(ThreadContext c, @Needed Object pool) {
        if (c.isVirtual() || Pool.hasJoined(c)) {
            return false;
        }
        Pool joined = DefinedPools.ALL.of(c, pool);
        if (joined != null) {
            joined.join(c);
        }
        return Pool.hasJoined(c);
    }

    /** The loop has ended. */
    @Guarded(value = "worker of a defined pool", begins = false)
    public static void workerEnd(ThreadContext c, @Needed boolean joined) {
        endBegun(c);
        Pool.leaveOpen(c);
    }

    /**
     * A method begins in which a worker waits for a task.
     *
     * @return whether a wait was begun, for {@link #idleEnd}
     */
    @Guarded(value = "worker of a defined pool", begins = false)
    public static boolean idleBegin(ThreadContext c) {
        endBegun(c);
        return Waits.begin(c, Construct.DEFINED, State.IDLE, 0, 0);
    }

    /** The worker has a task, or has something else to do. */
    @Guarded(value = "worker of a defined pool", begins = false)
    public static void idleEnd(ThreadContext c, @Needed boolean idled) {
        Waits.end(c, Construct.DEFINED, State.IDLE, 0, 0);
    }
}
