package org.ompt4j.emitter;

import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Tasks that one construct makes and begins, and that pools of other constructs run. The pools report nothing about such a task, except that it will
 * not run.
 *
 * <p>Thread safety: any thread.
 */
public final class ForeignTasks {
    private static volatile @Nullable Maker maker;
    private static volatile @Nullable Predicate<Object> begunByTheirRun;

    /** Whether, after another attach, the construct is no longer observed. The objects are then ordinary tasks of the pools. */
    private static volatile boolean areLeftToPools;

    private ForeignTasks() {}

    /** The construct that makes such tasks. Its methods are called on any thread. */
    public interface Maker {
        /** Whether an object that was submitted to a pool is one of this construct's tasks. */
        boolean makes(Object task);

        /** The id of the object's task if the task has not begun, which it must not do any more after this call; else 0. */
        long takePending(Object task);
    }

    /** Registers the construct that makes such tasks, before it has made one. */
    public static void areMadeBy(Maker made) {
        maker = made;
    }

    /** Registers a test for objects whose task begins by itself as soon as any thread runs their code. */
    public static void beginByTheirRun(Predicate<Object> those) {
        begunByTheirRun = those;
    }

    /** The agent is attached once more, perhaps with another choice of constructs. */
    public static void leaveToPools(boolean leave) {
        areLeftToPools = leave;
    }

    /** Whether a pool must not report an object that was submitted to it, since the object is one of these tasks. */
    public static boolean include(Object task) {
        Maker made = maker;
        return made != null && !areLeftToPools && made.makes(task);
    }

    /** As {@link #include}, for a pool that is not one of the JDK's and was given the object or runs it now. */
    public static boolean areTold(Object task) {
        Predicate<Object> by = begunByTheirRun;
        return include(task) || by != null && by.test(task);
    }

    /** The id of the object's task, which will not run; 0 if the object has no such task, or the task has begun. */
    public static long takePending(Object task) {
        Maker made = maker;
        return made == null || !made.makes(task) ? 0 : made.takePending(task);
    }
}
