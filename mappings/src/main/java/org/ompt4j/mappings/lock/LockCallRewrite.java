package org.ompt4j.mappings.lock;

import org.ompt4j.emitter.lock.ConditionHooks;
import org.ompt4j.emitter.lock.LockHooks;
import org.ompt4j.emitter.lock.ReentrantLockHooks;
import org.ompt4j.mappings.rewrite.CallSite;
import org.ompt4j.mappings.rewrite.Rewrites;
import org.ompt4j.ompt.Construct;

/**
 * Rewrites calls of locks and conditions in application code. Several constructs declare the same calls; only the hooks of the first one are
 * inserted.
 */
final class LockCallRewrite {
    static final String LOCK = "java/util/concurrent/locks/Lock";
    private static final String CONDITION = "java/util/concurrent/locks/Condition";
    private static final String TIME_UNIT = "Ljava/util/concurrent/TimeUnit;";
    /** Names and descriptors of the calls that acquire and release. */
    private static final String[][] LOCK_CALLS = {
        {"lock", "()V"},
        {"lockInterruptibly", "()V"},
        {"tryLock", "()Z"},
        {"tryLock", "(J" + TIME_UNIT + ")Z"},
        {"unlock", "()V"}
    };

    private LockCallRewrite() {}

    /** Calls of a lock by its class, including subclasses of the application, with hooks for this class. */
    static void ofClass(Rewrites rewrites, Construct construct, String owner, Class<?> hooks) {
        for (String[] call : LOCK_CALLS) {
            declare(rewrites, CallSite.replace(construct, owner, true, call[0], call[1], hooks));
        }
    }

    /** As {@link #ofClass}, with the hooks for all locks. */
    static void ofClass(Rewrites rewrites, Construct construct, String owner) {
        for (String[] call : LOCK_CALLS) {
            rewrites.callSite(CallSite.replaceAs(construct, owner, LOCK, true, call[0], call[1], LockHooks.class));
        }
    }

    /** Calls of a lock by its interface. If not every operation is reported, {@code Lock}s that the application implements are not observed. */
    static void ofInterface(Rewrites rewrites, Construct construct) {
        Class<?> hooks = rewrites.everyMutexOperation() ? LockHooks.class : ReentrantLockHooks.class;
        for (String[] call : LOCK_CALLS) {
            declare(rewrites, CallSite.replace(construct, LOCK, false, call[0], call[1], hooks));
        }
    }

    /** Whether reported operations are also seen inside the JDK, which is so if not every operation is reported. */
    private static void declare(Rewrites rewrites, CallSite call) {
        rewrites.callSite(rewrites.everyMutexOperation() ? call : call.thatIsSeenInside());
    }

    /** Calls of conditions. */
    static void ofConditions(Rewrites rewrites, Construct construct) {
        condition(rewrites, construct, "await", "()V");
        condition(rewrites, construct, "await", "(J" + TIME_UNIT + ")Z");
        condition(rewrites, construct, "awaitNanos", "(J)J");
        condition(rewrites, construct, "awaitUntil", "(Ljava/util/Date;)Z");
        condition(rewrites, construct, "awaitUninterruptibly", "()V");
        condition(rewrites, construct, "signal", "()V");
        condition(rewrites, construct, "signalAll", "()V");
    }

    private static void condition(Rewrites rewrites, Construct construct, String name, String descriptor) {
        declare(rewrites, CallSite.replace(construct, CONDITION, false, name, descriptor, ConditionHooks.class));
    }
}
