package org.ompt4j.mappings.thread;

import java.util.Set;
import org.ompt4j.emitter.thread.VirtualThreadHooks;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.CallSite;
import org.ompt4j.mappings.rewrite.Hook;
import org.ompt4j.mappings.rewrite.JdkClass;
import org.ompt4j.mappings.rewrite.MethodAdvice;
import org.ompt4j.mappings.rewrite.Operand;
import org.ompt4j.mappings.rewrite.Rewrites;
import org.ompt4j.ompt.Construct;

/** Documented in {@code docs/mappings/virtual-thread.md}. */
public final class VirtualThreadMapping implements ConstructMapping {
    private static final Construct K = Construct.VIRTUAL_THREAD;
    private static final int FIRST_FEATURE = 21;
    /** The first JDK after 21 of which it is known in which methods it hands virtual threads to their scheduler. */
    private static final int FIRST_WITH_DELAYS = 25;
    /** The first JDK whose virtual threads hand themselves to every kind of scheduler in one method. */
    private static final int FIRST_WITH_SUBMIT = 26;

    private static final String EXECUTOR = "java/util/concurrent/Executor";
    private static final String POOL = "java/util/concurrent/ForkJoinPool";
    private static final String ON_TASK = "(Ljava/util/concurrent/ForkJoinTask;)Ljava/util/concurrent/ForkJoinTask;";
    private static final String RUNNABLE = "Ljava/lang/Runnable;";
    private static final String EXECUTE = "execute(" + RUNNABLE + ")V";
    private static final String UNIT = "Ljava/util/concurrent/TimeUnit;";
    private static final String THREAD = "java/lang/Thread";
    private static final String VIRTUAL = "java/lang/VirtualThread";
    private static final Set<String> BUILDERS = Set.of(THREAD + "$Builder", THREAD + "$Builder$OfVirtual");
    private static final Set<String> EXECUTORS = Set.of(EXECUTOR, "java/util/concurrent/ExecutorService");

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
        JdkClass scheduling = rewrites.jdkClass(K, VIRTUAL).dispensable("when one that does not run could go on");
        if (rewrites.feature() == FIRST_FEATURE) {
            schedulingOfFirst(scheduling);
        } else if (rewrites.feature() >= FIRST_WITH_DELAYS) {
            scheduling(scheduling, rewrites.feature());
        }
        virtual.method("afterDone(Z)V").enter(hook("ends"));
        rewrites.jdkClass(K, THREAD)
                .method("dispatchUncaughtException(Ljava/lang/Throwable;)V")
                .enter(Hook.of(VirtualThreadHooks.class, "threw", "(Ljava/lang/Throwable;)V", Operand.argument(0)));
    }

    /* Right before the calls of the scheduler: a virtual thread cannot leave its carrier there. */
    private static void scheduling(JdkClass virtual, int feature) {
        Hook canGoOn = hook("canGoOn");
        boolean submits = feature >= FIRST_WITH_SUBMIT;
        virtual.method("submitRunContinuation(L" + EXECUTOR + ";Z)V")
                .aroundCall(
                        submits ? VIRTUAL : EXECUTOR,
                        submits ? "submit(L" + EXECUTOR + ";" + RUNNABLE + ")V" : EXECUTE,
                        2)
                .before(canGoOn);
        externalSubmits(virtual);
        lazySubmits(virtual.method("lazySubmitRunContinuation()V"));
        virtual.method("schedule(" + RUNNABLE + "J" + UNIT + ")Ljava/util/concurrent/Future;")
                .enter(Hook.of(
                        VirtualThreadHooks.class,
                        "leftFor",
                        "(Ljava/lang/Thread;J" + UNIT + ")V",
                        Operand.THIS,
                        Operand.argument(1),
                        Operand.argument(2)));
    }

    /** The thread that ends timed parks is a platform thread: it needs no carrier. */
    private static void schedulingOfFirst(JdkClass virtual) {
        virtual.method("submitRunContinuation()V").aroundCall(EXECUTOR, EXECUTE).before(hook("canGoOn"));
        externalSubmits(virtual);
        lazySubmits(virtual.method("lazySubmitRunContinuation(L" + POOL + ";)V"));
    }

    private static void externalSubmits(JdkClass virtual) {
        virtual.method("externalSubmitRunContinuation(L" + POOL + ";)V")
                .aroundCall(POOL, "externalSubmit" + ON_TASK)
                .before(hook("canGoOn"));
    }

    private static void lazySubmits(MethodAdvice submit) {
        submit.aroundCall(POOL, "lazySubmit" + ON_TASK).before(hook("canGoOn"));
    }

    private static Hook hook(String name) {
        return Hook.of(VirtualThreadHooks.class, name, "(Ljava/lang/Thread;)V", Operand.THIS);
    }
}
