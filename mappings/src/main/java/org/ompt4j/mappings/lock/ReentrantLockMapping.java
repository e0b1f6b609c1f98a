package org.ompt4j.mappings.lock;

import org.ompt4j.emitter.lock.ReentrantLockHooks;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.Rewrites;
import org.ompt4j.ompt.Construct;

/** Documented in {@code docs/mappings/reentrant-lock.md}. */
public final class ReentrantLockMapping implements ConstructMapping {
    private static final Construct K = Construct.REENTRANT_LOCK;
    private static final String REENTRANT_LOCK = "java/util/concurrent/locks/ReentrantLock";

    @Override
    public Construct construct() {
        return K;
    }

    @Override
    public void declare(Rewrites rewrites) {
        if (!rewrites.everyMutexOperation()) {
            SynchronizerRewrite.declare(rewrites, K);
        }
        SynchronizerRewrite.declareConditions(rewrites, K);
        if (rewrites.mutexOperations()) {
            calls(rewrites);
        }
    }

    private static void calls(Rewrites rewrites) {
        LockCallRewrite.ofClass(rewrites, K, REENTRANT_LOCK, ReentrantLockHooks.class);
        LockCallRewrite.ofInterface(rewrites, K);
        LockCallRewrite.ofConditions(rewrites, K);
        if (rewrites.everyMutexOperation()) {
            rewrites.application(new LockInitRewrite());
        } else {
            SynchronizerRewrite.declareReleases(rewrites, K);
        }
    }
}
