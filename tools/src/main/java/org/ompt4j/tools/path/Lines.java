package org.ompt4j.tools.path;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.path.Part.Kind;
import org.ompt4j.tools.read.Trace;

/** The lines of the existing threads. Each line begins with the path to the first event of its thread. Thread safety: none. */
final class Lines {
    /** The JVM's name of the thread on which it shuts down when the last non-daemon thread has ended. */
    private static final String ENDS_JVM = "DestroyJavaVM";

    private final Trace trace;
    private final Parts parts;
    private final WatchedRegions regions;
    private final Parallelism parallelism;
    private final Map<Long, Line> lines = new HashMap<>();
    /** The last used line, which is often the next one too. */
    private @Nullable Line latest;

    private Path origin = Path.begin();
    private boolean isBeforeFirst = true;
    /** Whether threads that begin now are shutdown hooks. */
    private boolean jvmEnds;

    Lines(Trace trace, Parts parts, WatchedRegions regions, Parallelism parallelism) {
        this.trace = trace;
        this.parts = parts;
        this.regions = regions;
        this.parallelism = parallelism;
    }

    /** Whether the last thread that is no daemon has ended. Only known if the thread that then ends the JVM has events. */
    boolean jvmEnds() {
        return jvmEnds;
    }

    /** The path before the first event of a thread. */
    Path origin() {
        return origin;
    }

    /** The line of this thread, which has one from now on. */
    Line at(long threadId, long timeNanos) {
        Line line = latest;
        if (line == null || line.threadId != threadId) {
            Line known = lines.get(threadId);
            line = known != null ? known : begin(threadId, timeNanos);
            latest = line;
        }
        return line;
    }

    private Line begin(long threadId, long timeNanos) {
        if (isBeforeFirst) {
            origin = origin.until(timeNanos, parts.number(Kind.BEFORE), regions);
            isBeforeFirst = false;
        }
        Trace.TraceThread known = trace.thread(threadId);
        jvmEnds |= known != null && known.name().equals(ENDS_JVM);
        int unknown = parts.number(Kind.UNKNOWN_BEGIN);
        Path before = origin.until(timeNanos, unknown, regions).afterRest(origin, unknown);
        Line line = new Line(threadId, known == null ? null : known.type(), jvmEnds ? before.ofJvmEnd() : before);
        line.noneBefore = parallelism.nanosOf(0);
        lines.put(threadId, line);
        return line;
    }

    /** The line of this thread; null if it has none. */
    @Nullable
    Line get(long threadId) {
        return lines.get(threadId);
    }

    Collection<Line> all() {
        return lines.values();
    }

    void forget(Line line) {
        lines.remove(line.threadId);
        latest = null;
    }

    /** Removes all threads; later threads begin after this path. */
    void beginAfter(Path path) {
        origin = path;
        isBeforeFirst = true;
        lines.clear();
        latest = null;
    }
}
