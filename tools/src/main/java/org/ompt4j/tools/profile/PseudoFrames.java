package org.ompt4j.tools.profile;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.State;

/** Frames that stand for what no code of the program does: waiting, idling, the JDK's own work. */
public final class PseudoFrames {
    private PseudoFrames() {}

    public static String of(State state) {
        return of(state, null);
    }

    /** @param className of the object that is waited for; null if there is none, or if it is not known */
    public static String of(State state, @Nullable String className) {
        return "<" + name(state) + (className == null ? "" : ": " + className) + ">";
    }

    private static String name(State state) {
        if (state.isWork()) {
            return "overhead";
        }
        return state.isForMutex()
                ? "lock wait"
                : state.specName().replaceFirst("^wait_", "").replace('_', ' ');
    }
}
