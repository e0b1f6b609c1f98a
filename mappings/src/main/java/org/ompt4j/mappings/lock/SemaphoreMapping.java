package org.ompt4j.mappings.lock;

import org.ompt4j.emitter.lock.SemaphoreHooks;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.CallSite;
import org.ompt4j.mappings.rewrite.Rewrites;
import org.ompt4j.ompt.Construct;

/** Documented in {@code docs/mappings/semaphore.md}. */
public final class SemaphoreMapping implements ConstructMapping {
    private static final String SEMAPHORE = "java/util/concurrent/Semaphore";
    private static final String TIMED = "JLjava/util/concurrent/TimeUnit;";

    @Override
    public Construct construct() {
        return Construct.SEMAPHORE;
    }

    @Override
    public void declare(Rewrites rewrites) {
        SynchronizerRewrite.declare(rewrites, Construct.SEMAPHORE);
        if (rewrites.everyMutexOperation()) {
            calls(rewrites);
        } else if (rewrites.mutexOperations()) {
            SynchronizerRewrite.declareSharedReleases(rewrites, Construct.SEMAPHORE);
        }
    }

    private static void calls(Rewrites rewrites) {
        for (String permits : new String[] {"", "I"}) {
            call(rewrites, "acquire", "(" + permits + ")V");
            call(rewrites, "acquireUninterruptibly", "(" + permits + ")V");
            call(rewrites, "tryAcquire", "(" + permits + ")Z");
            call(rewrites, "tryAcquire", "(" + permits + TIMED + ")Z");
            call(rewrites, "release", "(" + permits + ")V");
        }
        call(rewrites, "drainPermits", "()I");
    }

    private static void call(Rewrites rewrites, String name, String descriptor) {
        rewrites.callSite(
                CallSite.replace(Construct.SEMAPHORE, SEMAPHORE, true, name, descriptor, SemaphoreHooks.class));
    }
}
