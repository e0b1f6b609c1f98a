package org.ompt4j.mappings.executor;

import java.util.Set;
import org.ompt4j.emitter.executor.FutureTaskHooks;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.CallSite;
import org.ompt4j.mappings.rewrite.Hook;
import org.ompt4j.mappings.rewrite.JdkClass;
import org.ompt4j.mappings.rewrite.MethodAdvice;
import org.ompt4j.mappings.rewrite.Operand;
import org.ompt4j.mappings.rewrite.Rewrites;
import org.ompt4j.ompt.Construct;

/** Documented in {@code docs/mappings/future-task.md}. */
public final class FutureTaskMapping implements ConstructMapping {
    private static final Construct K = Construct.FUTURE_TASK;
    private static final String CONCURRENT = "java/util/concurrent/";
    private static final String FUTURE = CONCURRENT + "FutureTask";
    private static final Set<String> FUTURES = Set.of(
            FUTURE,
            CONCURRENT + "Future",
            CONCURRENT + "RunnableFuture",
            CONCURRENT + "ScheduledFuture",
            CONCURRENT + "RunnableScheduledFuture");

    @Override
    public Construct construct() {
        return K;
    }

    @Override
    public void declare(Rewrites rewrites) {
        rewrites.callSite(CallSite.announce(K, FUTURES, false, "get", null));
        JdkClass future = rewrites.jdkClass(K, FUTURE);
        get(future.method("get()Ljava/lang/Object;"));
        get(future.method("get(JL" + CONCURRENT + "TimeUnit;)Ljava/lang/Object;"));
        future.method("awaitDone(ZJ)I")
                .enter(hook("awaitEnter", "(L" + FUTURE + ";)V", Operand.THIS))
                .exit(hook("awaitExit", "()V"));
        future.method("finishCompletion()V").enter(hook("finishes", "(L" + FUTURE + ";)V", Operand.THIS));
    }

    private static void get(MethodAdvice get) {
        get.enterWithToken(hook("getEnter", "(L" + FUTURE + ";)Ljava/lang/Object;", Operand.THIS))
                .exit(hook("getExit", "(Ljava/lang/Object;)V", Operand.TOKEN));
    }

    private static Hook hook(String name, String descriptor, Operand... operands) {
        return Hook.of(FutureTaskHooks.class, name, descriptor, operands);
    }
}
