package org.ompt4j.emitter.executor;

import static org.ompt4j.ompt.Construct.COMPLETABLE_FUTURE;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.CallSites;
import org.ompt4j.emitter.Events;
import org.ompt4j.emitter.Failures;
import org.ompt4j.emitter.FieldSubstitutes;
import org.ompt4j.emitter.ForeignTasks;
import org.ompt4j.emitter.Guarded;
import org.ompt4j.emitter.Guarded.Needed;
import org.ompt4j.emitter.InitialTasks;
import org.ompt4j.emitter.Tasks;
import org.ompt4j.emitter.Taskwaits;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.Wakeups;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.TaskStatus;

/**
 * Called by the rewritten {@code CompletableFuture}; see {@code docs/mappings/completable-future.md}.
 *
 * <p>Thread safety: any thread; each hook is about the thread that calls it.
 */
public final class CompletableFutureHooks extends CompletableFutureGuards {

    private CompletableFutureHooks() {}

    /**
     * The agent was attached to a running program: no fields can be added to classes, whether they are loaded or not.
     *
     * @param isObserved whether the construct is observed in this epoch
     */
    public static void attached(boolean isObserved) {
        FieldSubstitutes.keepFor(CompletableFuture.class);
        ForeignTasks.leaveToPools(!isObserved);
    }

    // ---------------------------------------------------------------- making tasks

    /** A function is about to be registered with a future that it has to wait for. */
    @Guarded("stage of a future")
    public static void register(ThreadContext c, @Needed Object completion) {
        StageTasks.register(c, completion);
    }

    /** {@code allOf} has made a future. */
    public static void joined(CompletableFuture<?> made, CompletableFuture<?>[] of) {
        if (Events.wantsTaskCreate()) {
            keepJoined(made, of);
        }
    }

    private static void keepJoined(CompletableFuture<?> made, CompletableFuture<?>[] of) {
        try {
            if (!StageTasks.isDone(made)) {
                JoinedTasks.keep(made, of);
            }
        } catch (Throwable t) {
            Failures.count("joined futures", t);
        }
    }

    /**
     * An executor is about to be given a function to run.
     *
     * @return the argument, for {@link #refused}
     */
    public static Object handOver(Object completion) {
        makeForExecutor(completion, null);
        return completion;
    }

    /** As {@link #handOver(Object)}, for a function that waits for no future; its executor may delay it. */
    public static Object handOver(Object completion, Executor executor) {
        makeForExecutor(completion, executor);
        return completion;
    }

    @Guarded("asynchronous task of a future")
    static void makeForExecutor(ThreadContext c, @Needed Object completion, @Nullable Executor executor) {
        StageTasks.handOver(c, completion, executor);
    }

    /** A delaying executor of the JDK is about to keep the function for a time. */
    @Guarded("asynchronous task of a future")
    public static void delayed(ThreadContext c, @Needed Object action) {
        StageTasks.delays(c, action, false);
    }

    /** The delay is over: the function is about to be given to the executor that is to run it. */
    @Guarded("asynchronous task of a future")
    public static void delayOver(ThreadContext c, @Needed Object action) {
        StageTasks.delays(c, action, true);
    }

    /** The executor did not accept the function, and threw. */
    @Guarded("asynchronous task of a future")
    public static void refused(ThreadContext c, Throwable thrown, @Needed Object completion) {
        long id = StageTasks.takePending(completion);
        if (id != 0) {
            Events.error(c, c.clock().now(), COMPLETABLE_FUTURE, Severity.WARNING, thrown);
            Tasks.discard(c, COMPLETABLE_FUTURE, id);
        }
    }

    // ---------------------------------------------------------------- running tasks

    /**
     * The JDK's object that an executor was given by {@code runAsync}, {@code supplyAsync} or {@code completeAsync} is about to check whether its
     * function has to run.
     *
     * @return the future that it completes; null if it has cleared this reference already. It clears the reference before it runs its function
     */
    public static @Nullable Object sourceEnter(Object source) {
        try {
            return StageTasks.dependent(source);
        } catch (Throwable t) {
            Failures.count("asynchronous task of a future", t);
            return null;
        }
    }

    /**
     * The function of such an object is about to run.
     *
     * @return the id of the task, for {@link #end} or {@link #threw}; 0 if it is not reported
     */
    @Guarded("asynchronous task of a future")
    public static long beginSource(ThreadContext c, Object function, @Nullable Object future, Object source) {
        long id = future == null ? 0 : StageTasks.begin(c, (CompletableFuture<?>) future, source);
        return id != 0 ? id : StageTasks.beginUnknown(c, function);
    }

    /** The object is done. If its function did not run, since the future was complete, it never will. */
    public static void sourceExit(@Nullable Object future, Object source) {
        if (future instanceof CompletableFuture<?> completed && isPending(completed, source)) {
            discard(completed, source);
        }
    }

    /** A future is complete, and its dependents are about to be run: the function that was to complete it will not run any more. */
    public static void completed(CompletableFuture<?> future) {
        if (isPending(future, null)) {
            discard(future, null);
        }
    }

    private static boolean isPending(CompletableFuture<?> future, @Nullable Object source) {
        try {
            return StageTasks.isPending(future, source) && StageTasks.isDone(future);
        } catch (Throwable t) {
            Failures.count("stage of a future", t);
            return false;
        }
    }

    @Guarded("stage of a future")
    static void discard(ThreadContext c, CompletableFuture<?> future, @Nullable Object source) {
        long id = StageTasks.takePending(future, source);
        if (id != 0) {
            Tasks.discard(c, COMPLETABLE_FUTURE, id);
        }
    }

    /**
     * The function of a stage is about to run.
     *
     * @param completion the JDK's object for the stage, which knows its future
     * @return as {@link #beginSource}
     */
    @Guarded("stage of a future")
    public static long begin(ThreadContext c, Object completion) {
        return StageTasks.begin(c, completion);
    }

    /**
     * As {@link #begin}, if only the future knows whether the function was registered with another future before.
     *
     * @param future that the function is to complete
     */
    @Guarded("stage of a future")
    public static long begin(ThreadContext c, CompletableFuture<?> future, Object function) {
        long id = StageTasks.begin(c, future, null);
        return id != 0 ? id : StagesAtOnce.of(c).beginFor(c, future, function);
    }

    /**
     * As {@link #begin}, for a function that has nothing to wait for and is run by the calling thread.
     *
     * @param source of the stage, complete
     */
    @Guarded("stage of a future")
    public static long beginAtOnce(ThreadContext c, Object function, CompletableFuture<?> source) {
        StagesAtOnce mine = StagesAtOnce.of(c);
        mine.noteSources(source, null);
        return mine.begin(c, function);
    }

    /** The calling thread is about to run a stage whose source is complete, by a method that knows only the new future. */
    @Guarded("stage of a future")
    public static void noteSource(ThreadContext c, CompletableFuture<?> source) {
        StagesAtOnce.of(c).noteSources(source, null);
    }

    /**
     * As {@link #noteSource}, with two sources.
     *
     * @param other the second source as the program gave it, which need not be a future of the JDK
     */
    @Guarded("stage of a future")
    public static void noteSources(ThreadContext c, CompletableFuture<?> source, Object other) {
        StagesAtOnce.of(c).noteSources(source, other instanceof CompletableFuture<?> future ? future : null);
    }

    /** The stage has run, or need not run, since its function does not match the outcome of the sources. */
    @Guarded("stage of a future")
    public static void forgetSources(ThreadContext c) {
        StagesAtOnce.of(c).forgetSources();
    }

    /** The function of {@link #beginAtOnce} has returned; its future is complete next. */
    @Guarded("stage of a future")
    public static void endAtOnce(ThreadContext c, @Needed long id) {
        Tasks.end(c, id, TaskStatus.COMPLETE);
        StagesAtOnce.of(c).end(id);
    }

    /** The function of {@link #beginAtOnce} threw, which completes its future next. */
    @Guarded("stage of a future")
    public static void threwAtOnce(ThreadContext c, Throwable thrown, @Needed long id) {
        threw(c, thrown, id);
        StagesAtOnce.of(c).end(id);
    }

    /** A method returns a future whose function it may have run at once. */
    @Guarded("stage of a future")
    public static void madeAtOnce(ThreadContext c, CompletableFuture<?> made) {
        StagesAtOnce.of(c).made(made);
    }

    /** The function has returned; its future is complete next. */
    @Guarded("stage of a future")
    public static void end(ThreadContext c, @Needed long id) {
        Tasks.end(c, id, TaskStatus.COMPLETE);
    }

    /** The function threw, which completes its future next. */
    @Guarded("stage of a future")
    public static void threw(ThreadContext c, Throwable thrown, @Needed long id) {
        if (Tasks.isRunning(c, id)) {
            Events.error(c, c.clock().now(), COMPLETABLE_FUTURE, Severity.WARNING, thrown);
        }
        Tasks.end(c, id, TaskStatus.COMPLETE);
    }

    // ---------------------------------------------------------------- waiting

    /**
     * The application asks for the result. Calls from inside the JDK have no announced call site, and are reported only if they have to wait.
     *
     * @return the thread's context if there is something for {@link #getExit} to end, else null
     */
    public static @Nullable Object getEnter(CompletableFuture<?> future) {
        // If no tool wants this event, a get is not reported before it waits.
        return Events.wantsSyncRegions() ? beginGet(future) : null;
    }

    @Guarded("get of a future")
    static @Nullable Object beginGet(ThreadContext c, CompletableFuture<?> future) {
        int site = CallSites.take(c, COMPLETABLE_FUTURE);
        if (site == 0) {
            return null;
        }
        if (StageTasks.isDone(future)) {
            Taskwaits.passThrough(c, COMPLETABLE_FUTURE, StageTasks.idOf(future), site);
            return null;
        }
        Taskwaits.begin(c, COMPLETABLE_FUTURE, StageTasks.awaited(future), site);
        return c;
    }

    /** The application has the result, or has given up. */
    public static void getExit(@Nullable Object entered) {
        Taskwaits.endOn(entered, COMPLETABLE_FUTURE);
    }

    /** A thread waits until the future is complete. */
    @Guarded("wait for a future")
    public static void awaitEnter(ThreadContext c, CompletableFuture<?> future) {
        Taskwaits.waitBegin(c, COMPLETABLE_FUTURE, StageTasks.awaited(future));
    }

    /** The wait of a thread is over. */
    @Guarded("wait for a future")
    public static void awaitExit(ThreadContext c) {
        Taskwaits.waitEnd(c, COMPLETABLE_FUTURE);
    }

    /** A thread has completed the future itself, or came too late. It wakes the waiting threads next. */
    public static void completedByHand(boolean completed, CompletableFuture<?> future) {
        if (completed && isWaitedFor(future)) {
            wakes(future);
        }
    }

    /**
     * The JDK's object that completes a future when others are complete is about to check these.
     *
     * @return the future; null if it is complete, or no tool wants the event
     */
    public static @Nullable Object relayEnter(Object completion) {
        try {
            return Events.wanted(Event.WAKEUP) ? StageTasks.dependent(completion) : null;
        } catch (Throwable t) {
            Failures.count("completion of a future", t);
            return null;
        }
    }

    /** The object has completed the future, or came too late. The thread wakes the waiting threads next. */
    public static void relayed(boolean completed, @Nullable Object future) {
        if (completed && future instanceof CompletableFuture<?> relayed && isWaitedFor(relayed)) {
            wakesByRelay(relayed);
        }
    }

    @Guarded("completion of a future")
    static void wakesByRelay(ThreadContext c, CompletableFuture<?> future) {
        Wakeups.tellAfterTask(c, COMPLETABLE_FUTURE, StageTasks.awaitedBeforeRelay(future));
    }

    private static boolean isWaitedFor(CompletableFuture<?> future) {
        try {
            return Events.wanted(Event.WAKEUP) && StageTasks.isWaitedFor(future);
        } catch (Throwable t) {
            Failures.count("completion of a future", t);
            return false;
        }
    }

    @Guarded("completion of a future")
    static void wakes(ThreadContext c, CompletableFuture<?> future) {
        Wakeups.tell(c, COMPLETABLE_FUTURE, StageTasks.awaitedIfKnown(future));
    }

    // ---------------------------------------------------------------- cancelling

    /** A thread is about to cancel the future. Returns whether the future has a task to cancel. */
    public static boolean cancelEnter(CompletableFuture<?> future) {
        try {
            return StageTasks.idOf(future) != 0 && !StageTasks.isDone(future);
        } catch (Throwable t) {
            Failures.count("cancelled future", t);
            return false;
        }
    }

    /** The thread has cancelled the future, or came too late. */
    public static void cancelled(boolean isCancelled, boolean hadTask) {
        if (isCancelled && hadTask) {
            cancelled();
        }
    }

    @Guarded("cancelled future")
    static void cancelled(ThreadContext c) {
        InitialTasks.ensure(c);
        int site = CallSites.take(c, COMPLETABLE_FUTURE);
        int flags = CancelFlag.TASKGROUP | CancelFlag.ACTIVATED;
        Events.cancel(c, c.clock().now(), COMPLETABLE_FUTURE, c.taskId(), flags, site);
    }
}
