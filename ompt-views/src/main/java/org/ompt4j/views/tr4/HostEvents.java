package org.ompt4j.views.tr4;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.CallbackKey;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.OmptCallback;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.OmptDependence;
import org.ompt4j.ompt.OmptDevice;
import org.ompt4j.ompt.OmptEntryPoint;
import org.ompt4j.ompt.OmptFrame;
import org.ompt4j.ompt.OmptFunctionLookup;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.SetResult;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TargetDataOpType;
import org.ompt4j.ompt.TargetKind;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.WorkType;
import org.ompt4j.views.EntryPoints;
import org.ompt4j.views.Idleness;
import org.ompt4j.views.tr4.Tr4.OmptScopeEndpoint;
import org.ompt4j.views.tr4.Tr4.OmptSetResult;
import org.ompt4j.views.tr4.Tr4.OmptSyncRegionKind;
import org.ompt4j.views.tr4.Tr4.OmptTargetDataOp;
import org.ompt4j.views.tr4.Tr4.OmptTargetType;
import org.ompt4j.views.tr4.Tr4.OmptTaskType;
import org.ompt4j.views.tr4.Tr4.OmptWorkType;

/**
 * The callbacks of one tool. What each event of the present generation becomes: the same event in nearly every case; an initial task
 * is created rather than begun, and idleness is told.
 *
 * <p>Thread safety: any thread. Callbacks of the present generation are registered only while the tool needs them.
 */
final class HostEvents {
    private static final int EVENTS = Tr4Event.values().length;

    private final OmptEntryPoint.All runtime;
    private final Idleness idleness;
    private final AtomicReferenceArray<@Nullable Tr4Callback> callbacks = new AtomicReferenceArray<>(EVENTS);
    private final Map<Event, OmptCallback> translations = new EnumMap<>(Event.class);
    private boolean over;

    HostEvents(EntryPoints entryPoints) {
        runtime = entryPoints.required(OmptEntryPoint.All.class, OmptEntryPoint.All.NAME);
        idleness = new Idleness(runtime, runtime, runtime, this::idle);
        translateEvents();
    }

    // ---------------------------------------------------------------- registration

    synchronized OmptSetResult set(Tr4Event which, @Nullable Tr4Callback callback) {
        if (over || (callback != null && !which.callbackType().isInstance(callback))) {
            return OmptSetResult.ERROR;
        }
        callbacks.set(which.ordinal(), callback);
        Map<Event, SetResult> answers = connect(which);
        return which == Tr4Event.IDLE
                ? idleResult(answers)
                : Conversions.setResult(which, answers.getOrDefault(sourceOf(which), SetResult.NEVER));
    }

    /** Workers of pools of another kind are idle and nobody is told. */
    private static OmptSetResult idleResult(Map<Event, SetResult> answers) {
        for (SetResult each : answers.values()) {
            if (each == SetResult.ERROR) {
                return OmptSetResult.ERROR;
            }
            if (each.value() < SetResult.SOMETIMES.value()) {
                return OmptSetResult.NEVER;
            }
        }
        return OmptSetResult.SOMETIMES;
    }

    @Nullable
    Tr4Callback get(Tr4Event which) {
        return callbacks.get(which.ordinal());
    }

    /** No registration is possible any more. */
    synchronized void end() {
        over = true;
    }

    /** Registers what the event needs, or unregisters what only it needed; the answers. */
    private Map<Event, SetResult> connect(Tr4Event which) {
        Map<Event, SetResult> answers = new EnumMap<>(Event.class);
        Set<Event> needed = needed();
        for (Event each : sourcesOf(which)) {
            answers.put(each, runtime.setCallback(each, needed.contains(each) ? translations.get(each) : null));
        }
        return answers;
    }

    private Set<Event> needed() {
        Set<Event> needed = EnumSet.noneOf(Event.class);
        for (Tr4Event each : Tr4Event.values()) {
            if (get(each) != null) {
                needed.addAll(sourcesOf(each));
            }
        }
        return needed;
    }

    /** The events of the present generation that this one comes from. */
    static Set<Event> sourcesOf(Tr4Event which) {
        return switch (which) {
            case TASK_CREATE -> EnumSet.of(Event.TASK_CREATE, Event.IMPLICIT_TASK);
            case IDLE -> EnumSet.of(Event.IMPLICIT_TASK, Event.TASK_SCHEDULE);
            default -> EnumSet.of(sourceOf(which));
        };
    }

    /** The event that says most about this one. */
    static Event sourceOf(Tr4Event which) {
        return switch (which) {
            case MASTER -> Event.MASKED;
            case TASK_DEPENDENCES -> Event.DEPENDENCES;
            case IDLE -> Event.IMPLICIT_TASK;
            default -> Event.valueOf(which.name());
        };
    }

    /** What is registered while the tool needs it. */
    private void translateEvents() {
        hear(OmptCallback.THREAD_BEGIN, this::threadBegin);
        hear(OmptCallback.THREAD_END, this::threadEnd);
        hear(OmptCallback.PARALLEL_BEGIN, this::parallelBegin);
        hear(OmptCallback.PARALLEL_END, this::parallelEnd);
        hear(OmptCallback.TASK_CREATE, this::taskCreate);
        hear(OmptCallback.TASK_SCHEDULE, this::taskSchedule);
        hear(OmptCallback.IMPLICIT_TASK, this::implicitTask);
        hear(OmptCallback.TARGET, this::target);
        hear(OmptCallback.TARGET_DATA_OP, this::targetDataOp);
        hear(OmptCallback.TARGET_SUBMIT, this::targetSubmit);
        hear(OmptCallback.CONTROL_TOOL, this::controlTool);
        hear(OmptCallback.DEVICE_INITIALIZE, this::deviceInitialize);
        hear(OmptCallback.DEVICE_FINALIZE, this::deviceFinalize);
        hear(OmptCallback.SYNC_REGION_WAIT, this::syncRegionWait);
        hear(OmptCallback.MUTEX_RELEASED, this::mutexReleased);
        hear(OmptCallback.DEPENDENCES, this::dependences);
        hear(OmptCallback.TASK_DEPENDENCE, this::taskDependence);
        hear(OmptCallback.WORK, this::work);
        hear(OmptCallback.MASKED, this::masked);
        hear(OmptCallback.TARGET_MAP, this::targetMap);
        hear(OmptCallback.SYNC_REGION, this::syncRegion);
        hear(OmptCallback.LOCK_INIT, this::lockInit);
        hear(OmptCallback.LOCK_DESTROY, this::lockDestroy);
        hear(OmptCallback.MUTEX_ACQUIRE, this::mutexAcquire);
        hear(OmptCallback.MUTEX_ACQUIRED, this::mutexAcquired);
        hear(OmptCallback.NEST_LOCK, this::nestLock);
        hear(OmptCallback.FLUSH, this::flush);
        hear(OmptCallback.CANCEL, this::cancel);
    }

    private <C extends OmptCallback> void hear(CallbackKey<C> key, C callback) {
        translations.put(key.event(), callback);
    }

    /** The tool's callback, of the type that {@link #set} has checked. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private <T extends Tr4Callback> @Nullable T tool(Tr4Event which) {
        return (T) callbacks.get(which.ordinal());
    }

    // ---------------------------------------------------------------- threads, regions and tasks

    private void threadBegin(ThreadType type, OmptData thread) {
        Tr4Callback.ThreadBegin tool = tool(Tr4Event.THREAD_BEGIN);
        if (tool != null) {
            tool.threadBegin(Conversions.threadType(type), thread);
        }
    }

    private void threadEnd(OmptData thread) {
        Tr4Callback.ThreadEnd tool = tool(Tr4Event.THREAD_END);
        if (tool != null) {
            tool.threadEnd(thread);
        }
    }

    private void idle(ScopeEndpoint endpoint) {
        Tr4Callback.Idle tool = tool(Tr4Event.IDLE);
        if (tool != null) {
            tool.idle(Conversions.endpoint(endpoint));
        }
    }

    private void parallelBegin(
            @Nullable OmptData task, @Nullable OmptFrame frame, OmptData region, int size, int flags, int codeptrRa) {
        Tr4Callback.ParallelBegin tool = tool(Tr4Event.PARALLEL_BEGIN);
        if (tool != null) {
            tool.parallelBegin(task, frame, region, size, Conversions.invoker(flags), codeptrRa);
        }
    }

    private void parallelEnd(OmptData region, @Nullable OmptData task, int flags, int codeptrRa) {
        Tr4Callback.ParallelEnd tool = tool(Tr4Event.PARALLEL_END);
        if (tool != null) {
            tool.parallelEnd(region, task, Conversions.invoker(flags), codeptrRa);
        }
    }

    private void implicitTask(
            ScopeEndpoint endpoint, @Nullable OmptData region, OmptData task, int size, int index, int flags) {
        if ((flags & TaskFlag.INITIAL) != 0) {
            initialTask(endpoint, task);
            return;
        }
        idleness.beforeImplicitTask(endpoint, task);
        Tr4Callback.ImplicitTask tool = tool(Tr4Event.IMPLICIT_TASK);
        if (tool != null) {
            tool.implicitTask(Conversions.endpoint(endpoint), region, task, size, index);
        }
        idleness.afterImplicitTask(endpoint, task);
    }

    /** An initial task is created, and its end goes without saying. */
    private void initialTask(ScopeEndpoint endpoint, OmptData task) {
        Tr4Callback.TaskCreate tool = tool(Tr4Event.TASK_CREATE);
        if (tool != null && endpoint == ScopeEndpoint.BEGIN) {
            tool.taskCreate(null, null, task, OmptTaskType.INITIAL, false, 0);
        }
    }

    private void taskCreate(
            @Nullable OmptData parent,
            @Nullable OmptFrame frame,
            OmptData task,
            int flags,
            boolean hasDependences,
            int codeptrRa) {
        Tr4Callback.TaskCreate tool = tool(Tr4Event.TASK_CREATE);
        if (tool != null) {
            tool.taskCreate(parent, frame, task, Conversions.taskType(flags), hasDependences, codeptrRa);
        }
    }

    private void taskSchedule(@Nullable OmptData prior, TaskStatus status, @Nullable OmptData next) {
        idleness.beforeTaskSchedule(status);
        Tr4Callback.TaskSchedule tool = tool(Tr4Event.TASK_SCHEDULE);
        if (tool != null) {
            tool.taskSchedule(prior, Conversions.taskStatus(status), next);
        }
        idleness.afterTaskSchedule(status);
    }

    private void dependences(OmptData task, OmptDependence[] deps, int ndeps) {
        Tr4Callback.TaskDependences tool = tool(Tr4Event.TASK_DEPENDENCES);
        if (tool != null) {
            tool.taskDependences(task, Conversions.dependences(deps, ndeps), ndeps);
        }
    }

    private void taskDependence(OmptData source, OmptData sink) {
        Tr4Callback.TaskDependence tool = tool(Tr4Event.TASK_DEPENDENCE);
        if (tool != null) {
            tool.taskDependence(source, sink);
        }
    }

    private void cancel(OmptData task, int flags, int codeptrRa) {
        Tr4Callback.Cancel tool = tool(Tr4Event.CANCEL);
        if (tool != null) {
            tool.cancel(task, flags, codeptrRa);
        }
    }

    // ---------------------------------------------------------------- what has two ends

    private void work(
            WorkType type,
            ScopeEndpoint endpoint,
            @Nullable OmptData region,
            @Nullable OmptData task,
            long count,
            int codeptrRa) {
        Tr4Callback.Work tool = tool(Tr4Event.WORK);
        OmptWorkType wstype = Conversions.workType(type);
        if (tool == null || wstype == null) {
            return;
        }
        tool.work(wstype, Conversions.endpoint(endpoint), region, task, count, codeptrRa);
        if (endpoint == ScopeEndpoint.BEGINEND) {
            tool.work(wstype, OmptScopeEndpoint.END, region, task, count, codeptrRa);
        }
    }

    private void masked(ScopeEndpoint endpoint, @Nullable OmptData region, @Nullable OmptData task, int codeptrRa) {
        Tr4Callback.Master tool = tool(Tr4Event.MASTER);
        if (tool == null) {
            return;
        }
        tool.master(Conversions.endpoint(endpoint), region, task, codeptrRa);
        if (endpoint == ScopeEndpoint.BEGINEND) {
            tool.master(OmptScopeEndpoint.END, region, task, codeptrRa);
        }
    }

    private void syncRegion(
            SyncRegionKind syncKind,
            ScopeEndpoint endpoint,
            @Nullable OmptData region,
            @Nullable OmptData task,
            int codeptrRa) {
        Tr4Callback.SyncRegion tool = tool(Tr4Event.SYNC_REGION);
        OmptSyncRegionKind kind = Conversions.syncRegionKind(syncKind);
        if (tool == null || kind == null) {
            return;
        }
        tool.syncRegion(kind, Conversions.endpoint(endpoint), region, task, codeptrRa);
        if (endpoint == ScopeEndpoint.BEGINEND) {
            tool.syncRegion(kind, OmptScopeEndpoint.END, region, task, codeptrRa);
        }
    }

    private void syncRegionWait(
            SyncRegionKind syncKind,
            ScopeEndpoint endpoint,
            @Nullable OmptData region,
            @Nullable OmptData task,
            int codeptrRa) {
        Tr4Callback.SyncRegionWait tool = tool(Tr4Event.SYNC_REGION_WAIT);
        OmptSyncRegionKind kind = Conversions.syncRegionKind(syncKind);
        if (tool == null || kind == null) {
            return;
        }
        tool.syncRegionWait(kind, Conversions.endpoint(endpoint), region, task, codeptrRa);
        if (endpoint == ScopeEndpoint.BEGINEND) {
            tool.syncRegionWait(kind, OmptScopeEndpoint.END, region, task, codeptrRa);
        }
    }

    // ---------------------------------------------------------------- mutual exclusion

    private void lockInit(MutexKind kind, int hint, MutexImpl impl, long waitId, int codeptrRa) {
        Tr4Callback.LockInit tool = tool(Tr4Event.LOCK_INIT);
        if (tool != null) {
            tool.lockInit(Conversions.mutexKind(kind), hint, impl.value(), waitId, codeptrRa);
        }
    }

    private void lockDestroy(MutexKind kind, long waitId, int codeptrRa) {
        Tr4Callback.LockDestroy tool = tool(Tr4Event.LOCK_DESTROY);
        if (tool != null) {
            tool.lockDestroy(Conversions.mutexKind(kind), waitId, codeptrRa);
        }
    }

    private void mutexAcquire(MutexKind kind, int hint, MutexImpl impl, long waitId, int codeptrRa) {
        Tr4Callback.MutexAcquire tool = tool(Tr4Event.MUTEX_ACQUIRE);
        if (tool != null) {
            tool.mutexAcquire(Conversions.mutexKind(kind), hint, impl.value(), waitId, codeptrRa);
        }
    }

    private void mutexAcquired(MutexKind kind, long waitId, int codeptrRa) {
        Tr4Callback.MutexAcquired tool = tool(Tr4Event.MUTEX_ACQUIRED);
        if (tool != null) {
            tool.mutexAcquired(Conversions.mutexKind(kind), waitId, codeptrRa);
        }
    }

    private void mutexReleased(MutexKind kind, long waitId, int codeptrRa) {
        Tr4Callback.MutexReleased tool = tool(Tr4Event.MUTEX_RELEASED);
        if (tool != null) {
            tool.mutexReleased(Conversions.mutexKind(kind), waitId, codeptrRa);
        }
    }

    private void nestLock(ScopeEndpoint endpoint, long waitId, int codeptrRa) {
        Tr4Callback.NestLock tool = tool(Tr4Event.NEST_LOCK);
        if (tool != null) {
            tool.nestLock(Conversions.endpoint(endpoint), waitId, codeptrRa);
        }
    }

    private void flush(OmptData thread, int codeptrRa) {
        Tr4Callback.Flush tool = tool(Tr4Event.FLUSH);
        if (tool != null) {
            tool.flush(thread, codeptrRa);
        }
    }

    // ---------------------------------------------------------------- commands and devices

    private int controlTool(long command, long modifier, @Nullable Object arg, int codeptrRa) {
        Tr4Callback.ControlTool tool = tool(Tr4Event.CONTROL_TOOL);
        return tool == null ? 0 : tool.controlTool(command, modifier, arg, codeptrRa);
    }

    private void deviceInitialize(
            int deviceNum, String type, OmptDevice device, @Nullable OmptFunctionLookup lookup, String documentation) {
        Tr4Callback.DeviceInitialize tool = tool(Tr4Event.DEVICE_INITIALIZE);
        if (tool != null) {
            OmptFunctionLookup tracing = lookup == null ? null : new DeviceTracing(lookup);
            tool.deviceInitialize(deviceNum, type, device, tracing, documentation);
        }
    }

    private void deviceFinalize(int deviceNum) {
        Tr4Callback.DeviceFinalize tool = tool(Tr4Event.DEVICE_FINALIZE);
        if (tool != null) {
            tool.deviceFinalize(deviceNum);
        }
    }

    private void target(
            TargetKind kind,
            ScopeEndpoint endpoint,
            int deviceNum,
            @Nullable OmptData task,
            long targetId,
            int codeptrRa) {
        Tr4Callback.Target tool = tool(Tr4Event.TARGET);
        if (tool != null) {
            OmptTargetType type = Conversions.targetType(kind);
            tool.target(type, Conversions.endpoint(endpoint), deviceNum, task, targetId, codeptrRa);
        }
    }

    /** The host's side is that of the host's device number. */
    private void targetDataOp(
            long targetId,
            long hostOpId,
            TargetDataOpType optype,
            long srcAddr,
            int srcDeviceNum,
            long destAddr,
            int destDeviceNum,
            long bytes,
            int codeptrRa) {
        Tr4Callback.TargetDataOp tool = tool(Tr4Event.TARGET_DATA_OP);
        OmptTargetDataOp op = Conversions.targetDataOp(optype);
        if (tool != null && op != null) {
            boolean fromHost = srcDeviceNum == OmptDevice.HOST;
            tool.targetDataOp(
                    targetId, hostOpId, op, fromHost ? srcAddr : destAddr, fromHost ? destAddr : srcAddr, bytes);
        }
    }

    private void targetSubmit(long targetId, long hostOpId, int requestedNumTeams) {
        Tr4Callback.TargetSubmit tool = tool(Tr4Event.TARGET_SUBMIT);
        if (tool != null) {
            tool.targetSubmit(targetId, hostOpId);
        }
    }

    private void targetMap(
            long targetId,
            int nitems,
            long[] hostAddr,
            long[] deviceAddr,
            long[] bytes,
            int[] mappingFlags,
            int codeptrRa) {
        Tr4Callback.TargetMap tool = tool(Tr4Event.TARGET_MAP);
        if (tool != null) {
            tool.targetMap(targetId, nitems, hostAddr, deviceAddr, bytes, mappingFlags);
        }
    }
}
