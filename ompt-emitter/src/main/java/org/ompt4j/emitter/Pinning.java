package org.ompt4j.emitter;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/**
 * Keeps virtual threads on their carriers while they are in a hook: a callback that parks would let the carrier go on with another one,
 * in the middle of an event.
 *
 * <p>Thread safety: any thread.
 */
final class Pinning {
    /** By name: JDKs until 20 do not have it. Null there. */
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

    /** Makes the class ready, which must not be done on a virtual thread: that could be unmounted meanwhile. */
    static void load() throws Throwable {
        if (begin()) {
            end();
        }
    }

    /** Pins the current virtual thread; false if that cannot be done. Nests. */
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
