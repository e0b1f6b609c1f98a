package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;

/**
 * What the configuration asks of the hooks, as constants that the JIT folds.
 *
 * <p>{@link #choose} must be called before this class's constants are read for the first time: they live in the nested holder
 * classes of their readers' view, {@link #MUTEX_DETAIL} and so on, which are initialised from the choice.
 */
public final class Settings {

    /** How much of mutual exclusion is reported. */
    public enum MutexDetail {
        OFF,
        CONTENDED,
        FULL
    }

    /** The three depths of observation. */
    public enum Profile {
        STATES,
        DEFAULT,
        FULL
    }

    /** A choice of settings; immutable. {@code minWaitNanos} is at least 0. */
    public record Choice(Profile profile, MutexDetail mutexDetail, long minWaitNanos, long eventMask) {
        public static final Choice STANDARD = new Choice(Profile.DEFAULT, MutexDetail.CONTENDED, 0, -1L);
    }

    private static volatile @Nullable Choice choice;

    private Settings() {}

    /** Sets the choice; what hooks have already read stays as it was. */
    public static void choose(Choice chosen) {
        choice = chosen;
    }

    static Choice chosen() {
        Choice made = choice;
        return made == null ? Choice.STANDARD : made;
    }

    /** The profile. */
    public static Profile profile() {
        return Constants.PROFILE;
    }

    /** Whether mutexes are reported at all; states are kept in any case. */
    public static MutexDetail mutexDetail() {
        return Constants.MUTEX_DETAIL;
    }

    /** Shortest wait for a mutex that is reported, in nanoseconds. */
    public static long minWaitNanos() {
        return Constants.MIN_WAIT_NANOS;
    }

    /** Events that the configuration leaves on, a disjunction of {@link org.ompt4j.ompt.Event#bit}. */
    public static long eventMask() {
        return Constants.EVENT_MASK;
    }

    /** Initialised when a hook first asks, which is after premain has chosen. */
    private static final class Constants {
        static final Profile PROFILE = chosen().profile();
        static final MutexDetail MUTEX_DETAIL = chosen().mutexDetail();
        static final long MIN_WAIT_NANOS = chosen().minWaitNanos();
        static final long EVENT_MASK = chosen().eventMask();
    }
}
