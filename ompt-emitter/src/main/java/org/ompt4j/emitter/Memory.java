package org.ompt4j.emitter;

import jdk.internal.misc.Unsafe;

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

    private Memory() {}

    /**
     * Offset of an instance field, also of one that a mapping added.
     *
     * @return the offset, or -1 if the class has no such field (it was loaded before the agent could add it)
     */
    public static long fieldOffset(Class<?> owner, String name) {
        try {
            return UNSAFE.objectFieldOffset(owner, name);
        } catch (InternalError missing) {
            return -1;
        }
    }
}
