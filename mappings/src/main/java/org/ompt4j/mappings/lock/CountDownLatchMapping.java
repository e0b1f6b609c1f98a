package org.ompt4j.mappings.lock;

import org.ompt4j.emitter.lock.CountDownLatchHooks;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.CallSite;
import org.ompt4j.mappings.rewrite.Hook;
import org.ompt4j.mappings.rewrite.Operand;
import org.ompt4j.mappings.rewrite.Rewrites;
import org.ompt4j.ompt.Construct;

/** Documented in {@code docs/mappings/count-down-latch.md}. */
public final class CountDownLatchMapping implements ConstructMapping {
    private static final Construct K = Construct.COUNT_DOWN_LATCH;
    private static final String LATCH = "java/util/concurrent/CountDownLatch";

    @Override
    public Construct construct() {
        return K;
    }

    @Override
    public void declare(Rewrites rewrites) {
        SynchronizerRewrite.declare(rewrites, K);
        // It returns true for the one call that opens the latch.
        rewrites.jdkClass(K, LATCH + "$Sync")
                .method("tryReleaseShared(I)Z")
                .onReturn(Hook.of(
                        CountDownLatchHooks.class,
                        "countedDown",
                        "(ZLjava/util/concurrent/locks/AbstractQueuedSynchronizer;)V",
                        Operand.RESULT,
                        Operand.THIS));
        if (rewrites.everyMutexOperation()) {
            await(rewrites, "()V");
            await(rewrites, "(JLjava/util/concurrent/TimeUnit;)Z");
        }
    }

    private static void await(Rewrites rewrites, String descriptor) {
        rewrites.callSite(CallSite.replace(K, LATCH, true, "await", descriptor, CountDownLatchHooks.class));
    }
}
