package org.ompt4j.views.tr4;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.CallbackKey;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.OmptCallback;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.OmptDevice;
import org.ompt4j.ompt.OmptEntryPoint;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.SetResult;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.views.EntryPoints;
import org.ompt4j.views.Idleness;
import org.ompt4j.views.tr4.Tr4.OmptInvoker;
import org.ompt4j.views.tr4.Tr4.OmptMutexKind;
import org.ompt4j.views.tr4.Tr4.OmptScopeEndpoint;
import org.ompt4j.views.tr4.Tr4.OmptSetResult;
import org.ompt4j.views.tr4.Tr4.OmptSyncRegionKind;
import org.ompt4j.views.tr4.Tr4.OmptTargetDataOp;
import org.ompt4j.views.tr4.Tr4.OmptTargetType;
import org.ompt4j.views.tr4.Tr4.OmptTaskStatus;
import org.ompt4j.views.tr4.Tr4.OmptTaskType;
import org.ompt4j.views.tr4.Tr4.OmptThreadType;
import org.ompt4j.views.tr4.Tr4.OmptWorkType;

/**
 * The callbacks of one tool, and the translation of the events of the present generation. Nearly every event becomes the same event; an initial task
 * is created instead of begun, and idleness is reported.
 *
 * <p>Thread safety: any thread. Callbacks of the present generation are registered only while the tool needs them.
 */
final class HostEvents {
    private static final int EVENTS = Tr4Event.values().length;

    /** The event with the same meaning in TR4. */
    static final Map<Event, Tr4Event> COUNTERPARTS = new EnumMap<>(Event.class);

    static {
        for (Tr4Event each : Tr4Event.values()) {
            COUNTERPARTS.putIfAbsent(sourceOf(each), each);
        }
    }

    private final OmptEntryPoint.All runtime;
    private final Idleness idleness;
    private final AtomicReferenceArray<@Nullable Tr4Callback> callbacks = new AtomicReferenceArray<>(EVENTS);

    /** The callback to register for an event of the present generation while the tool needs it; null if the tool was finalized meanwhile. */
    private final Map<Event, Supplier<@Nullable OmptCallback>> translations = new EnumMap<>(Event.class);

    private boolean over;

    HostEvents(EntryPoints entryPoints) {
        runtime = entryPoints.required(OmptEntryPoint.All.class, OmptEntryPoint.All.NAME);
        idleness = new Idleness(runtime, this::idle);
        for (Tr4Event each : Tr4Event.values()) {
            if (OmptCallback.class.isAssignableFrom(each.callbackType())) {
                // Nothing to translate: the tool's callback is also one of the present generation.
                translations.put(sourceOf(each), () -> (OmptCallback) this.<Tr4Callback>tool(each));
            }
        }
        translations.put(Event.IMPLICIT_TASK, () -> (OmptCallback.ImplicitTask) this::implicitTask);
        translations.put(Event.TASK_SCHEDULE, () -> (OmptCallback.TaskSchedule) this::taskSchedule);
        translations.put(
                Event.POOL_WORKER, () -> (OmptCallback.PoolWorker) (endpoint, pool) -> idleness.poolWorker(endpoint));
        translateThreadsRegionsAndTasks();
        translateScopes();
        translateMutexes();
        translateDevices();
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
                : OmptSetResult.of(which, answers.getOrDefault(sourceOf(which), SetResult.NEVER));
    }

    /** SOMETIMES at most: idleness of workers of other kinds of pools is not reported. */
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

    /** Registers the callbacks that the event needs, or unregisters those that only it needed; returns the results. */
    private Map<Event, SetResult> connect(Tr4Event which) {
        Map<Event, SetResult> answers = new EnumMap<>(Event.class);
        Set<Event> needed = needed();
        for (Event each : sourcesOf(which)) {
            Supplier<@Nullable OmptCallback> translation = needed.contains(each) ? translations.get(each) : null;
            answers.put(each, runtime.setCallback(each, translation == null ? null : translation.get()));
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
            case IDLE -> EnumSet.of(Event.POOL_WORKER, Event.IMPLICIT_TASK, Event.TASK_SCHEDULE);
            default -> EnumSet.of(sourceOf(which));
        };
    }

    /** The main source of this event. */
    static Event sourceOf(Tr4Event which) {
        return switch (which) {
            case MASTER -> Event.MASKED;
            case TASK_DEPENDENCES -> Event.DEPENDENCES;
            case IDLE -> Event.POOL_WORKER;
            default -> Event.valueOf(which.name());
        };
    }

    // ---------------------------------------------------------------- events that have one counterpart

    private void translateThreadsRegionsAndTasks() {
        translate(
                OmptCallback.THREAD_BEGIN,
                (Tr4Callback.ThreadBegin tool) -> (type, thread) -> tool.threadBegin(OmptThreadType.of(type), thread));
        translate(
                OmptCallback.PARALLEL_BEGIN,
                (Tr4Callback.ParallelBegin tool) -> (task, frame, region, size, flags, codeptrRa) ->
                        tool.parallelBegin(task, frame, region, size, OmptInvoker.ofFlags(flags), codeptrRa));
        translate(
                OmptCallback.PARALLEL_END,
                (Tr4Callback.ParallelEnd tool) -> (region, task, flags, codeptrRa) ->
                        tool.parallelEnd(region, task, OmptInvoker.ofFlags(flags), codeptrRa));
        translate(
                OmptCallback.TASK_CREATE,
                (Tr4Callback.TaskCreate tool) -> (parent, frame, task, flags, hasDependences, codeptrRa) ->
                        tool.taskCreate(parent, frame, task, OmptTaskType.of(flags), hasDependences, codeptrRa));
        translate(
                OmptCallback.DEPENDENCES,
                (Tr4Callback.TaskDependences tool) ->
                        (task, deps, ndeps) -> tool.taskDependences(task, OmptTaskDependence.of(deps, ndeps), ndeps));
    }

    private void translateScopes() {
        translate(
                OmptCallback.WORK,
                (Tr4Callback.Work tool) -> (type, endpoint, region, task, count, codeptrRa) -> each(
                        OmptWorkType.of(type),
                        endpoint,
                        (kind, end) -> tool.work(kind, end, region, task, count, codeptrRa)));
        translate(
                OmptCallback.MASKED,
                (Tr4Callback.Master tool) -> (endpoint, region, task, codeptrRa) ->
                        each(Tr4Event.MASTER, endpoint, (event, end) -> tool.master(end, region, task, codeptrRa)));
        translate(
                OmptCallback.SYNC_REGION,
                (Tr4Callback.SyncRegion tool) -> (syncKind, endpoint, region, task, codeptrRa) -> each(
                        OmptSyncRegionKind.of(syncKind),
                        endpoint,
                        (kind, end) -> tool.syncRegion(kind, end, region, task, codeptrRa)));
        translate(
                OmptCallback.SYNC_REGION_WAIT,
                (Tr4Callback.SyncRegionWait tool) -> (syncKind, endpoint, region, task, codeptrRa) -> each(
                        OmptSyncRegionKind.of(syncKind),
                        endpoint,
                        (kind, end) -> tool.syncRegionWait(kind, end, region, task, codeptrRa)));
    }

    /** TR4 has an event for each end. */
    private static <K> void each(@Nullable K kind, ScopeEndpoint endpoint, BiConsumer<K, OmptScopeEndpoint> event) {
        if (kind == null) {
            return;
        }
        event.accept(kind, OmptScopeEndpoint.of(endpoint));
        if (endpoint == ScopeEndpoint.BEGINEND) {
            event.accept(kind, OmptScopeEndpoint.END);
        }
    }

    private void translateMutexes() {
        translate(
                OmptCallback.LOCK_INIT,
                (Tr4Callback.LockInit tool) -> (kind, hint, impl, waitId, codeptrRa) ->
                        tool.lockInit(OmptMutexKind.of(kind), hint, impl.value(), waitId, codeptrRa));
        translate(
                OmptCallback.LOCK_DESTROY,
                (Tr4Callback.LockDestroy tool) ->
                        (kind, waitId, codeptrRa) -> tool.lockDestroy(OmptMutexKind.of(kind), waitId, codeptrRa));
        translate(
                OmptCallback.MUTEX_ACQUIRE,
                (Tr4Callback.MutexAcquire tool) -> (kind, hint, impl, waitId, codeptrRa) ->
                        tool.mutexAcquire(OmptMutexKind.of(kind), hint, impl.value(), waitId, codeptrRa));
        translate(
                OmptCallback.MUTEX_ACQUIRED,
                (Tr4Callback.MutexAcquired tool) ->
                        (kind, waitId, codeptrRa) -> tool.mutexAcquired(OmptMutexKind.of(kind), waitId, codeptrRa));
        translate(
                OmptCallback.MUTEX_RELEASED,
                (Tr4Callback.MutexReleased tool) ->
                        (kind, waitId, codeptrRa) -> tool.mutexReleased(OmptMutexKind.of(kind), waitId, codeptrRa));
        translate(
                OmptCallback.NEST_LOCK,
                (Tr4Callback.NestLock tool) -> (endpoint, waitId, codeptrRa) ->
                        tool.nestLock(OmptScopeEndpoint.of(endpoint), waitId, codeptrRa));
    }

    private void translateDevices() {
        translate(
                OmptCallback.DEVICE_INITIALIZE,
                (Tr4Callback.DeviceInitialize tool) ->
                        (deviceNum, type, device, lookup, documentation) -> tool.deviceInitialize(
                                deviceNum,
                                type,
                                device,
                                lookup == null ? null : new DeviceTracing(lookup),
                                documentation));
        translate(
                OmptCallback.TARGET,
                (Tr4Callback.Target tool) -> (kind, endpoint, deviceNum, task, targetId, codeptrRa) -> tool.target(
                        OmptTargetType.of(kind), OmptScopeEndpoint.of(endpoint), deviceNum, task, targetId, codeptrRa));
        translate(OmptCallback.TARGET_DATA_OP, HostEvents::targetDataOp);
        translate(
                OmptCallback.TARGET_SUBMIT,
                (Tr4Callback.TargetSubmit tool) ->
                        (targetId, hostOpId, requestedNumTeams) -> tool.targetSubmit(targetId, hostOpId));
        translate(
                OmptCallback.TARGET_MAP,
                (Tr4Callback.TargetMap tool) -> (targetId, nitems, hostAddr, deviceAddr, bytes, flags, codeptrRa) ->
                        tool.targetMap(targetId, nitems, hostAddr, deviceAddr, bytes, flags));
    }

    /** TR4 names the two sides host and device. */
    private static OmptCallback.TargetDataOp targetDataOp(Tr4Callback.TargetDataOp tool) {
        return (targetId, hostOpId, optype, srcAddr, srcDeviceNum, destAddr, destDeviceNum, bytes, codeptrRa) -> {
            OmptTargetDataOp op = OmptTargetDataOp.of(optype);
            boolean fromHost = srcDeviceNum == OmptDevice.HOST;
            if (op != null) {
                tool.targetDataOp(
                        targetId, hostOpId, op, fromHost ? srcAddr : destAddr, fromHost ? destAddr : srcAddr, bytes);
            }
        };
    }

    private <C extends OmptCallback, T extends Tr4Callback> void translate(
            CallbackKey<C> key, Function<T, C> translation) {
        Tr4Event which = Objects.requireNonNull(COUNTERPARTS.get(key.event()));
        translations.put(key.event(), () -> {
            T tool = tool(which);
            return tool == null ? null : translation.apply(tool);
        });
    }

    /** The tool's callback, of the type that {@link #set} has checked. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private <T extends Tr4Callback> @Nullable T tool(Tr4Event which) {
        return (T) callbacks.get(which.ordinal());
    }

    // ---------------------------------------------------------------- events that have several counterparts

    private void implicitTask(
            ScopeEndpoint endpoint, @Nullable OmptData region, OmptData task, int size, int index, int flags) {
        if ((flags & TaskFlag.INITIAL) != 0) {
            initialTask(endpoint, task);
            return;
        }
        idleness.implicitTask(endpoint, () -> {
            Tr4Callback.ImplicitTask tool = tool(Tr4Event.IMPLICIT_TASK);
            if (tool != null) {
                tool.implicitTask(OmptScopeEndpoint.of(endpoint), region, task, size, index);
            }
        });
    }

    /** An initial task is created; its end is not reported. */
    private void initialTask(ScopeEndpoint endpoint, OmptData task) {
        Tr4Callback.TaskCreate tool = tool(Tr4Event.TASK_CREATE);
        if (tool != null && endpoint == ScopeEndpoint.BEGIN) {
            tool.taskCreate(null, null, task, OmptTaskType.INITIAL, false, 0);
        }
    }

    private void taskSchedule(@Nullable OmptData prior, TaskStatus status, @Nullable OmptData next) {
        idleness.taskSchedule(status, next, () -> {
            Tr4Callback.TaskSchedule tool = tool(Tr4Event.TASK_SCHEDULE);
            if (tool != null) {
                tool.taskSchedule(prior, OmptTaskStatus.of(status), next);
            }
        });
    }

    private void idle(ScopeEndpoint endpoint) {
        Tr4Callback.Idle tool = tool(Tr4Event.IDLE);
        if (tool != null) {
            tool.idle(OmptScopeEndpoint.of(endpoint));
        }
    }
}
