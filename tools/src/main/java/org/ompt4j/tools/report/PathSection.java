package org.ompt4j.tools.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.ompt4j.tools.path.Parallelism;
import org.ompt4j.tools.path.PartTime;
import org.ompt4j.tools.path.PathModel;
import org.ompt4j.tools.path.RegionPath;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.text.Units;

/** What the length of the run consists of, and how many threads worked at the same time. */
final class PathSection implements Section {
    private static final int PARTS_PER_REGION = 4;

    private final Trace trace;
    private final Names names;
    private final PathModel path;

    PathSection(Trace trace, Names names, PathModel path) {
        this.trace = trace;
        this.names = names;
        this.path = path;
    }

    @Override
    public List<Table<?>> tables() {
        return List.of(criticalPath(), longestRegions(), parallelism(), serialPart());
    }

    /** A sentence about the part that is more than half of the run's length, if that is a wait that no other thread ended. */
    List<String> remarks() {
        List<PartTime> parts = path.criticalPath();
        long all = PathRow.sum(parts);
        List<PartTime> waits = parts.stream()
                .filter(each -> each.part().isWaitEndedByNoThread())
                .toList();
        return PathRow.of(waits, names).stream()
                .filter(each -> 2 * each.nanos() > all)
                .map(each -> FindingList.MOST_OF_THE_RUN + ", " + Units.percent(each.nanos() / (double) all) + ", is "
                        + each.asPartOfSentence() + ": see the critical path.")
                .toList();
    }

    private Table<PathRow> criticalPath() {
        List<PartTime> parts = path.criticalPath();
        long all = PathRow.sum(parts);
        Table<PathRow> table = Table.of(
                "Critical path",
                "what the run's length is made of, longest first",
                PathRow.of(parts, names),
                columns(all, "time on the path", "of the run, which would be at most so much shorter without it"));
        long unknown = PathRow.sum(
                parts.stream().filter(each -> !each.part().isKnown()).toList());
        if (unknown > 0) {
            table = table.note(new Note(
                    Units.percent(unknown / (double) all)
                            + " of the path is unknown: nothing tells what ended a wait, or began a thread.",
                    Map.of("unknown_ns", unknown)));
        }
        long dropped = path.notFollowed();
        return dropped == 0
                ? table
                : table.note(new Note(
                        Units.plural(dropped, "task or region") + " not followed: there were too many at a time.",
                        Map.of("not_followed", dropped)));
    }

    private Table<RegionPath> longestRegions() {
        List<Column<RegionPath>> columns = List.of(
                Column.time("length", "from parallel_begin to parallel_end", RegionPath::nanos),
                Column.<RegionPath>of(
                                Unit.TEXT,
                                "construct",
                                "id of the construct",
                                each -> each.begin().construct().id())
                        .notOnPage(),
                Column.of(
                        Unit.CALL_SITE,
                        "call site",
                        "where it began",
                        each -> names.callSite(each.begin().codeptrRa())));
        return Table.of("Longest regions", "what their length is made of", path.longestRegions(), columns)
                .under(this::lines)
                .portions(each -> PathRow.of(each.parts(), names).stream()
                        .map(part -> new Portion("made of", part.what() + " " + part.codeOrNone(), part.nanos()))
                        .toList());
    }

    private List<RowLine> lines(RegionPath region) {
        List<RowLine> lines = new ArrayList<>();
        List<PathRow> parts = PathRow.of(region.parts(), names);
        for (PathRow each : parts.subList(0, Math.min(PARTS_PER_REGION, parts.size()))) {
            String share = Units.percent(each.nanos() / (double) Math.max(1, region.nanos()));
            lines.add(new RowLine(String.format(Locale.ROOT, "%7s %s ", share, each.what()), each.codeOrNone()));
        }
        return lines;
    }

    private Table<Integer> parallelism() {
        Parallelism parallelism = path.parallelism();
        List<Integer> rows = new ArrayList<>();
        for (int i = 0; i <= parallelism.most(); i++) {
            if (parallelism.nanosOf(i) > 0) {
                rows.add(i);
            }
        }
        long all = rows.stream().mapToLong(parallelism::nanosOf).sum();
        rows.sort(Comparator.comparingLong((Integer each) -> -parallelism.nanosOf(each))
                .thenComparing(each -> each));
        List<Column<Integer>> columns = List.of(
                Column.time("time", "how long exactly so many threads worked", parallelism::nanosOf),
                Column.of(Unit.SHARE, "share", "of the run", each -> parallelism.nanosOf(each) / (double) all),
                Column.count("threads", "how many worked at the same time", each -> each));
        Table<Integer> table =
                Table.of("Parallelism", "how many threads worked at the same time, most time first", rows, columns);
        if (LossSection.isOverwritten(trace)) {
            return table.note(overwritten());
        }
        int processors = trace.header().availableProcessors();
        return parallelism.togetherNanos() == 0
                ? table
                : table.note(new Note(
                        "On " + Units.plural(processors, "processor") + " the work can be done at most "
                                + Units.ratio(parallelism.mostSpeedUp(processors))
                                + " times as fast as by one thread, since one was the only one that worked for "
                                + Units.time(parallelism.nanosOf(1)) + ".",
                        Map.of("serial_ns", parallelism.nanosOf(1), "work_ns", parallelism.workNanos())));
    }

    private Table<PathRow> serialPart() {
        List<PartTime> parts = path.parallelism().serialParts();
        Table<PathRow> table = Table.of(
                "Serial part",
                "while exactly one thread worked, longest first",
                PathRow.of(parts, names),
                columns(
                        PathRow.sum(parts),
                        "how long it was all that was done",
                        "of the time with exactly one working thread"));
        return LossSection.isOverwritten(trace) ? table.note(overwritten()) : table;
    }

    private Note overwritten() {
        long events = trace.losses().droppedEvents();
        return new Note(
                "Threads count as not working where their events are missing: " + Units.count(events)
                        + " old events were overwritten (ring=true).",
                Map.of("dropped_events", events));
    }

    private static List<Column<PathRow>> columns(long all, String time, String share) {
        return List.of(
                Column.time("time", time, PathRow::nanos),
                Column.of(Unit.SHARE, "share", share, each -> each.nanos() / (double) Math.max(1, all)),
                Column.of(Unit.TEXT, "what", "what a thread did, and how the code belongs to it", PathRow::what),
                Column.of(Unit.CALL_SITE, "code", "the code that did it, or where it was", PathRow::code));
    }
}
