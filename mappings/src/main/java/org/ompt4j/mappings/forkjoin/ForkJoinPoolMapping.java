package org.ompt4j.mappings.forkjoin;

import java.util.Set;
import org.ompt4j.emitter.forkjoin.ForkJoinPoolHooks;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.CallSite;
import org.ompt4j.mappings.rewrite.Hook;
import org.ompt4j.mappings.rewrite.JdkClass;
import org.ompt4j.mappings.rewrite.MethodAdvice;
import org.ompt4j.mappings.rewrite.Operand;
import org.ompt4j.mappings.rewrite.Rewrites;
import org.ompt4j.mappings.thread.ThreadMapping;
import org.ompt4j.ompt.Construct;

/** Documented in {@code docs/mappings/fork-join-pool.md}. */
public final class ForkJoinPoolMapping implements ConstructMapping {
    private static final Construct K = Construct.FORK_JOIN_POOL;
    private static final String POOL = "java/util/concurrent/ForkJoinPool";
    private static final String QUEUE = "java/util/concurrent/ForkJoinPool$WorkQueue";
    private static final String WORKER = "java/util/concurrent/ForkJoinWorkerThread";
    private static final String SUPPORT = "java/util/concurrent/locks/LockSupport";
    private static final String TASK = ForkJoinTaskMapping.TASK;
    private static final String ON_POOL = "(Ljava/util/concurrent/ForkJoinPool;)V";
    private static final String ON_TASK = "(Ljava/util/concurrent/ForkJoinTask;)V";
    private static final String SUBMIT = "(Ljava/util/concurrent/ForkJoinTask;)Ljava/util/concurrent/ForkJoinTask;";
    private static final String TIMED = "(JLjava/util/concurrent/TimeUnit;)Z";
    private static final Set<String> EXECUTORS = Set.of(
            POOL,
            "java/util/concurrent/Executor",
            "java/util/concurrent/ExecutorService",
            "java/util/concurrent/AbstractExecutorService");
    private static final String[] CALLS = {
        "execute",
        "submit",
        "externalSubmit",
        "lazySubmit",
        "invoke",
        "invokeAll",
        "invokeAllUninterruptibly",
        "invokeAny",
        "awaitTermination",
        "awaitQuiescence",
        "close"
    };

    @Override
    public Construct construct() {
        return K;
    }

    @Override
    public void declare(Rewrites rewrites) {
        for (String name : CALLS) {
            rewrites.callSite(CallSite.announce(K, EXECUTORS, false, name, null));
        }
        int feature = rewrites.feature();
        boolean old = feature < ForkJoinTaskMapping.FIRST_WITH_INTERRUPTIBLE_TASKS;
        JdkClass pool = rewrites.jdkClass(K, POOL)
                .field("ompt4j$pool", "Ljava/lang/Object;")
                .field("ompt4j$site", "I");
        workers(rewrites, pool, old);
        submitting(pool, feature);
        invoking(pool, feature);
        invokingAll(pool, old);
        waiting(pool, feature, old);
    }

    private static void workers(Rewrites rewrites, JdkClass pool, boolean old) {
        pool.method("<init>(ILjava/util/concurrent/ForkJoinPool$ForkJoinWorkerThreadFactory;"
                        + "Ljava/lang/Thread$UncaughtExceptionHandler;ZIIILjava/util/function/Predicate;"
                        + "JLjava/util/concurrent/TimeUnit;)V")
                .onReturn(hook("poolMade", ON_POOL, Operand.THIS));
        pool.method("createWorker()Z").enter(hook("createWorker", ON_POOL, Operand.THIS));
        pool.method("deregisterWorker(Ljava/util/concurrent/ForkJoinWorkerThread;Ljava/lang/Throwable;)V")
                .enter(hook("workerExit", "(Ljava/util/concurrent/ForkJoinWorkerThread;)V", Operand.argument(0)));
        pool.method(old ? "tryTerminate(ZZ)Z" : "tryTerminate(ZZ)J")
                .onReturn(hook("terminateExit", ON_POOL, Operand.THIS));
        Hook idleEnter = hook("idleEnter", "()V");
        Hook idleExit = hook("idleExit", "()V");
        if (old) {
            idling(pool, rewrites.feature(), idleEnter, idleExit);
        } else {
            // This JDK scans all queues once more after it has enqueued the worker.
            pool.method("deactivate(Ljava/util/concurrent/ForkJoinPool$WorkQueue;I)I")
                    .enter(idleEnter)
                    .exit(idleExit);
        }
        // Not at the method's entry: until the worker's queue is registered, a task that the worker forks is silently
        // lost, and a tool may fork in the callback for the worker.
        rewrites.jdkClass(K, WORKER)
                .method("run()V")
                .aroundCall(POOL, "registerWorker(Ljava/util/concurrent/ForkJoinPool$WorkQueue;)V")
                .after(hook("workerEnter", "(Ljava/util/concurrent/ForkJoinWorkerThread;)V", Operand.THIS));
        rewrites.jdkClass(K, QUEUE)
                .method(
                        old
                                ? "topLevelExec(Ljava/util/concurrent/ForkJoinTask;Ljava/util/concurrent/ForkJoinPool$WorkQueue;)V"
                                : "topLevelExec(Ljava/util/concurrent/ForkJoinTask;I)V")
                .exit(hook("topLevelTaskEnd", "()V"));
    }

    /**
     * Not at the entry of {@code awaitWork}. Between a worker's unsuccessful scan and its enqueueing on the idle stack, a push can find all workers
     * active and signal none; these JDKs scan once more only when the whole pool seems quiescent. With a hook in this gap, in one of several hundred
     * runs a worker with a timed get for a task that it had forked waited for ever; without an agent this happened once in 120,000 runs. So there must
     * be no hook between a scan and the compare-and-set that makes a worker idle; the time between them counts as overhead.
     */
    private static void idling(JdkClass pool, int feature, Hook idleEnter, Hook idleExit) {
        MethodAdvice awaitWork = pool.method("awaitWork(Ljava/util/concurrent/ForkJoinPool$WorkQueue;)I");
        awaitWork.exit(idleExit);
        String setBlocker = "setCurrentBlocker(Ljava/lang/Object;)V";
        if (feature < ForkJoinTaskMapping.FIRST_WITH_HOW_TO_WAIT) {
            awaitWork.aroundCall(SUPPORT, setBlocker).after(idleEnter);
        } else {
            awaitWork
                    .aroundCall(SUPPORT, setBlocker, 2)
                    .before(hook("blocker", "(Ljava/lang/Object;)V", Operand.STACK_TOP));
        }
    }

    private static void submitting(JdkClass pool, int feature) {
        submitting(pool.method("externalSubmit" + SUBMIT), 0);
        if (feature >= ForkJoinTaskMapping.FIRST_WITH_HOW_TO_WAIT) {
            submitting(
                    pool.method("poolSubmit(ZLjava/util/concurrent/ForkJoinTask;)Ljava/util/concurrent/ForkJoinTask;"),
                    1);
        }
        if (feature >= ThreadMapping.FIRST_WITH_DELAY_SCHEDULER) {
            pool.method("executeEnabledScheduledTask(Ljava/util/concurrent/DelayScheduler$ScheduledForkJoinTask;)V")
                    .enter(submit(0));
        }
    }

    private static void submitting(MethodAdvice method, int task) {
        method.enter(submit(task))
                .onThrow(hook(
                        "rejected",
                        "(Ljava/lang/Throwable;Ljava/util/concurrent/ForkJoinTask;"
                                + "Ljava/util/concurrent/ForkJoinPool;)V",
                        Operand.THROWN,
                        Operand.argument(task),
                        Operand.THIS));
    }

    private static Hook submit(int task) {
        return hook(
                "submit",
                "(Ljava/util/concurrent/ForkJoinTask;Ljava/util/concurrent/ForkJoinPool;)V",
                Operand.argument(task),
                Operand.THIS);
    }

    private static void invoking(JdkClass pool, int feature) {
        MethodAdvice invoke = pool.method("invoke(Ljava/util/concurrent/ForkJoinTask;)Ljava/lang/Object;");
        invoke.enterWithToken(hook(
                "invokeEnter",
                "(Ljava/util/concurrent/ForkJoinTask;Ljava/util/concurrent/ForkJoinPool;)Ljava/lang/Object;",
                Operand.argument(0),
                Operand.THIS));
        Hook waited = hook("invokeWaited", "()V");
        invoke.aroundCall(
                        TASK,
                        feature < ForkJoinTaskMapping.FIRST_WITH_HOW_TO_WAIT
                                ? "joinForPoolInvoke(Ljava/util/concurrent/ForkJoinPool;)Ljava/lang/Object;"
                                : "join()Ljava/lang/Object;")
                .before(hook("invokeWait", ON_TASK, Operand.argument(0)))
                .exit(waited);
        invoke.exit(hook("invokeExit", "(Ljava/lang/Object;)V", Operand.TOKEN));
    }

    private static void invokingAll(JdkClass pool, boolean old) {
        if (old) {
            invokingAll(pool, "invokeAll(Ljava/util/Collection;)Ljava/util/List;");
            invokingAll(pool, "invokeAll(Ljava/util/Collection;JLjava/util/concurrent/TimeUnit;)Ljava/util/List;");
        } else {
            // The two public methods call this one.
            invokingAll(pool, "invokeAll(Ljava/util/Collection;J)Ljava/util/List;");
            invokingAll(pool, "invokeAllUninterruptibly(Ljava/util/Collection;)Ljava/util/List;");
        }
        invokingAll(pool, "invokeAny(Ljava/util/Collection;)Ljava/lang/Object;");
        invokingAll(pool, "invokeAny(Ljava/util/Collection;JLjava/util/concurrent/TimeUnit;)Ljava/lang/Object;");
    }

    private static void invokingAll(JdkClass pool, String method) {
        pool.method(method)
                .enterWithToken(hook("invokeAllEnter", "(Ljava/util/Collection;)I", Operand.argument(0)))
                .exit(hook("invokeAllExit", "(I)V", Operand.TOKEN));
    }

    private static void waiting(JdkClass pool, int feature, boolean old) {
        parking(
                barrier(pool.method("awaitTermination" + TIMED)),
                old ? "java/util/concurrent/locks/Condition" : "java/util/concurrent/CountDownLatch",
                old ? "awaitNanos(J)J" : "await" + TIMED);
        barrier(pool.method("awaitQuiescence" + TIMED));
        if (feature >= ForkJoinTaskMapping.FIRST_WITH_HOW_TO_WAIT) {
            MethodAdvice close = barrier(pool.method("close()V"));
            if (!old) {
                parking(close, "java/util/concurrent/CountDownLatch", "await()V");
            }
        }
        boolean helpsThroughPool = feature < ForkJoinTaskMapping.FIRST_WITH_HOW_TO_WAIT;
        String help = helpsThroughPool ? "helpQuiescePool" : "helpQuiesce";
        String helpFromOutside = helpsThroughPool ? "externalHelpQuiescePool" : "externalHelpQuiesce";
        String parkNanos = "parkNanos(Ljava/lang/Object;J)V";
        parking(pool.method(help + "(Ljava/util/concurrent/ForkJoinPool$WorkQueue;JZ)I"), SUPPORT, parkNanos);
        parking(pool.method(helpFromOutside + "(JZ)I"), SUPPORT, parkNanos);
    }

    private static MethodAdvice barrier(MethodAdvice method) {
        return method.enterWithToken(hook("barrierEnter", "(Ljava/util/concurrent/ForkJoinPool;)Z", Operand.THIS))
                .exit(hook("barrierExit", "(Z)V", Operand.TOKEN));
    }

    private static void parking(MethodAdvice method, String owner, String called) {
        Hook woken = hook("parkExit", "()V");
        method.aroundCall(owner, called).before(hook("parkEnter", "()V")).exit(woken);
    }

    private static Hook hook(String name, String descriptor, Operand... operands) {
        return Hook.of(ForkJoinPoolHooks.class, name, descriptor, operands);
    }
}
