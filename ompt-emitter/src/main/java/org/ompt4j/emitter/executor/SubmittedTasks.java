package org.ompt4j.emitter.executor;

import java.util.concurrent.FutureTask;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.Bodies;
import org.ompt4j.emitter.CallSites;
import org.ompt4j.emitter.Events;
import org.ompt4j.emitter.ForeignTasks;
import org.ompt4j.emitter.FrameAnchor;
import org.ompt4j.emitter.InitialTasks;
import org.ompt4j.emitter.Memory;
import org.ompt4j.emitter.PendingTask;
import org.ompt4j.emitter.PendingTasks;
import org.ompt4j.emitter.Region;
import org.ompt4j.emitter.Section;
import org.ompt4j.emitter.Sections;
import org.ompt4j.emitter.SyncRegions;
import org.ompt4j.emitter.Tasks;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.jdk.GivenCode;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Severity;

/**
 * The tasks that were submitted to thread pools and timers, with the id and region of each {@link Runnable}.
 *
 * <p>Thread safety: any thread.
 */
final class SubmittedTasks {
    /*
     * Overview. A FutureTask has added fields for both. The id is negative when the task has begun, or was removed from its queue for good. The
     * submitter writes both before the task is queued. Any other Runnable, and a FutureTask that is submitted while it is pending, can be in several
     * queues, or several times in one, and runs as often. Each of these submissions is a task in a backlog, which is taken oldest first.
     *
     * Nothing here keeps a Runnable alive.
     */
    private static final long ID = Memory.fieldOffset(FutureTask.class, "ompt4j$id");
    private static final long REGION = Memory.fieldOffset(FutureTask.class, "ompt4j$region");
    private static final boolean HAVE_FIELDS = ID != Memory.NO_FIELD && REGION != Memory.NO_FIELD;

    /**
     * The task's state; 0 and 1 while it has no result, 4 and more if it is cancelled. The field is read directly, since subclasses can override the
     * methods.
     */
    private static final long STATE = Memory.fieldOffset(FutureTask.class, "state");

    /** The threads that wait for the task. */
    private static final long WAITERS = Memory.fieldOffset(FutureTask.class, "waiters");

    private static final int COMPLETING = 1;
    private static final int CANCELLED = 4;

    private static final PendingTasks BESIDE = new PendingTasks();

    /** The timers of {@code CompletableFuture} before JDK 25, which an internal executor of the JDK runs. */
    private static final ClassValue<Boolean> TIMERS = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            String name = type.getName();
            return name.equals("java.util.concurrent.CompletableFuture$Timeout")
                    || name.equals("java.util.concurrent.CompletableFuture$DelayedCompleter");
        }
    };

    static {
        FrameAnchor.ofTasks(
                Construct.THREAD_POOL_EXECUTOR,
                FrameAnchor.innermost(
                        "java.util.concurrent.ThreadPoolExecutor.runWorker",
                        "java.util.concurrent.ThreadPoolExecutor$CallerRunsPolicy.rejectedExecution"));
        FrameAnchor.ofTasksThatRunThemselves(FrameAnchor.innermost("java.util.concurrent.FutureTask.run"));
        FrameAnchor.ofTasks(Construct.TIMER, FrameAnchor.innermost("java.util.TimerThread.mainLoop"));
        ForeignTasks.beginByTheirRun(new Predicate<Object>() {
            @Override
            public boolean test(Object task) {
                return task instanceof FutureTask<?> future && isPending(future);
            }
        });
    }

    private SubmittedTasks() {}

    /** Initializes the class, so that it is known which methods run tasks before a worker is looked at. */
    static void load() {
        // By being called.
    }

    /** Creates a task that is about to be queued. It belongs to the region of the submitter's initial task. */
    static void submit(ThreadContext c, Construct construct, Runnable task, int site) {
        InitialTasks.ensure(c);
        Region region = c.tasks().initialRegion();
        int flags = c.tasks().exportingTo(region);
        int body = Events.wantsTaskCreate() ? body(task) : 0;
        Tasks.handsOverAt(c, site);
        int section = Sections.areMade(c) ? c.tasks().takeSection() : Section.UNKNOWN;
        add(task, Tasks.createNow(c, construct, flags, site, body), Section.inRecord(region, section));
    }

    /** The call site of a submitted task: that of its sections, or of the call. */
    static int site(ThreadContext c, Construct construct) {
        return Sections.areMade(c) ? SyncRegions.siteOf(c.tasks().sync()) : CallSites.takeOrSample(c, construct);
    }

    private static void add(Runnable task, long id, @Nullable Object place) {
        if (HAVE_FIELDS && task instanceof FutureTask<?> future) {
            long before = Memory.UNSAFE.getLongVolatile(task, ID);
            if (before <= 0 && Memory.UNSAFE.compareAndSetLong(task, ID, before, id)) {
                Memory.UNSAFE.putReferenceVolatile(task, REGION, place);
                addInside(future, id);
                return;
            }
        }
        BESIDE.add(task, id, place);
    }

    /**
     * Gives the same id to the future inside another one: a wait for the inner future, or its cancellation, is about the same task, which begins with
     * the outer one.
     */
    private static void addInside(FutureTask<?> outer, long id) {
        for (FutureTask<?> each = inside(outer); each != null; each = inside(each)) {
            Memory.UNSAFE.compareAndSetLong(each, ID, 0, -id);
        }
    }

    /** The future that this one runs, if the JDK made it for this purpose: for a completion service, or to be scheduled. */
    private static @Nullable FutureTask<?> inside(FutureTask<?> outer) {
        return GivenCode.in(outer) instanceof FutureTask<?> inner ? inner : null;
    }

    /**
     * Whether the task is internal to the JDK: it completes a future on timeout, or runs code that has a task of its own, such as a function that a
     * {@code CompletableFuture} has given to a scheduled executor.
     */
    static boolean isInternal(Runnable task) {
        Object code = codeIn(task);
        return code != null && (TIMERS.get(code.getClass()) || ForeignTasks.include(code));
    }

    private static @Nullable Object codeIn(Runnable task) {
        return task instanceof FutureTask<?> future ? GivenCode.in(future) : null;
    }

    /** Whether the task has the added fields, was submitted, and has not begun. */
    static boolean isPending(FutureTask<?> task) {
        return HAVE_FIELDS && Memory.UNSAFE.getLongVolatile(task, ID) > 0;
    }

    static boolean keepsRecord(Runnable task) {
        return HAVE_FIELDS && task instanceof FutureTask;
    }

    /** Takes the id of the pending task in the fields of a FutureTask, which begins now or never; 0 if there is none. */
    static long takeOwn(Runnable task) {
        if (!HAVE_FIELDS || !(task instanceof FutureTask)) {
            return 0;
        }
        long id = Memory.UNSAFE.getLongVolatile(task, ID);
        return id > 0 && Memory.UNSAFE.compareAndSetLong(task, ID, id, -id) ? id : 0;
    }

    /** The place of the task that {@link #takeOwn} takes, see {@link PendingTask}; must be called before. */
    static @Nullable Object ownPlace(Runnable task) {
        return HAVE_FIELDS && task instanceof FutureTask ? Memory.UNSAFE.getReferenceVolatile(task, REGION) : null;
    }

    /** Takes the oldest pending task of the backlog, which begins now or never; null if there is none. */
    static @Nullable PendingTask takeOldest(Runnable task) {
        return BESIDE.takeOldest(task);
    }

    /** Takes the id of the last submission if it is still pending, which will never begin; else 0. */
    private static long takeLast(Runnable task) {
        PendingTask last = BESIDE.takeYoungest(task);
        return last == null ? takeOwn(task) : last.id();
    }

    /** Reports that the last submission of the task will not run. No effect if none is pending. */
    static void discardLast(ThreadContext c, Construct construct, Runnable task) {
        discardLast(c, construct, task, 0);
    }

    /**
     * As {@link #discardLast(ThreadContext, Construct, Runnable)}.
     *
     * @param callSite the call site because of which it will not run; 0 if it is not known
     */
    static void discardLast(ThreadContext c, Construct construct, Runnable task, int callSite) {
        long own = takeLast(task);
        Object code = own == 0 ? codeIn(task) : null;
        long id = own != 0 ? own : ForeignTasks.takePending(code == null ? task : code);
        if (id != 0) {
            Tasks.discard(c, construct, id, callSite);
        }
    }

    /** As {@link #discardLast}, for a task that the pool did not accept; also reports the exception. */
    static void reject(ThreadContext c, Construct construct, Runnable task, Throwable thrown) {
        long id = takeLast(task);
        if (id != 0) {
            Events.error(c, c.clock().now(), construct, Severity.WARNING, thrown);
            Tasks.discard(c, construct, id);
        }
    }

    /** A task begins whose submission was not seen. */
    static void begun(Runnable task, long id) {
        if (HAVE_FIELDS && task instanceof FutureTask) {
            long before = Memory.UNSAFE.getLongVolatile(task, ID);
            if (before <= 0) {
                Memory.UNSAFE.compareAndSetLong(task, ID, before, -id);
            }
        }
    }

    /** Whether {@code get} has nothing to wait for. */
    static boolean isDone(FutureTask<?> task) {
        return state(task) > COMPLETING;
    }

    static boolean isWaitedFor(FutureTask<?> task) {
        return WAITERS != Memory.NO_FIELD && Memory.UNSAFE.getReferenceVolatile(task, WAITERS) != null;
    }

    static boolean isCancelled(FutureTask<?> task) {
        return state(task) >= CANCELLED;
    }

    /** Whether the task, or the future inside it that stands for the same task, is cancelled. */
    static boolean isCancelled(FutureTask<?> task, long id) {
        if (isCancelled(task)) {
            return true;
        }
        for (FutureTask<?> each = inside(task); each != null; each = inside(each)) {
            if (isCancelled(each) && idOf(each) == id) {
                return true;
            }
        }
        return false;
    }

    private static int state(FutureTask<?> task) {
        return STATE == Memory.NO_FIELD ? 0 : Memory.UNSAFE.getIntVolatile(task, STATE);
    }

    /** The id of the FutureTask's last task, 0 if it has none. */
    static long idOf(FutureTask<?> task) {
        return HAVE_FIELDS ? Math.abs(Memory.UNSAFE.getLongVolatile(task, ID)) : 0;
    }

    /** The body id of the code that the task runs: of a FutureTask, the code inside. */
    static int body(Runnable task) {
        return Bodies.of(GivenCode.of(task));
    }
}
