package org.ompt4j.ompt;

/**
 * The kind of a synchronisation region.
 *
 * <p>Spec: OpenMP 5.1, section 4.4.4.13; numbers are the specification's, names too, without {@code ompt_sync_region_}.
 */
public enum SyncRegionKind implements Enumerator {
    BARRIER_EXPLICIT(3),
    BARRIER_IMPLEMENTATION(4),
    TASKWAIT(5),
    TASKGROUP(6),
    REDUCTION(7),
    BARRIER_IMPLICIT_WORKSHARE(8),
    BARRIER_IMPLICIT_PARALLEL(9),
    BARRIER_TEAMS(10);

    private static final SyncRegionKind[] ALL = values();

    private final int value;

    SyncRegionKind(int value) {
        this.value = value;
    }

    @Override
    public int value() {
        return value;
    }

    /** The enumerator with this number; {@link IllegalArgumentException} if there is none. */
    public static SyncRegionKind of(int value) {
        return Enumerator.of(ALL, value);
    }
}
