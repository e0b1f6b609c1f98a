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
 * The samples that were taken while a trace was written. There are as many as the run was long: where they would take too much memory they lie in a private
 * file, and a thread's are looked at as far as the reading of the trace has come.
 *
 * <p>Thread safety: none.
 */
public final class Samples {
    /** Threads of which it is kept where they are; where others are is looked up. */
    private static final int MOST_PLACES = 100_000;

    /** By thread and time; the lowest bit of a stack's number says that it was cut off. */
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

    /** How far the samples of a thread are taken. */
    private static final class Place {
        int next;
        /** When the next one is; after all time if there is none. */
        long nextNanos;
    }

    /**
     * Those of a run.
     *
     * @param file in order; the keys are the thread and the time in the trace
     * @param madeStacks those of code that made tasks, which are no samples
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

    /** Those of a run, in any order. */
    public static Samples of(List<Sample> samples, String metric) {
        return of(samples, metric, JvmPauses.NONE);
    }

    /** Those of a run, in any order, and the JVM's pauses. */
    public static Samples of(List<Sample> samples, String metric, JvmPauses pauses) {
        return of(samples, MadeStacks.none(), metric, pauses);
    }

    /** Those of a run, in any order, the stacks of code that made tasks, and the JVM's pauses. */
    static Samples of(List<Sample> samples, MadeStacks madeStacks, String metric, JvmPauses pauses) {
        SampleFile file = new SampleFile(Integer.MAX_VALUE);
        StackTable stacks = new StackTable();
        try {
            for (Sample each : samples) {
                file.add(each.threadId(), each.timeNanos(), stack(stacks, each), each.processorNanos());
            }
        } catch (IOException e) {
            throw new IllegalStateException(e); // It lies in memory.
        }
        file.sort();
        return new Samples(file, stacks, madeStacks, metric, "", 0, pauses);
    }

    private static long stack(StackTable stacks, Sample sample) {
        return stack(stacks.of(sample.frames()), sample.isCutOff());
    }

    /** What the file has for a stack. */
    static long stack(int number, boolean isCutOff) {
        return (long) number << 1 | (isCutOff ? 1 : 0);
    }

    /** The Flight Recorder fills the file at the end, which a program that is killed does not come to. */
    private static boolean isEmpty(Path samples) {
        try {
            return Files.isRegularFile(samples) && Files.size(samples) == 0;
        } catch (IOException notKnown) {
            return false;
        }
    }

    /**
     * Those beside a trace; null if the run was to take none.
     *
     * @param file of the trace
     */
    public static @Nullable Samples beside(Path file, Trace trace) {
        if (!"profile".equals(trace.header().configuration().get("tool"))) {
            return null;
        }
        Path samples = Path.of(file + FlightNames.SUFFIX);
        if (!Files.exists(samples)) {
            return without("There is no " + samples
                    + ": the run ended before the Flight Recorder began, or the file was not kept beside the trace.");
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

    /** What each sample stands for, for people. */
    public String metric() {
        return metric;
    }

    /** Why there are none, in a sentence; empty if there are, or none was taken. */
    public String problem() {
        return problem;
    }

    /** How many there were in the beginning. */
    public int count() {
        return file.size();
    }

    /** Whether they tell how long threads were on a processor. */
    public boolean tellsProcessorTime() {
        return tellsProcessorTime;
    }

    /** How many were taken and could not be kept. */
    public long lost() {
        return lost;
    }

    /** Those of code that made regions and tasks. */
    MadeStacks madeStacks() {
        return madeStacks;
    }

    /** When the JVM stopped all threads. */
    public JvmPauses pauses() {
        return pauses;
    }

    /** Takes the thread's samples before this time that were not taken yet, the oldest first. */
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

    /** The first one of the thread, or of a later one, that is not before this time. */
    int find(long threadId, long fromNanos) {
        return file.find(threadId, fromNanos);
    }

    /** When this one is, if it is the thread's; else after all time. */
    long nanos(long threadId, int at) {
        boolean isOfThread = at < file.size() && file.get(at, SampleFile.FIRST_KEY) == threadId;
        return isOfThread ? file.get(at, SampleFile.SECOND_KEY) : Long.MAX_VALUE;
    }

    /** How much processor time they stand for. */
    public long processorNanos() {
        long nanos = 0;
        for (int i = 0; i < file.size(); i++) {
            nanos += file.get(i, SampleFile.WEIGHT);
        }
        return nanos;
    }

    /** How much processor time they stand for with those that were lost. */
    public long mostProcessorNanos() {
        return processorNanos() + lost * FlightNames.PERIOD_MILLIS * 1_000_000;
    }

    /** One of them, in the order of threads and of time. */
    Sample sample(int at) {
        long stack = file.get(at, SampleFile.STACK);
        return new Sample(
                file.get(at, SampleFile.SECOND_KEY),
                file.get(at, SampleFile.FIRST_KEY),
                stacks.frames((int) (stack >> 1)),
                (stack & 1) != 0,
                file.get(at, SampleFile.WEIGHT));
    }

    /**
     * The program's code in which most of a thread's samples have their outermost frame, or if none has what it made something by; {@link PseudoFrames#MAIN}
     * if that is not known either.
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

    /** Takes those that nobody took. */
    void takeRest(Consumer<Sample> taker) {
        places.clear();
        for (int at = taken.nextClearBit(0); at < file.size(); at = taken.nextClearBit(at)) {
            taken.set(at);
            taker.accept(sample(at));
        }
    }
}
