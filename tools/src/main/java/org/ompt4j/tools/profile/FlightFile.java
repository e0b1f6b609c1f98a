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

/** A file of the Flight Recorder, its times brought onto the clock of the trace. Only to be loaded where there is a Flight Recorder. */
final class FlightFile {
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final List<Raw> raw = new ArrayList<>();
    private final Map<Long, Long> threads = new HashMap<>();
    /** What to add to a time of the Flight Recorder, by that time. */
    private final TreeMap<Long, Long> offsets = new TreeMap<>();

    private final Map<RecordedMethod, String> names = new IdentityHashMap<>();
    private final Map<String, String> sameNames = new HashMap<>();
    /** Most samples have a stack that was seen before. */
    private final Map<List<String>, List<String>> sameStacks = new HashMap<>();

    private final long startedAtMillis;
    private final Safepoints safepoints = new Safepoints();
    private boolean ofProcessorTime;
    private boolean ofOtherTrace;
    private long lostSamples;

    private record Raw(
            long timeNanos,
            @Nullable RecordedThread thread,
            List<String> frames,
            boolean isCutOff,
            long processorNanos) {}

    private FlightFile(Trace trace) {
        this.startedAtMillis = trace.header().startedAt().toEpochMilli();
    }

    static FlightFile read(Path path, Trace trace) throws IOException {
        FlightFile file = new FlightFile(trace);
        try (RecordingFile events = new RecordingFile(path)) {
            while (events.hasMoreEvents()) {
                file.add(events.readEvent());
            }
        }
        return file;
    }

    private void add(RecordedEvent event) {
        long time = nanos(event.getStartTime());
        switch (event.getEventType().getName()) {
            case "org.ompt4j.Clock" -> {
                ofOtherTrace |= event.getLong("startedAtMillis") != startedAtMillis;
                offsets.put(time, event.getLong("traceNanos") - time);
            }
            case "org.ompt4j.Thread" -> threads.put(event.getLong("javaThread"), event.getLong("traceThread"));
            case "jdk.CPUTimeSample" -> {
                ofProcessorTime = true;
                add(
                        time,
                        event,
                        "eventThread",
                        event.getDuration("samplingPeriod").toNanos());
            }
            case "jdk.CPUTimeSamplesLost" -> lostSamples += event.getLong("lostSamples");
            case "jdk.ExecutionSample", "jdk.NativeMethodSample" -> add(time, event, "sampledThread", 0);
            default -> safepoints.add(event);
        }
    }

    private void add(long time, RecordedEvent event, String thread, long processorNanos) {
        List<String> frames = new ArrayList<>();
        RecordedStackTrace stack = event.getStackTrace();
        if (stack != null) {
            for (RecordedFrame each : stack.getFrames()) {
                frames.add(names.computeIfAbsent(each.getMethod(), this::name));
            }
        }
        List<String> same = sameStacks.computeIfAbsent(frames, List::copyOf);
        boolean isCutOff = stack != null && stack.isTruncated();
        raw.add(new Raw(time, event.getThread(thread), same, isCutOff, processorNanos));
    }

    private String name(RecordedMethod method) {
        return sameNames.computeIfAbsent(method.getType().getName() + "." + method.getName(), each -> each);
    }

    /** Since 1970. */
    static long nanos(Instant time) {
        return time.getEpochSecond() * NANOS_PER_SECOND + time.getNano();
    }

    /** Why its samples are not of this trace, in a sentence; empty if they are. */
    String problem() {
        if (ofOtherTrace) {
            return "The samples beside the trace are those of another one: none is shown.";
        }
        return offsets.isEmpty() && !raw.isEmpty() ? "The samples have no times that can be compared." : "";
    }

    String metric() {
        return ofProcessorTime ? "processor time" : "running threads";
    }

    List<Sample> samples() {
        List<Sample> samples = new ArrayList<>();
        if (problem().isEmpty()) {
            for (Raw each : raw) {
                samples.add(new Sample(
                        timeInTrace(each.timeNanos),
                        thread(each.thread),
                        each.frames,
                        each.isCutOff,
                        each.processorNanos));
            }
        }
        return samples;
    }

    JvmPauses pauses() {
        if (offsets.isEmpty() || ofOtherTrace) {
            return JvmPauses.NONE;
        }
        List<JvmPause> pauses = safepoints.pauses(this::timeInTrace);
        // The Flight Recorder tells of pauses from before the first reading of the clocks on.
        long since = timeInTrace(offsets.firstKey());
        for (JvmPause each : pauses) {
            since = Math.min(since, each.fromNanos());
        }
        return new JvmPauses(pauses, since);
    }

    /** How many samples of processor time the Flight Recorder could not keep. */
    long lostSamples() {
        return lostSamples;
    }

    private long timeInTrace(long time) {
        return time + offset(time);
    }

    /** Between two readings of both clocks the offset changes evenly. */
    private long offset(long time) {
        Map.Entry<Long, Long> before = offsets.floorEntry(time);
        Map.Entry<Long, Long> after = offsets.ceilingEntry(time);
        if (before == null || after == null || before.getKey().equals(after.getKey())) {
            return (before == null ? offsets.firstEntry() : before).getValue();
        }
        double share = (double) (time - before.getKey()) / (after.getKey() - before.getKey());
        return before.getValue() + Math.round(share * (after.getValue() - before.getValue()));
    }

    private long thread(@Nullable RecordedThread thread) {
        if (thread == null) {
            return 0;
        }
        long number = thread.getJavaThreadId();
        Long known = threads.get(number);
        if (known != null) {
            return known;
        }
        boolean isVirtual = thread.getOSThreadId() <= 0;
        return isVirtual ? RecordSink.FIRST_VIRTUAL_THREAD + number : 0;
    }
}
