package org.ompt4j.mappings.barrier;

import java.util.Set;
import org.ompt4j.emitter.barrier.PhaserHooks;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.CallSite;
import org.ompt4j.mappings.rewrite.Hook;
import org.ompt4j.mappings.rewrite.JdkClass;
import org.ompt4j.mappings.rewrite.MethodAdvice;
import org.ompt4j.mappings.rewrite.Operand;
import org.ompt4j.mappings.rewrite.Rewrites;
import org.ompt4j.ompt.Construct;

/** Documented in {@code docs/mappings/phaser.md}. */
public final class PhaserMapping implements ConstructMapping {
    private static final Construct K = Construct.PHASER;
    private static final String PHASER = "java/util/concurrent/Phaser";
    private static final String TIMED = "(IJLjava/util/concurrent/TimeUnit;)I";
    private static final String[][] CALLS = {
        {"arriveAndAwaitAdvance", "()I"},
        {"awaitAdvance", "(I)I"},
        {"awaitAdvanceInterruptibly", "(I)I"},
        {"awaitAdvanceInterruptibly", TIMED},
        {"arrive", "()I"},
        {"arriveAndDeregister", "()I"},
        {"forceTermination", "()V"}
    };

    @Override
    public Construct construct() {
        return K;
    }

    @Override
    public void declare(Rewrites rewrites) {
        for (String[] call : CALLS) {
            rewrites.callSite(CallSite.announce(K, Set.of(PHASER), true, call[0], call[1]));
        }
        JdkClass phaser = rewrites.jdkClass(K, PHASER);
        waits(phaser);
        arrivals(phaser);
        phaser.method("internalAwaitAdvance(ILjava/util/concurrent/Phaser$QNode;)I")
                .enterWithToken(hook("waitBegin", "(Ljava/lang/Object;)I", Operand.THIS))
                .onReturn(hook("waitEnd", "(III)V", Operand.RESULT, Operand.argument(0), Operand.TOKEN))
                .onThrow(hook("waitThrew", "(I)V", Operand.TOKEN));
        phaser.method("forceTermination()V").enter(hook("forceTermination", "(Ljava/lang/Object;)V", Operand.THIS));
    }

    private static void waits(JdkClass phaser) {
        MethodAdvice both = phaser.method("arriveAndAwaitAdvance()I")
                .enterWithToken(hook("arriveAndAwait", "(Ljava/lang/Object;)I", Operand.THIS));
        leaves(both);
        action(both);
        both.aroundCall(PHASER, "arriveAndAwaitAdvance()I").before(hook("ascend", "()V"));
        Hook await = hook("await", "(Ljava/lang/Object;)I", Operand.THIS);
        leaves(phaser.method("awaitAdvance(I)I").enterWithToken(await));
        leaves(phaser.method("awaitAdvanceInterruptibly(I)I").enterWithToken(await));
        leaves(phaser.method("awaitAdvanceInterruptibly" + TIMED).enterWithToken(await));
    }

    private static void leaves(MethodAdvice method) {
        method.onReturn(hook("leave", "(I)V", Operand.TOKEN))
                .onThrow(hook("leaveThrown", "(Ljava/lang/Throwable;I)V", Operand.THROWN, Operand.TOKEN));
    }

    private static void arrivals(JdkClass phaser) {
        for (String name : new String[] {"arrive", "arriveAndDeregister"}) {
            phaser.method(name + "()I")
                    .enterWithToken(hook("arrive", "(Ljava/lang/Object;)I", Operand.THIS))
                    .onReturn(hook("arrived", "(ILjava/lang/Object;I)V", Operand.RESULT, Operand.THIS, Operand.TOKEN))
                    .onThrow(hook("leave", "(I)V", Operand.TOKEN));
        }
        action(phaser.method("doArrive(I)I"));
    }

    private static void action(MethodAdvice method) {
        Hook end = hook("actionEnd", "()V");
        method.aroundCall(PHASER, "onAdvance(II)Z")
                .before(hook("actionBegin", "(Ljava/lang/Object;)V", Operand.THIS))
                .exit(end);
    }

    private static Hook hook(String name, String descriptor, Operand... operands) {
        return Hook.of(PhaserHooks.class, name, descriptor, operands);
    }
}
