package org.ompt4j.emitter;

import java.lang.reflect.Field;
import java.util.Map;
import jdk.internal.vm.annotation.ForceInline;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.RunSettings;
import org.ompt4j.ompt.RunSettings.MutexDetail;
import org.ompt4j.ompt.RunSettings.Profile;
import org.ompt4j.settings.SettingsText;

/**
 * The part of the {@link RunSettings} that hooks need, as constants that the JIT folds.
 *
 * <p>{@link #choose} must be called before the first of them is read: they live in a nested class, which is initialised from the choice.
 */
public final class Settings {

    private static volatile @Nullable RunSettings choice;

    private Settings() {}

    /** Sets the choice of the first epoch. Constants that hooks have already read do not change. */
    public static void choose(RunSettings chosen) {
        choice = chosen;
    }

    /**
     * Sets the choice of a later epoch, in which hooks have read the constants already. Compiled code has their old values until
     * this class is redefined, even with the same class file: HotSpot then throws away all code that has a method of it inlined.
     */
    public static void chooseAgain(RunSettings chosen) {
        choice = chosen;
        Constants.set("PROFILE", chosen.profile());
        Constants.set("MUTEX_DETAIL", chosen.mutexDetail());
        Constants.set("MIN_WAIT_NANOS", chosen.minWaitNanos());
        Constants.set("EVENT_MASK", chosen.reportedEvents());
    }

    private static RunSettings chosen() {
        RunSettings made = choice;
        return made == null ? SettingsText.parse(Map.of()) : made;
    }

    /** Whether the construct is switched on. Not for hot paths. */
    public static boolean selects(Construct construct) {
        return chosen().selects(construct);
    }

    /** The profile. */
    public static Profile profile() {
        return Constants.PROFILE;
    }

    /** Whether mutexes are reported at all; states are kept in any case. */
    public static MutexDetail mutexDetail() {
        return Constants.MUTEX_DETAIL;
    }

    /** Whether every operation on a mutex is reported. */
    @ForceInline
    public static boolean reportsEveryMutex() {
        return Constants.MUTEX_DETAIL == MutexDetail.FULL;
    }

    /** Whether any operation on a mutex is reported. */
    @ForceInline
    public static boolean reportsMutexes() {
        return Constants.MUTEX_DETAIL != MutexDetail.OFF;
    }

    /** Shortest wait for a mutex that is reported, in nanoseconds. */
    public static long minWaitNanos() {
        return Constants.MIN_WAIT_NANOS;
    }

    /** Events that the configuration switches on, a disjunction of {@link org.ompt4j.ompt.Event#bit}. */
    public static long eventMask() {
        return Constants.EVENT_MASK;
    }

    /** Initialised when a hook first asks, which is after premain has chosen. Read by methods of {@link Settings} only. */
    private static final class Constants {
        static final Profile PROFILE = chosen().profile();
        static final MutexDetail MUTEX_DETAIL = chosen().mutexDetail();
        static final long MIN_WAIT_NANOS = chosen().minWaitNanos();
        static final long EVENT_MASK = chosen().reportedEvents();

        static void set(String name, Object value) {
            Memory.UNSAFE.putReference(base(name), offset(name), value);
        }

        static void set(String name, long value) {
            Memory.UNSAFE.putLong(base(name), offset(name), value);
        }

        private static Object base(String name) {
            return Memory.UNSAFE.staticFieldBase(field(name));
        }

        private static long offset(String name) {
            return Memory.UNSAFE.staticFieldOffset(field(name));
        }

        private static Field field(String name) {
            try {
                return Constants.class.getDeclaredField(name);
            } catch (NoSuchFieldException impossible) {
                throw new IllegalStateException(impossible);
            }
        }
    }
}
