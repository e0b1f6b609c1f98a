package org.ompt4j.tools.conformance;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Regions whose parallel_end was heard, for members that are heard of later: a region that an exception ends waits for nobody, so
 * a thread can have joined it before its end and be delayed on the way to this tool. By then its data is gone.
 *
 * <p>Keeps the last ones, and those in which a member is missing so far. Thread safety: its own monitor.
 */
final class EndedRegions {
    /** At some 500 bytes each. A thread would have to be delayed for as many regions to be missed. */
    private static final int KEPT = 10_000;

    private final Map<Long, LiveRegion> withGap = new HashMap<>();
    private final Map<Long, LiveRegion> latest = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, LiveRegion> eldest) {
            return size() > KEPT;
        }
    };

    synchronized void add(LiveRegion region) {
        latest.put(region.id(), region);
        if (!region.hasAllIndices()) {
            withGap.put(region.id(), region);
        }
    }

    /** Null for one that has not ended, or too long ago. */
    synchronized @Nullable LiveRegion find(long id) {
        LiveRegion region = latest.get(id);
        return region == null ? withGap.get(id) : region;
    }

    /** Those in which a member is still missing. */
    synchronized List<LiveRegion> withGap() {
        return withGap.values().stream().filter(each -> !each.hasAllIndices()).toList();
    }
}
