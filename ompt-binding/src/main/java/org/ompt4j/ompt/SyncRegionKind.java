package org.ompt4j.ompt;

/**
 * The kind of a synchronisation region.
 *
 * <p>Spec: OpenMP 5.1, section 4.4.4.13; numbers are the specification's.
 */
public enum SyncRegionKind {
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
    private final String specName;

    SyncRegionKind(int value) {
        this.value = value;
        this.specName = name().toLowerCase(java.util.Locale.ROOT);
    }

    /** The number that the specification gives to this enumerator. */
    public int value() {
        return value;
    }

    /** The enumerator's name without its {@code ompt_sync_region_} prefix, in lower case. */
    public String specName() {
        return specName;
    }

    /**
     * The enumerator with this number.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static SyncRegionKind of(int value) {
        for (SyncRegionKind each : ALL) {
            if (each.value == value) {
                return each;
            }
        }
        throw new IllegalArgumentException("no SyncRegionKind has the number " + value);
    }
}
