package org.ompt4j.tools.profile;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.RunReader;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.testing.Retained;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;

/** The memory of a profile grows with the number of different stacks, and not with the number of samples or waits. */
class SamplesMemoryTest {
    private static final int TIMES = 500;

    /** Fields that grow up to a limit in their class. */
    private static final Set<String> BOUNDED = Set.of(
            "FrameNames.names",
            "FrameNames.numbers",
            "FrameNames.states",
            "IdMap.keys",
            "IdMap.values",
            "Rows.rows",
            "Seen.stack",
            "Stack.own",
            "StackTable.callers",
            "StackTable.frames",
            "StackTable.lists",
            "StackTable.names",
            "StackTable.numbers",
            "PlacedSamples.stacks",
            "UserStacks.framesOfStacks",
            "UserStacks.notKept");

    private static final int BEGIN_NANOS = 10_000;

    private final TraceBuilder builder = new TraceBuilder();
    private final ThreadScript main =
            builder.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();
    private final Trace trace;

    SamplesMemoryTest() {
        builder.pass(1_000_000);
        main.initialTaskEnd().end();
        trace = builder.build();
    }

    @Test
    void samplesTakeNoMemoryOfTheirOwn() throws IOException {
        assertThat(Retained.grown(retained(TIMES, 10), retained(4 * TIMES, 10))).isEmpty();
    }

    @Test
    void differentStacksTakeMemoryUpToALimit() throws IOException {
        assertThat(Retained.grown(retained(TIMES, TIMES), retained(4 * TIMES, 4 * TIMES)))
                .isNotEmpty()
                .extracting(each -> each.substring(0, each.indexOf(':')))
                .isSubsetOf(BOUNDED);
    }

    @Test
    void whatIsSeenLeastOfTooManyDifferentStacksIsCountedAsOther() throws IOException {
        int different = 100_000;
        UserStacks stacks = read(samples(different, different));

        Map<List<String>, Long> counts = stacks.counts();

        assertThat(counts.size()).isEqualTo(20_001);
        assertThat(counts.get(List.of("app.Main.main", "<other>"))).isEqualTo(different - 20_000);
        assertThat(counts.values().stream().filter(each -> each == 1).count()).isEqualTo(20_000);
    }

    private Map<String, Long> retained(int times, int different) throws IOException {
        Samples samples = samples(times, different);
        UserStacks stacks = read(samples);
        PlacedSamples placed = PlacedSamples.byTime(trace, samples(times, different));
        assertThat(placed.size()).isEqualTo(times);
        return Retained.by(samples, stacks, placed);
    }

    private UserStacks read(Samples samples) throws IOException {
        UserStacks stacks = new UserStacks(trace, samples);
        RunReader.read(trace, RunModel.withoutHistory(trace), stacks);
        stacks.end();
        return stacks;
    }

    private Samples samples(int times, int different) throws IOException {
        List<Sample> samples = new ArrayList<>();
        MadeStacks waits = MadeStacks.of(trace);
        for (int i = 0; i < times; i++) {
            List<String> stack = List.of("app.Main.work" + i % different, "app.Main.main");
            samples.add(new Sample(BEGIN_NANOS + i, main.id(), stack));
            waits.addWait(BEGIN_NANOS + i, 0, stack, false, main.id());
        }
        waits.renumber(thread -> thread);
        return Samples.of(samples, waits, "running threads", JvmPauses.NONE);
    }
}
