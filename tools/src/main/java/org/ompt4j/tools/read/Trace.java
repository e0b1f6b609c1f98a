package org.ompt4j.tools.read;

import java.io.Closeable;
import java.io.IOException;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.ThreadType;

/**
 * An open trace: its header, its definitions and its events.
 *
 * <p>Thread safety: one thread at a time, except for {@link #header} and {@link #thread}, which any thread may call at any time.
 */
public interface Trace extends Closeable {

    TraceHeader header();

    /** The call site with this id as {@code pkg.Class.method(File.java:line)}, or null if the trace does not know it; 0 is none. */
    @Nullable
    String callSite(int codeptrRa);

    /** The code with this id as {@code pkg.Class.method}, or null if the trace does not know it; 0 is none. */
    @Nullable
    String body(int body);

    /** The object that this wait id names, or null if the trace does not know it. */
    @Nullable
    WaitObject waitObject(long waitId);

    /** Every thread of the trace, in order of its first event. */
    Collection<TraceThread> threads();

    /** The thread with this id; null if the trace does not know it. */
    default @Nullable TraceThread thread(long id) {
        return threads().stream().filter(each -> each.id() == id).findFirst().orElse(null);
    }

    /** The names of the threads by their ids. */
    default Map<Long, String> threadNames() {
        return threads().stream().collect(Collectors.toMap(TraceThread::id, TraceThread::name));
    }

    /** What was lost, dropped or failed while the trace was taken, and how it ended. */
    TraceLosses losses();

    /** The garbage collections that stopped all threads, in order of time; also empty if the JVM did not report them. */
    default List<Pause> collections() {
        return List.of();
    }

    /** The pauses of the recording, in order of time. */
    default List<Pause> pauses() {
        return List.of();
    }

    /** How long recording was paused, in nanoseconds. */
    default long pausedNanos() {
        return pauses().stream().mapToLong(Pause::nanos).sum();
    }

    /** How long the run was recorded, in nanoseconds. */
    default long recordedNanos() {
        return losses().durationNanos() - pausedNanos();
    }

    /** The events that were counted instead of traced, since their call sites were throttled, in the order of their first events. */
    default List<CountedEvents> counted() {
        return List.of();
    }

    /**
     * All events merged by time, causes before effects at equal times; memory use does not grow with the length of the
     * trace. Can be called again to start over.
     */
    Iterator<TraceEvent> events() throws IOException;

    /**
     * The same events, and the length of each in the file. {@code stored} is called before the iterator returns the event, usually a few events
     * before. It is never called if the trace is not a file.
     */
    default Iterator<TraceEvent> events(StoredBytes stored) throws IOException {
        return events();
    }

    /** The events from a time on, in nanoseconds since time 0, and possibly some earlier events. */
    default Iterator<TraceEvent> eventsSince(long nanos) throws IOException {
        return events();
    }

    /** The length of the trace's file in bytes; 0 if the trace is not a file. */
    default long fileBytes() {
        return 0;
    }

    /** How much of the trace has been read so far, from 0 to 1. Any thread may ask. */
    default double shareRead() {
        return 0;
    }

    record WaitObject(long waitId, Construct construct, String className) {}

    record TraceThread(long id, String name, ThreadType type) {}
}
