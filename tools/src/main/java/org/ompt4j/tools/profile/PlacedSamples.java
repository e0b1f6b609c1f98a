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
 * The samples beside a trace in a given order, with their stacks as the program was written; samples without a stack are left out. Their number
 * grows with the length of the run: if they would take too much memory, they are in a private file.
 *
 * <p>Thread safety: none.
 */
public final class PlacedSamples {
    /** No samples. */
    public static final PlacedSamples NONE = new PlacedSamples(true);

    /** The most different stacks. Later stacks become {@link #OTHER}. */
    private static final int MOST_STACKS = 100_000;

    private static final List<String> OTHER = List.of(PseudoFrames.OTHER);

    private final boolean isByThread;
    private final SampleFile file = new SampleFile();
    private final List<List<String>> stacks = new ArrayList<>();
    private final Map<List<String>, Integer> numbers = new HashMap<>();

    /**
     * One sample.
     *
     * @param threadId the id of the thread in the trace
     * @param stack the frames, the outermost first
     */
    public record Placed(long timeNanos, long threadId, List<String> stack) {}

    private PlacedSamples(boolean isByThread) {
        this.isByThread = isByThread;
        stacks.add(OTHER);
    }

    /**
     * The samples of all threads by time. Reads the trace once.
     *
     * @param samples null if the run was to take none
     */
    public static PlacedSamples byTime(Trace trace, @Nullable Samples samples) throws IOException {
        return of(trace, samples, false);
    }

    /** The samples thread by thread, and those of each thread by time. Reads the trace once. */
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

    /** The number of samples. */
    public int size() {
        return file.size();
    }

    /** The sample with this index, from 0 on. */
    public Placed get(int at) {
        long first = file.get(at, SampleFile.FIRST_KEY);
        long second = file.get(at, SampleFile.SECOND_KEY);
        List<String> stack = stacks.get((int) file.get(at, SampleFile.STACK));
        return isByThread ? new Placed(second, first, stack) : new Placed(first, second, stack);
    }

    /** The index of the first sample of a thread, if samples are ordered by thread. */
    public int first(long threadId) {
        return file.find(threadId, Long.MIN_VALUE);
    }
}
