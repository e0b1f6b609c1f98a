package org.ompt4j.views.tr4;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Enumerator;

/**
 * Kinds of mutual exclusion; a try has the kind of its lock.
 *
 * <p>Spec: OpenMP TR4, {@code ompt_mutex_kind_t}; numbers are the specification's.
 */
public enum OmptMutexKind implements Enumerator {
    /** Of a kind that is not known; never given. */
    MUTEX(0x10),
    LOCK(0x11),
    NEST_LOCK(0x12),
    CRITICAL(0x13),
    ATOMIC(0x14),
    ORDERED(0x20);

    private static final OmptMutexKind[] ALL = values();

    private final int value;

    OmptMutexKind(int value) {
        this.value = value;
    }

    @Override
    public int value() {
        return value;
    }

    @Override
    public String specName() {
        return this == MUTEX ? "ompt_mutex" : "ompt_mutex_" + Enumerator.super.specName();
    }

    /** The enumerator with this number, or null if there is none. */
    public static @Nullable OmptMutexKind of(int value) {
        return Enumerator.find(ALL, value);
    }
}
