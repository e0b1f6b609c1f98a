package org.ompt4j.tools.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.read.Pause;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;
import org.ompt4j.tools.testing.TraceWithEvents;

class JvmPausesTest {
    private final JvmPauses pauses = new JvmPauses(
            List.of(
                    new JvmPause(50, 80, true, "Allocation"),
                    new JvmPause(10, 14, false, "Dump"),
                    new JvmPause(90, 95, true, "Allocation")),
            5);

    @Test
    void timeInPausesIsAddedUpOverAnyStretch() {
        for (int from = 0; from <= 100; from++) {
            for (int to = from; to <= 100; to++) {
                assertThat(pauses.nanosBetween(from, to)).isEqualTo(oneByOne(from, to));
            }
        }
        assertThat(pauses.nanos()).isEqualTo(39);
        assertThat(JvmPauses.NONE.nanosBetween(0, 100)).isZero();
    }

    private static long oneByOne(int from, int to) {
        long sum = 0;
        for (int i = from; i < to; i++) {
            sum += i >= 10 && i < 14 || i >= 50 && i < 80 || i >= 90 && i < 95 ? 1 : 0;
        }
        return sum;
    }

    @Test
    void causesAddUpToAll() {
        assertThat(pauses.byCause())
                .containsExactly(
                        new JvmPauses.Cause(true, "Allocation", 2, 35, 30),
                        new JvmPauses.Cause(false, "Dump", 1, 4, 4));
        assertThat(pauses.longest()).isEqualTo(new JvmPause(50, 80, true, "Allocation"));
    }

    /** The Flight Recorder continues while the trace is paused and after it has ended. */
    @Test
    void onlyWhatLiesInRecordedTimeIsOfTheTrace() {
        TraceBuilder run = new TraceBuilder();
        ThreadScript main = run.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();
        run.pass(100);
        main.initialTaskEnd().end();
        Trace whole = run.build();
        long end = whole.losses().durationNanos();
        Trace paused = new TraceWithEvents(whole, List.of(), List.of(new Pause(12, 55), new Pause(60, 70)));
        JvmPauses all = pauses.and(List.of(new Pause(end - 3, end + 40), new Pause(end + 50, end + 60)));

        JvmPauses recorded = all.recordedIn(paused);

        assertThat(recorded.byCause())
                .containsExactlyInAnyOrder(
                        new JvmPauses.Cause(true, "Allocation", 3, 5 + 10 + 5, 10),
                        new JvmPauses.Cause(true, "", 1, 3, 3),
                        new JvmPauses.Cause(false, "Dump", 1, 2, 2));
        assertThat(recorded.sinceNanos()).isEqualTo(5);
        assertThat(recorded.hasCollections()).isTrue();
    }
}
