package org.ompt4j.emitter.memory;

import static org.ompt4j.ompt.Construct.FENCE;

import java.lang.invoke.VarHandle;
import jdk.internal.vm.annotation.ForceInline;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.Events;
import org.ompt4j.emitter.Guarded;
import org.ompt4j.emitter.InitialTasks;
import org.ompt4j.emitter.ThreadContext;

/**
 * Hooks of memory fences in application code: each is reported as a flush, just before the fence. The fence comes last, so that no memory access of
 * the agent follows it.
 *
 * <p>A hook that replaces a method of {@link VarHandle} calls this method.
 *
 * <p>Thread safety: any thread.
 */
public final class FenceHooks extends FenceGuards {

    private FenceHooks() {}

    /** {@code VarHandle.fullFence()}. */
    @ForceInline
    public static void fullFence(int callSite) {
        flush(callSite);
        VarHandle.fullFence();
    }

    /** {@code VarHandle.acquireFence()}. */
    @ForceInline
    public static void acquireFence(int callSite) {
        flush(callSite);
        VarHandle.acquireFence();
    }

    /** {@code VarHandle.releaseFence()}. */
    @ForceInline
    public static void releaseFence(int callSite) {
        flush(callSite);
        VarHandle.releaseFence();
    }

    /** {@code VarHandle.loadLoadFence()}. */
    @ForceInline
    public static void loadLoadFence(int callSite) {
        flush(callSite);
        VarHandle.loadLoadFence();
    }

    /** {@code VarHandle.storeStoreFence()}. */
    @ForceInline
    public static void storeStoreFence(int callSite) {
        flush(callSite);
        VarHandle.storeStoreFence();
    }

    /** A fence of {@code sun.misc.Unsafe} is about to be called. If the object is null, the call throws and there is no fence. */
    public static void ofUnsafe(@Nullable Object unsafe, int callSite) {
        if (unsafe != null) {
            flush(callSite);
        }
    }

    @Guarded("fence")
    static void flush(ThreadContext c, int callSite) {
        InitialTasks.ensure(c);
        Events.flush(c, c.clock().now(), FENCE, callSite);
    }
}
