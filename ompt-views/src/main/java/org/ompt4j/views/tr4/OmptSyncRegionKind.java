package org.ompt4j.views.tr4;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Enumerator;

/**
 * Kinds of synchronization regions; all barriers are one.
 *
 * <p>Spec: OpenMP TR4, {@code ompt_sync_region_kind_t}; numbers are the specification's.
 */
public enum OmptSyncRegionKind implements Enumerator {
    BARRIER(1),
    TASKWAIT(2),
    TASKGROUP(3);

    private static final OmptSyncRegionKind[] ALL = values();

    private final int value;

    OmptSyncRegionKind(int value) {
        this.value = value;
    }

    @Override
    public int value() {
        return value;
    }

    @Override
    public String specName() {
        return "ompt_sync_region_" + Enumerator.super.specName();
    }

    /** The enumerator with this number, or null if there is none. */
    public static @Nullable OmptSyncRegionKind of(int value) {
        return Enumerator.find(ALL, value);
    }
}
