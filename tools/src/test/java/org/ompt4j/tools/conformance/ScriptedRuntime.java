package org.ompt4j.tools.conformance;

import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.Ompt4jRuntime;
import org.ompt4j.ompt.OmptCallback;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.OmptDependence;
import org.ompt4j.ompt.OmptEntryPoint;
import org.ompt4j.ompt.OmptFrame;
import org.ompt4j.ompt.OmptFunctionLookup;
import org.ompt4j.ompt.OmptStartToolResult;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.SetResult;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.settings.SettingsText;

/**
 * A runtime that delivers the events of a test to typed callbacks. The calling thread plays all threads, one at a time. The methods follow the
 * rules unless the test makes them break one.
 */
final class ScriptedRuntime
        implements OmptFunctionLookup,
                OmptEntryPoint.SetCallback,
                OmptEntryPoint.GetCallback,
                OmptEntryPoint.GetThreadData,
                OmptEntryPoint.GetEventTime,
                OmptEntryPoint.GetEventConstruct,
                OmptEntryPoint.GetEventActualParallelism,
                OmptEntryPoint.GetState,
                OmptEntryPoint.GetTaskInfo,
                OmptEntryPoint.GetParallelInfo {
    static final int SITE = 7;

    final List<String> messages = new ArrayList<>();
    final Set<Event> sometimes = EnumSet.noneOf(Event.class);
    /** Whether callbacks that the tool unsets are still called, which is a fault. */
    boolean keepsUnset;

    /** By how many members the count of {@code parallel_end} is too high. */
    int countedTooMany;

    private final Map<Long, Set<OmptData>> membersOfRegion = new HashMap<>();
    private int members;

    private final Map<Event, OmptCallback> callbacks = new EnumMap<>(Event.class);
    private final Thread player = Thread.currentThread();
    private long lastId;
    private long time;
    /** How long before its delivery each event happened, in nanoseconds. */
    long delay;

    @Nullable
    OmptData thread;

    State state = State.WORK_SERIAL;

    /** Whether threads are in the state of a wait when its begin is delivered. */
    boolean showsWaits = true;
    /** The construct of the events. */
    Construct construct = Construct.PARALLEL_STREAM;

    long waitId;
    /** Whether inquiries return other data than callbacks. */
    boolean answersWithOtherData;

    /** Whether the inquiry about regions returns the second innermost one. */
    boolean answersWithOuterRegion;

    /** Whether no task has a frame. */
    boolean hasNoFrames;

    private @Nullable Played played;

    private boolean hasEnded;

    State strangersState = State.UNDEFINED;
    private final OmptStartToolResult tool;

    /** Whether events have the time of their delivery, for tools with a clock of their own. */
    boolean hasClock;

    /** The time of the next events if they are delivered late; 0 if they are not. */
    long happenedAt;

    ScriptedRuntime() {
        tool = new ConformanceTool(() -> time);
    }

    ScriptedRuntime(OmptStartToolResult tool) {
        this.tool = tool;
    }

    /** Starts the tool. */
    ScriptedRuntime start() {
        tool.initialize(this, 0);
        return this;
    }

    /** Ends the run, unless it has ended already. */
    void end() {
        if (!hasEnded) {
            hasEnded = true;
            tool.finalizeTool();
        }
    }

    OmptData data() {
        return new OmptData(++lastId);
    }

    @SuppressWarnings("unchecked")
    private <T extends OmptCallback> T callback(Event event) {
        time = happenedAt != 0 ? happenedAt : hasClock ? System.nanoTime() : time + 10;
        return (T) Objects.requireNonNull(callbacks.get(event), event.specName());
    }

    void timeGoesBack() {
        time -= 1_000;
    }

    // ---------------------------------------------------------------- events

    /** Begins a thread with its initial task, which is the calling thread from now on. */
    Played thread() {
        Played played = new Played(data());
        on(played);
        this.<OmptCallback.ThreadBegin>callback(Event.THREAD_BEGIN).threadBegin(ThreadType.INITIAL, played.data);
        OmptData task = data();
        implicitTask(ScopeEndpoint.BEGIN, data(), task, 1, 1, TaskFlag.INITIAL);
        played.tasks.push(task);
        return played;
    }

    /** Begins a thread that has no task until a virtual thread is mounted. */
    Played carrier() {
        Played played = new Played(data());
        on(played);
        this.<OmptCallback.ThreadBegin>callback(Event.THREAD_BEGIN).threadBegin(ThreadType.WORKER, played.data);
        return played;
    }

    /** This thread starts a virtual thread. */
    Played createVirtual(Played played) {
        Played virtual = new Played(new OmptData(RecordSink.FIRST_VIRTUAL_THREAD + ++lastId));
        create(played.task(), virtual.data, TaskFlag.UNTIED, false);
        virtual.tasks.push(virtual.data);
        return virtual;
    }

    /** The carrier runs the virtual thread with all its tasks and regions. */
    void mount(Played carrier, Played virtual) {
        on(carrier);
        schedule(null, TaskStatus.SWITCH, virtual.data);
        carrier.tasks.addAll(virtual.tasks);
        carrier.regions.addAll(virtual.regions);
        state = carrier.regions.isEmpty() ? State.WORK_SERIAL : State.WORK_PARALLEL;
    }

    void unmount(Played carrier, Played virtual) {
        on(carrier);
        schedule(virtual.data, TaskStatus.SWITCH, null);
        takeAlong(carrier, virtual);
    }

    /** The virtual thread leaves the carrier with its tasks. */
    void takeAlong(Played carrier, Played virtual) {
        virtual.tasks.clear();
        virtual.tasks.addAll(carrier.tasks);
        virtual.regions.clear();
        virtual.regions.addAll(carrier.regions);
        carrier.tasks.clear();
        carrier.regions.clear();
    }

    void on(Played other) {
        played = other;
        thread = other.data;
    }

    void endThread(Played played) {
        implicitTask(ScopeEndpoint.END, null, played.tasks.pop(), 0, 1, TaskFlag.INITIAL);
        threadEnd(played.data);
    }

    void threadEnd(OmptData data) {
        this.<OmptCallback.ThreadEnd>callback(Event.THREAD_END).threadEnd(data);
    }

    /** This thread encounters a region and joins it. */
    Region region(Played played) {
        Region region = new Region(data(), played.tasks.element());
        parallelBegin(region.parent, region.data, 2, SITE);
        join(played, region, 0);
        return region;
    }

    void parallelBegin(OmptData parent, OmptData region, int requested, int site) {
        this.<OmptCallback.ParallelBegin>callback(Event.PARALLEL_BEGIN)
                .parallelBegin(parent, null, region, requested, 0, site);
    }

    void join(Played played, Region region, int index) {
        OmptData task = data();
        implicitTask(ScopeEndpoint.BEGIN, region.data, task, Math.max(2, index + 1), index, TaskFlag.IMPLICIT);
        played.tasks.push(task);
        played.regions.push(region.data);
        state = State.WORK_PARALLEL;
    }

    /** The region as its members see it after its end: with new data. */
    Region withoutData(Region region) {
        return new Region(new OmptData(region.data.id()), region.parent);
    }

    void barrier(Played played, Region region, int site) {
        SyncRegionKind kind = SyncRegionKind.BARRIER_IMPLICIT_PARALLEL;
        syncRegion(kind, ScopeEndpoint.BEGIN, region.data, played.task(), site);
        syncWait(kind, ScopeEndpoint.BEGIN, region.data, played.task(), site);
        syncWait(kind, ScopeEndpoint.END, null, played.task(), site);
        syncRegion(kind, ScopeEndpoint.END, null, played.task(), site);
    }

    void leave(Played played, Region region, int index, int site) {
        barrier(played, region, site);
        implicitTask(ScopeEndpoint.END, null, played.tasks.pop(), 0, index, TaskFlag.IMPLICIT);
        played.regions.pop();
        state = State.WORK_SERIAL;
    }

    void endRegion(Played played, Region region) {
        leave(played, region, 0, SITE);
        parallelEnd(region.data, region.parent, SITE);
    }

    void parallelEnd(OmptData region, OmptData parent, int site) {
        members = membersOfRegion.getOrDefault(region.id(), Set.of()).size() + countedTooMany;
        this.<OmptCallback.ParallelEnd>callback(Event.PARALLEL_END).parallelEnd(region, parent, 0, site);
        members = 0;
    }

    void implicitTask(
            ScopeEndpoint endpoint, @Nullable OmptData region, OmptData task, int parallelism, int index, int flags) {
        if (endpoint == ScopeEndpoint.BEGIN && region != null) {
            membersOfRegion.computeIfAbsent(region.id(), id -> new HashSet<>()).add(thread);
        }
        this.<OmptCallback.ImplicitTask>callback(Event.IMPLICIT_TASK)
                .implicitTask(endpoint, region, task, parallelism, index, flags);
    }

    void syncRegion(SyncRegionKind kind, ScopeEndpoint endpoint, @Nullable OmptData region, OmptData task, int site) {
        this.<OmptCallback.SyncRegion>callback(Event.SYNC_REGION).syncRegion(kind, endpoint, region, task, site);
    }

    void syncWait(SyncRegionKind kind, ScopeEndpoint endpoint, @Nullable OmptData region, OmptData task, int site) {
        State around = state;
        state = endpoint == ScopeEndpoint.BEGIN && showsWaits ? kind.waitState() : around;
        this.<OmptCallback.SyncRegionWait>callback(Event.SYNC_REGION_WAIT)
                .syncRegionWait(kind, endpoint, region, task, site);
        state = around;
    }

    /** The current task creates a task. */
    OmptData create(Played played, int flags) {
        return create(played.task(), flags, false);
    }

    OmptData create(OmptData parent, int flags, boolean hasDependences) {
        OmptData task = data();
        create(parent, task, flags, hasDependences);
        return task;
    }

    void create(OmptData parent, OmptData task, int flags, boolean hasDependences) {
        this.<OmptCallback.TaskCreate>callback(Event.TASK_CREATE)
                .taskCreate(parent, null, task, TaskFlag.EXPLICIT | flags, hasDependences, SITE);
    }

    void begin(Played played, OmptData task) {
        schedule(played.task(), TaskStatus.SWITCH, task);
        played.tasks.push(task);
    }

    void complete(Played played) {
        OmptData task = played.tasks.pop();
        schedule(task, TaskStatus.COMPLETE, played.tasks.peek());
    }

    void detach(Played played) {
        OmptData task = played.tasks.pop();
        schedule(task, TaskStatus.DETACH, played.task());
    }

    void schedule(@Nullable OmptData prior, TaskStatus status, @Nullable OmptData next) {
        this.<OmptCallback.TaskSchedule>callback(Event.TASK_SCHEDULE).taskSchedule(prior, status, next);
    }

    void dispatch(Region region, OmptData task) {
        this.<OmptCallback.Dispatch>callback(Event.DISPATCH)
                .dispatch(region.data, task, org.ompt4j.ompt.DispatchKind.TASKLOOP_CHUNK, new OmptData(0));
    }

    void dependences(OmptData task) {
        this.<OmptCallback.Dependences>callback(Event.DEPENDENCES).dependences(task, new OmptDependence[0], 0);
    }

    void taskDependence(OmptData source, OmptData sink) {
        this.<OmptCallback.TaskDependence>callback(Event.TASK_DEPENDENCE).taskDependence(source, sink);
    }

    void cancel(OmptData task, int flags) {
        this.<OmptCallback.Cancel>callback(Event.CANCEL).cancel(task, flags, 0);
    }

    void error() {
        this.<OmptCallback.RuntimeError>callback(Event.ERROR).error(Severity.WARNING, "on purpose", 10, 0);
    }

    void acquire(MutexKind kind, long mutex, int site) {
        MutexImpl impl = kind == MutexKind.CRITICAL ? MutexImpl.MONITOR : MutexImpl.REENTRANT_NONFAIR;
        this.<OmptCallback.MutexAcquire>callback(Event.MUTEX_ACQUIRE).mutexAcquire(kind, 0, impl, mutex, site);
    }

    void acquired(MutexKind kind, long mutex, int site) {
        this.<OmptCallback.MutexAcquired>callback(Event.MUTEX_ACQUIRED).mutexAcquired(kind, mutex, site);
    }

    /** The calling thread acquires a monitor. */
    void hold(long mutex) {
        acquire(MutexKind.CRITICAL, mutex, SITE);
        acquired(MutexKind.CRITICAL, mutex, SITE);
    }

    void released(MutexKind kind, long mutex) {
        this.<OmptCallback.MutexReleased>callback(Event.MUTEX_RELEASED).mutexReleased(kind, mutex, SITE);
    }

    void nest(ScopeEndpoint endpoint, long mutex) {
        this.<OmptCallback.NestLock>callback(Event.NEST_LOCK).nestLock(endpoint, mutex, SITE);
    }

    void waits(ScopeEndpoint endpoint, Played played, int site) {
        this.<OmptCallback.Wait>callback(Event.WAIT).wait(State.WAIT_CONDITION, endpoint, played.task(), 1, site);
    }

    void wakeup(Played played) {
        this.<OmptCallback.Wakeup>callback(Event.WAKEUP).wakeup(played.task(), 1, SITE);
    }

    // ---------------------------------------------------------------- entry points

    @Override
    public @Nullable Object lookup(String name) {
        return name.equals(Ompt4jRuntime.NAME) ? runtime() : this;
    }

    private Object runtime() {
        return Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Ompt4jRuntime.class}, (proxy, method, arguments) -> {
                    switch (method.getName()) {
                        case "settings":
                            return SettingsText.parse(Map.of("tool", "conformance"));
                        case "callSite":
                            return (Integer) arguments[0] >= 90
                                    ? null
                                    : "com.acme.A.a(A.java:" + (Integer) arguments[0] % 10 + ")";
                        case "message":
                            messages.add((String) arguments[0]);
                            return null;
                        default:
                            throw new UnsupportedOperationException(method.getName());
                    }
                });
    }

    @Override
    public SetResult setCallback(Event event, @Nullable OmptCallback callback) {
        if (callback != null) {
            callbacks.put(event, callback);
        } else if (!keepsUnset) {
            callbacks.remove(event);
        }
        return sometimes.contains(event) ? SetResult.SOMETIMES : SetResult.ALWAYS;
    }

    @Override
    public @Nullable OmptCallback getCallback(Event event) {
        return callbacks.get(event);
    }

    @Override
    public @Nullable OmptData getThreadData() {
        return Thread.currentThread() == player ? thread : null;
    }

    @Override
    public long getEventTime() {
        return time - delay;
    }

    @Override
    public Construct getEventConstruct() {
        return construct;
    }

    @Override
    public int getEventActualParallelism() {
        return members;
    }

    @Override
    public State getState(long @Nullable [] wait) {
        if (wait != null) {
            wait[0] = waitId;
        }
        return Thread.currentThread() == player ? state : strangersState;
    }

    @Override
    public int getTaskInfo(
            int level,
            int @Nullable [] flags,
            @Nullable OmptData @Nullable [] taskData,
            @Nullable OmptFrame @Nullable [] taskFrame,
            @Nullable OmptData @Nullable [] parallelData,
            int @Nullable [] threadNum) {
        List<OmptData> tasks = played == null ? List.of() : List.copyOf(played.tasks);
        if (level >= tasks.size()) {
            return OmptEntryPoint.GetTaskInfo.NO_TASK;
        }
        if (taskData != null) {
            taskData[0] = answersWithOtherData ? new OmptData(1) : tasks.get(level);
        }
        if (taskFrame != null) {
            taskFrame[0] = frame(tasks.size() - 1 - level);
        }
        return OmptEntryPoint.GetTaskInfo.AVAILABLE;
    }

    /** The frame of the task at this place of the stack, 0 for the lowest one. */
    private OmptFrame frame(int place) {
        return (OmptFrame) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {OmptFrame.class},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "exitFrame" -> hasNoFrames ? 0 : 10 * place;
                    case "enterFrame" -> hasNoFrames ? 0 : 10 * place + 5;
                    default -> "frame " + place;
                });
    }

    @Override
    public int getParallelInfo(int level, @Nullable OmptData @Nullable [] parallelData, int @Nullable [] teamSize) {
        OmptData region = played == null || answersWithOuterRegion ? null : played.regions.peek();
        if (parallelData != null) {
            parallelData[0] = answersWithOtherData ? new OmptData(1) : region;
        }
        return region == null ? OmptEntryPoint.GetParallelInfo.NO_REGION : OmptEntryPoint.GetParallelInfo.AVAILABLE;
    }

    /** A thread with its stack of tasks. */
    static final class Played {
        final OmptData data;
        final Deque<OmptData> tasks = new ArrayDeque<>();
        final Deque<OmptData> regions = new ArrayDeque<>();

        Played(OmptData data) {
            this.data = data;
        }

        OmptData task() {
            return tasks.element();
        }
    }

    record Region(OmptData data, OmptData parent) {}
}
