package org.ompt4j.mappings.thread;

import java.util.Set;
import org.ompt4j.emitter.thread.VirtualThreadHooks;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.CallSite;
import org.ompt4j.mappings.rewrite.Hook;
import org.ompt4j.mappings.rewrite.JdkClass;
import org.ompt4j.mappings.rewrite.Operand;
import org.ompt4j.mappings.rewrite.Rewrites;
import org.ompt4j.ompt.Construct;

/** Documented in {@code docs/mappings/virtual-thread.md}. */
public final class VirtualThreadMapping implements ConstructMapping {
    private static final Construct K = Construct.VIRTUAL_THREAD;
    private static final int FIRST_FEATURE = 21;
    /** Older JDKs submit virtual threads to the scheduler in other methods. */
    private static final int FIRST_WITH_KNOWN_SCHEDULING = 25;

    private static final String POOL = "java/util/concurrent/ForkJoinPool";
    private static final String ON_TASK = "(Ljava/util/concurrent/ForkJoinTask;)Ljava/util/concurrent/ForkJoinTask;";
    private static final String UNIT = "Ljava/util/concurrent/TimeUnit;";
    private static final String THREAD = "java/lang/Thread";
    private static final String VIRTUAL = "java/lang/VirtualThread";
    private static final Set<String> BUILDERS = Set.of(THREAD + "$Builder", THREAD + "$Builder$OfVirtual");
    private static final Set<String> EXECUTORS =
            Set.of("java/util/concurrent/Executor", "java/util/concurrent/ExecutorService");

    @Override
    public Construct construct() {
        return K;
    }

    @Override
    public void declare(Rewrites rewrites) {
        if (rewrites.feature() < FIRST_FEATURE) {
            return;
        }
        rewrites.callSite(CallSite.announce(K, Set.of(THREAD), false, "startVirtualThread", null));
        rewrites.callSite(CallSite.announce(K, BUILDERS, false, "start", null));
        for (String name : new String[] {"execute", "submit", "invokeAll", "invokeAny"}) {
            rewrites.callSite(CallSite.announce(K, EXECUTORS, false, name, null));
        }
        JdkClass virtual = rewrites.jdkClass(K, VIRTUAL);
        virtual.method("start(Ljdk/internal/vm/ThreadContainer;)V").enter(hook("starts"));
        // Before the call: a hook inside `mount` would run while the current thread is neither consistently the carrier
        // nor the virtual thread.
        virtual.method("runContinuation()V").aroundCall(VIRTUAL, "mount()V").before(hook("mounts"));
        virtual.method("afterYield()V").enter(hook("yields"));
        if (rewrites.feature() >= FIRST_WITH_KNOWN_SCHEDULING) {
            scheduling(virtual);
        }
        virtual.method("afterDone(Z)V").enter(hook("ends"));
        rewrites.jdkClass(K, THREAD)
                .method("dispatchUncaughtException(Ljava/lang/Throwable;)V")
                .enter(Hook.of(VirtualThreadHooks.class, "threw", "(Ljava/lang/Throwable;)V", Operand.argument(0)));
    }

    /* Right before the calls of the scheduler: a virtual thread cannot leave its carrier there. */
    private static void scheduling(JdkClass virtual) {
        Hook canGoOn = hook("canGoOn");
        virtual.method("submitRunContinuation(Ljava/util/concurrent/Executor;Z)V")
                .aroundCall("java/util/concurrent/Executor", "execute(Ljava/lang/Runnable;)V", 2)
                .before(canGoOn);
        virtual.method("externalSubmitRunContinuation(L" + POOL + ";)V")
                .aroundCall(POOL, "externalSubmit" + ON_TASK)
                .before(canGoOn);
        virtual.method("lazySubmitRunContinuation()V")
                .aroundCall(POOL, "lazySubmit" + ON_TASK)
                .before(canGoOn);
        virtual.method("schedule(Ljava/lang/Runnable;J" + UNIT + ")Ljava/util/concurrent/Future;")
                .enter(Hook.of(
                        VirtualThreadHooks.class,
                        "leftFor",
                        "(Ljava/lang/Thread;J" + UNIT + ")V",
                        Operand.THIS,
                        Operand.argument(1),
                        Operand.argument(2)));
    }

    private static Hook hook(String name) {
        return Hook.of(VirtualThreadHooks.class, name, "(Ljava/lang/Thread;)V", Operand.THIS);
    }
}
