package org.ompt4j.emitter;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/**
 * Pins virtual threads to their carriers while they are in a hook: otherwise a callback that parks would let the carrier run another virtual thread
 * in the middle of an event.
 *
 * <p>Thread safety: any thread.
 */
final class Pinning {
    /** Looked up by name, since JDKs up to 20 do not have it; null there. */
    private static final @Nullable MethodHandle PIN = find("pin");

    private static final @Nullable MethodHandle UNPIN = find("unpin");

    private Pinning() {}

    private static @Nullable MethodHandle find(String name) {
        try {
            Class<?> continuation = Class.forName("jdk.internal.vm.Continuation", false, null);
            return MethodHandles.lookup().findStatic(continuation, name, MethodType.methodType(void.class));
        } catch (ReflectiveOperationException notOnThisJdk) {
            return null;
        }
    }

    /** Initializes the class. Must not be called on a virtual thread, which could be unmounted meanwhile. */
    static void load() throws Throwable {
        if (begin()) {
            end();
        }
    }

    /** Pins the current virtual thread; false if that is not possible. Calls can be nested. */
    static boolean begin() throws Throwable {
        if (PIN == null || UNPIN == null) {
            return false;
        }
        PIN.invokeExact();
        return true;
    }

    /** Ends what {@link #begin} began. */
    static void end() throws Throwable {
        if (UNPIN != null) {
            UNPIN.invokeExact();
        }
    }
}
