package org.ompt4j.tools.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Construct.Trait;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.Member;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.tools.findings.RunFindings;
import org.ompt4j.tools.model.RegionModel;
import org.ompt4j.tools.model.RegionWork;
import org.ompt4j.tools.model.Rows;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.RunReader;
import org.ompt4j.tools.model.TaskFrame;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.text.Units;

/**
 * Parallel regions by call site.
 *
 * <p>Imbalance is the longest busy time of a member over the mean of all members, weighted by the regions' lengths: 1 if all
 * members did the same, the number of members if one did everything.
 */
final class RegionSection implements Section, RunReader.EventListener, RunReader.StateListener {
    private static final int CALL_SITES = 20_000;
    /** One part in so many of the work is worth a word: clocks are not read at the same moment. */
    private static final int LEAST_PART_WITHOUT = 20;

    private final Names names;
    private final RunModel run;
    private final RunFindings findings;
    private final Map<Long, OpenRegion> open = new HashMap<>();
    /** Regions that have ended, as long as they have members. */
    private final Map<Long, OpenRegion> ended = new HashMap<>();

    private final Rows<CallSite, Regions> callSites =
            new Rows<>(CALL_SITES, key -> new Regions(), each -> each.times.totalNanos(), this::isNotKept);
    private long notKept;
    private long nanosNotKept;
    private long openAtPauses;

    RegionSection(Names names, RunModel run, RunFindings findings) {
        this.names = names;
        this.run = run;
        this.findings = findings;
    }

    @Override
    public Set<Event> kinds() {
        return EnumSet.of(
                Event.PARALLEL_BEGIN,
                Event.PARALLEL_END,
                Event.IMPLICIT_TASK,
                Event.TASK_CPU_TIME,
                Event.DISPATCH,
                Event.TASK_SCHEDULE);
    }

    @Override
    public void event(TraceEvent event, ThreadModel thread) {
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

    @Override
    public void interval(ThreadModel thread, State state, long nanos) {
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

    private Regions regions(TraceEvent begin) {
        return callSites.at(new CallSite(begin.construct(), begin.codeptrRa()));
    }

    private void isNotKept(Regions regions) {
        notKept += regions.times.count();
        nanosNotKept += regions.times.totalNanos();
    }

    private void takes(TraceEvent dispatch) {
        OpenRegion region = open.get(dispatch.parallelId());
        if (region != null) {
            region.work.takes(dispatch);
        }
    }

    @Override
    public void pause() {
        openAtPauses += openCount();
        open.clear();
        ended.clear();
    }

    private long openCount() {
        return open.keySet().stream().filter(each -> !isPool(each)).count();
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

    /* A member can be told of only after its region, at the same time. */
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
        if (task != null && region != null) {
            region.regions.tasks.add(task.busyNanos());
            region.work.ends(task.taskId(), thread.id(), task.busyNanos(), event.timeNanos());
        }
    }

    /* Of a free agent's task only the task itself tells. */
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
            findings.ended(region.work, event.timeNanos());
            if (region.members > 0) {
                ended.put(event.parallelId(), region);
            }
        }
    }

    /* The task that completed the region is told to end after it, as a rule. */
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

    @Override
    public List<Table<?>> tables() {
        List<Map.Entry<CallSite, Regions>> rows =
                new ArrayList<>(callSites.kept().entrySet());
        rows.removeIf(each -> each.getValue().times.count() == 0);
        rows.sort(Comparator.comparing((Map.Entry<CallSite, Regions> each) ->
                        -each.getValue().times.totalNanos())
                .thenComparing(each -> names.callSite(each.getKey().codeptrRa))
                .thenComparing(each -> each.getKey().construct));
        Table<Map.Entry<CallSite, Regions>> table = Table.of(
                        "Parallel regions", "by call site, most time first", rows, columns())
                .under(each -> lines(each.getValue()));
        return List.of(withoutAll(notEnded(notEnded(table, openCount(), "ended"), openAtPauses, "was paused")));
    }

    private Table<Map.Entry<CallSite, Regions>> withoutAll(Table<Map.Entry<CallSite, Regions>> table) {
        Table<Map.Entry<CallSite, Regions>> with = table;
        if (notKept > 0) {
            with = with.note(new Note(
                    "Too many call sites to keep all apart: " + Units.plural(notKept, "region") + ", "
                            + Units.time(nanosNotKept) + " in all, are in no row.",
                    Map.of("regions_in_no_row", notKept, "in_no_row_ns", nanosNotKept)));
        }
        return run.notFollowed() == 0
                ? with
                : with.note(new Note(
                        "Of " + Units.plural(run.notFollowed(), "task")
                                + " it is not known which region they belong to: too many had been created and had not begun.",
                        Map.of("not_followed", run.notFollowed())));
    }

    /**
     * The regions of one call site.
     *
     * @param imbalance as in the table
     */
    record Site(String callSite, double imbalance) {}

    /** The call sites whose regions had work, in no order. */
    List<Site> sites() {
        List<Site> sites = new ArrayList<>();
        callSites.kept().forEach((site, regions) -> {
            Double imbalance = regions.imbalance();
            if (imbalance != null) {
                sites.add(new Site(names.callSite(site.codeptrRa), imbalance));
            }
        });
        return sites;
    }

    private static <R> Table<R> notEnded(Table<R> table, long count, String when) {
        return count == 0
                ? table
                : table.note(new Note(
                        Units.plural(count, "region") + " had not ended when the recording " + when + ".",
                        Map.of("open_regions", count)));
    }

    private List<Column<Map.Entry<CallSite, Regions>>> columns() {
        Function<Map.Entry<CallSite, Regions>, Distribution> tasks = each -> each.getValue().tasks;
        return List.of(
                Column.count(
                        "count",
                        "regions that ended",
                        each -> each.getValue().times.count()),
                Column.time(
                        "total",
                        "their length in all",
                        each -> each.getValue().times.totalNanos()),
                Column.time(
                        "mean",
                        "their length on average",
                        each -> each.getValue().times.meanNanos()),
                Column.<Map.Entry<CallSite, Regions>>of(
                                Unit.RATIO,
                                "threads",
                                "members on average",
                                each -> each.getValue().threads())
                        .as(each -> each.getValue().threadsOfOffered()),
                Column.<Map.Entry<CallSite, Regions>>of(
                                Unit.COUNT,
                                "requested",
                                "largest parallelism that was asked for",
                                each -> each.getValue().requested())
                        .notOnPage(),
                Column.count(
                        "tasks",
                        "explicit tasks that ended in them",
                        each -> tasks.apply(each).count()),
                Distribution.time(
                                "task p50",
                                "half of these tasks were busy at most so long",
                                tasks,
                                each -> each.percentile(50))
                        .notOnPage(),
                Distribution.time(
                                "task p90",
                                "90 % of these tasks were busy at most so long",
                                tasks,
                                each -> each.percentile(90))
                        .notOnPage(),
                Distribution.time("task max", "the longest busy time of these tasks", tasks, Distribution::maxNanos)
                        .notOnPage(),
                Column.of(
                        Unit.RATIO,
                        "imbalance",
                        "longest busy time of a member over the mean of all members, weighted by the regions' lengths",
                        each -> each.getValue().imbalance()),
                Column.<Map.Entry<CallSite, Regions>>time(
                                "worked",
                                "how long those members worked in all of which processor time is told",
                                each -> each.getValue().workedNanos())
                        .notOnPage(),
                Column.<Map.Entry<CallSite, Regions>>time(
                                "processor time",
                                "for how long these had a processor, also for their pool's own code",
                                each -> each.getValue().cpuNanos())
                        .notOnPage(),
                Column.<Map.Entry<CallSite, Regions>>of(
                                Unit.TEXT,
                                "construct",
                                "id of the construct",
                                each -> each.getKey().construct.id())
                        .notOnPage(),
                Column.<Map.Entry<CallSite, Regions>>of(
                                Unit.CALL_SITE,
                                "call site",
                                "where they began",
                                each -> names.callSite(each.getKey().codeptrRa))
                        .as(each -> names.callSite(each.getKey().codeptrRa) + suffix(each.getKey().construct)));
    }

    private static List<RowLine> lines(Regions regions) {
        List<RowLine> lines = new ArrayList<>();
        Distribution tasks = regions.tasks;
        if (tasks.count() > 0) {
            lines.add(new RowLine("busy in a task: p50 " + Units.time(tasks.percentile(50)) + ", p90 "
                    + Units.time(tasks.percentile(90)) + ", max " + Units.time(tasks.maxNanos())));
        }
        Long cpu = regions.cpuNanos();
        if (cpu != null) {
            lines.add(new RowLine(regions.processor(cpu)));
        }
        return lines;
    }

    private static String suffix(Construct construct) {
        if (construct.has(Trait.JOINED_BY_THE_JDK)) {
            return "";
        }
        return construct == Construct.FORK_JOIN_POOL ? " [invoke]" : " [" + construct.id() + "]";
    }

    private record CallSite(Construct construct, int codeptrRa) {}

    private static final class OpenRegion {
        final RegionWork work;
        final Regions regions;
        int members;

        OpenRegion(TraceEvent begin, Regions regions) {
            this.work = new RegionWork(begin);
            this.regions = regions;
        }
    }

    /** All regions of one call site. */
    private static final class Regions {
        final Distribution times = new Distribution();
        final Distribution tasks = new Distribution();
        private long members;
        private double imbalanceTimesNanos;
        private double weight;
        private int offered;
        /** Members, without free agents. */
        private long joined;
        /** Those of which processor time is told, and how long they worked. */
        private long told;

        private long workedNanos;

        private long cpuNanos = -1;

        void add(RegionWork work, long nanos) {
            times.add(nanos);
            members += work.workers().size();
            offered = Math.max(offered, work.begin().requestedParallelism());
            Double imbalance = imbalance(work);
            if (imbalance != null) {
                imbalanceTimesNanos += imbalance * nanos;
                weight += nanos;
            }
            for (RegionWork.Worker each : work.workers()) {
                joined += each.isMember() ? 1 : 0;
                if (each.tellsProcessor()) {
                    addProcessor(each.memberNanos(), each.cpuNanos());
                }
            }
        }

        /** A member of a region that was added before tells of more. */
        void addProcessor(RegionWork.Worker member, long cpu) {
            if (member.tellsProcessor()) {
                cpuNanos += cpu;
            } else {
                addProcessor(member.memberNanos(), cpu);
            }
        }

        private void addProcessor(long worked, long cpu) {
            told++;
            workedNanos += worked;
            cpuNanos = Math.max(0, cpuNanos) + cpu;
        }

        /** Processor time is also that of the pool's own code between two tasks, so that more of the work may have been without it. */
        String processor(long cpu) {
            String of = told == joined ? "" : " in " + Units.count(told) + " of " + Units.plural(joined, "membership");
            String both = "worked for " + Units.time(workedNanos) + of + ", processor time " + Units.time(cpu);
            long without = workedNanos - cpu;
            return without <= 0 || without * LEAST_PART_WITHOUT < workedNanos
                    ? both
                    : both + ": without a processor for " + Units.time(without) + " at least";
        }

        /** Null where it is not told. */
        @Nullable
        Long cpuNanos() {
            return cpuNanos < 0 ? null : Long.valueOf(cpuNanos);
        }

        @Nullable
        Long workedNanos() {
            return cpuNanos < 0 ? null : Long.valueOf(workedNanos);
        }

        private static @Nullable Double imbalance(RegionWork work) {
            long sum = 0;
            long max = 0;
            for (RegionWork.Worker each : work.workers()) {
                sum += each.busyNanos();
                max = Math.max(max, each.busyNanos());
            }
            return sum == 0 ? null : (double) max * work.workers().size() / sum;
        }

        @Nullable
        Double imbalance() {
            return weight == 0 ? null : imbalanceTimesNanos / weight;
        }

        double threads() {
            return (double) members / Math.max(1, times.count());
        }

        @Nullable
        Long requested() {
            return offered > 0 ? Long.valueOf(offered) : null;
        }

        String threadsOfOffered() {
            return String.format(Locale.ROOT, "%.1f", threads()) + (offered > 0 ? " of " + Units.count(offered) : "");
        }
    }
}
