package org.ompt4j.tools.path;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.read.TraceEvent;

/** The open regions whose paths are followed, a few at a time, and the longest ones so far. */
final class WatchedRegions {
    static final int SLOTS = 8;

    /** For how many call sites the longest region is kept. */
    private static final int KEPT = 3;

    private final Parts parts;
    private final @Nullable TraceEvent[] begins = new TraceEvent[SLOTS];
    private final long[] beginNanos = new long[SLOTS];
    private int open;
    private long notWatched;
    private final List<RegionPath> longest = new ArrayList<>();

    WatchedRegions(Parts parts) {
        this.parts = parts;
        Arrays.fill(beginNanos, Long.MAX_VALUE);
    }

    /** Whether one of them began in this time (without its end). */
    boolean beginBetween(long fromNanos, long toNanos) {
        if (open > 0) {
            for (long each : beginNanos) {
                if (each >= fromNanos && each < toNanos) {
                    return true;
                }
            }
        }
        return false;
    }

    /** When the region in this slot began; the largest number if there is none. */
    long beginNanos(int slot) {
        return beginNanos[slot];
    }

    void begins(TraceEvent begin) {
        for (int i = 0; i < SLOTS; i++) {
            if (begins[i] == null) {
                begins[i] = begin;
                beginNanos[i] = begin.timeNanos();
                open++;
                return;
            }
        }
        notWatched++;
    }

    /** @param path of the thread that ends the region, up to then */
    void ends(TraceEvent end, Path path) {
        for (int i = 0; i < SLOTS; i++) {
            TraceEvent begin = begins[i];
            if (begin != null && begin.parallelId() == end.parallelId()) {
                Path before = path.atBegin(i);
                if (before != null && before.timeNanos() == begin.timeNanos()) {
                    add(begin, before, path);
                }
                leave(i);
            }
        }
    }

    private void leave(int slot) {
        begins[slot] = null;
        beginNanos[slot] = Long.MAX_VALUE;
        open--;
    }

    private void add(TraceEvent begin, Path before, Path path) {
        long nanos = path.timeNanos() - before.timeNanos();
        RegionPath other = ofSite(begin);
        if (other == null && longest.size() == KEPT) {
            other = longest.get(KEPT - 1);
        }
        if (other == null || nanos > other.nanos()) {
            longest.remove(other);
            longest.add(new RegionPath(begin, nanos, parts.times(part -> path.nanosOf(part) - before.nanosOf(part))));
            longest.sort(Comparator.comparingLong(each -> -each.nanos()));
        }
    }

    private @Nullable RegionPath ofSite(TraceEvent begin) {
        for (RegionPath each : longest) {
            if (each.begin().construct() == begin.construct() && each.begin().codeptrRa() == begin.codeptrRa()) {
                return each;
            }
        }
        return null;
    }

    /** Recording was paused: regions that are open now are not recorded completely. */
    void pause() {
        for (int i = 0; i < SLOTS; i++) {
            if (begins[i] != null) {
                leave(i);
            }
        }
    }

    /** Of a few call sites the longest region, the longest of all first. */
    List<RegionPath> longest() {
        return longest;
    }

    /** Regions that began while too many were open. */
    long notWatched() {
        return notWatched;
    }
}
