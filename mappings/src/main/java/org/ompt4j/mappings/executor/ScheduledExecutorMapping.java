package org.ompt4j.mappings.executor;

import java.util.Set;
import org.ompt4j.emitter.executor.ScheduledExecutorHooks;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.CallSite;
import org.ompt4j.mappings.rewrite.Hook;
import org.ompt4j.mappings.rewrite.JdkClass;
import org.ompt4j.mappings.rewrite.Operand;
import org.ompt4j.mappings.rewrite.Rewrites;
import org.ompt4j.ompt.Construct;

/** Documented in {@code docs/mappings/scheduled-executor.md}. */
public final class ScheduledExecutorMapping implements ConstructMapping {
    private static final Construct K = Construct.SCHEDULED_EXECUTOR;
    private static final String CONCURRENT = "java/util/concurrent/";
    private static final String SCHEDULER = CONCURRENT + "ScheduledThreadPoolExecutor";
    private static final String QUEUE = CONCURRENT + "BlockingQueue";
    private static final String RUNNABLE = "Ljava/lang/Runnable;";
    private static final String ON_SCHEDULED = "(L" + CONCURRENT + "RunnableScheduledFuture;)V";
    private static final Set<String> SCHEDULERS = Set.of(SCHEDULER, CONCURRENT + "ScheduledExecutorService");

    @Override
    public Construct construct() {
        return K;
    }

    @Override
    public void declare(Rewrites rewrites) {
        for (String name : new String[] {"schedule", "scheduleAtFixedRate", "scheduleWithFixedDelay"}) {
            rewrites.callSite(CallSite.announce(K, SCHEDULERS, false, name, null));
        }
        for (String name : new String[] {"execute", "submit", "invokeAll", "invokeAny"}) {
            rewrites.callSite(CallSite.announce(K, SCHEDULERS, false, name, null));
            rewrites.callSite(CallSite.announce(K, ThreadPoolExecutorMapping.EXECUTORS, false, name, null));
        }
        JdkClass scheduler = rewrites.jdkClass(K, SCHEDULER);
        scheduler
                .method("delayedExecute" + ON_SCHEDULED)
                .enter(hook("schedule", "(" + RUNNABLE + ")V", Operand.argument(0)))
                .onThrow(hook(
                        "rejected", "(Ljava/lang/Throwable;" + RUNNABLE + ")V", Operand.THROWN, Operand.argument(0)));
        scheduler
                .method("reExecutePeriodic" + ON_SCHEDULED)
                .aroundCall(QUEUE, "add(Ljava/lang/Object;)Z")
                .before(hook("scheduleAgain", "(Ljava/lang/Object;)V", Operand.STACK_TOP));
        scheduler
                .method("onShutdown()V")
                .aroundCall(QUEUE, "remove(Ljava/lang/Object;)Z")
                .before(hook("dropped", "(Ljava/lang/Object;)V", Operand.STACK_TOP));
    }

    private static Hook hook(String name, String descriptor, Operand... operands) {
        return Hook.of(ScheduledExecutorHooks.class, name, descriptor, operands);
    }
}
