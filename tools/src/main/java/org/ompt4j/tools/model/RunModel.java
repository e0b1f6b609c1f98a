package org.ompt4j.tools.model;

import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongPredicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.Trace.TraceThread;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.trace.RecordLayout;

/**
 * The state of the run at one point of the event stream: each thread's stack of tasks, the open regions, the history of tasks.
 *
 * <p>The model follows the events even if they break rules, so that one mistake is not reported repeatedly. The events of a thread come in their
 * order. Events of several threads come in the order of time from a trace. From a running program they come in the order of delivery, in which the
 * end of a region can come before earlier events of its members. Thread safety: none.
 */
public final class RunModel {
    /** How many pools are kept after their end, at some 300 bytes each. */
    private static final int POOLS_KEPT = 20_000;

    /** Before this version of the trace format nothing said that an attempt failed, or that a thread waited for a condition. */
    private static final int FIRST_VERSION_WITH_WAITS = 6;

    /** Before this version pools were regions, their workers members of them, and a thread could be a member of a region several times. */
    private static final int FIRST_VERSION_WITH_POOLS = 8;

    /** Before this version a wait for a task was a task_dependence too. */
    private static final int FIRST_VERSION_WITHOUT_DEPENDENCES_OF_WAITS = 8;

    private static final EnumSet<Construct> THREADS = EnumSet.of(Construct.THREAD, Construct.VIRTUAL_THREAD);

    /**
     * The end of these tasks is told just before others can see it. Not included are functions of futures, which can end before their future is
     * complete, scheduled tasks, which can run again, and tasks of fork/join: one that its program completes later is told to end with its body.
     */
    private static final EnumSet<Construct> SEEN_LATER = EnumSet.of(Construct.THREAD_POOL_EXECUTOR);

    private final IdSet endedThreads = new IdSet();
    private final LatestIds endedTasks = new LatestIds();
    private final Map<Long, ThreadModel> threads = new HashMap<>();
    /** The last used thread, which is often the next one too. */
    private @Nullable ThreadModel latest;

    private final KnownRegions regions;
    private final Map<Long, PoolModel> pools = new HashMap<>();
    private final TaskStacks stacks;
    private final VirtualThreads virtualThreads;
    private final @Nullable TaskHistory tasks;
    private final boolean hasBeginning;
    private final boolean isInOrderOfTime;
    private final boolean tellsWaits;
    private final boolean tellsPools;
    private final boolean tellsWaitsAsDependences;
    private final LongPredicate isWorker;
    private final long missingUntilNanos;

    private RunModel(
            boolean hasBeginning,
            boolean isInOrderOfTime,
            int formatVersion,
            LongPredicate isWorker,
            @Nullable TaskHistory tasks,
            long missingUntilNanos) {
        this.missingUntilNanos = missingUntilNanos;
        this.tasks = tasks;
        this.isWorker = isWorker;
        this.hasBeginning = hasBeginning;
        this.isInOrderOfTime = isInOrderOfTime;
        this.tellsWaits = formatVersion >= FIRST_VERSION_WITH_WAITS;
        this.tellsPools = formatVersion >= FIRST_VERSION_WITH_POOLS;
        this.tellsWaitsAsDependences = formatVersion < FIRST_VERSION_WITHOUT_DEPENDENCES_OF_WAITS;
        this.regions = new KnownRegions(!isInOrderOfTime);
        this.stacks = new TaskStacks(regions, tellsPools, tasks != null);
        this.virtualThreads = new VirtualThreads(stacks, hasBeginning, tellsWaits);
    }

    /**
     * The run of a trace, whose events come in the order of time.
     *
     * @param hasBeginning whether the trace begins with the run
     */
    public static RunModel ofTrace(Trace trace, boolean hasBeginning) {
        return new RunModel(
                hasBeginning,
                true,
                trace.header().formatVersion(),
                id -> false,
                new TaskHistory(),
                trace.losses().missingUntilNanos());
    }

    /**
     * The run of a trace without history, which costs less: tasks are kept only while they are on their thread's stack, and threads until they have
     * ended. It has no {@link #tasks}, and before version 8 the region of an explicit task is that of the task below it.
     */
    public static RunModel withoutHistory(Trace trace) {
        return new RunModel(
                false,
                true,
                trace.header().formatVersion(),
                id -> isWorker(trace, id),
                null,
                trace.losses().missingUntilNanos());
    }

    private static boolean isWorker(Trace trace, long threadId) {
        TraceThread thread = trace.thread(threadId);
        return thread != null && thread.type() == ThreadType.WORKER;
    }

    /** The run of a program whose events are delivered from its beginning on, those of several threads not in the order of time. */
    public static RunModel ofRunningProgram() {
        return new RunModel(true, false, RecordLayout.VERSION, id -> false, new TaskHistory(), 0);
    }

    /** Whether pools and their workers have events of their own, and a thread is a member of a region at most once. */
    public boolean tellsPools() {
        return tellsPools;
    }

    /** Whether a task_dependence can mean just that one task waits for another. */
    public boolean tellsWaitsAsDependences() {
        return tellsWaitsAsDependences;
    }

    /** Until when it is not known what all threads do, since a ring has overwritten events, in nanoseconds since time 0. */
    public long missingUntilNanos() {
        return missingUntilNanos;
    }

    /** Whether events of several threads come in the order of time, not of delivery. */
    public boolean isInOrderOfTime() {
        return isInOrderOfTime;
    }

    /**
     * Whether an event happened after something on another thread that was delivered before it.
     *
     * @param earlierNanos when the other thing happened
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
            return virtualThreads.add(first.threadId(), first.construct());
        }
        boolean isKnown = hasBeginning || first.event() == Event.THREAD_BEGIN;
        ThreadModel thread = new ThreadModel(first.threadId(), isKnown, tellsWaits);
        if (!isKnown && isWorker.test(first.threadId())) {
            thread.assumeWorker();
        }
        threads.put(first.threadId(), thread);
        return thread;
    }

    /**
     * The thread with this id; null if it has had no event. Also null for a virtual thread that has ended, and without history for every thread that
     * has ended.
     */
    public @Nullable ThreadModel thread(long threadId) {
        return TraceEvent.isVirtualThread(threadId) ? virtualThreads.get(threadId) : threads.get(threadId);
    }

    /**
     * Assigns an event to the thread to which it belongs. If a virtual thread was mounted on the carrier, the result has this as its thread, and its
     * current task. The same event is returned if there was no virtual thread, if the event is the carrier's own, or if it is assigned already.
     */
    public TraceEvent located(TraceEvent event) {
        if (event.event() == null || TraceEvent.isVirtualThread(event.threadId())) {
            return event;
        }
        ThreadModel carrier = thread(event);
        if (carrier.mounted() == null && !hasBeginning && isOfUnseenMount(event)) {
            virtualThreads.mount(event, event.taskId(), carrier);
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
            case TASK_LATE -> event.taskId() == mounted.id();
            case TASK_SCHEDULE ->
                event.isMount() || event.isUnmount() && (!event.endsBody() || event.priorTaskId() != mounted.id());
            default -> false;
        };
    }

    /** The virtual thread that is mounted, or unmounted in order to go on later, with this event of a carrier; null if it has not run before. */
    public @Nullable ThreadModel switchedBy(TraceEvent event) {
        if (event.isMount()) {
            return virtualThreads.get(event.nextTaskId());
        }
        boolean leaves = event.isUnmount() && !event.endsBody() || event.event() == Event.THREAD_END;
        return leaves ? thread(event).mounted() : null;
    }

    /** Virtual threads that have been mounted and have not ended. */
    public Collection<ThreadModel> virtualThreads() {
        return virtualThreads.all();
    }

    /** As {@link #runner}; a virtual thread is a task itself. */
    public @Nullable ThreadModel virtualThreadOrRunner(long taskId) {
        return TraceEvent.isVirtualThread(taskId) ? thread(taskId) : runner(taskId);
    }

    /** The thread on whose stack this task is, or null. Without history all platform threads are searched, and no others. */
    public @Nullable ThreadModel runner(long taskId) {
        if (tasks != null) {
            return stacks.runner(taskId);
        }
        return threads.values().stream()
                .filter(each -> each.find(taskId) != null)
                .findFirst()
                .orElse(null);
    }

    public Collection<ThreadModel> threads() {
        return threads.values();
    }

    /** The threads, virtual ones too, that have not ended. */
    public Stream<ThreadModel> living() {
        return Stream.concat(threads().stream(), virtualThreads().stream()).filter(each -> !each.hasEnded());
    }

    /** Call site of a wait that begins with this event; for a wait at the end of a region, that of the region. */
    public int callSiteOf(TraceEvent wait) {
        RegionModel region = wait.codeptrRa() != 0 ? null : region(wait.parallelId());
        return region == null ? wait.codeptrRa() : region.begin().codeptrRa();
    }

    /** The regions that are open or have members. */
    public Collection<RegionModel> regions() {
        return regions.open();
    }

    /** The region with this id that has begun and is still of interest, or null. */
    public @Nullable RegionModel region(long regionId) {
        return regions.get(regionId);
    }

    /** Whether this is a region that ended so long ago that it is no longer kept. */
    public boolean isForgotten(long regionId) {
        return regions.isForgotten(regionId);
    }

    /** How many created tasks exceeded the limit: it is not known in which region they run. */
    public long notFollowed() {
        return stacks.notFollowed();
    }

    /** The pools that have begun so far; of very many that have ended only the first ones. */
    public Collection<PoolModel> pools() {
        return pools.values();
    }

    /** The pool with this id; null if it has not begun, or is not kept. */
    public @Nullable PoolModel pool(long poolId) {
        return pools.get(poolId);
    }

    /** The history of tasks. */
    public TaskHistory tasks() {
        return Objects.requireNonNull(tasks, "a run without history");
    }

    /**
     * Prepares for an event before it is judged. Before version 8 the region of ForkJoinPool.invoke is distinguished from that of a pool by this
     * event: its encountering thread becomes the first member.
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

    /** Applies an event, which must be {@link #located}, to the model. */
    public void apply(TraceEvent event) {
        ThreadModel thread = thread(event);
        thread.passTime(event);
        if (!hasBeginning && event.event() != null && !thread.isVirtual() && thread.mounted() == null) {
            stacks.tellsTaskOf(event, thread);
        }
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

    /** Recording was paused: it is not known what threads are doing when it goes on. Regions are kept. */
    public void pause() {
        for (ThreadModel each : threads.values()) {
            stacks.leave(each.forget(), each);
        }
        virtualThreads.pause();
        endedThreads.clear();
        endedTasks.clear();
        latest = null;
    }

    /** Whether the task has ended, which others may see a little later: known of threads, and of tasks of pools that have ended lately. */
    public boolean isEnded(long taskId) {
        return endedThreads.contains(taskId) || endedTasks.contains(taskId);
    }

    private void apply(TraceEvent event, Event kind, ThreadModel thread) {
        switch (kind) {
            case TASK_CREATE -> stacks.created(event, thread);
            case TASK_SCHEDULE -> schedule(event, thread);
            case SYNC_REGION, SYNC_REGION_WAIT, REDUCTION -> WaitsOfTasks.synchronize(event, kind, thread);
            case MUTEX_ACQUIRE -> thread.current().waits().begin(event);
            case MUTEX_ACQUIRED, NEST_LOCK -> thread.current().waits().end(thread.acquireAnsweredBy(event));
            case IMPLICIT_TASK -> stacks.implicitTask(event, event.endpoint() == ScopeEndpoint.BEGIN, thread);
            case DISPATCH -> takeChunk(event, thread);
            case PARALLEL_BEGIN -> beginRegion(event, thread);
            case PARALLEL_END -> endRegion(event, thread);
            case WAIT -> WaitsOfTasks.wait(event, thread);
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
        virtualThreads.unmount(event, thread);
        thread.end();
        if (tasks == null) {
            threads.remove(thread.id());
        }
    }

    private void beginRegion(TraceEvent event, ThreadModel thread) {
        boolean canBePool = !tellsPools && event.construct() == Construct.FORK_JOIN_POOL;
        RegionModel region =
                new RegionModel(event, regions.ofInitialTask(thread.current().regionId()), canBePool);
        regions.begins(region);
        if (canBePool) {
            pools.put(region.id(), new PoolModel(event));
        } else {
            thread.begin(region);
        }
    }

    private void work(TraceEvent event, ThreadModel thread) {
        long pool = event.endpoint() == ScopeEndpoint.BEGIN ? event.poolId() : 0;
        thread.worksFor(pool);
        if (thread.isVirtual()) {
            virtualThreads.worksFor(thread, pool);
        }
    }

    private void pool(TraceEvent event) {
        if (event.endpoint() == ScopeEndpoint.BEGIN) {
            pools.put(event.poolId(), new PoolModel(event));
        } else if (pools.size() > POOLS_KEPT) {
            pools.remove(event.poolId());
        }
    }

    private void endRegion(TraceEvent event, ThreadModel thread) {
        regions.ends(event.parallelId(), event.timeNanos());
        thread.end(event.parallelId());
    }

    private void bodyEnds(TraceEvent event) {
        if (THREADS.contains(event.construct())) {
            endedThreads.add(event.priorTaskId());
        } else if (SEEN_LATER.contains(event.construct()) && event.priorTaskStatus() != TaskStatus.DETACH) {
            endedTasks.add(event.priorTaskId());
        }
    }

    private void schedule(TraceEvent event, ThreadModel thread) {
        if (event.endsBody()) {
            bodyEnds(event);
        }
        if (event.isMount()) {
            virtualThreads.mount(event, event.nextTaskId(), thread);
            return;
        }
        if (event.isUnmount() && virtualThreads.leaveCarrier(event, thread)) {
            latest = null;
        }
        TaskFrame prior = thread.find(event.priorTaskId());
        if (prior != null && prior.kind() == TaskFrame.Kind.EXPLICIT && event.endsBody()) {
            stacks.leave(thread.popThrough(prior, event.timeNanos()), thread);
        }
        long next = event.nextTaskId();
        if (next != 0) {
            TaskFrame known = thread.find(next);
            if (known == null && prior != null && prior.isCutOff() && event.endsBody()) {
                stacks.startCutOff(next, thread);
            } else if (known == null) {
                stacks.start(next, event.construct(), thread);
            } else {
                stacks.leave(thread.popAbove(known, event.timeNanos()), thread);
            }
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
            stacks.discarded(event.taskId());
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
