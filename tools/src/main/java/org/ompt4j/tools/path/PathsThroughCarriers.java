package org.ompt4j.tools.path;

import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.path.Part.Kind;
import org.ompt4j.tools.read.TraceEvent;

/**
 * If a virtual thread begins or goes on later than it could, it takes over the path of the virtual thread that its carrier ran meanwhile. Thread
 * safety: none.
 */
final class PathsThroughCarriers {
    private final Lines lines;
    private final Parts parts;
    private final WatchedRegions regions;

    PathsThroughCarriers(PathBasis basis) {
        this.lines = basis.lines();
        this.parts = basis.parts();
        this.regions = basis.regions();
    }

    /**
     * A virtual thread leaves its carrier.
     *
     * @param thread the carrier; the virtual thread if it ends
     */
    void leaves(TraceEvent unmount, ThreadModel thread) {
        Line left = lines.get(unmount.priorTaskId());
        Line carrier = carrierOf(thread);
        if (left != null && carrier != null) {
            carrier.lastLeft = left.trail.path();
            left.wentOnLate = null;
        }
    }

    private @Nullable Line carrierOf(ThreadModel thread) {
        ThreadModel carrier = thread.isVirtual() ? thread.carrier() : thread;
        return carrier == null ? null : lines.get(carrier.id());
    }

    /** The last virtual thread of a carrier, if it was running when the one that is mounted now could have begun; else null. */
    static @Nullable Path busySince(Line carrier, Path ready) {
        Path last = carrier.lastLeft;
        return last != null && last.timeNanos() > ready.timeNanos() ? last : null;
    }

    /** A virtual thread, which is mounted on this carrier, has gone on late. */
    void isLate(TraceEvent late, Line carrier, ThreadModel virtual, Line line) {
        Path last = carrier.lastLeft;
        TraceEvent wait = virtual.innermostWait();
        if (last != null && last.timeNanos() > late.dueNanos() && wait != null) {
            int part = parts.number(Kind.WAKE_UP, virtual.stateUntil(null), 0, wait.codeptrRa());
            Path path = last.until(late.timeNanos(), part, regions);
            line.follows(path);
            line.wentOnLate = path;
        }
    }
}
