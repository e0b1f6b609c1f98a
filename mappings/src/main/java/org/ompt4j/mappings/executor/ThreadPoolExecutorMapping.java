package org.ompt4j.mappings.executor;

import java.util.Set;
import org.ompt4j.emitter.executor.ExecutorServiceHooks;
import org.ompt4j.emitter.executor.FutureTaskHooks;
import org.ompt4j.emitter.executor.ThreadPoolExecutorHooks;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.CallSite;
import org.ompt4j.mappings.rewrite.Hook;
import org.ompt4j.mappings.rewrite.JdkClass;
import org.ompt4j.mappings.rewrite.MethodAdvice;
import org.ompt4j.mappings.rewrite.Operand;
import org.ompt4j.mappings.rewrite.Rewrites;
import org.ompt4j.mappings.thread.ThreadMapping;
import org.ompt4j.ompt.Construct;

/** Documented in {@code docs/mappings/thread-pool-executor.md}. */
public final class ThreadPoolExecutorMapping implements ConstructMapping {
    private static final Construct K = Construct.THREAD_POOL_EXECUTOR;
    private static final String CONCURRENT = "java/util/concurrent/";
    private static final String POOL = CONCURRENT + "ThreadPoolExecutor";
    private static final String FUTURE = CONCURRENT + "FutureTask";
    private static final String SERVICE = CONCURRENT + "AbstractExecutorService";
    private static final String COMPLETION = CONCURRENT + "ExecutorCompletionService";
    private static final String PER_TASK = CONCURRENT + "ThreadPerTaskExecutor";
    private static final String LOCK_SUPPORT = CONCURRENT + "locks/LockSupport";
    private static final String RUNNABLE = "java/lang/Runnable";
    private static final String ON_POOL = "(L" + POOL + ";)V";
    private static final String ON_RUNNABLE = "(L" + RUNNABLE + ";)V";
    private static final String ON_FUTURE = "(L" + FUTURE + ";)V";
    /** Types by which the program calls thread pools to submit tasks. */
    static final Set<String> EXECUTORS = Set.of(
            POOL,
            CONCURRENT + "Executor",
            CONCURRENT + "ExecutorService",
            SERVICE,
            CONCURRENT + "CompletionService",
            COMPLETION);

    private static final String[] CALLS = {"execute", "submit", "invokeAll", "invokeAny", "awaitTermination", "close"};

    @Override
    public Construct construct() {
        return K;
    }

    @Override
    public void declare(Rewrites rewrites) {
        for (String name : CALLS) {
            rewrites.callSite(CallSite.announce(K, EXECUTORS, false, name, null));
        }
        rewrites.callSite(CallSite.announce(
                K, Set.of(FUTURE, CONCURRENT + "Future", CONCURRENT + "RunnableFuture"), false, "cancel", "(Z)Z"));
        JdkClass pool = rewrites.jdkClass(K, POOL)
                .field("ompt4j$pool", "Ljava/lang/Object;")
                .field("ompt4j$site", "I");
        workers(pool);
        submitting(pool);
        rejecting(rewrites, pool);
        waiting(pool);
        futures(rewrites);
        inherited(rewrites);
        if (rewrites.feature() >= ThreadMapping.FIRST_WITH_THREADS_FOR_TASKS) {
            anyOfThreads(rewrites);
        }
    }

    private static void workers(JdkClass pool) {
        pool.method("<init>(IIJL" + CONCURRENT + "TimeUnit;L" + CONCURRENT + "BlockingQueue;L" + CONCURRENT
                        + "ThreadFactory;L" + CONCURRENT + "RejectedExecutionHandler;)V")
                .onReturn(hook("poolMade", ON_POOL, Operand.THIS));
        MethodAdvice run = pool.method("runWorker(L" + POOL + "$Worker;)V");
        // Before the hook of the construct thread: a worker of a pool needs no task of its own.
        run.enter(hook("workerEnter", ON_POOL, Operand.THIS));
        running(run, "begin");
        pool.method("getTask()L" + RUNNABLE + ";")
                .enter(hook("idleEnter", "()V"))
                .exit(hook("idleExit", "()V"))
                .onReturn(hook("handed", "(L" + RUNNABLE + ";L" + POOL + ";)V", Operand.RESULT, Operand.THIS));
        pool.method("processWorkerExit(L" + POOL + "$Worker;Z)V").enter(hook("workerExit", "()V"));
        pool.method("tryTerminate()V").onReturn(hook("terminateExit", ON_POOL, Operand.THIS));
    }

    private static void running(MethodAdvice method, String begin) {
        method.aroundCall(RUNNABLE, "run()V")
                .beforeWithToken(hook(begin, "(L" + RUNNABLE + ";)J", Operand.STACK_TOP))
                .after(hook("end", "(J)V", Operand.CALL_TOKEN))
                .onThrow(hook("threw", "(Ljava/lang/Throwable;J)V", Operand.THROWN, Operand.CALL_TOKEN));
    }

    private static void submitting(JdkClass pool) {
        pool.method("execute" + ON_RUNNABLE)
                .enter(hook("submit", "(L" + RUNNABLE + ";)V", Operand.argument(0)))
                .onThrow(hook(
                        "submitThrew",
                        "(Ljava/lang/Throwable;L" + RUNNABLE + ";)V",
                        Operand.THROWN,
                        Operand.argument(0)));
        pool.method("remove(L" + RUNNABLE + ";)Z")
                .onReturn(hook("removed", "(ZL" + RUNNABLE + ";)V", Operand.RESULT, Operand.argument(0)));
        pool.method("shutdownNow()Ljava/util/List;").onReturn(hook("stopped", "(Ljava/util/List;)V", Operand.RESULT));
    }

    private static void rejecting(Rewrites rewrites, JdkClass pool) {
        pool.method("reject" + ON_RUNNABLE)
                .enterWithToken(hook("rejectEnter", "(L" + RUNNABLE + ";)Ljava/lang/Object;", Operand.argument(0)))
                .onReturn(hook("rejectReturn", "(Ljava/lang/Object;)V", Operand.TOKEN));
        Hook dropped = hook("droppedIfRefused", ON_RUNNABLE, Operand.argument(0));
        running(policy(rewrites, "CallerRuns").onReturn(dropped), "beginRefused");
        policy(rewrites, "Discard").onReturn(dropped);
        policy(rewrites, "DiscardOldest")
                .onReturn(dropped)
                .aroundCall(CONCURRENT + "BlockingQueue", "poll()Ljava/lang/Object;")
                .after(hook("droppedForRefused", "(Ljava/lang/Object;)V", Operand.RESULT));
    }

    private static MethodAdvice policy(Rewrites rewrites, String name) {
        return rewrites.jdkClass(K, POOL + '$' + name + "Policy")
                .method("rejectedExecution(L" + RUNNABLE + ";L" + POOL + ";)V");
    }

    private static void waiting(JdkClass pool) {
        MethodAdvice await = pool.method("awaitTermination(JL" + CONCURRENT + "TimeUnit;)Z");
        await.enterWithToken(hook("barrierEnter", "(L" + POOL + ";)Z", Operand.THIS))
                .exit(hook("barrierExit", "(Z)V", Operand.TOKEN))
                .aroundCall(CONCURRENT + "locks/Condition", "awaitNanos(J)J")
                .before(hook("parkEnter", "()V"))
                .exit(hook("parkExit", "()V"));
    }

    /** A future is a task of the pool to which it is submitted. Waits for futures belong to another mapping. */
    private static void futures(Rewrites rewrites) {
        JdkClass future =
                rewrites.jdkClass(K, FUTURE).field("ompt4j$id", "J").field("ompt4j$region", "Ljava/lang/Object;");
        future.method("run()V")
                .enterWithToken(futureHook("runs", "(L" + FUTURE + ";)J", Operand.THIS))
                .exit(futureHook("ran", "(L" + FUTURE + ";J)V", Operand.THIS, Operand.TOKEN));
        future.method("set(Ljava/lang/Object;)V").enter(futureHook("settles", ON_FUTURE, Operand.THIS));
        future.method("setException(Ljava/lang/Throwable;)V")
                .enter(futureHook(
                        "caught", "(Ljava/lang/Throwable;L" + FUTURE + ";)V", Operand.argument(0), Operand.THIS));
        future.method("cancel(Z)Z")
                .onReturn(futureHook("cancelled", "(ZL" + FUTURE + ";)V", Operand.RESULT, Operand.THIS));
    }

    /** Methods that pools inherit from their superclass, as do executors of the application. */
    private static void inherited(Rewrites rewrites) {
        JdkClass service = rewrites.jdkClass(K, SERVICE);
        String callable = "(Ljava/util/concurrent/Callable;)Ljava/util/concurrent/Future;";
        for (String submit : new String[] {
            "(L" + RUNNABLE + ";)Ljava/util/concurrent/Future;",
            "(L" + RUNNABLE + ";Ljava/lang/Object;)Ljava/util/concurrent/Future;",
            callable
        }) {
            handingOver(service.method("submit" + submit));
        }
        handingOver(invoking(service.method("invokeAll(Ljava/util/Collection;)Ljava/util/List;")));
        handingOver(invoking(
                service.method("invokeAll(Ljava/util/Collection;JL" + CONCURRENT + "TimeUnit;)Ljava/util/List;")));
        service.method("cancelAll(Ljava/util/ArrayList;I)V").enter(serviceHook("cancelRest", "()V"));
        Hook awaitEnter = serviceHook("awaitEnter", "()V");
        Hook awaitExit = serviceHook("awaitExit", "()V");
        MethodAdvice any = invoking(service.method("doInvokeAny(Ljava/util/Collection;ZJ)Ljava/lang/Object;"));
        for (String taking : new String[] {"take()", "poll(JL" + CONCURRENT + "TimeUnit;)"}) {
            any.aroundCall(COMPLETION, taking + "Ljava/util/concurrent/Future;")
                    .before(awaitEnter)
                    .exit(awaitExit);
        }
        JdkClass completion = rewrites.jdkClass(K, COMPLETION);
        for (String submit :
                new String[] {callable, "(L" + RUNNABLE + ";Ljava/lang/Object;)Ljava/util/concurrent/Future;"}) {
            handingOver(
                    completion.method("submit" + submit),
                    CONCURRENT + "Executor",
                    "handOverByService",
                    "ExecutorCompletionService");
        }
    }

    /** {@code invokeAny} of an executor with a thread for each task. */
    private static void anyOfThreads(Rewrites rewrites) {
        rewrites.jdkClass(K, PER_TASK)
                .method("invokeAny(Ljava/util/Collection;ZJL" + CONCURRENT + "TimeUnit;)Ljava/lang/Object;")
                .enterWithToken(serviceHook("anyOfThreadsEnter", "()Z"))
                .exit(serviceHook("anyOfThreadsExit", "(Z)V", Operand.TOKEN))
                .aroundCall(LOCK_SUPPORT, "park()V", 2)
                .or("parkNanos(J)V")
                .before(serviceHook("anyOfThreadsParks", "()V"))
                .exit(serviceHook("anyOfThreadsGoesOn", "()V"));
        JdkClass result = rewrites.jdkClass(K, PER_TASK + "$AnyResultHolder");
        result.method("<init>(Ljava/lang/Thread;)V")
                .onReturn(serviceHook("anyOfThreadsBegin", "(Ljava/lang/Object;)V", Operand.THIS));
        for (String completing :
                new String[] {"complete(Ljava/lang/Object;)V", "completeExceptionally(Ljava/lang/Throwable;)V"}) {
            result.method(completing)
                    .aroundCall(LOCK_SUPPORT, "unpark(Ljava/lang/Thread;)V")
                    .before(serviceHook("anyOfThreadsWakes", "(Ljava/lang/Object;)V", Operand.THIS));
        }
    }

    private static MethodAdvice invoking(MethodAdvice method) {
        return method.enterWithToken(serviceHook("invokeEnter", "(Ljava/util/Collection;)J", Operand.argument(0)))
                .exit(serviceHook("invokeExit", "(J)V", Operand.TOKEN));
    }

    private static void handingOver(MethodAdvice method) {
        handingOver(method, SERVICE, "handOver", "Executor");
    }

    /** Advises a call: its owner, the hook before it, and the type of the hook's second parameter. */
    private static void handingOver(MethodAdvice method, String owner, String hook, String type) {
        method.aroundCall(owner, "execute" + ON_RUNNABLE)
                .beforeWithToken(serviceHook(
                        hook,
                        "(L" + RUNNABLE + ";L" + CONCURRENT + type + ";)Ljava/lang/Object;",
                        Operand.STACK_TOP,
                        Operand.THIS))
                .after(serviceHook("handedOver", "(Ljava/lang/Object;)V", Operand.CALL_TOKEN))
                .onThrow(serviceHook(
                        "refused", "(Ljava/lang/Throwable;Ljava/lang/Object;)V", Operand.THROWN, Operand.CALL_TOKEN));
    }

    private static Hook serviceHook(String name, String descriptor, Operand... operands) {
        return Hook.of(ExecutorServiceHooks.class, name, descriptor, operands);
    }

    private static Hook futureHook(String name, String descriptor, Operand... operands) {
        return Hook.of(FutureTaskHooks.class, name, descriptor, operands);
    }

    private static Hook hook(String name, String descriptor, Operand... operands) {
        return Hook.of(ThreadPoolExecutorHooks.class, name, descriptor, operands);
    }
}
