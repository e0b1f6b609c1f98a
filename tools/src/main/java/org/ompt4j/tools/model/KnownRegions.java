package org.ompt4j.tools.model;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The regions that are open or have members; also the last ended ones, if events of members can come later. Thread safety: none. */
final class KnownRegions {
    /** How many ended regions are kept if events of members can come later, at some 500 bytes each. */
    private static final int ENDED_KEPT = 10_000;

    private final Map<Long, RegionModel> open = new HashMap<>();
    private final boolean keepsEnded;
    private final Map<Long, RegionModel> ended = new LastUsed<>(ENDED_KEPT);
    private final IdSet endedIds = new IdSet();

    /**
     * @param keepsEnded whether the end of a region can be delivered before earlier events of its members
     */
    KnownRegions(boolean keepsEnded) {
        this.keepsEnded = keepsEnded;
    }

    /** The regions that are open or have members. */
    Collection<RegionModel> open() {
        return open.values();
    }

    /** The region with this id that has begun and is still of interest, or null. */
    @Nullable
    RegionModel get(long regionId) {
        RegionModel region = open.get(regionId);
        return region == null && keepsEnded ? ended.get(regionId) : region;
    }

    /** Whether this is a region that ended so long ago that it is no longer kept. */
    boolean isForgotten(long regionId) {
        return keepsEnded && get(regionId) == null && endedIds.contains(regionId);
    }

    /** The region of the initial task around a region, to which tasks belong that are submitted inside. */
    long ofInitialTask(long regionId) {
        RegionModel region = get(regionId);
        return region == null ? regionId : region.initialRegionId();
    }

    void begins(RegionModel region) {
        open.put(region.id(), region);
    }

    void ends(long regionId, long timeNanos) {
        RegionModel region = open.get(regionId);
        if (region != null) {
            region.end(timeNanos);
            closeIfOver(region);
        }
    }

    void isLeft(RegionModel region) {
        region.leave();
        closeIfOver(region);
    }

    private void closeIfOver(RegionModel region) {
        boolean isOver = region.hasEnded() && region.openMemberships() <= 0 && open.remove(region.id()) != null;
        if (isOver && keepsEnded) {
            endedIds.add(region.id());
            ended.put(region.id(), region);
        }
    }
}
