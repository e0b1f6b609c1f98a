package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ompt4j.tools.model.Rows;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.Traces;
import org.ompt4j.tools.testing.LongRun;
import org.ompt4j.tools.testing.Retained;

/** The memory of a report grows with what exists at the same time; what it keeps of the past is bounded. */
class ReportMemoryTest {
    private static final int TIMES = 300;

    /** Fields that grow up to a limit in their class or, for fields of rows, in the class of the {@link Rows}. */
    private static final Set<String> BOUNDED = Set.of(
            "Arrows.from",
            "Arrows.kinds",
            "Arrows.objects",
            "Arrows.since",
            "Arrows.threads",
            "Arrows.to",
            "Barrier.parties",
            "BarrierRound.arrivals",
            "BarrierRounds.rounds",
            "Causes.all",
            "Causes.numbers",
            "CoveredTime.from",
            "CoveredTime.to",
            "CreatedTasks.constructs",
            "CreatedTasks.ids",
            "CreatedTasks.places",
            "CreatedTasks.threads",
            "CreatedTasks.times",
            "Distribution.few",
            "IdMap.keys",
            "IdMap.values",
            "KeptTasks.entries",
            "KeptTasks.waiting",
            "KnownMutexes.mutexes",
            "LateBegins.at",
            "LateBegins.lateNanos",
            "LockInversionFinder.pairs",
            "PoolQueue.kinds",
            "QueueLength.freeSince",
            "QueueModel.pools",
            "Queued.fullBefore",
            "Rows.rows",
            "RunModel.pools",
            "Shares.amounts",
            "StarvedPools.endings",
            "StoredTexts.lately",
            "Stretches.from",
            "Stretches.labels",
            "Stretches.shareNanos",
            "Stretches.states",
            "Stretches.sums",
            "Stretches.to",
            "WaitStatistics.holds",
            "WaitStatistics.nanosByCallSite",
            "WaitStatistics.nanosByHolder",
            "Waits.causes",
            "Waits.holds",
            "Waits.shares",
            "Waits.waiters",
            "Waits.wakers");

    /** Fields that grow with the number of threads or of chunks of the trace. */
    private static final Set<String> OF_THREADS = Set.of("FileTrace.chunks", "Texts.threads", "ThreadChunks.chunks");

    @TempDir
    Path directory;

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "CALL_SITES")
    void whatIsOverIsForgottenOrOneOfSoMany(LongRun.Kind kind) throws IOException {
        List<String> grown = Retained.grown(retained(kind, TIMES), retained(kind, 4 * TIMES));

        assertThat(grown)
                .filteredOn(each -> !BOUNDED.contains(field(each)) && !OF_THREADS.contains(field(each)))
                .isEmpty();
    }

    private static String field(String grown) {
        return grown.substring(0, grown.indexOf(':'));
    }

    private Map<String, Long> retained(LongRun.Kind kind, int times) throws IOException {
        Path file = directory.resolve(times + ".ompt");
        LongRun.write(kind, times, file);
        try (Trace trace = Traces.open(file)) {
            HtmlReport report = new HtmlReport(new TracedRun(trace, null, "trace"));
            report.read();
            return Retained.by(report, trace);
        }
    }
}
