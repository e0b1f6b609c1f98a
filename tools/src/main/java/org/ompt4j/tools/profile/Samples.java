package org.ompt4j.tools.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.read.Trace;

/** The samples that were taken while a trace was written. */
public final class Samples {
    static final String SUFFIX = ".jfr";

    private static final String MODULE = "jdk.jfr";

    private final Map<Long, Deque<Sample>> ofThreads = new HashMap<>();
    private final String metric;
    private final String problem;
    private final int count;
    private final boolean tellsProcessorTime;
    private final long lost;
    private final JvmPauses pauses;

    private Samples(List<Sample> samples, String metric, String problem, long lost, JvmPauses pauses) {
        this.metric = metric;
        this.problem = problem;
        this.count = samples.size();
        this.tellsProcessorTime = samples.stream().anyMatch(each -> each.processorNanos() > 0);
        this.lost = lost;
        this.pauses = pauses;
        List<Sample> sorted = new ArrayList<>(samples);
        sorted.sort(Comparator.comparingLong(Sample::timeNanos));
        for (Sample each : sorted) {
            ofThreads.computeIfAbsent(each.threadId(), id -> new ArrayDeque<>()).add(each);
        }
    }

    /** Those of a run, in any order. */
    public static Samples of(List<Sample> samples, String metric) {
        return of(samples, metric, JvmPauses.NONE);
    }

    /** The same with what the JVM's pauses were. */
    public static Samples of(List<Sample> samples, String metric, JvmPauses pauses) {
        return new Samples(samples, metric, "", 0, pauses);
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
        Path samples = Path.of(file + SUFFIX);
        if (!Files.isReadable(samples)) {
            return without(samples + " cannot be read: no sample is shown.");
        }
        if (ModuleLayer.boot().findModule(MODULE).isEmpty()) {
            return without("This Java runtime has no module " + MODULE + ", which reads samples.");
        }
        try {
            FlightFile read = FlightFile.read(samples, trace);
            return new Samples(read.samples(), read.metric(), read.problem(), read.lostSamples(), read.pauses());
        } catch (IOException | RuntimeException damaged) {
            return without(samples + " is damaged: no sample is shown.");
        }
    }

    private static Samples without(String problem) {
        return new Samples(List.of(), "", problem, 0, JvmPauses.NONE);
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
        return count;
    }

    /** Whether they tell how long threads were on a processor. */
    public boolean tellsProcessorTime() {
        return tellsProcessorTime;
    }

    /** How many were taken and could not be kept. */
    public long lost() {
        return lost;
    }

    /** When the JVM stopped all threads. */
    public JvmPauses pauses() {
        return pauses;
    }

    /** The thread's samples before this time that were not taken yet, the oldest first. */
    List<Sample> takeBefore(long timeNanos, long threadId) {
        Deque<Sample> left = ofThreads.get(threadId);
        if (left == null) {
            return List.of();
        }
        List<Sample> taken = new ArrayList<>();
        while (!left.isEmpty() && left.getFirst().timeNanos() < timeNanos) {
            taken.add(left.removeFirst());
        }
        return taken;
    }

    /** The program's code in which most of a thread's samples have their outermost frame, {@link PseudoFrames#MAIN} if none has. */
    String outermostFrame(long threadId) {
        Map<String, Integer> counts = new TreeMap<>();
        for (Sample each : ofThreads.getOrDefault(threadId, new ArrayDeque<>())) {
            UserFrames frames = UserFrames.of(each.frames(), each.isCutOff(), true);
            if (frames.hasProgram() && !frames.endsAtTask() && !frames.isCutOff()) {
                counts.merge(frames.outermostFirst().get(0), 1, Integer::sum);
            }
        }
        return counts.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(Map.Entry::getKey)
                .orElse(PseudoFrames.MAIN);
    }

    /** Those that nobody took. */
    List<Sample> rest() {
        List<Sample> rest = new ArrayList<>();
        ofThreads.values().forEach(rest::addAll);
        return rest;
    }
}
