package org.ompt4j.emitter;

import jdk.internal.misc.Unsafe;
import org.jspecify.annotations.Nullable;

/**
 * The only access to {@code jdk.internal.misc.Unsafe}: for added fields of JDK classes, object headers, and counters.
 *
 * <p>{@code sun.misc.Unsafe} prints warnings from JDK 24 on, and VarHandles would load method-handle machinery in premain.
 */
public final class Memory {

    /** Public for hook families, which read the fields that their mappings add. */
    public static final Unsafe UNSAFE = Unsafe.getUnsafe();

    /** Offset of the 32 bits of an object's header whose lowest bits are the lock bits. */
    public static final long LOWEST_HEADER_WORD = UNSAFE.isBigEndian() ? 4L : 0L;

    /**
     * Not an offset of a field. It is 0, the value of a constant whose class is still being initialized: a thread that waits for a monitor meanwhile
     * can reach a hook that reads the constant.
     */
    public static final long NO_FIELD = 0;

    private Memory() {}

    /** Finds a class of the JDK by its name, without initializing it; null if this JDK has no such class. */
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
