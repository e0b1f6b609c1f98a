package org.ompt4j.tools.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.ompt4j.text.OneLine;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.trace.FlightNames;

/**
 * The samples that were taken while a trace was written. Their number grows with the length of the run: if they would take too much memory, they
 * are in a private file. The samples of a thread are read along with the events of the trace.
 *
 * <p>Thread safety: none.
 */
public final class Samples {
    /** For how many threads the position is stored; the positions of other threads are looked up each time. */
    private static final int MOST_PLACES = 100_000;

    private static final int CUT_OFF = 1;
    private static final int NATIVE = 2;
    private static final int BITS = 2;

    /** The samples by thread and time; the two lowest bits of a stack's number are {@link #CUT_OFF} and {@link #NATIVE}. */
    private final SampleFile file;

    private final StackTable stacks;
    private final MadeStacks madeStacks;
    private final BitSet taken = new BitSet();
    private final Map<Long, Place> places = new HashMap<>();
    private final String metric;
    private final String problem;
    private final boolean tellsProcessorTime;
    private final long lost;
    private final JvmPauses pauses;

    /** The position up to which the samples of a thread have been taken. */
    private static final class Place {
        int next;
        /** The time of the next sample; {@link Long#MAX_VALUE} if there is none. */
        long nextNanos;
    }

    /**
     * Creates the samples of a run.
     *
     * @param file the sorted samples; the keys are the thread and the time in the trace
     * @param madeStacks the stacks of code that created regions and tasks or waited, which are no samples
     */
    Samples(
            SampleFile file,
            StackTable stacks,
            MadeStacks madeStacks,
            String metric,
            String problem,
            long lost,
            JvmPauses pauses) {
        this.file = file;
        this.stacks = stacks;
        this.madeStacks = madeStacks;
        this.metric = metric;
        this.problem = problem;
        this.tellsProcessorTime = tellsProcessorTime(file);
        this.lost = lost;
        this.pauses = pauses;
    }

    private static boolean tellsProcessorTime(SampleFile file) {
        for (int i = 0; i < file.size(); i++) {
            if (file.get(i, SampleFile.WEIGHT) > 0) {
                return true;
            }
        }
        return false;
    }

    /** Creates the samples of a run from samples in any order. */
    public static Samples of(List<Sample> samples, String metric) {
        return of(samples, metric, JvmPauses.NONE);
    }

    /** Creates the samples of a run from samples in any order, with the JVM's pauses. */
    public static Samples of(List<Sample> samples, String metric, JvmPauses pauses) {
        return of(samples, MadeStacks.none(), metric, pauses);
    }

    /** Creates the samples of a run from samples in any order, with the stacks of code that created tasks and the JVM's pauses. */
    static Samples of(List<Sample> samples, MadeStacks madeStacks, String metric, JvmPauses pauses) {
        SampleFile file = new SampleFile(Integer.MAX_VALUE);
        StackTable stacks = new StackTable();
        try {
            for (Sample each : samples) {
                file.add(each.threadId(), each.timeNanos(), stack(stacks, each), each.processorNanos());
            }
        } catch (IOException e) {
            throw new IllegalStateException(e); // Cannot happen: all samples are in memory.
        }
        file.sort();
        return new Samples(file, stacks, madeStacks, metric, "", 0, pauses);
    }

    private static long stack(StackTable stacks, Sample sample) {
        return stack(stacks.of(sample.frames()), sample.isCutOff(), sample.isNative());
    }

    /** The number by which the file stores a stack. */
    static long stack(int number, boolean isCutOff, boolean isNative) {
        return (long) number << BITS | (isCutOff ? CUT_OFF : 0) | (isNative ? NATIVE : 0);
    }

    /** Whether the file is empty. The Flight Recorder writes it at the end of the run, which a killed program does not reach. */
    private static boolean isEmpty(Path samples) {
        try {
            return Files.isRegularFile(samples) && Files.size(samples) == 0;
        } catch (IOException notKnown) {
            return false;
        }
    }

    /**
     * The samples beside a trace; null if the run was not configured to take samples.
     *
     * @param file the file of the trace
     */
    public static @Nullable Samples beside(Path file, Trace trace) {
        if (!"profile".equals(trace.header().configuration().get("tool"))) {
            return null;
        }
        Path samples = Path.of(file + FlightNames.SUFFIX);
        if (!Files.exists(samples)) {
            return without(
                    "There is no " + samples
                            + ": the run ended before the Flight Recorder began, there was no room for what it writes, or the file was not kept beside the trace.");
        }
        if (!Files.isReadable(samples)) {
            return without(samples + " cannot be read: no sample is shown.");
        }
        if (isEmpty(samples)) {
            return without(
                    samples
                            + " is empty: the program ended before the Flight Recorder had written its samples, or runs still.");
        }
        if (ModuleLayer.boot().findModule(FlightNames.MODULE).isEmpty()) {
            return without("This Java runtime has no module " + FlightNames.MODULE + ", which reads samples.");
        }
        try {
            return FlightFile.read(samples, trace).samples();
        } catch (IOException | RuntimeException failure) {
            return without(samples + " cannot be read (" + OneLine.of(failure) + "): no sample is shown.");
        }
    }

    private static Samples without(String problem) {
        return new Samples(new SampleFile(), new StackTable(), MadeStacks.none(), "", problem, 0, JvmPauses.NONE);
    }

    /** What each sample stands for, as text for people. */
    public String metric() {
        return metric;
    }

    /** Why there are no samples, in a sentence; empty if there are some, or if none was taken. */
    public String problem() {
        return problem;
    }

    /** The number of all samples, whether they have been taken or not. */
    public int count() {
        return file.size();
    }

    /** Whether the samples tell how long threads were on a processor. */
    public boolean tellsProcessorTime() {
        return tellsProcessorTime;
    }

    /** How many samples the Flight Recorder took and lost. */
    public long lost() {
        return lost;
    }

    /** The stacks of code that created regions and tasks, or waited. */
    MadeStacks madeStacks() {
        return madeStacks;
    }

    /** The pauses in which the JVM stopped all threads. */
    public JvmPauses pauses() {
        return pauses;
    }

    /** Passes the thread's samples before this time that were not taken yet to the taker, the oldest first. */
    void takeBefore(long timeNanos, long threadId, Consumer<Sample> taker) {
        Place place = places.get(threadId);
        if (place == null) {
            place = newPlace(threadId);
        }
        while (place.nextNanos < timeNanos) {
            int at = place.next;
            taken.set(at);
            place.next = at + 1;
            place.nextNanos = nanos(threadId, at + 1);
            taker.accept(sample(at));
        }
    }

    private Place newPlace(long threadId) {
        if (places.size() >= MOST_PLACES) {
            places.clear();
        }
        Place made = new Place();
        made.next = taken.nextClearBit(file.find(threadId, Long.MIN_VALUE));
        made.nextNanos = nanos(threadId, made.next);
        places.put(threadId, made);
        return made;
    }

    /** The index of the thread's first sample that is not before this time; if there is none, of the first sample of the next thread. */
    int find(long threadId, long fromNanos) {
        return file.find(threadId, fromNanos);
    }

    /** The time of the sample at this index, if it belongs to the thread; else {@link Long#MAX_VALUE}. */
    long nanos(long threadId, int at) {
        boolean isOfThread = at < file.size() && file.get(at, SampleFile.FIRST_KEY) == threadId;
        return isOfThread ? file.get(at, SampleFile.SECOND_KEY) : Long.MAX_VALUE;
    }

    /** The processor time that all samples stand for, in nanoseconds. */
    public long processorNanos() {
        long nanos = 0;
        for (int i = 0; i < file.size(); i++) {
            nanos += file.get(i, SampleFile.WEIGHT);
        }
        return nanos;
    }

    /** The processor time that all samples stand for, including lost ones, in nanoseconds. */
    public long mostProcessorNanos() {
        return processorNanos() + lost * FlightNames.PERIOD_MILLIS * 1_000_000;
    }

    /** The sample at this index, in the order of threads and of time. */
    Sample sample(int at) {
        long stack = file.get(at, SampleFile.STACK);
        return new Sample(
                file.get(at, SampleFile.SECOND_KEY),
                file.get(at, SampleFile.FIRST_KEY),
                stacks.frames((int) (stack >> BITS)),
                (stack & CUT_OFF) != 0,
                (stack & NATIVE) != 0,
                file.get(at, SampleFile.WEIGHT));
    }

    /**
     * The program's code that is the outermost frame of most of a thread's samples. If there is none: the outermost frame of a stack that was
     * taken where the thread created a task or waited; {@link PseudoFrames#MAIN} if that is not known either.
     */
    String outermostFrame(long threadId) {
        Map<String, Integer> counts = new TreeMap<>();
        for (int at = file.find(threadId, Long.MIN_VALUE); nanos(threadId, at) != Long.MAX_VALUE; at++) {
            Sample each = sample(at);
            UserFrames frames = UserFrames.of(each.frames(), each.isCutOff(), true);
            if (frames.hasProgram() && !frames.endsAtTask() && !frames.isCutOff()) {
                counts.merge(frames.outermostFirst().get(0), 1, Integer::sum);
            }
        }
        return counts.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(madeStacks.outermost(threadId));
    }

    /** Passes all samples that were not taken to the taker. */
    void takeRest(Consumer<Sample> taker) {
        places.clear();
        for (int at = taken.nextClearBit(0); at < file.size(); at = taken.nextClearBit(at)) {
            taken.set(at);
            taker.accept(sample(at));
        }
    }
}
