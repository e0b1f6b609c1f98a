package org.ompt4j.mappings.lock;

import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.Rewrites;
import org.ompt4j.ompt.Construct;

/** Documented in {@code docs/mappings/lock-implementation.md}. */
public final class LockImplementationMapping implements ConstructMapping {
    private static final Construct K = Construct.LOCK_IMPLEMENTATION;

    @Override
    public Construct construct() {
        return K;
    }

    @Override
    public void declare(Rewrites rewrites) {
        if (rewrites.everyMutexOperation()) {
            LockCallRewrite.ofClass(rewrites, K, LockCallRewrite.LOCK);
        }
    }
}
