package org.ompt4j.ompt;

/**
 * The kind of a synchronisation region.
 *
 * <p>Spec: OpenMP 5.1, section 4.4.4.13; numbers are the specification's, names too, without {@code ompt_sync_region_}.
 */
public enum SyncRegionKind implements Enumerator {
    BARRIER_EXPLICIT(3, State.WAIT_BARRIER_EXPLICIT),
    BARRIER_IMPLEMENTATION(4, State.WAIT_BARRIER_IMPLEMENTATION),
    TASKWAIT(5, State.WAIT_TASKWAIT),
    TASKGROUP(6, State.WAIT_TASKGROUP),
    REDUCTION(7, State.WORK_REDUCTION),
    BARRIER_IMPLICIT_WORKSHARE(8, State.WAIT_BARRIER_IMPLICIT_WORKSHARE),
    BARRIER_IMPLICIT_PARALLEL(9, State.WAIT_BARRIER_IMPLICIT_PARALLEL),
    BARRIER_TEAMS(10, State.WAIT_BARRIER_TEAMS);

    private static final SyncRegionKind[] ALL = values();

    private final int value;
    private final State waitState;

    SyncRegionKind(int value, State waitState) {
        this.value = value;
        this.waitState = waitState;
    }

    @Override
    public int value() {
        return value;
    }

    /** What a thread's state is while it waits in such a region; a reduction is work. */
    public State waitState() {
        return waitState;
    }

    /** Whether the members of a parallel region leave the region through it. */
    public boolean endsRegion() {
        return this == BARRIER_IMPLICIT_PARALLEL;
    }

    /** The enumerator with this number; {@link IllegalArgumentException} if there is none. */
    public static SyncRegionKind of(int value) {
        return Enumerator.of(ALL, value);
    }
}
