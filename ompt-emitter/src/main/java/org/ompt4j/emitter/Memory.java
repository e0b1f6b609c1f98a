package org.ompt4j.emitter;

import jdk.internal.misc.Unsafe;
import org.jspecify.annotations.Nullable;

/**
 * The one door to {@code jdk.internal.misc.Unsafe}: added fields of JDK classes, object headers, counters.
 *
 * <p>{@code sun.misc.Unsafe} prints warnings from JDK 24 on, and VarHandles would load method-handle machinery in premain.
 */
public final class Memory {

    /** Open to hook families, which read the fields that their mapping adds. */
    public static final Unsafe UNSAFE = Unsafe.getUnsafe();

    /** Offset of the 32 bits of an object's header that its lock bits are the lowest of. */
    public static final long LOWEST_HEADER_WORD = UNSAFE.isBigEndian() ? 4L : 0L;

    /**
     * No offset of a field. It is also what a constant is read as while its class is being initialized: a thread that waits for a monitor then can come to
     * a hook that reads it.
     */
    public static final long NO_FIELD = 0;

    private Memory() {}

    /** A class of the JDK, by its name; null if this JDK has none of that name. It is not initialized. */
    public static @Nullable Class<?> jdkClass(String name) {
        try {
            return Class.forName(name, false, null);
        } catch (ClassNotFoundException notOnThisJdk) {
            return null;
        }
    }

    /**
     * Offset of an instance field, also of one that a mapping added.
     *
     * @param owner null for a class that this JDK does not have
     * @return the offset, or {@link #NO_FIELD} if the class has no such field (it was loaded before the agent could add it)
     */
    public static long fieldOffset(@Nullable Class<?> owner, String name) {
        if (owner == null) {
            return NO_FIELD;
        }
        try {
            return UNSAFE.objectFieldOffset(owner, name);
        } catch (InternalError missing) {
            return NO_FIELD;
        }
    }
}
