package org.ompt4j.mappings.lock;

import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.Rewrites;
import org.ompt4j.ompt.Construct;

/** Documented in {@code docs/mappings/read-write-lock.md}. */
public final class ReadWriteLockMapping implements ConstructMapping {
    private static final Construct K = Construct.READ_WRITE_LOCK;
    private static final String READ_WRITE_LOCK = "java/util/concurrent/locks/ReentrantReadWriteLock";

    @Override
    public Construct construct() {
        return K;
    }

    @Override
    public void declare(Rewrites rewrites) {
        SynchronizerRewrite.declareForBoth(rewrites, K);
        SynchronizerRewrite.declareConditionsOfBoth(rewrites, K);
        if (rewrites.mutexOperations()) {
            LockCallRewrite.ofConditions(rewrites, K);
        }
        if (rewrites.everyMutexOperation()) {
            LockCallRewrite.ofClass(rewrites, K, READ_WRITE_LOCK + "$ReadLock");
            LockCallRewrite.ofClass(rewrites, K, READ_WRITE_LOCK + "$WriteLock");
            LockCallRewrite.ofInterface(rewrites, K);
        } else if (rewrites.mutexOperations()) {
            SynchronizerRewrite.declareAllReleasesOfBoth(rewrites, K);
        }
    }
}
