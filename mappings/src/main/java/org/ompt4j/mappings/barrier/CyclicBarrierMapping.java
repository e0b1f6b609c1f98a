package org.ompt4j.mappings.barrier;

import java.util.Set;
import org.ompt4j.emitter.barrier.CyclicBarrierHooks;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.CallSite;
import org.ompt4j.mappings.rewrite.Hook;
import org.ompt4j.mappings.rewrite.JdkClass;
import org.ompt4j.mappings.rewrite.MethodAdvice;
import org.ompt4j.mappings.rewrite.Operand;
import org.ompt4j.mappings.rewrite.Rewrites;
import org.ompt4j.ompt.Construct;

/** Documented in {@code docs/mappings/cyclic-barrier.md}. */
public final class CyclicBarrierMapping implements ConstructMapping {
    private static final Construct K = Construct.CYCLIC_BARRIER;
    private static final String BARRIER = "java/util/concurrent/CyclicBarrier";
    private static final String CONDITION = "java/util/concurrent/locks/Condition";

    @Override
    public Construct construct() {
        return K;
    }

    @Override
    public void declare(Rewrites rewrites) {
        Set<String> owner = Set.of(BARRIER);
        rewrites.callSite(CallSite.announce(K, owner, true, "await", "()I"));
        rewrites.callSite(CallSite.announce(K, owner, true, "await", "(JLjava/util/concurrent/TimeUnit;)I"));
        rewrites.callSite(CallSite.announce(K, owner, false, "reset", "()V"));
        JdkClass barrier = rewrites.jdkClass(K, BARRIER);
        arrivals(barrier);
        barrier.method("reset()V")
                .aroundCall(BARRIER, "breakBarrier()V")
                .before(hook("resetBreaks", "(Ljava/lang/Object;)V", Operand.THIS));
    }

    private static void arrivals(JdkClass barrier) {
        MethodAdvice dowait = barrier.method("dowait(ZJ)I")
                .enterWithToken(hook("arrive", "(Ljava/lang/Object;)I", Operand.THIS))
                .onReturn(hook("leave", "(I)V", Operand.TOKEN))
                .onThrow(hook("leaveBroken", "(Ljava/lang/Throwable;I)V", Operand.THROWN, Operand.TOKEN));
        Hook actionEnd = hook("actionEnd", "(I)V", Operand.TOKEN);
        dowait.aroundCall("java/lang/Runnable", "run()V")
                .before(hook("actionBegin", "(I)V", Operand.TOKEN))
                .exit(actionEnd);
        Hook awaitOthers = hook("awaitOthers", "(Ljava/lang/Object;I)V", Operand.THIS, Operand.TOKEN);
        dowait.aroundCall(CONDITION, "await()V").before(awaitOthers);
        dowait.aroundCall(CONDITION, "awaitNanos(J)J").before(awaitOthers);
        dowait.aroundCall(BARRIER, "nextGeneration()V").before(hook("opens", "(I)V", Operand.TOKEN));
        dowait.aroundCall(BARRIER, "breakBarrier()V", 4).before(hook("breaks", "(I)V", Operand.TOKEN));
    }

    private static Hook hook(String name, String descriptor, Operand... operands) {
        return Hook.of(CyclicBarrierHooks.class, name, descriptor, operands);
    }
}
