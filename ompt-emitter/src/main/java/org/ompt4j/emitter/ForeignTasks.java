package org.ompt4j.emitter;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Tasks that one construct makes and begins, and pools of others run: those have nothing to tell of them, but that one will not run.
 *
 * <p>Thread safety: any thread.
 */
public final class ForeignTasks {
    private static volatile @Nullable Maker maker;
    private static volatile @Nullable Predicate<Object> begunByTheirRun;

    /** Whether the construct is not observed any more, after an attach: what it would make are tasks of the pools then. */
    private static volatile boolean areLeftToPools;

    private ForeignTasks() {}

    /** The construct that makes such tasks. Any thread. */
    public interface Maker {
        /** Whether the object, which a pool was given, is one of its tasks. */
        boolean makes(Object task);

        /** The id of the object's task if that has not begun, and never will from here; else 0. */
        long takePending(Object task);
    }

    /** Registers the construct that makes such tasks, before it has made one. */
    public static void areMadeBy(Maker made) {
        maker = made;
    }

    /** Registers which objects have a task that begins, by itself, where their code is run by whomever. */
    public static void beginByTheirRun(Predicate<Object> those) {
        begunByTheirRun = those;
    }

    /** The agent comes to a program once more, perhaps with another choice of constructs. */
    public static void leaveToPools(boolean leave) {
        areLeftToPools = leave;
    }

    /** Whether a pool has nothing to tell of the object, which it was given to run. */
    public static boolean include(Object task) {
        Maker made = maker;
        return made != null && !areLeftToPools && made.makes(task);
    }

    /** Whether a pool that is none of the JDK's has nothing to tell of the object, which it was given to run or runs now. */
    public static boolean areTold(Object task) {
        Predicate<Object> by = begunByTheirRun;
        return include(task) || by != null && by.test(task);
    }

    /** The id of the object's task, which will not run; 0 if it is no such task, or has begun. */
    public static long takePending(Object task) {
        Maker made = maker;
        return made == null || !made.makes(task) ? 0 : made.takePending(task);
    }
}
