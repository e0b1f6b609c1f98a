package org.ompt4j.mappings.memory;

import java.util.Set;
import org.ompt4j.emitter.memory.FenceHooks;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.CallSite;
import org.ompt4j.mappings.rewrite.Rewrites;
import org.ompt4j.ompt.Construct;

/** Documented in {@code docs/mappings/fence.md}. */
public final class FenceMapping implements ConstructMapping {
    private static final Construct K = Construct.FENCE;
    private static final String VAR_HANDLE = "java/lang/invoke/VarHandle";
    private static final Set<String> UNSAFE = Set.of("sun/misc/Unsafe");

    @Override
    public Construct construct() {
        return K;
    }

    @Override
    public void declare(Rewrites rewrites) {
        for (String each :
                new String[] {"fullFence", "acquireFence", "releaseFence", "loadLoadFence", "storeStoreFence"}) {
            rewrites.callSite(CallSite.replaceStatic(K, VAR_HANDLE, each, "()V", FenceHooks.class));
        }
        for (String each : new String[] {"fullFence", "loadFence", "storeFence"}) {
            rewrites.callSite(CallSite.before(K, UNSAFE, false, each, "()V", FenceHooks.class, "ofUnsafe"));
        }
    }
}
