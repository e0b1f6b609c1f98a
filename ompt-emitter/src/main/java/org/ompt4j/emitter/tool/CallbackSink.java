package org.ompt4j.emitter.tool;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.DispatchKind;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.OmptCallback;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.OmptDependence;
import org.ompt4j.ompt.OmptThread;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.WorkType;

/**
 * Turns trace records into the callbacks of one tool, with the tool's own data in place of ids.
 *
 * <p>Thread safety: as for every sink. What a callback throws goes to the owner and nowhere else.
 */
final class CallbackSink implements RecordSink {
    /*
     * Overview. Data of a region or task lives from the event that begins it to the one that ends it, so those events are
     * received as soon as any callback could use the data, registered or not. A thread's data sits in the thread's sink slot.
     * The thread that finalizes the runtime reports the last events of other threads: `onBehalf` tells it which slot
     * belongs to the callback it is in; elsewhere the slot of the calling thread does.
     */
    /** Who hears that a callback threw. */
    interface Owner {
        void callbackThrew(Event event, Throwable thrown);
    }

    private static final long REGION_LIFE = Event.PARALLEL_BEGIN.bit() | Event.PARALLEL_END.bit();
    private static final long TASK_LIFE =
            Event.TASK_CREATE.bit() | Event.TASK_SCHEDULE.bit() | Event.IMPLICIT_TASK.bit() | Event.CANCEL.bit();

    /** Without these nobody would know when a task's data can go. */
    private static final long TASK_ENDS = Event.TASK_SCHEDULE.bit() | Event.IMPLICIT_TASK.bit();

    /** Events whose callbacks are called without a record. */
    private static final long NO_RECORDS = Event.CONTROL_TOOL.bit() | Callbacks.DEVICE_EVENTS;

    private final Core core;
    private final Owner owner;
    private final Callbacks callbacks = new Callbacks();
    private final ToolData data = new ToolData();
    private volatile @Nullable ThreadSlot onBehalf;
    private volatile @Nullable Thread finalizer;

    /** The tool has asked for the calling thread's data: it shall be the same next time. */
    private volatile boolean asksForThreadData;

    /** The tool has asked for data of tasks or regions outside of callbacks that carry it. */
    private volatile boolean asksForData;

    CallbackSink(Core core, Owner owner) {
        this.core = core;
        this.owner = owner;
    }

    Callbacks callbacks() {
        return callbacks;
    }

    /** Events to receive for the callbacks registered now, and to keep their data in order. */
    long eventMask(long availableEvents) {
        long mask = callbacks.registered() & ~NO_RECORDS | (asksForThreadData ? Event.THREAD_END.bit() : 0);
        boolean usesRegions = asksForData || callbacks.useRegions(availableEvents);
        boolean usesTasks = asksForData || callbacks.useTasks(availableEvents);
        boolean keepsRegions = usesRegions && (availableEvents & REGION_LIFE) == REGION_LIFE;
        boolean keepsTasks = usesTasks && (availableEvents & TASK_ENDS) == TASK_ENDS;
        data.keep(keepsRegions, keepsTasks);
        return mask | (keepsRegions ? REGION_LIFE | Event.IMPLICIT_TASK.bit() : 0) | (keepsTasks ? TASK_LIFE : 0);
    }

    /** Whether this was said for the first time, so that other events are wanted from now on. */
    boolean asksForThreadData() {
        boolean first = !asksForThreadData;
        asksForThreadData = true;
        return first;
    }

    /** The same for data of tasks and regions. */
    boolean asksForData() {
        boolean first = !asksForData;
        asksForData = true;
        return first;
    }

    /** Data of a region that has not ended, as an inquiry gives it. */
    OmptData regionData(long id) {
        return data.ofRegion(id);
    }

    boolean makesRegionData(long id) {
        return data.lacks(id);
    }

    void dropRegionData(long id) {
        data.end(id);
    }

    /** Data of a task that has not ended, as an inquiry gives it. */
    OmptData taskData(long id) {
        return data.ofTask(id);
    }

    /** Regions and tasks whose data is kept now. */
    int keptData() {
        return data.size();
    }

    /** The slot of the callback that the calling thread is in, or null outside; {@code current} is the thread's own slot. */
    @Nullable
    ThreadSlot running(@Nullable ThreadSlot current) {
        if (current != null && current.inCallback) {
            return current;
        }
        return finalizer == Thread.currentThread() ? onBehalf : null;
    }

    /** The slot of this tool on a thread, made on the thread's first event. */
    ThreadSlot slot(OmptThread thread) {
        if (thread.sinkSlot instanceof ThreadSlot known) {
            return known;
        }
        OmptThread current = core.currentThread();
        boolean own = current != null && current.id() == thread.id();
        ThreadSlot made = new ThreadSlot(thread, own ? Thread.currentThread() : null);
        thread.sinkSlot = made;
        return made;
    }

    private ThreadSlot enter(OmptThread thread, long timeNanos, Construct construct) {
        ThreadSlot slot = slot(thread);
        slot.enter(timeNanos, construct);
        if (slot.owner != Thread.currentThread()) {
            onBehalf = slot;
            finalizer = Thread.currentThread();
        }
        return slot;
    }

    private void leave(ThreadSlot slot) {
        slot.leave();
        if (slot.owner != Thread.currentThread()) {
            finalizer = null;
            onBehalf = null;
        }
    }

    private void beginImplicitTask(OmptThread thread, long parallelId, long taskId, int flags) {
        data.beginTask(taskId);
        if ((flags & TaskFlag.INITIAL) != 0) {
            data.beginRegion(parallelId);
            slot(thread).initialRegionId = parallelId;
        }
    }

    private void endImplicitTask(OmptThread thread, long taskId, int flags) {
        data.end(taskId);
        if ((flags & TaskFlag.INITIAL) != 0) {
            data.end(slot(thread).initialRegionId);
        }
    }

    private static OmptData instance(ThreadSlot slot, DispatchKind kind, long start, long iterations) {
        OmptData instance = slot.instance;
        instance.value = start;
        instance.ptr = null;
        if (kind != DispatchKind.ITERATION && kind != DispatchKind.SECTION) {
            slot.chunk.start = start;
            slot.chunk.iterations = iterations;
            instance.ptr = slot.chunk;
        }
        return instance;
    }

    @Override
    public void defineCallSite(int codeptrRa, String text) {
        // Callbacks ask for texts when they want them.
    }

    @Override
    public void defineBody(int body, String text) {
        // As above.
    }

    @Override
    public void defineWaitId(long waitId, Construct construct, String className) {
        // As above.
    }

    @Override
    public void threadBegin(OmptThread thread, long timeNanos, Construct construct, ThreadType threadType) {

        OmptCallback.ThreadBegin callback = (OmptCallback.ThreadBegin) callbacks.get(Event.THREAD_BEGIN);
        if (callback != null) {
            ThreadSlot slot = enter(thread, timeNanos, construct);
            try {
                callback.threadBegin(threadType, slot.data);
            } catch (Throwable thrown) {
                owner.callbackThrew(Event.THREAD_BEGIN, thrown);
            } finally {
                leave(slot);
            }
        }
    }

    @Override
    public void threadEnd(OmptThread thread, long timeNanos, Construct construct) {

        OmptCallback.ThreadEnd callback = (OmptCallback.ThreadEnd) callbacks.get(Event.THREAD_END);
        if (callback != null) {
            ThreadSlot slot = enter(thread, timeNanos, construct);
            try {
                callback.threadEnd(slot.data);
            } catch (Throwable thrown) {
                owner.callbackThrew(Event.THREAD_END, thrown);
            } finally {
                leave(slot);
            }
        }
    }

    @Override
    public void parallelBegin(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            long encounteringTaskId,
            long parallelId,
            int requestedParallelism,
            int flags,
            int codeptrRa,
            int body) {
        data.beginRegion(parallelId);
        OmptCallback.ParallelBegin callback = (OmptCallback.ParallelBegin) callbacks.get(Event.PARALLEL_BEGIN);
        if (callback != null) {
            ThreadSlot slot = enter(thread, timeNanos, construct);
            slot.body = body;
            try {
                callback.parallelBegin(
                        data.findOrNull(encounteringTaskId),
                        new CallbackFrame(core, slot),
                        data.find(parallelId),
                        requestedParallelism,
                        flags,
                        codeptrRa);
            } catch (Throwable thrown) {
                owner.callbackThrew(Event.PARALLEL_BEGIN, thrown);
            } finally {
                leave(slot);
            }
        }
    }

    @Override
    public void parallelEnd(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            long parallelId,
            long encounteringTaskId,
            int flags,
            int codeptrRa) {

        OmptCallback.ParallelEnd callback = (OmptCallback.ParallelEnd) callbacks.get(Event.PARALLEL_END);
        if (callback != null) {
            ThreadSlot slot = enter(thread, timeNanos, construct);
            try {
                callback.parallelEnd(data.find(parallelId), data.findOrNull(encounteringTaskId), flags, codeptrRa);
            } catch (Throwable thrown) {
                owner.callbackThrew(Event.PARALLEL_END, thrown);
            } finally {
                leave(slot);
            }
        }
        data.end(parallelId);
    }

    @Override
    public void implicitTask(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            ScopeEndpoint endpoint,
            long parallelId,
            long taskId,
            int actualParallelism,
            int index,
            int flags) {
        if (endpoint == ScopeEndpoint.BEGIN) {
            beginImplicitTask(thread, parallelId, taskId, flags);
        }
        OmptCallback.ImplicitTask callback = (OmptCallback.ImplicitTask) callbacks.get(Event.IMPLICIT_TASK);
        if (callback != null) {
            ThreadSlot slot = enter(thread, timeNanos, construct);
            try {
                callback.implicitTask(
                        endpoint, data.findOrNull(parallelId), data.find(taskId), actualParallelism, index, flags);
            } catch (Throwable thrown) {
                owner.callbackThrew(Event.IMPLICIT_TASK, thrown);
            } finally {
                leave(slot);
            }
        }
        if (endpoint == ScopeEndpoint.END) {
            endImplicitTask(thread, taskId, flags);
        }
    }

    @Override
    public void work(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            WorkType wstype,
            ScopeEndpoint endpoint,
            long parallelId,
            long taskId,
            long count,
            int codeptrRa) {

        OmptCallback.Work callback = (OmptCallback.Work) callbacks.get(Event.WORK);
        if (callback != null) {
            ThreadSlot slot = enter(thread, timeNanos, construct);
            try {
                callback.work(wstype, endpoint, data.findOrNull(parallelId), data.findOrNull(taskId), count, codeptrRa);
            } catch (Throwable thrown) {
                owner.callbackThrew(Event.WORK, thrown);
            } finally {
                leave(slot);
            }
        }
    }

    @Override
    public void dispatch(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            long parallelId,
            long taskId,
            DispatchKind kind,
            long start,
            long iterations,
            int codeptrRa) {

        OmptCallback.Dispatch callback = (OmptCallback.Dispatch) callbacks.get(Event.DISPATCH);
        if (callback != null) {
            ThreadSlot slot = enter(thread, timeNanos, construct);
            try {
                callback.dispatch(
                        data.findOrNull(parallelId),
                        data.findOrNull(taskId),
                        kind,
                        instance(slot, kind, start, iterations));
            } catch (Throwable thrown) {
                owner.callbackThrew(Event.DISPATCH, thrown);
            } finally {
                leave(slot);
            }
        }
    }

    @Override
    public void taskCreate(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            long encounteringTaskId,
            long newTaskId,
            int flags,
            boolean hasDependences,
            int codeptrRa,
            int body) {
        data.beginTask(newTaskId);
        OmptCallback.TaskCreate callback = (OmptCallback.TaskCreate) callbacks.get(Event.TASK_CREATE);
        if (callback != null) {
            ThreadSlot slot = enter(thread, timeNanos, construct);
            slot.body = body;
            try {
                callback.taskCreate(
                        data.findOrNull(encounteringTaskId),
                        new CallbackFrame(core, slot),
                        data.find(newTaskId),
                        flags,
                        hasDependences,
                        codeptrRa);
            } catch (Throwable thrown) {
                owner.callbackThrew(Event.TASK_CREATE, thrown);
            } finally {
                leave(slot);
            }
        }
    }

    @Override
    public void taskSchedule(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            long priorTaskId,
            TaskStatus priorTaskStatus,
            long nextTaskId) {

        OmptCallback.TaskSchedule callback = (OmptCallback.TaskSchedule) callbacks.get(Event.TASK_SCHEDULE);
        if (callback != null) {
            ThreadSlot slot = enter(thread, timeNanos, construct);
            try {
                callback.taskSchedule(data.findOrNull(priorTaskId), priorTaskStatus, data.findOrNull(nextTaskId));
            } catch (Throwable thrown) {
                owner.callbackThrew(Event.TASK_SCHEDULE, thrown);
            } finally {
                leave(slot);
            }
        }
        if (priorTaskStatus == TaskStatus.COMPLETE || priorTaskStatus == TaskStatus.CANCEL) {
            data.end(priorTaskId);
        }
    }

    @Override
    public void taskDependence(
            OmptThread thread, long timeNanos, Construct construct, long srcTaskId, long sinkTaskId) {

        OmptCallback.TaskDependence callback = (OmptCallback.TaskDependence) callbacks.get(Event.TASK_DEPENDENCE);
        if (callback != null) {
            ThreadSlot slot = enter(thread, timeNanos, construct);
            try {
                callback.taskDependence(data.find(srcTaskId), data.find(sinkTaskId));
            } catch (Throwable thrown) {
                owner.callbackThrew(Event.TASK_DEPENDENCE, thrown);
            } finally {
                leave(slot);
            }
        }
    }

    @Override
    public void syncRegion(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            SyncRegionKind kind,
            ScopeEndpoint endpoint,
            long parallelId,
            long taskId,
            long waitId,
            int codeptrRa) {

        OmptCallback.SyncRegion callback = (OmptCallback.SyncRegion) callbacks.get(Event.SYNC_REGION);
        if (callback != null) {
            ThreadSlot slot = enter(thread, timeNanos, construct);
            try {
                callback.syncRegion(kind, endpoint, data.findOrNull(parallelId), data.findOrNull(taskId), codeptrRa);
            } catch (Throwable thrown) {
                owner.callbackThrew(Event.SYNC_REGION, thrown);
            } finally {
                leave(slot);
            }
        }
    }

    @Override
    public void syncRegionWait(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            SyncRegionKind kind,
            ScopeEndpoint endpoint,
            long parallelId,
            long taskId,
            long waitId,
            int codeptrRa) {

        OmptCallback.SyncRegionWait callback = (OmptCallback.SyncRegionWait) callbacks.get(Event.SYNC_REGION_WAIT);
        if (callback != null) {
            ThreadSlot slot = enter(thread, timeNanos, construct);
            try {
                callback.syncRegionWait(
                        kind, endpoint, data.findOrNull(parallelId), data.findOrNull(taskId), codeptrRa);
            } catch (Throwable thrown) {
                owner.callbackThrew(Event.SYNC_REGION_WAIT, thrown);
            } finally {
                leave(slot);
            }
        }
    }

    @Override
    public void reduction(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            SyncRegionKind kind,
            ScopeEndpoint endpoint,
            long parallelId,
            long taskId,
            int codeptrRa) {

        OmptCallback.Reduction callback = (OmptCallback.Reduction) callbacks.get(Event.REDUCTION);
        if (callback != null) {
            ThreadSlot slot = enter(thread, timeNanos, construct);
            try {
                callback.reduction(kind, endpoint, data.findOrNull(parallelId), data.findOrNull(taskId), codeptrRa);
            } catch (Throwable thrown) {
                owner.callbackThrew(Event.REDUCTION, thrown);
            } finally {
                leave(slot);
            }
        }
    }

    @Override
    public void masked(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            ScopeEndpoint endpoint,
            long parallelId,
            long taskId,
            int codeptrRa) {
        OmptCallback.Masked callback = (OmptCallback.Masked) callbacks.get(Event.MASKED);
        if (callback != null) {
            ThreadSlot slot = enter(thread, timeNanos, construct);
            try {
                callback.masked(endpoint, data.findOrNull(parallelId), data.findOrNull(taskId), codeptrRa);
            } catch (Throwable thrown) {
                owner.callbackThrew(Event.MASKED, thrown);
            } finally {
                leave(slot);
            }
        }
    }

    @Override
    public void mutexAcquire(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            MutexKind kind,
            int hint,
            MutexImpl impl,
            long waitId,
            int codeptrRa) {

        OmptCallback.MutexAcquire callback = (OmptCallback.MutexAcquire) callbacks.get(Event.MUTEX_ACQUIRE);
        if (callback != null) {
            ThreadSlot slot = enter(thread, timeNanos, construct);
            try {
                callback.mutexAcquire(kind, hint, impl, waitId, codeptrRa);
            } catch (Throwable thrown) {
                owner.callbackThrew(Event.MUTEX_ACQUIRE, thrown);
            } finally {
                leave(slot);
            }
        }
    }

    @Override
    public void mutexAcquired(
            OmptThread thread, long timeNanos, Construct construct, MutexKind kind, long waitId, int codeptrRa) {

        OmptCallback.MutexAcquired callback = (OmptCallback.MutexAcquired) callbacks.get(Event.MUTEX_ACQUIRED);
        if (callback != null) {
            ThreadSlot slot = enter(thread, timeNanos, construct);
            try {
                callback.mutexAcquired(kind, waitId, codeptrRa);
            } catch (Throwable thrown) {
                owner.callbackThrew(Event.MUTEX_ACQUIRED, thrown);
            } finally {
                leave(slot);
            }
        }
    }

    @Override
    public void mutexReleased(
            OmptThread thread, long timeNanos, Construct construct, MutexKind kind, long waitId, int codeptrRa) {

        OmptCallback.MutexReleased callback = (OmptCallback.MutexReleased) callbacks.get(Event.MUTEX_RELEASED);
        if (callback != null) {
            ThreadSlot slot = enter(thread, timeNanos, construct);
            try {
                callback.mutexReleased(kind, waitId, codeptrRa);
            } catch (Throwable thrown) {
                owner.callbackThrew(Event.MUTEX_RELEASED, thrown);
            } finally {
                leave(slot);
            }
        }
    }

    @Override
    public void nestLock(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            ScopeEndpoint endpoint,
            long waitId,
            int codeptrRa) {

        OmptCallback.NestLock callback = (OmptCallback.NestLock) callbacks.get(Event.NEST_LOCK);
        if (callback != null) {
            ThreadSlot slot = enter(thread, timeNanos, construct);
            try {
                callback.nestLock(endpoint, waitId, codeptrRa);
            } catch (Throwable thrown) {
                owner.callbackThrew(Event.NEST_LOCK, thrown);
            } finally {
                leave(slot);
            }
        }
    }

    @Override
    public void lockInit(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            MutexKind kind,
            int hint,
            MutexImpl impl,
            long waitId,
            int codeptrRa) {

        OmptCallback.LockInit callback = (OmptCallback.LockInit) callbacks.get(Event.LOCK_INIT);
        if (callback != null) {
            ThreadSlot slot = enter(thread, timeNanos, construct);
            try {
                callback.lockInit(kind, hint, impl, waitId, codeptrRa);
            } catch (Throwable thrown) {
                owner.callbackThrew(Event.LOCK_INIT, thrown);
            } finally {
                leave(slot);
            }
        }
    }

    @Override
    public void lockDestroy(
            OmptThread thread, long timeNanos, Construct construct, MutexKind kind, long waitId, int codeptrRa) {

        OmptCallback.LockDestroy callback = (OmptCallback.LockDestroy) callbacks.get(Event.LOCK_DESTROY);
        if (callback != null) {
            ThreadSlot slot = enter(thread, timeNanos, construct);
            try {
                callback.lockDestroy(kind, waitId, codeptrRa);
            } catch (Throwable thrown) {
                owner.callbackThrew(Event.LOCK_DESTROY, thrown);
            } finally {
                leave(slot);
            }
        }
    }

    @Override
    public void cancel(OmptThread thread, long timeNanos, Construct construct, long taskId, int flags, int codeptrRa) {

        OmptCallback.Cancel callback = (OmptCallback.Cancel) callbacks.get(Event.CANCEL);
        if (callback != null) {
            ThreadSlot slot = enter(thread, timeNanos, construct);
            try {
                callback.cancel(data.find(taskId), flags, codeptrRa);
            } catch (Throwable thrown) {
                owner.callbackThrew(Event.CANCEL, thrown);
            } finally {
                leave(slot);
            }
        }
        if ((flags & CancelFlag.DISCARDED_TASK) != 0) {
            data.end(taskId);
        }
    }

    @Override
    public void error(
            OmptThread thread, long timeNanos, Construct construct, Severity severity, String message, int codeptrRa) {

        OmptCallback.RuntimeError callback = (OmptCallback.RuntimeError) callbacks.get(Event.ERROR);
        if (callback != null) {
            ThreadSlot slot = enter(thread, timeNanos, construct);
            try {
                callback.error(severity, message, message.length(), codeptrRa);
            } catch (Throwable thrown) {
                owner.callbackThrew(Event.ERROR, thrown);
            } finally {
                leave(slot);
            }
        }
    }

    @Override
    public void wakeup(
            OmptThread thread, long timeNanos, Construct construct, long taskId, long waitId, int codeptrRa) {

        OmptCallback.Wakeup callback = (OmptCallback.Wakeup) callbacks.get(Event.WAKEUP);
        if (callback != null) {
            ThreadSlot slot = enter(thread, timeNanos, construct);
            try {
                callback.wakeup(data.findOrNull(taskId), waitId, codeptrRa);
            } catch (Throwable thrown) {
                owner.callbackThrew(Event.WAKEUP, thrown);
            } finally {
                leave(slot);
            }
        }
    }

    @Override
    public void dependences(
            OmptThread thread, long timeNanos, Construct construct, long taskId, OmptDependence[] deps, int ndeps) {

        OmptCallback.Dependences callback = (OmptCallback.Dependences) callbacks.get(Event.DEPENDENCES);
        if (callback != null) {
            ThreadSlot slot = enter(thread, timeNanos, construct);
            try {
                callback.dependences(data.find(taskId), deps, ndeps);
            } catch (Throwable thrown) {
                owner.callbackThrew(Event.DEPENDENCES, thrown);
            } finally {
                leave(slot);
            }
        }
    }

    @Override
    public void flush(OmptThread thread, long timeNanos, Construct construct, int codeptrRa) {

        OmptCallback.Flush callback = (OmptCallback.Flush) callbacks.get(Event.FLUSH);
        if (callback != null) {
            ThreadSlot slot = enter(thread, timeNanos, construct);
            try {
                callback.flush(slot.data, codeptrRa);
            } catch (Throwable thrown) {
                owner.callbackThrew(Event.FLUSH, thrown);
            } finally {
                leave(slot);
            }
        }
    }

    @Override
    public void controlTool(
            OmptThread thread, long timeNanos, Construct construct, long command, long modifier, int codeptrRa) {
        // The callback has to answer, also on threads that are not in the runtime: ToolSession calls it.
    }

    @Override
    public void wait(
            OmptThread thread,
            long timeNanos,
            Construct construct,
            ScopeEndpoint endpoint,
            State state,
            long taskId,
            long waitId,
            int codeptrRa) {
        // OMPT has neither callback nor record for it.
    }
}
