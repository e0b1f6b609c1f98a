package org.ompt4j.tools.report;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.Member;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.tools.findings.Finders;
import org.ompt4j.tools.model.RegionModel;
import org.ompt4j.tools.model.RegionSite;
import org.ompt4j.tools.model.RegionWork;
import org.ompt4j.tools.model.Rows;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.TaskFrame;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;

/** Sums up the regions of each call site from events. Thread safety: none. */
final class RegionsByCallSite {
    private static final int CALL_SITES = 20_000;

    private final RunModel run;
    private final Finders finders;
    private final Map<Long, OpenRegion> open = new HashMap<>();
    /** Regions that have ended but still have members. */
    private final Map<Long, OpenRegion> ended = new HashMap<>();

    private final Rows<RegionSite, RegionSums> callSites =
            new Rows<>(CALL_SITES, key -> new RegionSums(), each -> each.times().totalNanos(), this::isNotKept);
    private long notKept;
    private long nanosNotKept;
    private long openAtPauses;

    private static final class OpenRegion {
        final RegionWork work;
        final RegionSums regions;
        int members;

        OpenRegion(TraceEvent begin, RegionSums regions) {
            this.work = new RegionWork(begin);
            this.regions = regions;
        }
    }

    /** @param finders get each region that has ended */
    RegionsByCallSite(RunModel run, Finders finders) {
        this.run = run;
        this.finders = finders;
    }

    // ---------------------------------------------------------------- answers

    /** The call sites that are kept, in no order; also those of regions that have not ended. */
    Map<RegionSite, RegionSums> kept() {
        return callSites.kept();
    }

    /** How many regions belong to call sites that are not kept. */
    long notKept() {
        return notKept;
    }

    /** The total length of these regions in nanoseconds. */
    long nanosNotKept() {
        return nanosNotKept;
    }

    /** How many regions are open. */
    long openCount() {
        return open.keySet().stream().filter(each -> !isPool(each)).count();
    }

    /** How many regions were open when the recording was paused. */
    long openAtPauses() {
        return openAtPauses;
    }

    // ---------------------------------------------------------------- events

    /** The events that {@link #event} needs. */
    static Set<Event> kinds() {
        return EnumSet.of(
                Event.PARALLEL_BEGIN,
                Event.PARALLEL_END,
                Event.IMPLICIT_TASK,
                Event.TASK_CPU_TIME,
                Event.DISPATCH,
                Event.TASK_SCHEDULE);
    }

    /** Takes an event into account, before the run does. */
    void event(TraceEvent event, ThreadModel thread) {
        Event kind = event.event();
        if (kind == Event.PARALLEL_BEGIN) {
            open.put(event.parallelId(), new OpenRegion(event, regions(event)));
        } else if (kind == Event.PARALLEL_END) {
            end(event);
        } else if (kind == Event.IMPLICIT_TASK && event.endpoint() == ScopeEndpoint.BEGIN) {
            join(event);
        } else if (kind == Event.IMPLICIT_TASK) {
            leaves(event, thread);
        } else if (kind == Event.TASK_CPU_TIME) {
            hadProcessor(event, thread);
        } else if (event.isChunkOfElements()) {
            takes(event);
        } else if (event.endsBody() && event.priorTaskStatus() != TaskStatus.CANCEL) {
            taskEnds(event, thread);
        }
    }

    /** Adds an interval in which the thread was in one state, with its current stack of tasks. */
    void interval(ThreadModel thread, State state, long nanos) {
        if (!state.isWork() || open.isEmpty()) {
            return;
        }
        for (TaskFrame each = thread.top(); each != null; each = each.below()) {
            each = each.bottomOfRegion();
            OpenRegion region = each.regionId() != 0 && !each.isPoolMembership() ? open.get(each.regionId()) : null;
            if (region != null) {
                region.work.works(thread.id(), nanos, each.isMembership());
            }
        }
    }

    private RegionSums regions(TraceEvent begin) {
        return callSites.at(RegionSite.of(begin));
    }

    private void isNotKept(RegionSums regions) {
        notKept += regions.times().count();
        nanosNotKept += regions.times().totalNanos();
    }

    private void takes(TraceEvent dispatch) {
        OpenRegion region = open.get(dispatch.parallelId());
        if (region != null) {
            region.work.takes(dispatch);
        }
    }

    /** Recording was paused: nothing more is known of the open regions. */
    void pause() {
        openAtPauses += openCount();
        open.clear();
        ended.clear();
    }

    private boolean isPool(long regionId) {
        RegionModel region = run.region(regionId);
        return region != null && region.isPool();
    }

    private void join(TraceEvent event) {
        OpenRegion region = open.get(event.parallelId());
        if (region != null) {
            region.work.joins(event.threadId());
            region.members++;
        }
    }

    private void leaves(TraceEvent end, ThreadModel thread) {
        OpenRegion region = regionOfMember(end, thread);
        if (region != null) {
            region.members--;
            if (region.members == 0) {
                ended.remove(region.work.begin().parallelId());
            }
        }
    }

    /* The event of a member can come after the end of its region, with the same time. */
    private void hadProcessor(TraceEvent event, ThreadModel thread) {
        OpenRegion region = regionOfMember(event, thread);
        if (region == null) {
            return;
        }
        long nanos = event.value(Member.CPU_TIME);
        RegionWork.Worker member = region.work.worker(event.threadId());
        if (ended.containsKey(region.work.begin().parallelId())) {
            region.regions.addProcessor(member, nanos);
        }
        region.work.hadProcessor(event.threadId(), nanos);
    }

    private @Nullable OpenRegion regionOfMember(TraceEvent event, ThreadModel thread) {
        TaskFrame task = thread.find(event.taskId());
        if (task == null) {
            return null;
        }
        OpenRegion region = open.get(task.regionId());
        return region != null ? region : ended.get(task.regionId());
    }

    private void taskEnds(TraceEvent event, ThreadModel thread) {
        TaskFrame task = thread.find(event.priorTaskId());
        OpenRegion region = task == null ? null : open.get(regionOf(task, thread));
        if (task != null && !task.isCutOff() && region != null) {
            region.regions.tasks().add(task.busyNanos());
            region.work.ends(task.taskId(), thread.id(), task.busyNanos(), event.timeNanos());
        }
    }

    /* For a free agent, only its task tells the region. */
    private long regionOf(TaskFrame task, ThreadModel thread) {
        TaskFrame member = thread.membership();
        return run.tellsPools() || member == null ? task.regionId() : member.regionId();
    }

    private void end(TraceEvent event) {
        OpenRegion region = open.remove(event.parallelId());
        if (region != null && !isPool(event.parallelId())) {
            addOpenTasks(region.work, event);
            regions(region.work.begin())
                    .add(region.work, event.timeNanos() - region.work.begin().timeNanos());
            finders.ended(region.work, event.timeNanos());
            if (region.members > 0) {
                ended.put(event.parallelId(), region);
            }
        }
    }

    /* The end of the task that completed the region usually comes after the end of the region. */
    private void addOpenTasks(RegionWork work, TraceEvent end) {
        for (RegionWork.Worker each : List.copyOf(work.workers())) {
            ThreadModel thread = run.thread(each.threadId());
            TaskFrame top = thread == null ? null : thread.top();
            TraceEvent last = thread == null ? null : thread.lastEvent();
            if (thread != null
                    && last != null
                    && top != null
                    && top.kind() == TaskFrame.Kind.EXPLICIT
                    && top.regionId() == end.parallelId()) {
                boolean isBusy = thread.stateUntil(null).isWork();
                long nanos = isBusy ? Math.max(0, end.timeNanos() - last.timeNanos()) : 0;
                work.works(thread.id(), nanos, top.bottomOfRegion().isMembership());
                work.ends(top.taskId(), thread.id(), top.busyNanos() + nanos, end.timeNanos());
            }
        }
    }
}
