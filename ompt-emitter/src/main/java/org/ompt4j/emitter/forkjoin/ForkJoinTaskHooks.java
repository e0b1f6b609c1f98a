package org.ompt4j.emitter.forkjoin;

import static org.ompt4j.ompt.Construct.FORK_JOIN_POOL;
import static org.ompt4j.ompt.Construct.FORK_JOIN_TASK;

import java.util.Collection;
import java.util.List;
import java.util.RandomAccess;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.RunnableFuture;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.AttachEpoch;
import org.ompt4j.emitter.CallSites;
import org.ompt4j.emitter.Events;
import org.ompt4j.emitter.Failures;
import org.ompt4j.emitter.ForeignTasks;
import org.ompt4j.emitter.Guarded;
import org.ompt4j.emitter.Guarded.Needed;
import org.ompt4j.emitter.InitialTasks;
import org.ompt4j.emitter.PassedCode;
import org.ompt4j.emitter.Region;
import org.ompt4j.emitter.Regions;
import org.ompt4j.emitter.Section;
import org.ompt4j.emitter.SyncRegions;
import org.ompt4j.emitter.Taskloops;
import org.ompt4j.emitter.Tasks;
import org.ompt4j.emitter.Taskwaits;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.DispatchKind;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ParallelFlag;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.WorkType;

/**
 * Called by the rewritten {@code ForkJoinTask}; see {@code docs/mappings/fork-join-task.md}.
 *
 * <p>Thread safety: any thread; each hook is about the thread that calls it.
 */
public final class ForkJoinTaskHooks extends ForkJoinTaskGuards {
    /*
     * Overview. A fork in observed code is reported where it is called, with one look-up of the thread's context: forkAt makes the task, with its
     * call site, and marks it as made in the id that the task carries. The hook inside fork() finds the mark, which costs one read of the task, and
     * does nothing else. Forks that were not rewritten (in the JDK, by reflection, by method references) have no mark and are reported inside fork().
     * The mark cannot belong to another fork: fork() is final, and its hook is the next thing the thread does. If a thread runs out of stack in
     * between, the mark is left behind; a later fork of that object then keeps the id. The call site of a join is announced instead: the begin and
     * end of the taskwait are reported inside join(), where all exits are seen, and the begin passes the context to the end.
     */

    /** In the token of invoke: the call opened a region. */
    private static final long OPENED_REGION = 1;

    /** In the token of invoke: the task is the root of work that its creator distributes. The call site is in the bits above. */
    private static final long IS_ROOT = 2;

    private static final int SITE_SHIFT = 2;

    private ForkJoinTaskHooks() {}

    /** Whether tasks can keep their records. Also false if a {@code Thread.stop} by the application made the class for that unusable. */
    static boolean keepsRecords() {
        try {
            return TaskRecord.PRESENT;
        } catch (Throwable t) {
            Failures.count("records of tasks", t);
            return false;
        }
    }

    // ---------------------------------------------------------------- making tasks

    /** The application is about to fork a task. The task is made here, with one look-up of the thread's context, and {@link #fork} finds it made. */
    public static void forkAt(@Nullable Object forked, int codeptrRa) {
        if (keepsRecords() && forked instanceof ForkJoinTask<?> task) {
            forkAt(codeptrRa, task);
        }
    }

    @Guarded("fork")
    static void forkAt(ThreadContext c, int codeptrRa, ForkJoinTask<?> task) {
        // An earlier announced call site that was not taken belongs neither to this task nor to tasks that it forks.
        CallSites.take(c, FORK_JOIN_TASK);
        readClock(c);
        TaskRecord.create(c, FORK_JOIN_TASK, task, 0, codeptrRa);
        TaskRecord.markMade(task);
    }

    /** A task is about to be queued by fork, perhaps while it runs. */
    public static void fork(ForkJoinTask<?> task) {
        if (keepsRecords() && !TaskRecord.takeMade(task)) {
            create(task);
        }
    }

    @Guarded("fork")
    static void create(ThreadContext c, ForkJoinTask<?> task) {
        boolean isSection = (c.tasks().sync() & SyncRegions.SECTIONS) != 0;
        if (!isSection && !TaskRecord.isOfStream(task)) {
            readClock(c);
        }
        TaskRecord.create(c, FORK_JOIN_TASK, task, 0, site(c, c.tasks().currentTeam()));
    }

    /** The application may have run for long since the thread's last event. Not so in {@code invokeAll} and where a stream shares out its work. */
    private static void readClock(ThreadContext c) {
        c.clock().now();
    }

    /** The announced call site; for tasks that the JDK forks itself, that of the region they belong to. */
    private static int site(ThreadContext c, @Nullable Region team) {
        int announced = CallSites.take(c, FORK_JOIN_TASK);
        return announced != 0 || team == null ? announced : team.codeptrRa();
    }

    /** A task was taken back from the queue, or not. */
    public static void unforked(boolean taken, ForkJoinTask<?> task) {
        if (!taken || !keepsRecords()) {
            return;
        }
        long raw = TaskRecord.raw(task);
        if (TaskRecord.isPending(raw)) {
            TaskRecord.markUnforked(task);
        }
    }

    // ---------------------------------------------------------------- running tasks

    /**
     * A task's body is about to run.
     *
     * @return the id of the task, for {@link #end} or {@link #threw}; 0 if it is not reported. The caller has to keep the id, since the task may be
     *     forked again while it runs
     */
    public static long begin(ForkJoinTask<?> task) {
        if (!keepsRecords()) {
            return 0;
        }
        long raw = TaskRecord.raw(task);
        if (!TaskRecord.mayBePending(raw)) {
            return raw == 0 && AttachEpoch.isAttached() ? beginUnknown(task) : 0;
        }
        return begin(task, raw);
    }

    @Guarded("task begin")
    static long begin(ThreadContext c, ForkJoinTask<?> task, long raw) {
        Object place = TaskRecord.place(task);
        return TaskRecord.beginOnly(task, raw) ? begin(c, raw, place) : beginOldest(c, task);
    }

    private static long begin(ThreadContext c, long raw, @Nullable Object place) {
        long id = TaskRecord.idOf(raw);
        Tasks.begin(c, FORK_JOIN_TASK, id, Section.regionIn(place));
        if (TaskRecord.isSection(raw)) {
            int number = Section.numberIn(place);
            Events.dispatch(c, c.clock().lastNow(), FORK_JOIN_TASK, DispatchKind.SECTION, number, 1);
        }
        return id;
    }

    /** Begins the oldest pending run of a task object that was submitted several times. */
    private static long beginOldest(ThreadContext c, ForkJoinTask<?> task) {
        TaskRecord.Intent oldest = TaskRecord.begin(task);
        return oldest == null ? 0 : begin(c, oldest.raw(), oldest.place());
    }

    /** A task that was made before the agent was attached begins: it is reported as made now, by the thread that runs it. */
    @Guarded("task begin")
    static long beginUnknown(ThreadContext c, ForkJoinTask<?> task) {
        if (ForeignTasks.include(task)) {
            return 0;
        }
        long id = Tasks.beginUnknown(c, FORK_JOIN_TASK, TaskRecord.body(task));
        if (task instanceof CountedCompleter<?> completer) {
            TaskRecord.found(completer, id);
        }
        return id;
    }

    /** A task's body has returned. */
    @Guarded("task end")
    public static void end(ThreadContext c, @Needed long id, ForkJoinTask<?> task) {
        if (task.isCancelled() && task instanceof RunnableFuture && Tasks.isRunning(c, id)) {
            Events.cancel(c, c.clock().now(), FORK_JOIN_TASK, id, CancelFlag.TASKGROUP | CancelFlag.DETECTED, 0);
            Tasks.end(c, id, TaskStatus.CANCEL);
        } else if (task instanceof CountedCompleter<?> completer) {
            endCompleter(c, id, completer);
        } else {
            Tasks.end(c, id, TaskStatus.COMPLETE);
        }
    }

    private static void endCompleter(ThreadContext c, long id, CountedCompleter<?> task) {
        if (!TaskRecord.isOutstanding(task, id)) {
            Tasks.end(c, id, TaskStatus.COMPLETE);
            return;
        }
        switch (JdkCompleters.endOf(task)) {
            case COUNTED -> detach(c, id, task);
            case WITH_BODY -> Tasks.end(c, id, TaskStatus.COMPLETE);
            case ABANDONED -> {
                Tasks.end(c, id, TaskStatus.COMPLETE);
                for (CountedCompleter<?> each = task.getCompleter(); each != null; each = each.getCompleter()) {
                    complete(c, each);
                }
            }
        }
    }

    /** The task can be completed at any time, on any thread. Its end must be reported after its detach. */
    private static void detach(ThreadContext c, long id, CountedCompleter<?> task) {
        Tasks.end(c, id, TaskStatus.DETACH);
        if (!TaskRecord.detach(task, id)) {
            Tasks.fulfillAtOnce(c, FORK_JOIN_TASK, id);
        }
    }

    /** A task's body threw. */
    @Guarded("task end")
    public static void threw(ThreadContext c, Throwable thrown, @Needed long id) {
        if (Tasks.isRunning(c, id)) {
            Events.error(c, c.clock().now(), FORK_JOIN_TASK, Severity.WARNING, thrown);
        }
        Tasks.end(c, id, TaskStatus.COMPLETE);
    }

    /** An adapter has caught the exception of the code inside, and is about to store it as its result. */
    @Guarded("task exception")
    public static void caught(ThreadContext c, Throwable thrown) {
        if (c.tasks().inExplicitTask()) {
            Events.error(c, c.clock().now(), FORK_JOIN_TASK, Severity.WARNING, thrown);
        }
    }

    /**
     * A task was taken from a queue to be run. If it was already done, it will never run.
     *
     * @param begun what {@link #begin} returned: 0 also if it was not called
     */
    public static void taken(long begun, ForkJoinTask<?> task) {
        if (begun == 0 && keepsRecords() && TaskRecord.mayBePending(TaskRecord.raw(task)) && task.isDone()) {
            discard(task);
        }
    }

    /** A task was taken from its queue in order to cancel it. */
    public static void removed(@Nullable Object task) {
        if (keepsRecords() && task instanceof ForkJoinTask<?> removed) {
            discard(removed);
        }
    }

    @Guarded("discarded task")
    static void discard(ThreadContext c, ForkJoinTask<?> task) {
        TaskRecord.discard(c, task);
    }

    // ---------------------------------------------------------------- completing tasks that are more than their body

    /** The pending count of a completer has run out and its onCompletion has returned; its own completer is next. */
    public static void completed(CountedCompleter<?> task) {
        if (keepsRecords()) {
            long over = TaskRecord.complete(task);
            if (over != 0) {
                fulfill(over);
            }
        }
    }

    /** {@code firstComplete} has returned: the completer if its pending count has run out, else null. */
    public static void firstCompleted(@Nullable CountedCompleter<?> task) {
        if (task != null) {
            completed(task);
        }
    }

    /** A task is about to be completed, whatever its pending count. */
    public static void done(ForkJoinTask<?> task) {
        if (task instanceof CountedCompleter<?> completer) {
            completed(completer);
        }
    }

    @Guarded("task completion")
    static void fulfill(ThreadContext c, long over) {
        Tasks.fulfill(c, FORK_JOIN_TASK, over);
    }

    private static void complete(ThreadContext c, CountedCompleter<?> task) {
        long over = TaskRecord.complete(task);
        if (over != 0) {
            fulfill(c, over);
        }
    }

    // ---------------------------------------------------------------- invoke

    /**
     * A task is about to be run by its creator. It is reported as an undeferred task. If no region is open, a region is begun if the task is the root
     * of work that the JDK distributes, or if its creator is not a worker of a pool.
     *
     * @return a token for {@link #invokeWait} and {@link #invokeExit}
     */
    public static long invokeEnter(ForkJoinTask<?> task) {
        return keepsRecords() && !task.isDone() ? beginInvoke(task) : 0;
    }

    @Guarded("invoke")
    static long beginInvoke(ThreadContext c, ForkJoinTask<?> task) {
        int announced = CallSites.take(c, FORK_JOIN_TASK);
        boolean opens = opensRegion(c, task, announced);
        if (opens) {
            openRegion(c, task, announced);
        }
        Region team = c.tasks().currentTeam();
        boolean isRoot = Taskloops.beginRoot(c, task);
        readClock(c);
        int site = announced != 0 || team == null ? announced : team.codeptrRa();
        TaskRecord.create(c, FORK_JOIN_TASK, task, TaskFlag.UNDEFERRED, site);
        // The task begins next.
        c.clock().markFresh();
        return (long) announced << SITE_SHIFT | (opens ? OPENED_REGION : 0) | (isRoot ? IS_ROOT : 0);
    }

    private static boolean opensRegion(ThreadContext c, ForkJoinTask<?> task, int announced) {
        if (c.tasks().currentTeam() != null) {
            return false;
        }
        // A task that was forked before belongs to the region in which it was forked.
        boolean comesFromOutside = isOutside(c) && !TaskRecord.isUnforked(TaskRecord.raw(task));
        return comesFromOutside || announced == 0 && JdkRoots.isRoot(task);
    }

    /** Whether the thread is not a worker of a pool, so that the common pool runs the tasks that it forks. */
    private static boolean isOutside(ThreadContext c) {
        return !(c.thread() instanceof ForkJoinWorkerThread);
    }

    private static void openRegion(ThreadContext c, ForkJoinTask<?> task, int announced) {
        boolean wantsBody = Events.wanted(Event.PARALLEL_BEGIN);
        if (announced == 0 && JdkRoots.isRoot(task)) {
            Region region = openRegion(c, announced, wantsBody ? PassedCode.in(task) : 0);
            JdkRoots.declare(c, (CountedCompleter<?>) task, region.codeptrRa());
        } else {
            openRegion(c, announced, wantsBody ? TaskRecord.body(task) : 0);
        }
    }

    private static Region openRegion(ThreadContext c, int announced, int body) {
        int site = announced != 0 ? announced : CallSites.takeOrWalk(c, FORK_JOIN_TASK);
        int parallelism = c.thread() instanceof ForkJoinWorkerThread worker
                ? worker.getPool().getParallelism()
                : ForkJoinPool.getCommonPoolParallelism() + 1;
        return Regions.begin(c, FORK_JOIN_TASK, parallelism, ParallelFlag.INVOKER_RUNTIME, site, body);
    }

    /** The body of the invoked task has run, but its creator may have to wait until the task is done. */
    public static void invokeWait(ForkJoinTask<?> task, long token) {
        int site = (int) (token >> SITE_SHIFT);
        if (site != 0 && !task.isDone()) {
            beginInvokeWait(task, site);
        }
    }

    @Guarded("invoke")
    static void beginInvokeWait(ThreadContext c, ForkJoinTask<?> task, int site) {
        beginTaskwait(c, task, site);
    }

    /** The invoked task is done. */
    @Guarded("invoke")
    public static void invokeExit(ThreadContext c, @Needed long token) {
        if (token >> SITE_SHIFT != 0 && c.tasks().sync() != 0) {
            endTaskwait(c);
        }
        if ((token & IS_ROOT) != 0) {
            Taskloops.endRoot(c);
        }
        if ((token & OPENED_REGION) != 0) {
            endRegion(c);
        }
    }

    private static void endRegion(ThreadContext c) {
        Region region = c.tasks().currentTeam();
        if (region != null) {
            Regions.end(c, region);
        }
    }

    // ---------------------------------------------------------------- waiting

    /**
     * The application joins a task. Joins inside the JDK have no announced call site and are not reported.
     *
     * @return the thread's context if there is something for {@link #joinExit} to end, else null
     */
    public static @Nullable Object joinEnter(ForkJoinTask<?> task) {
        // If no tool wants this event, a join is not reported before it parks, which blocker() sees.
        return Events.wantsSyncRegions() ? beginJoin(task) : null;
    }

    @Guarded("join")
    static @Nullable Object beginJoin(ThreadContext c, ForkJoinTask<?> task) {
        int site = CallSites.take(c, FORK_JOIN_TASK);
        if (site == 0) {
            return null;
        }
        if (task.isDone()) {
            Taskwaits.passThrough(c, FORK_JOIN_TASK, TaskRecord.id(task), site);
            return null;
        }
        if (beginTaskwait(c, task, site)) {
            // A task that this thread runs in the join begins right now: it is the next one in its own queue.
            c.clock().markFresh();
        }
        return c;
    }

    /** The application's join is over. */
    public static void joinExit(@Nullable Object entered) {
        Taskwaits.endOn(entered, FORK_JOIN_TASK);
    }

    static boolean beginTaskwait(ThreadContext c, @Nullable ForkJoinTask<?> task, int site) {
        return Taskwaits.begin(c, FORK_JOIN_TASK, TaskRecord.id(task), site);
    }

    static void endTaskwait(ThreadContext c) {
        Taskwaits.end(c, FORK_JOIN_TASK);
    }

    /** A thread that could not help any more is about to park until the task is done, or (if the blocker is null) has parked for it. */
    @Guarded("wait for a task")
    public static void blocker(ThreadContext c, @Nullable Object blocker, ForkJoinTask<?> task) {
        if (blocker != null) {
            waitBegins(c, task);
        } else {
            Taskwaits.waitEnd(c, waitsAs(c, task));
        }
    }

    private static void waitBegins(ThreadContext c, ForkJoinTask<?> task) {
        // The taskgroup of a taskloop reports this wait itself.
        if (c.tasks().sync() != 0 || !Taskloops.isDeclared(c)) {
            Taskwaits.waitBegin(c, waitsAs(c, task), TaskRecord.id(task));
        }
    }

    /** The construct of the wait: {@code invokeAny} of a pool does not wait for a task. */
    private static Construct waitsAs(ThreadContext c, ForkJoinTask<?> task) {
        boolean isForAny = (c.tasks().sync() & SyncRegions.BY_OTHERS) != 0 && TaskRecord.id(task) == 0;
        return isForAny ? FORK_JOIN_POOL : FORK_JOIN_TASK;
    }

    // ---------------------------------------------------------------- invokeAll

    /** Two tasks are about to be made and waited for; the token is their number, negative if the call opened a region. */
    public static int invokeBothEnter() {
        return sectionsEnter(2);
    }

    /** Some tasks are about to be made and waited for. */
    public static int invokeArrayEnter(ForkJoinTask<?> @Nullable [] tasks) {
        return tasks == null ? 0 : sectionsEnter(tasks.length);
    }

    /**
     * As {@link #invokeArrayEnter}, for a collection. If it is not a random-access list, the JDK makes an array of it and calls the hook for arrays.
     */
    public static int invokeCollectionEnter(@Nullable Collection<?> tasks) {
        return tasks instanceof RandomAccess && tasks instanceof List ? sectionsEnter(tasks.size()) : 0;
    }

    private static int sectionsEnter(int count) {
        return keepsRecords() && count != 0 ? openSections(count) : 0;
    }

    @Guarded("invokeAll")
    static int openSections(ThreadContext c, int count) {
        Region team = c.tasks().currentTeam();
        boolean opens = team == null && isOutside(c);
        int site = opens ? openRegion(c, CallSites.take(c, FORK_JOIN_TASK), 0).codeptrRa() : site(c, team);
        beginSections(c, FORK_JOIN_TASK, count, site);
        // The JDK forks them in reverse order, and runs the first one itself.
        c.tasks().setSections(count - 1, -1);
        return opens ? -count : count;
    }

    /** The tasks are done, or one of them threw. */
    @Guarded("invokeAll")
    public static void sectionsExit(ThreadContext c, @Needed int token) {
        endSections(c, FORK_JOIN_TASK, Math.abs(token));
        if (token < 0) {
            endRegion(c);
        }
    }

    /** The first of the tasks is about to be run by their creator. */
    public static void runFirst(ForkJoinTask<?> task) {
        if (keepsRecords() && !task.isDone()) {
            createFirst(task);
        }
    }

    @Guarded("invokeAll")
    static void createFirst(ThreadContext c, ForkJoinTask<?> task) {
        int site = SyncRegions.siteOf(c.tasks().sync());
        TaskRecord.create(c, FORK_JOIN_TASK, task, TaskFlag.UNDEFERRED, site);
    }

    static void beginSections(ThreadContext c, Construct construct, int count, int site) {
        InitialTasks.ensure(c);
        Events.work(c, c.clock().now(), construct, WorkType.SECTIONS, ScopeEndpoint.BEGIN, count, site);
        SyncRegions.begin(c, construct, SyncRegionKind.TASKGROUP, 0, site);
        // The thread that submits tasks to a pool runs none of them itself.
        long flags = SyncRegions.SECTIONS | (construct == FORK_JOIN_TASK ? 0 : SyncRegions.BY_OTHERS);
        c.tasks().setSync(SyncRegions.pack(SyncRegionKind.TASKGROUP, site) | flags, 0);
    }

    static void endSections(ThreadContext c, Construct construct, int count) {
        long sync = c.tasks().sync();
        if (sync == 0) {
            return;
        }
        int site = SyncRegions.siteOf(sync);
        SyncRegions.endNow(c, construct, SyncRegionKind.TASKGROUP, 0, site);
        Events.work(c, c.clock().lastNow(), construct, WorkType.SECTIONS, ScopeEndpoint.END, count, site);
        c.tasks().setSync(0, 0);
    }
}
