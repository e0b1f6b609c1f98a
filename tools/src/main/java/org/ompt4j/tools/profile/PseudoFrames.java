package org.ompt4j.tools.profile;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.State;

/** Frames that stand for something else than code of the program. Their names are in angle brackets, which no method name has. */
public final class PseudoFrames {
    private static final String NO_STACK = "<no stack: ";

    /** Work of which nothing more is known because no samples were to be taken. */
    static final String WORK = "<work>";

    /** Work of code of which there is no sample. */
    public static final String NOT_SAMPLED = "<not sampled>";

    /** The missing outer frames of a stack that was too deep. */
    static final String CUT_OFF = "<cut off>";

    /** What the main thread runs outside of tasks, if no sample tells its code. */
    static final String MAIN = "<main>";

    /** Everything that is too small, or beyond a limit, and therefore not distinguished. */
    public static final String OTHER = "<other>";

    /** Time between a release and the next acquisition, in which nobody held the mutex. */
    static final String HAND_OFF = "<hand-off>";

    /** The holder of a mutex that was waited for, if it is not known. */
    static final String UNKNOWN_HOLDER = "<unknown holder>";

    private PseudoFrames() {}

    /** The frame for the JDK's own code in this state. */
    public static String of(State state) {
        return switch (state) {
            case WAIT_BARRIER_IMPLICIT_PARALLEL -> "<end of region>";
            case WAIT_BARRIER_IMPLICIT_WORKSHARE -> "<stage>";
            case WAIT_BARRIER_EXPLICIT -> "<barrier>";
            case WAIT_BARRIER_IMPLEMENTATION -> "<termination>";
            case WAIT_LOCK -> "<lock wait>";
            case WAIT_CRITICAL -> "<monitor wait>";
            default ->
                "<"
                        + (state.isWork()
                                ? "overhead"
                                : state.specName().replaceFirst("^wait_", "").replace('_', ' '))
                        + ">";
        };
    }

    /** The frame for a wait for an object of this class; null if there is none, or if its class is not known. */
    public static String of(State state, @Nullable String className) {
        String wait = of(state);
        return className == null ? wait : wait.replace(">", ": " + className + ">");
    }

    /** The frame for a thread that held a mutex that was waited for, if it is not known where the thread had acquired it. */
    static String heldBy(String thread) {
        return "<held by " + thread + ">";
    }

    /** The frame for samples without a stack. */
    public static String noStack(String reason) {
        return NO_STACK + reason + ">";
    }

    /** Whether a frame is one of {@link #noStack}. */
    public static boolean isNoStack(String frame) {
        return frame.startsWith(NO_STACK);
    }
}
