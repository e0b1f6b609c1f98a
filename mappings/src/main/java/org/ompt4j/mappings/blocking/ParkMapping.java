package org.ompt4j.mappings.blocking;

import org.ompt4j.emitter.blocking.ParkHooks;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.Hook;
import org.ompt4j.mappings.rewrite.JdkClass;
import org.ompt4j.mappings.rewrite.Operand;
import org.ompt4j.mappings.rewrite.Rewrites;
import org.ompt4j.mappings.thread.ThreadMapping;
import org.ompt4j.ompt.Construct;

/** Documented in {@code docs/mappings/park.md}. */
public final class ParkMapping implements ConstructMapping {
    private static final Construct K = Construct.PARK;
    private static final String SUPPORT = "java/util/concurrent/locks/LockSupport";
    private static final String BLOCKER_AND_LIMIT = "(Ljava/lang/Object;J)J";
    private static final Operand BLOCKER = Operand.argument(0);

    @Override
    public Construct construct() {
        return K;
    }

    @Override
    public void declare(Rewrites rewrites) {
        JdkClass support = rewrites.jdkClass(K, SUPPORT);
        park(support, "park()V", hook("parks", "()J"));
        park(support, "park(Ljava/lang/Object;)V", hook("parksFor", "(Ljava/lang/Object;)J", BLOCKER));
        park(support, "parkNanos(J)V", hook("parksAtMost", "(J)J", Operand.argument(0)));
        park(
                support,
                "parkNanos(Ljava/lang/Object;J)V",
                hook("parksForAtMost", BLOCKER_AND_LIMIT, BLOCKER, Operand.argument(1)));
        park(support, "parkUntil(J)V", hook("parksUntil", "(J)J", Operand.argument(0)));
        park(
                support,
                "parkUntil(Ljava/lang/Object;J)V",
                hook("parksForUntil", BLOCKER_AND_LIMIT, BLOCKER, Operand.argument(1)));
        support.method("unpark(Ljava/lang/Thread;)V")
                .enter(hook("unparks", "(Ljava/lang/Thread;)V", Operand.argument(0)));
        if (rewrites.feature() >= ThreadMapping.FIRST_WITH_DELAY_SCHEDULER) {
            rewrites.jdkClass(K, "java/util/concurrent/DelayScheduler")
                    .method("loop(Ljava/util/concurrent/ForkJoinPool;)V")
                    .aroundCall("jdk/internal/misc/Unsafe", "park(ZJ)V")
                    .beforeWithToken(hook("idles", "()Z"))
                    .exit(hook("idlesNoMore", "(Z)V", Operand.CALL_TOKEN));
        }
    }

    private static void park(JdkClass support, String method, Hook begin) {
        support.method(method).enterWithToken(begin).exit(hook("unparked", "(J)V", Operand.TOKEN));
    }

    private static Hook hook(String name, String descriptor, Operand... operands) {
        return Hook.of(ParkHooks.class, name, descriptor, operands);
    }
}
