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
 * What a memory fence in application code means: a flush, told just before. The fence comes last, so that nothing that is done to tell of it
 * lies behind it.
 *
 * <p>Each hook in place of a method of {@link VarHandle} calls that one.
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

    /** A fence of {@code sun.misc.Unsafe} is about to be called; on null the call throws, and is no fence. */
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
