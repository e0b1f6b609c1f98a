package org.ompt4j.mappings.lock;

import java.util.Locale;
import org.ompt4j.emitter.lock.StampedLockHooks;
import org.ompt4j.emitter.lock.SynchronizerHooks;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.CallSite;
import org.ompt4j.mappings.rewrite.Hook;
import org.ompt4j.mappings.rewrite.JdkClass;
import org.ompt4j.mappings.rewrite.MethodAdvice;
import org.ompt4j.mappings.rewrite.Operand;
import org.ompt4j.mappings.rewrite.Rewrites;
import org.ompt4j.ompt.Construct;

/** Documented in {@code docs/mappings/stamped-lock.md}. */
public final class StampedLockMapping implements ConstructMapping {
    private static final Construct K = Construct.STAMPED_LOCK;
    private static final String LOCK = "java/util/concurrent/locks/StampedLock";
    private static final String TYPE = "L" + LOCK + ";";
    private static final String NODE = "L" + LOCK + "$Node;";
    private static final String TIMED = "(JLjava/util/concurrent/TimeUnit;)J";
    private static final int WITH_TIMEOUT = 1;

    @Override
    public Construct construct() {
        return K;
    }

    @Override
    public void declare(Rewrites rewrites) {
        JdkClass lock = rewrites.jdkClass(K, LOCK);
        waits(lock);
        if (rewrites.everyMutexOperation()) {
            calls(rewrites);
            LockCallRewrite.ofInterface(rewrites, K);
        } else if (rewrites.mutexOperations()) {
            releases(lock);
        }
    }

    /** Every release of a writer calls the first method, except when the writer goes on as a reader. */
    private static void releases(JdkClass lock) {
        releases(lock, "releaseWrite(J)J").onReturn(released("releasedToWrite"));
        releases(lock, "unlockRead(J)V").onReturn(released("releasedToRead"));
        releases(lock, "unstampedUnlockRead()V").onReturn(released("releasedToRead"));
        releases(lock, "tryUnlockRead()Z")
                .onReturn(Hook.of(
                        SynchronizerHooks.class,
                        "releasedToRead",
                        "(Z" + TYPE + "J)V",
                        Operand.RESULT,
                        Operand.THIS,
                        Operand.TOKEN));
    }

    private static MethodAdvice releases(JdkClass lock, String method) {
        return lock.method(method)
                .enterWithToken(Hook.of(SynchronizerHooks.class, "releases", "(" + TYPE + ")J", Operand.THIS));
    }

    private static Hook released(String name) {
        return Hook.of(SynchronizerHooks.class, name, "(" + TYPE + "J)V", Operand.THIS, Operand.TOKEN);
    }

    /** A writer enters the queue itself. A reader enters the queue itself or joins the last reader in it; in both cases it makes its node before. */
    private static void waits(JdkClass lock) {
        left(lock.method("acquireWrite(ZZJ)J"))
                .aroundCall(LOCK, "casTail(" + NODE + NODE + ")Z")
                .beforeWithToken(queues("queuesToWrite"));
        left(lock.method("acquireRead(ZZJ)J"))
                .aroundCall(LOCK + "$ReaderNode", "<init>()V", 2)
                .beforeWithToken(queues("queuesToRead"));
    }

    private static Hook queues(String name) {
        return Hook.of(
                SynchronizerHooks.class,
                name,
                "(ZLjava/lang/Object;Z)Z",
                Operand.CALL_TOKEN,
                Operand.THIS,
                Operand.argument(WITH_TIMEOUT));
    }

    private static MethodAdvice left(MethodAdvice acquire) {
        return acquire.onReturn(Hook.of(SynchronizerHooks.class, "left", "(JZ)V", Operand.RESULT, Operand.CALL_TOKEN))
                .onThrow(Hook.of(SynchronizerHooks.class, "failed", "(Z)V", Operand.CALL_TOKEN));
    }

    private static void calls(Rewrites rewrites) {
        for (String of : new String[] {"Write", "Read"}) {
            String locks = of.toLowerCase(Locale.ROOT) + "Lock";
            call(rewrites, locks, "()J");
            call(rewrites, locks + "Interruptibly", "()J");
            call(rewrites, "try" + of + "Lock", "()J");
            call(rewrites, "try" + of + "Lock", TIMED);
            call(rewrites, "tryConvertTo" + of + "Lock", "(J)J");
            call(rewrites, "unlock" + of, "(J)V");
            call(rewrites, "tryUnlock" + of, "()Z");
        }
        call(rewrites, "tryConvertToOptimisticRead", "(J)J");
        call(rewrites, "unlock", "(J)V");
    }

    private static void call(Rewrites rewrites, String name, String descriptor) {
        rewrites.callSite(CallSite.replace(K, LOCK, true, name, descriptor, StampedLockHooks.class));
    }
}
