package org.ompt4j.tools.check;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.tools.read.TraceEvent;

/**
 * The run at one point of the event stream: each thread's stack of tasks and the open regions.
 *
 * <p>It follows what the events say even where they break rules, so that one mistake is not reported again and again.
 */
final class RunModel {
    private final Map<Long, ThreadModel> threads = new HashMap<>();
    private final Map<Long, RegionModel> regions = new HashMap<>();
    private final boolean hasBeginning;

    /** @param hasBeginning whether the beginning of the run is in the trace */
    RunModel(boolean hasBeginning) {
        this.hasBeginning = hasBeginning;
    }

    ThreadModel thread(TraceEvent event) {
        return threads.computeIfAbsent(event.threadId(), id -> new ThreadModel(id, isKnownFrom(event)));
    }

    Collection<ThreadModel> threads() {
        return threads.values();
    }

    Collection<RegionModel> regions() {
        return regions.values();
    }

    /** The region with this id that has begun and is still of interest, or null. */
    @Nullable
    RegionModel region(long regionId) {
        return regions.get(regionId);
    }

    /**
     * Looks at an event before it is judged: a region that ForkJoinPool.invoke opens differs from that of a pool in that the
     * thread which began it becomes its first member.
     */
    void foresee(TraceEvent event) {
        if (event.event() != Event.IMPLICIT_TASK || event.endpoint() != ScopeEndpoint.BEGIN) {
            return;
        }
        RegionModel region = regions.get(event.parallelId());
        if (region != null && region.isPool && region.memberships == 0 && region.begin.threadId() == event.threadId()) {
            region.isPool = false;
            thread(event).begunRegions.addLast(region.id());
        }
    }

    /** Takes the event's effect into account. */
    void apply(TraceEvent event) {
        ThreadModel thread = thread(event);
        Event kind = event.event();
        if (kind == null) {
            return;
        }
        switch (kind) {
            case THREAD_BEGIN -> thread.hasBegun = true;
            case THREAD_END -> thread.hasEnded = true;
            case PARALLEL_BEGIN -> beginRegion(event, thread);
            case PARALLEL_END -> endRegion(event, thread);
            case IMPLICIT_TASK -> implicitTask(event, thread);
            case TASK_SCHEDULE -> taskSchedule(event, thread);
            case SYNC_REGION -> syncRegion(event, thread);
            case SYNC_REGION_WAIT -> syncRegionWait(event, thread);
            case WAIT -> {
                if (!WaitRules.isOfMutex(event)) {
                    ownWait(event, thread);
                }
            }
            case DISPATCH -> dispatch(thread);
            case TASK_DEPENDENCE -> dependence(event, thread);
            case ERROR, CANCEL -> abandon(thread);
            default -> {}
        }
    }

    private boolean isKnownFrom(TraceEvent first) {
        return hasBeginning || first.event() == Event.THREAD_BEGIN;
    }

    private void beginRegion(TraceEvent event, ThreadModel thread) {
        RegionModel region = new RegionModel(event);
        regions.put(region.id(), region);
        if (!region.isPool) {
            thread.begunRegions.addLast(region.id());
        }
    }

    private void endRegion(TraceEvent event, ThreadModel thread) {
        RegionModel region = regions.get(event.parallelId());
        if (region != null) {
            region.hasEnded = true;
            forgetIfOver(region);
        }
        thread.removeBegunRegion(event.parallelId());
    }

    private void forgetIfOver(RegionModel region) {
        if (region.hasEnded && region.openMemberships <= 0) {
            regions.remove(region.id());
        }
    }

    private void implicitTask(TraceEvent event, ThreadModel thread) {
        if (event.endpoint() == ScopeEndpoint.BEGIN) {
            boolean isInitial = (event.flags() & TaskFlag.INITIAL) != 0;
            thread.push(new Frame(
                    isInitial ? Frame.Kind.INITIAL : Frame.Kind.IMPLICIT,
                    event.taskId(),
                    event.parallelId(),
                    event.index()));
            RegionModel region = regions.get(event.parallelId());
            if (region != null) {
                region.memberships++;
                region.openMemberships++;
                region.indexOfThread.putIfAbsent(thread.id, event.index());
            }
            return;
        }
        Frame frame = thread.find(event.taskId());
        if (frame != null) {
            leave(thread.popThrough(frame));
        }
    }

    private void leave(List<Frame> popped) {
        for (Frame each : popped) {
            RegionModel region = each.isMembership() ? regions.get(each.regionId) : null;
            if (region != null) {
                region.openMemberships--;
                forgetIfOver(region);
            }
        }
    }

    private void taskSchedule(TraceEvent event, ThreadModel thread) {
        Frame prior = thread.find(event.priorTaskId());
        if (prior != null && prior.kind == Frame.Kind.EXPLICIT && endsTask(event.priorTaskStatus())) {
            leave(thread.popThrough(prior));
        }
        if (event.nextTaskId() == 0) {
            return;
        }
        Frame next = thread.find(event.nextTaskId());
        if (next != null) {
            leave(thread.popAbove(next));
        } else {
            Frame top = thread.top();
            thread.push(new Frame(Frame.Kind.EXPLICIT, event.nextTaskId(), top == null ? 0 : top.regionId, -1));
        }
    }

    /** Whether a task that reaches a scheduling point with this status will not go on. */
    static boolean endsTask(@Nullable TaskStatus status) {
        return status == TaskStatus.COMPLETE || status == TaskStatus.CANCEL;
    }

    private static void syncRegion(TraceEvent event, ThreadModel thread) {
        Frame frame = owner(event, thread);
        if (frame == null) {
            return;
        }
        if (event.endpoint() == ScopeEndpoint.BEGIN) {
            frame.syncs.addLast(new OpenSync(event));
        } else if (event.endpoint() == ScopeEndpoint.END) {
            endSync(event, frame);
        }
    }

    private static void endSync(TraceEvent event, Frame frame) {
        boolean known = frame.syncs.stream().anyMatch(each -> each.begin.syncKind() == event.syncKind());
        while (known && !frame.syncs.isEmpty()) {
            if (frame.syncs.removeLast().begin.syncKind() == event.syncKind()) {
                break;
            }
        }
        if (Frame.endsRegion(event.syncKind())) {
            frame.hasLeftBarrier = true;
        }
    }

    private static void syncRegionWait(TraceEvent event, ThreadModel thread) {
        Frame frame = owner(event, thread);
        OpenSync sync = frame == null ? null : frame.innermostSync();
        if (sync == null) {
            return;
        }
        sync.waiting = event.endpoint() == ScopeEndpoint.BEGIN;
        if (sync.waiting || event.endpoint() == ScopeEndpoint.BEGINEND) {
            sync.waits++;
        }
    }

    private static void ownWait(TraceEvent event, ThreadModel thread) {
        Frame frame = owner(event, thread);
        if (frame != null) {
            frame.openWait = event.endpoint() == ScopeEndpoint.BEGIN ? event : null;
        }
    }

    /** The frame that a sync region event belongs to: its task's, else the current one. */
    static @Nullable Frame owner(TraceEvent event, ThreadModel thread) {
        Frame frame = thread.find(event.taskId());
        return frame != null ? frame : thread.top();
    }

    private static void dispatch(ThreadModel thread) {
        Frame top = thread.top();
        if (top != null) {
            top.hasChunk = true;
        }
    }

    private static void dependence(TraceEvent event, ThreadModel thread) {
        Frame waiter = thread.find(event.sinkTaskId());
        OpenSync sync = waiter == null ? null : waiter.innermostSync();
        if (sync != null) {
            sync.awaited.add(event.srcTaskId());
        }
    }

    private void abandon(ThreadModel thread) {
        for (Frame each : thread.frames()) {
            RegionModel region = regions.get(each.regionId);
            if (region != null && !region.isPool) {
                region.wasAbandoned = true;
            }
        }
    }
}
