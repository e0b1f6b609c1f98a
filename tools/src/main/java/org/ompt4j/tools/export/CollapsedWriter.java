package org.ompt4j.tools.export;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.State;
import org.ompt4j.text.OneLine;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.RunReader;
import org.ompt4j.tools.profile.PseudoFrames;
import org.ompt4j.tools.profile.Samples;
import org.ompt4j.tools.profile.UserStacks;
import org.ompt4j.tools.profile.UserTimes;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;

/**
 * Writes call stacks as the program was written, one on each line with its amount of a metric: frames from the outermost to the innermost,
 * separated by semicolons, then a space and a number. Amounts without a stack have lines, too, so that the numbers add up to the whole.
 */
final class CollapsedWriter {
    private final Map<List<String>, Long> stacks;

    private CollapsedWriter(Map<List<String>, Long> stacks) {
        this.stacks = stacks;
    }

    /** @param samples the samples beside the trace; null if the run was to take none */
    static void write(Trace trace, @Nullable Samples samples, Metric metric, OutputStream out) throws IOException {
        new CollapsedWriter(stacks(trace, samples, metric)).write(out);
    }

    private static Map<List<String>, Long> stacks(Trace trace, @Nullable Samples samples, Metric metric)
            throws IOException {
        if (metric == Metric.TIME) {
            UserTimes times = new UserTimes(trace, samples);
            RunReader.read(trace, RunModel.withoutHistory(trace), times);
            return times.nanos();
        }
        if (samples == null || Metric.isSampled(trace)) {
            SampledStates states = new SampledStates(trace);
            RunReader.read(trace, RunModel.withoutHistory(trace), states);
            return states.counts;
        }
        return placed(trace, samples);
    }

    private static Map<List<String>, Long> placed(Trace trace, Samples samples) throws IOException {
        UserStacks stacks = new UserStacks(trace, samples);
        RunReader.read(trace, RunModel.withoutHistory(trace), stacks);
        stacks.end();
        Map<List<String>, Long> all = new HashMap<>(stacks.counts());
        stacks.reasons().forEach((reason, count) -> all.put(List.of(PseudoFrames.noStack(reason)), count));
        return all;
    }

    /** Stacks of states from a trace of samples, which has threads but no code. */
    private static final class SampledStates implements RunReader.Listener {
        private final Trace trace;
        private final Map<Long, String> threads;
        final Map<List<String>, Long> counts = new HashMap<>();

        SampledStates(Trace trace) {
            this.trace = trace;
            this.threads = trace.threadNames();
        }

        @Override
        public void sample(TraceEvent sample) {
            State state = sample.state();
            if (state == null) {
                return;
            }
            List<String> stack = new ArrayList<>();
            stack.add(threads.getOrDefault(sample.threadId(), TraceEvent.nameOfThread(sample.threadId())));
            if (!state.isWork()) {
                Trace.WaitObject object = trace.waitObject(sample.waitId());
                stack.add(PseudoFrames.of(state, object == null ? null : object.className()));
            }
            counts.merge(stack, 1L, Long::sum);
        }
    }

    private void write(OutputStream out) throws IOException {
        TreeMap<String, Long> lines = new TreeMap<>();
        stacks.forEach((stack, value) -> lines.merge(line(stack), value, Long::sum));
        Writer text = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
        for (Map.Entry<String, Long> each : lines.entrySet()) {
            text.write(each.getKey() + ' ' + each.getValue() + '\n');
        }
        text.flush();
    }

    /* Replaces separators in names, so that a line stays one line and a frame one frame. */
    private static String line(List<String> stack) {
        List<String> frames = new ArrayList<>(stack);
        frames.replaceAll(each -> OneLine.of(each).replace(';', ','));
        return String.join(";", frames);
    }
}
