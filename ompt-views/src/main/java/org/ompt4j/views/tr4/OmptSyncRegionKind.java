package org.ompt4j.views.tr4;

import org.jspecify.annotations.Nullable;

/**
 * Kinds of synchronization regions; all barriers are one.
 *
 * <p>Spec: OpenMP TR4, {@code ompt_sync_region_kind_t}; numbers are the specification's.
 */
public enum OmptSyncRegionKind {
    BARRIER(1),
    TASKWAIT(2),
    TASKGROUP(3);

    private static final OmptSyncRegionKind[] ALL = values();

    private final int value;

    OmptSyncRegionKind(int value) {
        this.value = value;
    }

    /** The number that the specification gives to this enumerator. */
    public int value() {
        return value;
    }

    /** The enumerator's name in the specification. */
    public String specName() {
        return "ompt_sync_region_" + name().toLowerCase(java.util.Locale.ROOT);
    }

    /** The enumerator with this number, or null if there is none. */
    public static @Nullable OmptSyncRegionKind of(int value) {
        for (OmptSyncRegionKind each : ALL) {
            if (each.value == value) {
                return each;
            }
        }
        return null;
    }
}
