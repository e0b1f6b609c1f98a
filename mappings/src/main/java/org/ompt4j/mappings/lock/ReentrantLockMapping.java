package org.ompt4j.mappings.lock;

import java.util.Set;
import org.ompt4j.emitter.lock.ConditionHooks;
import org.ompt4j.emitter.lock.ReentrantLockHooks;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.CallSite;
import org.ompt4j.mappings.rewrite.Hook;
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
        for (String owner : new String[] {REENTRANT_LOCK, LOCK}) {
            lockCall(rewrites, owner, "lock", "", "V");
            lockCall(rewrites, owner, "lockInterruptibly", "", "V");
            lockCall(rewrites, owner, "tryLock", "", "Z");
            lockCall(rewrites, owner, "tryLock", "J" + TIME_UNIT, "Z");
            lockCall(rewrites, owner, "unlock", "", "V");
        }
        conditionCall(rewrites, "await", "", "V");
        conditionCall(rewrites, "await", "J" + TIME_UNIT, "Z");
        conditionCall(rewrites, "awaitNanos", "J", "J");
        conditionCall(rewrites, "awaitUntil", "Ljava/util/Date;", "Z");
        conditionCall(rewrites, "awaitUninterruptibly", "", "V");
        conditionCall(rewrites, "signal", "", "V");
        conditionCall(rewrites, "signalAll", "", "V");
        rewrites.application(new LockInitRewrite());
    }

    private static void lockCall(Rewrites rewrites, String owner, String name, String arguments, String result) {
        // A Lock of the application's own is left alone, a ReentrantLock of its own is not.
        boolean subclasses = owner.equals(REENTRANT_LOCK);
        rewrites.callSite(CallSite.replace(
                K,
                Set.of(owner),
                subclasses,
                name,
                '(' + arguments + ')' + result,
                Hook.of(ReentrantLockHooks.class, name, "(L" + owner + ';' + arguments + "I)" + result)));
    }

    private static void conditionCall(Rewrites rewrites, String name, String arguments, String result) {
        rewrites.callSite(CallSite.replace(
                K,
                Set.of(CONDITION),
                false,
                name,
                '(' + arguments + ')' + result,
                Hook.of(ConditionHooks.class, name, "(L" + CONDITION + ';' + arguments + "I)" + result)));
    }
}
