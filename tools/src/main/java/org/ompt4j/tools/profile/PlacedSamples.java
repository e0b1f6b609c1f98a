package org.ompt4j.tools.profile;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.RunReader;
import org.ompt4j.tools.read.Trace;

/**
 * The samples beside a trace in an order, with their stacks as the program was written; those that have none are left out. There are as many as the run was
 * long: where they would take too much memory they lie in a private file.
 *
 * <p>Thread safety: none.
 */
public final class PlacedSamples {
    /** None. */
    public static final PlacedSamples NONE = new PlacedSamples(true);

    /** Different ones; what comes later has {@link #OTHER}. */
    private static final int MOST_STACKS = 100_000;

    private static final List<String> OTHER = List.of(PseudoFrames.OTHER);

    private final boolean isByThread;
    private final SampleFile file = new SampleFile();
    private final List<List<String>> stacks = new ArrayList<>();
    private final Map<List<String>, Integer> numbers = new HashMap<>();

    /**
     * One of them.
     *
     * @param threadId of the trace
     * @param stack the outermost frame first
     */
    public record Placed(long timeNanos, long threadId, List<String> stack) {}

    private PlacedSamples(boolean isByThread) {
        this.isByThread = isByThread;
        stacks.add(OTHER);
    }

    /**
     * Those of all threads by time. Reads the trace once.
     *
     * @param samples null if the run was to take none
     */
    public static PlacedSamples byTime(Trace trace, @Nullable Samples samples) throws IOException {
        return of(trace, samples, false);
    }

    /** The samples of a run thread by thread, and those of a thread by time. */
    public static PlacedSamples byThread(Trace trace, @Nullable Samples samples) throws IOException {
        return of(trace, samples, true);
    }

    private static PlacedSamples of(Trace trace, @Nullable Samples samples, boolean isByThread) throws IOException {
        if (samples == null || samples.count() == 0) {
            return NONE;
        }
        PlacedSamples placed = new PlacedSamples(isByThread);
        try {
            RunReader.read(trace, RunModel.withoutHistory(trace), new UserStacks(trace, samples, placed::add));
        } catch (UncheckedIOException full) {
            throw full.getCause();
        }
        placed.file.sort();
        placed.numbers.clear();
        return placed;
    }

    private void add(Sample sample, List<String> stack) {
        long thread = sample.threadId();
        long time = sample.timeNanos();
        try {
            file.add(isByThread ? thread : time, isByThread ? time : thread, numberOf(stack), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private int numberOf(List<String> stack) {
        Integer known = numbers.get(stack);
        if (known != null) {
            return known;
        }
        if (stacks.size() >= MOST_STACKS) {
            return 0;
        }
        stacks.add(stack);
        numbers.put(stack, stacks.size() - 1);
        return stacks.size() - 1;
    }

    /** How many there are. */
    public int size() {
        return file.size();
    }

    /** One of them, from 0 on. */
    public Placed get(int at) {
        long first = file.get(at, SampleFile.FIRST_KEY);
        long second = file.get(at, SampleFile.SECOND_KEY);
        List<String> stack = stacks.get((int) file.get(at, SampleFile.STACK));
        return isByThread ? new Placed(second, first, stack) : new Placed(first, second, stack);
    }

    /** Where those of a thread begin, in the order of threads. */
    public int first(long threadId) {
        return file.find(threadId, Long.MIN_VALUE);
    }
}
