package org.ompt4j.tools.export;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.RunReader;
import org.ompt4j.tools.profile.Samples;
import org.ompt4j.tools.profile.UserStacks;
import org.ompt4j.tools.read.Trace;

/** The samples beside a trace, with their stacks as the program was written; those that have none are left out. */
final class PlacedSamples {
    private PlacedSamples() {}

    /**
     * One of them.
     *
     * @param threadId of the trace
     * @param stack the outermost frame first
     */
    record Placed(long timeNanos, long threadId, List<String> stack) {}

    /**
     * Reads the trace once.
     *
     * @param samples null if the run was to take none
     * @return in the order of time
     */
    static List<Placed> of(Trace trace, @Nullable Samples samples) throws IOException {
        List<Placed> placed = new ArrayList<>();
        if (samples != null && samples.count() > 0) {
            UserStacks stacks = new UserStacks(
                    trace,
                    samples,
                    (sample, stack) -> placed.add(new Placed(sample.timeNanos(), sample.threadId(), stack)));
            RunReader.read(trace, RunModel.withoutHistory(trace), stacks);
        }
        placed.sort(Comparator.comparingLong(Placed::timeNanos));
        return placed;
    }
}
