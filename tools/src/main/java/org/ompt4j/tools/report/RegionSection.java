package org.ompt4j.tools.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Construct.Trait;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.findings.Finders;
import org.ompt4j.tools.model.RegionSite;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.RunReader;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.text.Units;

/**
 * Parallel regions by call site.
 *
 * <p>Imbalance is the longest busy time of a member divided by the mean of all members, weighted by the regions' lengths. It is 1 if all members
 * were equally busy, and the number of members if one member did everything.
 */
final class RegionSection implements Section, RunReader.EventListener, RunReader.StateListener {
    /** The time without a processor is mentioned from this fraction (1/20) of the work on: the clocks are not read at the same moment. */
    private static final int LEAST_PART_WITHOUT = 20;

    private final Names names;
    private final RunModel run;
    private final RegionsByCallSite regions;

    RegionSection(Names names, RunModel run, Finders finders) {
        this.names = names;
        this.run = run;
        this.regions = new RegionsByCallSite(run, finders);
    }

    @Override
    public Set<Event> kinds() {
        return RegionsByCallSite.kinds();
    }

    @Override
    public void event(TraceEvent event, ThreadModel thread) {
        regions.event(event, thread);
    }

    @Override
    public void interval(ThreadModel thread, State state, long nanos) {
        regions.interval(thread, state, nanos);
    }

    @Override
    public void pause() {
        regions.pause();
    }

    @Override
    public List<Table<?>> tables() {
        List<Map.Entry<RegionSite, RegionSums>> rows =
                new ArrayList<>(regions.kept().entrySet());
        rows.removeIf(each -> each.getValue().times().count() == 0);
        rows.sort(Comparator.comparing((Map.Entry<RegionSite, RegionSums> each) ->
                        -each.getValue().times().totalNanos())
                .thenComparing(each -> names.callSite(each.getKey().codeptrRa()))
                .thenComparing(each -> each.getKey().construct()));
        Table<Map.Entry<RegionSite, RegionSums>> table = Table.of(
                        "Parallel regions", "by call site, most time first", rows, columns())
                .under(each -> lines(each.getValue()));
        return List.of(withoutAll(
                notEnded(notEnded(table, regions.openCount(), "ended"), regions.openAtPauses(), "was paused")));
    }

    private Table<Map.Entry<RegionSite, RegionSums>> withoutAll(Table<Map.Entry<RegionSite, RegionSums>> table) {
        Table<Map.Entry<RegionSite, RegionSums>> with = table;
        long notKept = regions.notKept();
        if (notKept > 0) {
            with = with.note(new Note(
                    "Too many call sites to keep all apart: " + Units.plural(notKept, "region") + ", "
                            + Units.time(regions.nanosNotKept()) + " in all, are in no row.",
                    Map.of("regions_in_no_row", notKept, "in_no_row_ns", regions.nanosNotKept())));
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
        regions.kept().forEach((site, sums) -> {
            Double imbalance = sums.imbalance();
            if (imbalance != null) {
                sites.add(new Site(names.callSite(site.codeptrRa()), imbalance));
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

    private List<Column<Map.Entry<RegionSite, RegionSums>>> columns() {
        List<Column<Map.Entry<RegionSite, RegionSums>>> columns = new ArrayList<>();
        columns.addAll(columnsOfRegions());
        columns.addAll(columnsOfTasks());
        columns.addAll(columnsOfMembers());
        columns.addAll(columnsOfCallSite());
        return columns;
    }

    /** Columns about the regions: how many there were, how long they took, and how many threads took part. */
    private static List<Column<Map.Entry<RegionSite, RegionSums>>> columnsOfRegions() {
        return List.of(
                Column.count(
                        "count",
                        "regions that ended",
                        each -> each.getValue().times().count()),
                Column.time(
                        "total",
                        "their length in all",
                        each -> each.getValue().times().totalNanos()),
                Column.time(
                        "mean",
                        "their length on average",
                        each -> each.getValue().times().meanNanos()),
                Column.<Map.Entry<RegionSite, RegionSums>>of(
                                Unit.RATIO,
                                "threads",
                                "members on average",
                                each -> each.getValue().threads())
                        .as(each -> threadsOfRequested(each.getValue())),
                Column.<Map.Entry<RegionSite, RegionSums>>of(
                                Unit.COUNT,
                                "requested",
                                "largest parallelism that was asked for",
                                each -> each.getValue().requested())
                        .notOnPage());
    }

    /** Columns about the tasks: how long they were busy. */
    private static List<Column<Map.Entry<RegionSite, RegionSums>>> columnsOfTasks() {
        Function<Map.Entry<RegionSite, RegionSums>, Distribution> tasks =
                each -> each.getValue().tasks();
        return List.of(
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
                        .notOnPage());
    }

    /** Columns about the members: how they shared the work, and how long they were on a processor. */
    private static List<Column<Map.Entry<RegionSite, RegionSums>>> columnsOfMembers() {
        return List.of(
                Column.of(
                        Unit.RATIO,
                        "imbalance",
                        "longest busy time of a member over the mean of all members, weighted by the regions' lengths",
                        each -> each.getValue().imbalance()),
                Column.<Map.Entry<RegionSite, RegionSums>>time(
                                "worked",
                                "how long those members worked in all of which processor time is told",
                                each -> each.getValue().workedNanos())
                        .notOnPage(),
                Column.<Map.Entry<RegionSite, RegionSums>>time(
                                "processor time",
                                "for how long these had a processor, also for their pool's own code",
                                each -> each.getValue().cpuNanos())
                        .notOnPage());
    }

    /** Columns with the construct and the call site. */
    private List<Column<Map.Entry<RegionSite, RegionSums>>> columnsOfCallSite() {
        return List.of(
                Column.<Map.Entry<RegionSite, RegionSums>>of(
                                Unit.TEXT,
                                "construct",
                                "id of the construct",
                                each -> each.getKey().construct().id())
                        .notOnPage(),
                Column.<Map.Entry<RegionSite, RegionSums>>of(
                                Unit.CALL_SITE,
                                "call site",
                                "where they began",
                                each -> names.callSite(each.getKey().codeptrRa()))
                        .as(each -> names.callSite(each.getKey().codeptrRa())
                                + suffix(each.getKey().construct())));
    }

    private static List<RowLine> lines(RegionSums regions) {
        List<RowLine> lines = new ArrayList<>();
        Distribution tasks = regions.tasks();
        if (tasks.count() > 0) {
            lines.add(new RowLine("busy in a task: p50 " + Units.time(tasks.percentile(50)) + ", p90 "
                    + Units.time(tasks.percentile(90)) + ", max " + Units.time(tasks.maxNanos())));
        }
        Long worked = regions.workedNanos();
        Long cpu = regions.cpuNanos();
        if (worked != null && cpu != null) {
            lines.add(new RowLine(processor(regions, worked, cpu)));
        }
        return lines;
    }

    /** Processor time includes the pool's own code between two tasks; so the time without a processor is a lower bound. */
    private static String processor(RegionSums regions, long worked, long cpu) {
        String of = regions.told() == regions.memberships()
                ? ""
                : " in " + Units.count(regions.told()) + " of " + Units.plural(regions.memberships(), "membership");
        String both = "worked for " + Units.time(worked) + of + ", processor time " + Units.time(cpu);
        long without = worked - cpu;
        return without <= 0 || without * LEAST_PART_WITHOUT < worked
                ? both
                : both + ": without a processor for " + Units.time(without) + " at least";
    }

    private static String threadsOfRequested(RegionSums regions) {
        Long requested = regions.requested();
        String threads = String.format(Locale.ROOT, "%.1f", regions.threads());
        return requested == null ? threads : threads + " of " + Units.count(requested);
    }

    private static String suffix(Construct construct) {
        if (construct.has(Trait.JOINED_BY_THE_JDK)) {
            return "";
        }
        return construct == Construct.FORK_JOIN_POOL ? " [invoke]" : " [" + construct.id() + "]";
    }
}
