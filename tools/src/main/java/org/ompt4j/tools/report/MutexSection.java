package org.ompt4j.tools.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.findings.InHold;
import org.ompt4j.tools.findings.LockWaits;
import org.ompt4j.tools.findings.RunFindings;
import org.ompt4j.tools.model.Culprit;
import org.ompt4j.tools.model.MutexListener;
import org.ompt4j.tools.model.Rows;
import org.ompt4j.tools.profile.WaitPaths;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.text.Units;

/** Locks and monitors by object: how long threads waited for them, where, and which threads held them meanwhile. */
final class MutexSection implements Section, MutexListener {
    private static final int OBJECTS_KEPT_APART = 20_000;
    private static final int LINES_PER_OBJECT = 2;

    /** The most call paths that are kept for all objects together. Further paths are not distinguished. */
    private static final int PATHS = 200_000;

    private final Names names;
    private final HoldWords words;
    private final RunFindings findings;
    private final @Nullable WaitPaths paths;
    private final Rows<Long, WaitStatistics> objects = new Rows<>(
            OBJECTS_KEPT_APART, key -> new WaitStatistics(), each -> each.waits.totalNanos(), this::isNotKept);

    private final StillWaiting stillWaiting = new StillWaiting();
    private int pathsKept;

    private long acquired;
    private long gaveUp;
    private long maybeWaits;
    private long maybeWaitedNanos;
    private long usesNotKept;
    private long waitedNanosNotKept;

    /** @param paths the callers of the code that waited; null if the run was not configured to take stacks */
    MutexSection(Names names, RunFindings findings, @Nullable WaitPaths paths) {
        this.names = names;
        this.words = new HoldWords(names);
        this.findings = findings;
        this.paths = paths;
    }

    @Override
    public void attempted(
            TraceEvent acquire, int path, long nanos, Outcome outcome, boolean waited, boolean afterCondition) {
        switch (outcome) {
            case ACQUIRED -> acquired(acquire, path, nanos, waited);
            case GAVE_UP, LEFT -> {
                gaveUp++;
                if (waited) {
                    wait(objects.at(acquire.waitId()), acquire, path, nanos);
                }
            }
            case STUCK -> {
                WaitStatistics statistics = objects.at(acquire.waitId());
                wait(statistics, acquire, path, nanos);
                stillWaiting.in(statistics);
            }
        }
    }

    @Override
    public void pause() {
        stillWaiting.isNotKnown();
    }

    private void acquired(TraceEvent acquire, int path, long nanos, boolean waited) {
        acquired++;
        WaitStatistics statistics = objects.at(acquire.waitId());
        statistics.uses++;
        if (waited) {
            wait(statistics, acquire, path, nanos);
        } else if (nanos > 0) {
            maybeWaits++;
            maybeWaitedNanos += nanos;
        }
    }

    private void wait(WaitStatistics statistics, TraceEvent acquire, int path, long nanos) {
        statistics.add(nanos, names.callSite(acquire.codeptrRa()));
        if (path != 0) {
            WaitStatistics.Path key = new WaitStatistics.Path(acquire.codeptrRa(), path);
            Map<WaitStatistics.Path, Long> known = statistics.nanosByPath;
            int before = known.size();
            if (pathsKept < PATHS || known.containsKey(key)) {
                known.merge(key, nanos, Long::sum);
            }
            pathsKept += known.size() - before;
        }
    }

    private void isNotKept(WaitStatistics statistics) {
        usesNotKept += statistics.uses;
        waitedNanosNotKept += statistics.waits.totalNanos();
        pathsKept -= statistics.nanosByPath.size();
    }

    private void calledBy(WaitStatistics statistics) {
        if (paths != null) {
            statistics.nanosByPath.forEach((path, nanos) -> statistics.calledBy(
                    names.callSite(path.callSite()), paths.callers(path.number(), path.callSite()), nanos));
        }
    }

    /* Adds the holders, whatever waited. A share without a culprit gets no line. */
    private void blame(WaitStatistics statistics, long waitId) {
        for (LockWaits.Share each : findings.sharesOf(waitId)) {
            Culprit culprit = each.culprit();
            InHold hold = each.inHold();
            List<RowLine> says = hold == null ? List.of() : words.lines(culprit.kind(), hold);
            String site = names.callSite(culprit.codeptrRa());
            switch (culprit.kind()) {
                case HOLDER -> statistics.blame("while held from", site, each.nanos(), hold, says);
                case RELEASER, BARGER, SIGNALLER ->
                    statistics.blame("until released at", site, each.nanos(), hold, says);
                case OWNER -> {
                    boolean isPlaceKnown = culprit.codeptrRa() != 0;
                    String holder = isPlaceKnown ? site : names.threadInText(culprit.threadId());
                    String how = isPlaceKnown ? WaitStatistics.HELD_FROM : WaitStatistics.HELD_BY;
                    statistics.blame(how, holder, each.nanos(), hold, says);
                }
                case HAND_OFF, UNKNOWN -> {
                    // There is no culprit.
                }
            }
        }
    }

    @Override
    public List<Table<?>> tables() {
        List<Mutex> rows = new ArrayList<>();
        objects.kept().forEach((waitId, waits) -> {
            if (waits.waits.count() > 0) {
                blame(waits, waitId);
                calledBy(waits);
                rows.add(new Mutex(waitId, waits));
            }
        });
        rows.sort(Comparator.comparing((Mutex each) -> -each.waits.waits.totalNanos())
                .thenComparing(each -> each.waitId));
        List<Column<Mutex>> columns =
                new ArrayList<>(WaitStatistics.columns("acquired", "acquisitions reported", each -> each.waits));
        columns.add(Column.of(Unit.OBJECT, "object", "what was waited for", each -> names.object(each.waitId)));
        Table<Mutex> table = Table.of("Locks and monitors", "by object, longest waited for first", rows, columns)
                .under(each -> each.waits.lines(LINES_PER_OBJECT))
                .portions(each -> each.waits.portions())
                .note(new Note(
                        Units.plural(acquired, "acquisition") + " reported, " + Units.plural(gaveUp, "attempt")
                                + " without success.",
                        Map.of("acquired", acquired, "without_success", gaveUp)));
        return List.of(withDoubts(table));
    }

    private Table<Mutex> withDoubts(Table<Mutex> table) {
        Table<Mutex> with = table;
        if (maybeWaits > 0) {
            with = with.note(new Note(
                    Units.plural(maybeWaits, "attempt") + " took " + Units.time(maybeWaitedNanos)
                            + " in all, of which it is unknown whether they waited: nobody was seen to hold the object.",
                    Map.of("maybe_waits", maybeWaits, "maybe_waited_ns", maybeWaitedNanos)));
        }
        if (usesNotKept > 0 || waitedNanosNotKept > 0) {
            with = with.note(new Note(
                    Units.plural(usesNotKept, "acquisition")
                            + " are in no row: there were too many objects to keep apart those that were waited for least, "
                            + Units.time(waitedNanosNotKept) + " in all.",
                    Map.of("not_listed", usesNotKept, "waited_not_listed_ns", waitedNanosNotKept)));
        }
        return with;
    }

    private record Mutex(long waitId, WaitStatistics waits) {}
}
