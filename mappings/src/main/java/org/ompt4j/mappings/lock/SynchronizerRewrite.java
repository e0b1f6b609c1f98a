package org.ompt4j.mappings.lock;

import org.ompt4j.emitter.lock.ConditionHooks;
import org.ompt4j.emitter.lock.SynchronizerHooks;
import org.ompt4j.mappings.rewrite.Hook;
import org.ompt4j.mappings.rewrite.JdkClass;
import org.ompt4j.mappings.rewrite.Operand;
import org.ompt4j.mappings.rewrite.Rewrites;
import org.ompt4j.ompt.Construct;

/**
 * Inserts the hooks in the JDK's synchronizers, for threads that enter their queues and threads that make a release for which others queue.
 * Acquisitions without a wait do not reach the hooks for queues.
 *
 * <p>The hook is called when a thread enters the queue, before it sets its node waiting and parks. A thread that returns from a condition is in the
 * queue already.
 */
final class SynchronizerRewrite {
    private static final String CONDITION = "Ljava/util/concurrent/locks/Condition;";
    private static final String SYNCHRONIZER = "java/util/concurrent/locks/AbstractQueuedSynchronizer";
    private static final String LONG_SYNCHRONIZER = "java/util/concurrent/locks/AbstractQueuedLongSynchronizer";
    private static final String[] AWAITS = {
        "await()V",
        "await(JLjava/util/concurrent/TimeUnit;)Z",
        "awaitNanos(J)J",
        "awaitUntil(Ljava/util/Date;)Z",
        "awaitUninterruptibly()V"
    };
    private static final int SHARED = 2;
    private static final int TIMED = 4;

    private SynchronizerRewrite() {}

    /** Declares the hooks for queues on behalf of a construct. Only the hooks of the first construct are inserted. */
    static void declare(Rewrites rewrites, Construct construct) {
        declare(rewrites, construct, SYNCHRONIZER, "I");
    }

    /** As {@link #declare(Rewrites, Construct)}, for a construct whose synchronizer counts in a {@code long} in some JDKs. */
    static void declareForBoth(Rewrites rewrites, Construct construct) {
        declare(rewrites, construct);
        declare(rewrites, construct, LONG_SYNCHRONIZER, "J");
    }

    private static void declare(Rewrites rewrites, Construct construct, String owner, String count) {
        boolean declared = !rewrites.declaredFor(owner).isEmpty();
        JdkClass synchronizer = rewrites.jdkClass(construct, owner);
        if (declared) {
            return;
        }
        String node = "L" + owner + "$Node;";
        Hook queues = Hook.of(
                SynchronizerHooks.class,
                "queues",
                "(ZLjava/lang/Object;ZZ)Z",
                Operand.CALL_TOKEN,
                Operand.THIS,
                Operand.argument(SHARED),
                Operand.argument(TIMED));
        synchronizer
                .method("acquire(" + node + count + "ZZZJ)I")
                .onReturn(Hook.of(SynchronizerHooks.class, "left", "(IZ)V", Operand.RESULT, Operand.CALL_TOKEN))
                .onThrow(Hook.of(SynchronizerHooks.class, "failed", "(Z)V", Operand.CALL_TOKEN))
                .aroundCall(owner, "casTail(" + node + node + ")Z")
                .beforeWithToken(queues);
    }

    /** Declares the hooks for releases by an exclusive holder, on behalf of a construct. Call it after {@link #declare(Rewrites, Construct)}. */
    static void declareReleases(Rewrites rewrites, Construct construct) {
        declareReleases(rewrites, construct, SYNCHRONIZER, "release(I)Z", "released");
    }

    /** As {@link #declareReleases}, for releases of shared access. */
    static void declareSharedReleases(Rewrites rewrites, Construct construct) {
        declareReleases(rewrites, construct, SYNCHRONIZER, "releaseShared(I)Z", "releasedShared");
    }

    /** As {@link #declareForBoth} for {@link #declareReleases} and {@link #declareSharedReleases}. */
    static void declareAllReleasesOfBoth(Rewrites rewrites, Construct construct) {
        declareReleases(rewrites, construct);
        declareSharedReleases(rewrites, construct);
        declareReleases(rewrites, construct, LONG_SYNCHRONIZER, "release(J)Z", "released");
        declareReleases(rewrites, construct, LONG_SYNCHRONIZER, "releaseShared(J)Z", "releasedShared");
    }

    private static void declareReleases(
            Rewrites rewrites, Construct construct, String owner, String release, String told) {
        if (rewrites.isDeclared(owner, release)) {
            return;
        }
        rewrites.jdkClass(construct, owner)
                .method(release)
                .enterWithToken(Hook.of(SynchronizerHooks.class, "releases", "(L" + owner + ";)J", Operand.THIS))
                .onReturn(Hook.of(
                        SynchronizerHooks.class,
                        told,
                        "(ZLjava/lang/Object;J)V",
                        Operand.RESULT,
                        Operand.THIS,
                        Operand.TOKEN));
    }

    /** Declares the hooks for waits for conditions, on behalf of a construct. */
    static void declareConditions(Rewrites rewrites, Construct construct) {
        declareConditions(rewrites, construct, SYNCHRONIZER, "I");
    }

    /** As {@link #declareForBoth} for {@link #declareConditions(Rewrites, Construct)}. */
    static void declareConditionsOfBoth(Rewrites rewrites, Construct construct) {
        declareConditions(rewrites, construct);
        declareConditions(rewrites, construct, LONG_SYNCHRONIZER, "J");
    }

    private static void declareConditions(Rewrites rewrites, Construct construct, String owner, String count) {
        String name = owner + "$ConditionObject";
        boolean declared = !rewrites.declaredFor(name).isEmpty();
        JdkClass condition = rewrites.jdkClass(construct, name);
        if (declared) {
            return;
        }
        condition.method("enableWait(L" + owner + "$ConditionNode;)" + count).enter(ofCondition("awaits"));
        for (String await : AWAITS) {
            condition.method(await).exit(ofCondition("awaited"));
        }
        for (String signal : new String[] {"signal()V", "signalAll()V"}) {
            condition
                    .method(signal)
                    .enterWithToken(Hook.of(ConditionHooks.class, "signals", "(" + CONDITION + ")Z", Operand.THIS))
                    .onReturn(Hook.of(
                            ConditionHooks.class, "woken", "(" + CONDITION + "Z)V", Operand.THIS, Operand.TOKEN));
        }
    }

    private static Hook ofCondition(String name) {
        return Hook.of(ConditionHooks.class, name, "(" + CONDITION + ")V", Operand.THIS);
    }
}
