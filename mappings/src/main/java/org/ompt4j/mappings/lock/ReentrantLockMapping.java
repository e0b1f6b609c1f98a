package org.ompt4j.mappings.lock;

import org.ompt4j.emitter.lock.ConditionHooks;
import org.ompt4j.emitter.lock.ReentrantLockHooks;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.CallSite;
import org.ompt4j.mappings.rewrite.Rewrites;
import org.ompt4j.ompt.Construct;

/** Documented in {@code docs/mappings/reentrant-lock.md}. */
public final class ReentrantLockMapping implements ConstructMapping {
    private static final Construct K = Construct.REENTRANT_LOCK;
    private static final String REENTRANT_LOCK = "java/util/concurrent/locks/ReentrantLock";
    private static final String LOCK = "java/util/concurrent/locks/Lock";
    private static final String CONDITION = "java/util/concurrent/locks/Condition";
    private static final String TIME_UNIT = "Ljava/util/concurrent/TimeUnit;";

    @Override
    public Construct construct() {
        return K;
    }

    @Override
    public void declare(Rewrites rewrites) {
        // A Lock of the application's own is left alone, a ReentrantLock of its own is not.
        lockCalls(rewrites, REENTRANT_LOCK, true);
        lockCalls(rewrites, LOCK, false);
        conditionCall(rewrites, "await", "()V");
        conditionCall(rewrites, "await", "(J" + TIME_UNIT + ")Z");
        conditionCall(rewrites, "awaitNanos", "(J)J");
        conditionCall(rewrites, "awaitUntil", "(Ljava/util/Date;)Z");
        conditionCall(rewrites, "awaitUninterruptibly", "()V");
        conditionCall(rewrites, "signal", "()V");
        conditionCall(rewrites, "signalAll", "()V");
        rewrites.application(new LockInitRewrite());
    }

    private static void lockCalls(Rewrites rewrites, String owner, boolean subclasses) {
        lockCall(rewrites, owner, subclasses, "lock", "()V");
        lockCall(rewrites, owner, subclasses, "lockInterruptibly", "()V");
        lockCall(rewrites, owner, subclasses, "tryLock", "()Z");
        lockCall(rewrites, owner, subclasses, "tryLock", "(J" + TIME_UNIT + ")Z");
        lockCall(rewrites, owner, subclasses, "unlock", "()V");
    }

    private static void lockCall(Rewrites rewrites, String owner, boolean subclasses, String name, String descriptor) {
        rewrites.callSite(CallSite.replace(K, owner, subclasses, name, descriptor, ReentrantLockHooks.class));
    }

    private static void conditionCall(Rewrites rewrites, String name, String descriptor) {
        rewrites.callSite(CallSite.replace(K, CONDITION, false, name, descriptor, ConditionHooks.class));
    }
}
