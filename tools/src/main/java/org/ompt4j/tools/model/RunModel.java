package org.ompt4j.tools.model;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.trace.RecordLayout;

/**
 * The run at one point of the event stream: each thread's stack of tasks, the open regions, what became of tasks.
 *
 * <p>It follows what the events say even where they break rules, so that one mistake is not reported again and again. The events of a
 * thread come in their order. Those of several threads come in the order of time from a trace, and in the order of delivery from a running
 * program, where the end of a region can be delivered before what its members did earlier. Thread safety: none.
 */
public final class RunModel {
    /** Ended regions that are kept where members can be heard of later, at some 500 bytes each. */
    private static final int ENDED_REGIONS_KEPT = 10_000;

    /** Pools that have ended are kept as long as there are so few, at some 300 bytes each. */
    private static final int POOLS_KEPT = 20_000;

    /** Before this version of the trace format nothing said that an attempt failed, or that a thread waited for a condition. */
    private static final int FIRST_VERSION_WITH_WAITS = 6;

    /** Before this version pools were regions, their workers members of them, and a thread could be a member of a region several times. */
    private static final int FIRST_VERSION_WITH_POOLS = 8;

    /** Before this version a wait for a task was a task_dependence too. */
    private static final int FIRST_VERSION_WITHOUT_DEPENDENCES_OF_WAITS = 8;

    private final Map<Long, ThreadModel> threads = new HashMap<>();
    /** The thread that was asked for last: it often is the next one too. */
    private @Nullable ThreadModel latest;

    /** Those that have been mounted and have not ended. */
    private final Map<Long, ThreadModel> virtualThreads = new HashMap<>();

    /** Those of them that work for a thread pool, and the pool's id: a pause of the recording changes nothing in that. */
    private final Map<Long, Long> virtualWorkers = new HashMap<>();

    private final Map<Long, RegionModel> regions = new HashMap<>();
    private final Map<Long, RegionModel> ended = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, RegionModel> eldest) {
            return size() > ENDED_REGIONS_KEPT;
        }
    };
    private final Map<Long, PoolModel> pools = new HashMap<>();
    private final IdSet endedIds = new IdSet();
    private final Map<Long, ThreadModel> runners = new HashMap<>();
    /** The region of each task that was created and has not started; those of none are left out. */
    private final OpenTasks regionsOfTasks;

    private final @Nullable TaskHistory tasks;
    private final boolean hasBeginning;
    private final boolean isInOrderOfTime;
    private final boolean tellsWaits;
    private final boolean tellsPools;
    private final boolean tellsWaitsAsDependences;

    private RunModel(boolean hasBeginning, boolean isInOrderOfTime, int formatVersion, @Nullable TaskHistory tasks) {
        this.tasks = tasks;
        this.regionsOfTasks = tasks == null ? new OpenTasks() : new OpenTasks(Integer.MAX_VALUE);
        this.hasBeginning = hasBeginning;
        this.isInOrderOfTime = isInOrderOfTime;
        this.tellsWaits = formatVersion >= FIRST_VERSION_WITH_WAITS;
        this.tellsPools = formatVersion >= FIRST_VERSION_WITH_POOLS;
        this.tellsWaitsAsDependences = formatVersion < FIRST_VERSION_WITHOUT_DEPENDENCES_OF_WAITS;
    }

    /**
     * The run of a trace, whose events come in the order of time.
     *
     * @param hasBeginning whether the trace begins with the run
     */
    public static RunModel ofTrace(Trace trace, boolean hasBeginning) {
        return new RunModel(hasBeginning, true, trace.header().formatVersion(), new TaskHistory());
    }

    /**
     * The run of a trace, with tasks only until they have left their thread's stack, and threads until they have ended: it has no {@link #tasks} and
     * no {@link #runner}, and before version 8 an explicit task's region is that of the task under it. Costs less.
     */
    public static RunModel withoutHistory(Trace trace) {
        return new RunModel(false, true, trace.header().formatVersion(), null);
    }

    /** The run of a program whose events are delivered from its beginning on, those of several threads not in the order of time. */
    public static RunModel ofRunningProgram() {
        return new RunModel(true, false, RecordLayout.VERSION, new TaskHistory());
    }

    /** Whether pools and their workers have events of their own, and a thread is a member of a region at most once. */
    public boolean tellsPools() {
        return tellsPools;
    }

    /** Whether a task_dependence can mean no more than that one task waits for another. */
    public boolean tellsWaitsAsDependences() {
        return tellsWaitsAsDependences;
    }

    /** Whether events of several threads come in the order of time, not of delivery. */
    public boolean isInOrderOfTime() {
        return isInOrderOfTime;
    }

    /**
     * Whether an event happened after something that was told before it, on another thread.
     *
     * @param earlierNanos when that happened
     */
    public boolean isAfter(TraceEvent event, long earlierNanos) {
        return isInOrderOfTime ? event.timeNanos() >= earlierNanos : event.timeNanos() > earlierNanos;
    }

    /** The thread of this event. */
    public ThreadModel thread(TraceEvent event) {
        ThreadModel thread = latest;
        if (thread == null || thread.id() != event.threadId()) {
            thread = thread(event.threadId());
            latest = thread != null ? thread : add(event);
            return latest;
        }
        return thread;
    }

    private ThreadModel add(TraceEvent first) {
        if (TraceEvent.isVirtualThread(first.threadId())) {
            return virtualThread(first.threadId(), first.construct());
        }
        boolean isKnown = hasBeginning || first.event() == Event.THREAD_BEGIN;
        ThreadModel thread = new ThreadModel(first.threadId(), isKnown, tellsWaits);
        threads.put(first.threadId(), thread);
        return thread;
    }

    /** The thread with this id; null if it has had no event, for a virtual one that has ended, and without history for any that has. */
    public @Nullable ThreadModel thread(long threadId) {
        return TraceEvent.isVirtualThread(threadId) ? virtualThreads.get(threadId) : threads.get(threadId);
    }

    /**
     * An event as one of the thread that it belongs to: of the virtual thread that was mounted where it happened, with that as its thread
     * and what was current there as its task. The event itself if there was none, if it is the carrier's own, and if it is located already.
     */
    public TraceEvent located(TraceEvent event) {
        if (event.event() == null || TraceEvent.isVirtualThread(event.threadId())) {
            return event;
        }
        ThreadModel carrier = thread(event);
        if (carrier.mounted() == null && !hasBeginning && isOfUnseenMount(event)) {
            mount(event, event.taskId(), carrier);
        }
        ThreadModel virtual = carrier.mounted();
        return virtual == null || isOfCarrier(event, event.event(), virtual)
                ? event
                : event.onThread(virtual.id(), virtual.currentTask());
    }

    private static boolean isOfUnseenMount(TraceEvent event) {
        return TraceEvent.isVirtualThread(event.taskId()) && !event.isMount();
    }

    private static boolean isOfCarrier(TraceEvent event, Event kind, ThreadModel mounted) {
        return switch (kind) {
            case THREAD_BEGIN, THREAD_END -> true;
            case TASK_SCHEDULE ->
                event.isMount() || event.isUnmount() && (!event.endsBody() || event.priorTaskId() != mounted.id());
            default -> false;
        };
    }

    /** The virtual thread that is mounted, or unmounted to go on later, with this event of a carrier; null if it has not run before. */
    public @Nullable ThreadModel switchedBy(TraceEvent event) {
        if (event.isMount()) {
            return virtualThreads.get(event.nextTaskId());
        }
        boolean leaves = event.isUnmount() && !event.endsBody() || event.event() == Event.THREAD_END;
        return leaves ? thread(event).mounted() : null;
    }

    /** Virtual threads that have been mounted and have not ended. */
    public Collection<ThreadModel> virtualThreads() {
        return virtualThreads.values();
    }

    /** The thread on whose stack this task is, or null. */
    public @Nullable ThreadModel runner(long taskId) {
        return runners.get(taskId);
    }

    public Collection<ThreadModel> threads() {
        return threads.values();
    }

    /** Call site of a wait that begins with this event; of the end of a region that of the region. */
    public int callSiteOf(TraceEvent wait) {
        RegionModel region = wait.codeptrRa() != 0 ? null : region(wait.parallelId());
        return region == null ? wait.codeptrRa() : region.begin().codeptrRa();
    }

    /** The regions that are open or have members. */
    public Collection<RegionModel> regions() {
        return regions.values();
    }

    /** The region with this id that has begun and is still of interest, or null. */
    public @Nullable RegionModel region(long regionId) {
        RegionModel region = regions.get(regionId);
        return region == null && !isInOrderOfTime ? ended.get(regionId) : region;
    }

    /** Whether this is a region that ended so long ago that nothing more is known. */
    public boolean isForgotten(long regionId) {
        return !isInOrderOfTime && region(regionId) == null && endedIds.contains(regionId);
    }

    /** How many tasks too many were created and had not started: it is not known in which region they run. */
    public long notFollowed() {
        return regionsOfTasks.notFollowed();
    }

    /** The pools that have begun so far; of very many that have ended only the first ones. */
    public Collection<PoolModel> pools() {
        return pools.values();
    }

    /** The pool with this id; null if it has not begun, or is not kept. */
    public @Nullable PoolModel pool(long poolId) {
        return pools.get(poolId);
    }

    /** What became of tasks. */
    public TaskHistory tasks() {
        return Objects.requireNonNull(tasks, "a run without history");
    }

    /**
     * Looks at an event before it is judged: before version 8 a region that ForkJoinPool.invoke opens differs from that of a pool in that the
     * thread which began it becomes its first member.
     */
    public void recognize(TraceEvent event) {
        if (event.event() != Event.IMPLICIT_TASK || event.endpoint() != ScopeEndpoint.BEGIN) {
            return;
        }
        RegionModel region = region(event.parallelId());
        if (region != null
                && region.isPool()
                && !region.hasMembers()
                && region.encounteringThread() == event.threadId()) {
            region.isInvoked();
            pools.remove(region.id());
            thread(event).begin(region);
        }
    }

    /** Takes the effect of an event, as {@link #located}, into account. */
    public void apply(TraceEvent event) {
        ThreadModel thread = thread(event);
        thread.passTime(event);
        TraceEvent givenUp = thread.acquireGivenUpBefore(event);
        if (givenUp != null) {
            thread.current().waits().end(givenUp);
        }
        if (event.event() != null) {
            apply(event, event.event(), thread);
            if (tasks != null) {
                tasks.apply(event);
            }
        }
    }

    private void createTask(TraceEvent event, ThreadModel thread) {
        long current = thread.current().regionId();
        long region = (event.flags() & TaskFlag.EXPORTING) == 0 ? current : ofInitialTask(current);
        if (region != 0 && (tellsPools || tasks != null)) {
            regionsOfTasks.created(event.newTaskId(), region);
        }
    }

    /** Recording was paused: what threads were doing is not known any more when it goes on. Regions stay. */
    public void pause() {
        for (ThreadModel each : threads.values()) {
            leave(each.forget(), each);
        }
        for (ThreadModel each : virtualThreads.values()) {
            leave(each.forget(), each);
        }
        virtualThreads.clear();
        latest = null;
    }

    private void apply(TraceEvent event, Event kind, ThreadModel thread) {
        switch (kind) {
            case TASK_CREATE -> createTask(event, thread);
            case TASK_SCHEDULE -> schedule(event, thread);
            case SYNC_REGION, SYNC_REGION_WAIT, REDUCTION -> synchronize(event, kind, thread);
            case MUTEX_ACQUIRE -> thread.current().waits().begin(event);
            case MUTEX_ACQUIRED, NEST_LOCK -> thread.current().waits().end(thread.acquireAnsweredBy(event));
            case IMPLICIT_TASK -> implicitTask(event, thread);
            case DISPATCH -> takeChunk(event, thread);
            case PARALLEL_BEGIN -> beginRegion(event, thread);
            case PARALLEL_END -> endRegion(event, thread);
            case WAIT -> wait(event, thread);
            case POOL -> pool(event);
            case POOL_WORKER -> work(event, thread);
            case ERROR -> abandonRegions(thread);
            case CANCEL -> cancel(event, thread);
            case THREAD_BEGIN -> thread.begin(event.threadType());
            case THREAD_END -> endThread(event, thread);
            default -> {}
        }
    }

    private void endThread(TraceEvent event, ThreadModel thread) {
        unmount(event, thread);
        thread.end();
        if (tasks == null) {
            threads.remove(thread.id());
        }
    }

    private void beginRegion(TraceEvent event, ThreadModel thread) {
        boolean canBePool = !tellsPools && event.construct() == Construct.FORK_JOIN_POOL;
        RegionModel region =
                new RegionModel(event, ofInitialTask(thread.current().regionId()), canBePool);
        regions.put(region.id(), region);
        if (canBePool) {
            pools.put(region.id(), new PoolModel(event));
        } else {
            thread.begin(region);
        }
    }

    private void work(TraceEvent event, ThreadModel thread) {
        boolean begins = event.endpoint() == ScopeEndpoint.BEGIN;
        thread.worksFor(begins ? event.poolId() : 0);
        if (begins && thread.isVirtual()) {
            virtualWorkers.put(thread.id(), event.poolId());
        } else if (thread.isVirtual()) {
            virtualWorkers.remove(thread.id());
        }
    }

    private void pool(TraceEvent event) {
        if (event.endpoint() == ScopeEndpoint.BEGIN) {
            pools.put(event.poolId(), new PoolModel(event));
        } else if (pools.size() > POOLS_KEPT) {
            pools.remove(event.poolId());
        }
    }

    /** The region of the initial task around a region: what is submitted inside belongs to it. */
    private long ofInitialTask(long regionId) {
        RegionModel region = region(regionId);
        return region == null ? regionId : region.initialRegionId();
    }

    private void endRegion(TraceEvent event, ThreadModel thread) {
        RegionModel region = regions.get(event.parallelId());
        if (region != null) {
            region.end(event.timeNanos());
            forgetIfOver(region);
        }
        thread.end(event.parallelId());
    }

    private void forgetIfOver(RegionModel region) {
        boolean isOver = region.hasEnded() && region.openMemberships() <= 0 && regions.remove(region.id()) != null;
        if (isOver && !isInOrderOfTime) {
            endedIds.add(region.id());
            ended.put(region.id(), region);
        }
    }

    private void implicitTask(TraceEvent event, ThreadModel thread) {
        if (event.endpoint() != ScopeEndpoint.BEGIN) {
            TaskFrame frame = thread.find(event.taskId());
            if (frame != null) {
                leave(thread.popThrough(frame, event.timeNanos()), thread);
            }
            return;
        }
        boolean isInitial = (event.flags() & TaskFlag.INITIAL) != 0;
        RegionModel region = region(event.parallelId());
        TaskFrame.Kind kind = isInitial ? TaskFrame.Kind.INITIAL : TaskFrame.Kind.IMPLICIT;
        push(new TaskFrame(kind, event.taskId(), event.parallelId(), region, event.index()), thread);
        if (region != null) {
            region.join(thread.id(), event.index());
            if (region.isPool()) {
                thread.worksFor(region.id());
            }
        }
    }

    private void push(TaskFrame frame, ThreadModel thread) {
        thread.push(frame);
        if (tasks != null) {
            runners.put(frame.taskId(), thread);
        }
    }

    private void leave(List<TaskFrame> popped, ThreadModel thread) {
        for (TaskFrame each : popped) {
            if (tasks != null) {
                runners.remove(each.taskId(), thread);
            }
            RegionModel region = each.isMembership() ? each.region() : null;
            if (region != null) {
                if (region.isPool()) {
                    thread.worksFor(0);
                }
                region.leave();
                forgetIfOver(region);
            }
        }
    }

    private void schedule(TraceEvent event, ThreadModel thread) {
        if (event.isMount()) {
            mount(event, event.nextTaskId(), thread);
            return;
        }
        if (event.isUnmount()) {
            leaveCarrier(event, thread);
        }
        TaskFrame prior = thread.find(event.priorTaskId());
        if (prior != null && prior.kind() == TaskFrame.Kind.EXPLICIT && event.endsBody()) {
            leave(thread.popThrough(prior, event.timeNanos()), thread);
        }
        long next = event.nextTaskId();
        if (next != 0) {
            TaskFrame known = thread.find(next);
            if (known == null) {
                start(next, event.construct(), thread);
            } else {
                leave(thread.popAbove(known, event.timeNanos()), thread);
            }
        }
    }

    private void mount(TraceEvent event, long task, ThreadModel carrier) {
        unmount(event, carrier);
        ThreadModel virtual = virtualThread(task, event.construct());
        ThreadModel other = virtual.carrier();
        if (other != null) {
            // Against the rules; the other carrier has not been seen to leave it.
            other.unmount(event.timeNanos());
        }
        virtual.passTime(event);
        TaskFrame bottom = virtual.frames().get(0);
        push(new TaskFrame(TaskFrame.Kind.EXPLICIT, task, bottom.regionId(), bottom.region(), -1), carrier);
        carrier.mount(virtual);
    }

    private ThreadModel virtualThread(long task, Construct construct) {
        ThreadModel known = virtualThreads.get(task);
        ThreadModel virtual = known != null ? known : new ThreadModel(task, hasBeginning, tellsWaits);
        if (known == null) {
            virtual.assumeBegun();
            virtual.worksFor(virtualWorkers.getOrDefault(task, 0L));
            virtualThreads.put(task, virtual);
        }
        if (virtual.frames().isEmpty()) {
            start(task, construct, virtual);
        }
        return virtual;
    }

    /** A virtual thread is unmounted: an event of its carrier if it goes on later, else its own last one. */
    private void leaveCarrier(TraceEvent event, ThreadModel thread) {
        ThreadModel virtual = thread.isVirtual() ? thread : thread.mounted();
        if (virtual == null || virtual.id() != event.priorTaskId()) {
            return;
        }
        ThreadModel carrier = virtual.carrier();
        virtual.passTime(event);
        if (carrier != null) {
            carrier.passTime(event);
            unmount(event, carrier);
        }
        if (event.endsBody()) {
            leave(virtual.popAll(event.timeNanos()), virtual);
            virtualThreads.remove(virtual.id());
            virtualWorkers.remove(virtual.id());
            latest = null;
        }
    }

    private void unmount(TraceEvent event, ThreadModel carrier) {
        ThreadModel virtual = carrier.mounted();
        if (virtual == null) {
            return;
        }
        carrier.unmount(event.timeNanos());
        TaskFrame frame = carrier.find(virtual.id());
        if (frame != null) {
            leave(carrier.popThrough(frame, event.timeNanos()), carrier);
        }
    }

    /* A thread's body runs in its own initial task. Others can be of a region that the thread is no member of. */
    private void start(long task, Construct construct, ThreadModel thread) {
        long known = regionsOfTasks.forget(task);
        long created = known == OpenTasks.NOT_KNOWN ? 0 : known;
        TaskFrame top = thread.top();
        boolean takesRegionAlong = tellsPools ? construct != Construct.THREAD : thread.isInRegion(created);
        long region = created != 0 && (takesRegionAlong || top == null) ? created : top == null ? 0 : top.regionId();
        push(new TaskFrame(TaskFrame.Kind.EXPLICIT, task, region, region(region), -1), thread);
    }

    private static void synchronize(TraceEvent event, Event kind, ThreadModel thread) {
        TaskFrame frame = thread.frameOf(event.taskId());
        if (frame == null) {
            return;
        }
        ScopeEndpoint endpoint = event.endpoint();
        if (kind == Event.REDUCTION) {
            frame.setReduces(endpoint == ScopeEndpoint.BEGIN);
        } else if (kind == Event.SYNC_REGION_WAIT) {
            waitInSync(event, endpoint, frame);
        } else if (endpoint == ScopeEndpoint.BEGIN) {
            frame.begin(event);
        } else if (endpoint == ScopeEndpoint.END) {
            frame.end(event);
        }
    }

    private static void waitInSync(TraceEvent event, @Nullable ScopeEndpoint endpoint, TaskFrame frame) {
        OpenSync innermost = frame.innermostSync();
        if (innermost != null) {
            innermost.wait(endpoint);
        }
        if (endpoint == ScopeEndpoint.BEGIN) {
            frame.waits().begin(event);
        } else {
            frame.waits().end(frame.waits().innermost(Event.SYNC_REGION_WAIT));
        }
    }

    /* A wait of ours has no other one of ours inside. */
    private static void wait(TraceEvent event, ThreadModel thread) {
        if (event.endsAttempt()) {
            thread.current().waits().end(thread.acquireAnsweredBy(event));
            return;
        }
        OpenWaits waits = thread.frameOfWait(event.taskId()).waits();
        waits.end(waits.innermost(Event.WAIT));
        if (event.endpoint() == ScopeEndpoint.BEGIN) {
            waits.begin(event);
        }
    }

    private static void takeChunk(TraceEvent event, ThreadModel thread) {
        TaskFrame top = thread.top();
        if (top != null && event.isChunkOfElements()) {
            top.takeChunk();
        }
    }

    private void cancel(TraceEvent event, ThreadModel thread) {
        if (event.discardsTask()) {
            regionsOfTasks.forget(event.taskId());
        }
        abandonRegions(thread);
    }

    private static void abandonRegions(ThreadModel thread) {
        for (TaskFrame each : thread.frames()) {
            if (each.region() != null) {
                each.region().abandon();
            }
        }
    }
}
