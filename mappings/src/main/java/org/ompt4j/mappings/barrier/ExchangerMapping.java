package org.ompt4j.mappings.barrier;

import java.util.Set;
import org.ompt4j.emitter.barrier.ExchangerHooks;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.CallSite;
import org.ompt4j.mappings.rewrite.Hook;
import org.ompt4j.mappings.rewrite.Operand;
import org.ompt4j.mappings.rewrite.Rewrites;
import org.ompt4j.ompt.Construct;

/** Documented in {@code docs/mappings/exchanger.md}. */
public final class ExchangerMapping implements ConstructMapping {
    private static final Construct K = Construct.EXCHANGER;
    private static final String EXCHANGER = "java/util/concurrent/Exchanger";
    private static final String ITEM = "Ljava/lang/Object;";

    @Override
    public Construct construct() {
        return K;
    }

    @Override
    public void declare(Rewrites rewrites) {
        exchange(rewrites, "(" + ITEM + ")" + ITEM);
        exchange(rewrites, "(" + ITEM + "JLjava/util/concurrent/TimeUnit;)" + ITEM);
    }

    private static void exchange(Rewrites rewrites, String descriptor) {
        rewrites.callSite(CallSite.announce(K, Set.of(EXCHANGER), true, "exchange", descriptor));
        rewrites.jdkClass(K, EXCHANGER)
                .method("exchange" + descriptor)
                .enterWithToken(Hook.of(ExchangerHooks.class, "comes", "(Ljava/lang/Object;)I", Operand.THIS))
                .exit(Hook.of(ExchangerHooks.class, "goes", "(I)V", Operand.TOKEN));
    }
}
