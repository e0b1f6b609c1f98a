package org.ompt4j.tools.profile;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedMethod;
import jdk.jfr.consumer.RecordedStackTrace;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.trace.FlightNames;

/**
 * A file of the Flight Recorder, with times converted to the clock of the trace. Must be loaded only in a JVM that has a Flight Recorder.
 */
final class FlightFile {
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    /** The number of threads that the trace does not have, and of no thread. */
    private static final long NO_THREAD = 0;

    /** How many methods are cached: within a chunk of the file, equal methods are the same object. */
    private static final int MOST_METHODS = 20_000;

    /** Until the whole file is read, the keys are the number of the JVM's thread, see {@link #numberOf}, and the Flight Recorder's time. */
    private final SampleFile samples = new SampleFile();

    private final StackTable stacks = new StackTable();
    private final MadeStacks madeStacks;
    private final Map<Long, Long> threads = new HashMap<>();
    /** The offset from the Flight Recorder's time to that of the trace, in nanoseconds, by the Flight Recorder's time. */
    private final TreeMap<Long, Long> offsets = new TreeMap<>();

    private final Map<RecordedMethod, String> names = new IdentityHashMap<>();
    private final List<String> frames = new ArrayList<>();

    private final long startedAtMillis;
    private final Safepoints safepoints = new Safepoints();
    private boolean ofProcessorTime;
    private boolean ofOtherTrace;
    private long lostSamples;

    private FlightFile(Trace trace) {
        this.madeStacks = MadeStacks.of(trace);
        this.startedAtMillis = trace.header().startedAt().toEpochMilli();
    }

    static FlightFile read(Path path, Trace trace) throws IOException {
        FlightFile file = new FlightFile(trace);
        try (RecordingFile events = new RecordingFile(path)) {
            while (events.hasMoreEvents()) {
                file.add(events.readEvent());
            }
        }
        file.bringIntoTrace();
        return file;
    }

    private void add(RecordedEvent event) throws IOException {
        long time = nanos(event.getStartTime());
        switch (event.getEventType().getName()) {
            case FlightNames.CLOCK -> {
                ofOtherTrace |= event.getLong(FlightNames.STARTED_AT_MILLIS) != startedAtMillis;
                offsets.put(time, event.getLong(FlightNames.TRACE_NANOS) - time);
            }
            case FlightNames.THREAD ->
                threads.put(event.getLong(FlightNames.JAVA_THREAD), event.getLong(FlightNames.TRACE_THREAD));
            case FlightNames.MADE -> addMade(event);
            case FlightNames.WAITED -> addWait(event);
            case FlightNames.CPU_TIME_SAMPLE -> {
                ofProcessorTime = true;
                add(
                        time,
                        event,
                        "eventThread",
                        false,
                        event.getDuration("samplingPeriod").toNanos());
            }
            case FlightNames.LOST_SAMPLES -> lostSamples += event.getLong("lostSamples");
            case FlightNames.EXECUTION_SAMPLE -> add(time, event, "sampledThread", false, 0);
            case FlightNames.NATIVE_SAMPLE -> add(time, event, "sampledThread", true, 0);
            default -> safepoints.add(event);
        }
    }

    private void add(long time, RecordedEvent event, String thread, boolean isNative, long processorNanos)
            throws IOException {
        RecordedStackTrace stack = event.getStackTrace();
        boolean isCutOff = stack != null && stack.isTruncated();
        long itsStack = Samples.stack(stacks.of(framesOf(stack)), isCutOff, isNative);
        samples.add(numberOf(event.getThread(thread)), time, itsStack, processorNanos);
    }

    private void addMade(RecordedEvent event) throws IOException {
        RecordedStackTrace stack = event.getStackTrace();
        if (stack != null) {
            madeStacks.add(
                    event.getLong(FlightNames.MADE_ID),
                    event.getInt(FlightNames.CALL_SITE),
                    event.getInt(FlightNames.BODY),
                    framesOf(stack),
                    stack.isTruncated(),
                    numberOf(event.getThread("eventThread")));
        }
    }

    private void addWait(RecordedEvent event) throws IOException {
        RecordedStackTrace stack = event.getStackTrace();
        if (stack != null) {
            madeStacks.addWait(
                    event.getLong(FlightNames.BEGAN),
                    event.getInt(FlightNames.CALL_SITE),
                    framesOf(stack),
                    stack.isTruncated(),
                    numberOf(event.getThread("eventThread")));
        }
    }

    /** The frames, the innermost first. The list is reused: callers have to use it at once. */
    private List<String> framesOf(@Nullable RecordedStackTrace stack) {
        frames.clear();
        if (stack != null) {
            for (RecordedFrame each : stack.getFrames()) {
                frames.add(name(each.getMethod()));
            }
        }
        return frames;
    }

    private String name(RecordedMethod method) {
        if (names.size() >= MOST_METHODS) {
            names.clear();
        }
        return names.computeIfAbsent(
                method, each -> each.getType().getName().concat(".").concat(each.getName()));
    }

    /** The JVM's id of the thread, with a bit that tells whether it is a virtual thread; {@link #NO_THREAD} for null. */
    private static long numberOf(@Nullable RecordedThread thread) {
        if (thread == null) {
            return NO_THREAD;
        }
        boolean isVirtual = thread.getOSThreadId() <= 0;
        return thread.getJavaThreadId() << 1 | (isVirtual ? 1 : 0);
    }

    /** Converts threads and times to those of the trace, which is possible once the whole file is read. */
    private void bringIntoTrace() {
        if (!problem().isEmpty()) {
            return;
        }
        for (int i = 0; i < samples.size(); i++) {
            samples.set(i, SampleFile.FIRST_KEY, thread(samples.get(i, SampleFile.FIRST_KEY)));
            samples.set(i, SampleFile.SECOND_KEY, timeInTrace(samples.get(i, SampleFile.SECOND_KEY)));
        }
        samples.sort();
        madeStacks.renumber(this::thread);
    }

    private long thread(long number) {
        long javaThread = number >> 1;
        Long known = threads.get(javaThread);
        if (known != null) {
            return known;
        }
        return (number & 1) == 0 ? NO_THREAD : RecordSink.FIRST_VIRTUAL_THREAD + javaThread;
    }

    /** Nanoseconds since 1970-01-01T00:00Z. */
    static long nanos(Instant time) {
        return time.getEpochSecond() * NANOS_PER_SECOND + time.getNano();
    }

    /** Why the samples do not belong to this trace, in a sentence; empty if they do. */
    private String problem() {
        if (ofOtherTrace) {
            return "The samples beside the trace are those of another one: none is shown.";
        }
        return offsets.isEmpty() && samples.size() > 0 ? "The samples have no times that can be compared." : "";
    }

    /** All samples, stacks and pauses of the trace in this file. */
    Samples samples() {
        String problem = problem();
        return new Samples(
                problem.isEmpty() ? samples : new SampleFile(),
                stacks,
                problem.isEmpty() ? madeStacks : MadeStacks.none(),
                ofProcessorTime ? "processor time" : "running threads",
                problem,
                lostSamples,
                pauses());
    }

    private JvmPauses pauses() {
        if (offsets.isEmpty() || ofOtherTrace) {
            return JvmPauses.NONE;
        }
        List<JvmPause> pauses = safepoints.pauses(this::timeInTrace);
        // The Flight Recorder can record pauses from before the first reading of the clocks.
        long since = timeInTrace(offsets.firstKey());
        for (JvmPause each : pauses) {
            since = Math.min(since, each.fromNanos());
        }
        return new JvmPauses(pauses, since);
    }

    private long timeInTrace(long time) {
        return time + offset(time);
    }

    /** The offset at this time, interpolated linearly between two readings of both clocks. */
    private long offset(long time) {
        Map.Entry<Long, Long> before = offsets.floorEntry(time);
        Map.Entry<Long, Long> after = offsets.ceilingEntry(time);
        if (before == null || after == null || before.getKey().equals(after.getKey())) {
            return (before == null ? offsets.firstEntry() : before).getValue();
        }
        double share = (double) (time - before.getKey()) / (after.getKey() - before.getKey());
        return before.getValue() + Math.round(share * (after.getValue() - before.getValue()));
    }
}
