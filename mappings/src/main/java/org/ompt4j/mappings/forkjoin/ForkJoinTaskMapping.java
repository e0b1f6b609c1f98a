package org.ompt4j.mappings.forkjoin;

import java.util.Set;
import org.ompt4j.emitter.forkjoin.BulkTaskHooks;
import org.ompt4j.emitter.forkjoin.ForkJoinCancelHooks;
import org.ompt4j.emitter.forkjoin.ForkJoinPoolHooks;
import org.ompt4j.emitter.forkjoin.ForkJoinTaskHooks;
import org.ompt4j.emitter.forkjoin.InvokeAnyHooks;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.CallSite;
import org.ompt4j.mappings.rewrite.Hook;
import org.ompt4j.mappings.rewrite.JdkClass;
import org.ompt4j.mappings.rewrite.MethodAdvice;
import org.ompt4j.mappings.rewrite.Operand;
import org.ompt4j.mappings.rewrite.Rewrites;
import org.ompt4j.mappings.thread.ThreadMapping;
import org.ompt4j.ompt.Construct;

/** Documented in {@code docs/mappings/fork-join-task.md}. */
public final class ForkJoinTaskMapping implements ConstructMapping {
    private static final Construct K = Construct.FORK_JOIN_TASK;
    static final String TASK = "java/util/concurrent/ForkJoinTask";
    private static final String COMPLETER = "java/util/concurrent/CountedCompleter";
    private static final String POOL = "java/util/concurrent/ForkJoinPool";
    private static final String MAP = "java/util/concurrent/ConcurrentHashMap$";
    private static final String WORKER = "java/util/concurrent/ForkJoinWorkerThread";
    private static final String QUEUE = POOL + "$WorkQueue";
    private static final String CONTEXT = "ompt4j$context";
    private static final String ON_TASK = "(Ljava/util/concurrent/ForkJoinTask;)V";
    private static final String RESULT = "()Ljava/lang/Object;";
    private static final String TIMED = "(JLjava/util/concurrent/TimeUnit;)";
    private static final Set<String> TASKS =
            Set.of(TASK, COMPLETER, "java/util/concurrent/RecursiveTask", "java/util/concurrent/RecursiveAction");
    private static final Set<String> FUTURES = Set.of("java/util/concurrent/Future");

    /** The first JDK whose tasks tell how they are waited for by one number, and whose pools have {@code poolSubmit}. */
    static final int FIRST_WITH_HOW_TO_WAIT = 19;

    /** The first JDK whose tasks are cancelled and executed as in the current one. */
    static final int FIRST_WITH_INTERRUPTIBLE_TASKS = 22;

    @Override
    public Construct construct() {
        return K;
    }

    @Override
    public void declare(Rewrites rewrites) {
        callSites(rewrites);
        JdkClass task = rewrites.jdkClass(K, TASK).field("ompt4j$id", "J").field("ompt4j$region", "Ljava/lang/Object;");
        making(task);
        running(task, rewrites.feature());
        invoking(task, rewrites.feature());
        waiting(task, rewrites.feature());
        invokingAll(task, rewrites.feature());
        cancelling(task, rewrites);
        completing(task, rewrites);
        invokingAny(rewrites);
        bulkOperations(rewrites);
        // The thread locals of workers are erased, so their context is in a field.
        rewrites.jdkClass(K, WORKER)
                .field(CONTEXT, "Ljava/lang/Object;")
                .method("<init>(Ljava/lang/ThreadGroup;Ljava/util/concurrent/ForkJoinPool;ZZ)V")
                .enter(Hook.of(ForkJoinPoolHooks.class, "workerMade", "()V"));
        if (rewrites.feature() >= FIRST_WITH_HOW_TO_WAIT
                && rewrites.feature() < ThreadMapping.FIRST_WITH_DELAY_SCHEDULER) {
            // JDK 21 loads the class of workers before any agent.
            rewrites.jdkClass(K, QUEUE).field(CONTEXT, "Ljava/lang/Object;");
        }
    }

    /** How a task waits until it is done. */
    private static String awaitDone(int feature) {
        if (feature < FIRST_WITH_HOW_TO_WAIT) {
            return "awaitDone(Ljava/util/concurrent/ForkJoinPool;ZZZJ)I";
        }
        return feature < FIRST_WITH_INTERRUPTIBLE_TASKS
                ? "awaitDone(IJ)I"
                : "awaitDone(Ljava/util/concurrent/ForkJoinPool;IZJ)I";
    }

    private static void callSites(Rewrites rewrites) {
        rewrites.callSite(CallSite.before(
                K, TASKS, true, "fork", "()Ljava/util/concurrent/ForkJoinTask;", ForkJoinTaskHooks.class, "forkAt"));
        announce(rewrites, TASKS, "join", RESULT);
        announce(rewrites, TASKS, "invoke", RESULT);
        announce(rewrites, TASKS, "get", RESULT);
        announce(rewrites, TASKS, "get", TIMED + "Ljava/lang/Object;");
        announce(rewrites, TASKS, "quietlyInvoke", "()V");
        announce(rewrites, TASKS, "quietlyJoin", "()V");
        announce(rewrites, TASKS, "quietlyJoin", TIMED + "Z");
        announce(rewrites, TASKS, "quietlyJoinUninterruptibly", TIMED + "Z");
        announce(rewrites, TASKS, "cancel", "(Z)Z");
        rewrites.callSite(CallSite.announce(K, TASKS, false, "invokeAll", null));
        rewrites.callSite(CallSite.announce(K, FUTURES, false, "get", null));
        rewrites.callSite(CallSite.announce(K, FUTURES, false, "cancel", "(Z)Z"));
    }

    private static void announce(Rewrites rewrites, Set<String> owners, String name, String descriptor) {
        rewrites.callSite(CallSite.announce(K, owners, true, name, descriptor));
    }

    private static void making(JdkClass task) {
        task.method("fork()Ljava/util/concurrent/ForkJoinTask;").enter(hook("fork", ON_TASK, Operand.THIS));
        task.method("tryUnfork()Z")
                .onReturn(hook("unforked", "(ZLjava/util/concurrent/ForkJoinTask;)V", Operand.RESULT, Operand.THIS));
    }

    private static void running(JdkClass task, int feature) {
        MethodAdvice doExec = task.method(feature < FIRST_WITH_INTERRUPTIBLE_TASKS ? "doExec()I" : "doExec()V");
        doExec.aroundCall(TASK, "exec()Z")
                .beforeWithToken(hook("begin", "(Ljava/util/concurrent/ForkJoinTask;)J", Operand.THIS))
                .after(hook("end", "(JLjava/util/concurrent/ForkJoinTask;)V", Operand.CALL_TOKEN, Operand.THIS))
                .onThrow(hook("threw", "(Ljava/lang/Throwable;J)V", Operand.THROWN, Operand.CALL_TOKEN));
        doExec.onReturn(hook("taken", "(JLjava/util/concurrent/ForkJoinTask;)V", Operand.CALL_TOKEN, Operand.THIS));
    }

    private static void invoking(JdkClass task, int feature) {
        boolean old = feature < FIRST_WITH_INTERRUPTIBLE_TASKS;
        invoking(task.method("invoke" + RESULT), old ? awaitDone(feature) : "join" + RESULT);
        invoking(task.method("quietlyInvoke()V"), old ? awaitDone(feature) : "awaitDone(ZJ)I");
    }

    private static void invoking(MethodAdvice invoke, String wait) {
        invoke.enterWithToken(hook("invokeEnter", "(Ljava/util/concurrent/ForkJoinTask;)J", Operand.THIS));
        invoke.aroundCall(TASK, wait)
                .before(hook("invokeWait", "(Ljava/util/concurrent/ForkJoinTask;J)V", Operand.THIS, Operand.TOKEN));
        invoke.exit(hook("invokeExit", "(J)V", Operand.TOKEN));
    }

    private static void waiting(JdkClass task, int feature) {
        waiting(task.method("join" + RESULT));
        waiting(task.method("get" + RESULT));
        waiting(task.method("get" + TIMED + "Ljava/lang/Object;"));
        waiting(task.method("quietlyJoin()V"));
        if (feature >= 19) {
            waiting(task.method("quietlyJoin" + TIMED + "Z"));
            waiting(task.method("quietlyJoinUninterruptibly" + TIMED + "Z"));
        }
        task.method(awaitDone(feature))
                .aroundCall("java/util/concurrent/locks/LockSupport", "setCurrentBlocker(Ljava/lang/Object;)V", 2)
                .before(hook(
                        "blocker",
                        "(Ljava/lang/Object;Ljava/util/concurrent/ForkJoinTask;)V",
                        Operand.STACK_TOP,
                        Operand.THIS));
    }

    private static void waiting(MethodAdvice join) {
        join.enterWithToken(hook("joinEnter", "(Ljava/util/concurrent/ForkJoinTask;)Ljava/lang/Object;", Operand.THIS));
        join.exit(hook("joinExit", "(Ljava/lang/Object;)V", Operand.TOKEN));
    }

    private static void invokingAll(JdkClass task, int feature) {
        String run = feature < FIRST_WITH_INTERRUPTIBLE_TASKS ? "doExec()I" : "doExec()V";
        invokingAll(
                task.method("invokeAll(Ljava/util/concurrent/ForkJoinTask;Ljava/util/concurrent/ForkJoinTask;)V"),
                hook("invokeBothEnter", "()I"),
                run);
        invokingAll(
                task.method("invokeAll([Ljava/util/concurrent/ForkJoinTask;)V"),
                hook("invokeArrayEnter", "([Ljava/util/concurrent/ForkJoinTask;)I", Operand.argument(0)),
                run);
        invokingAll(
                task.method("invokeAll(Ljava/util/Collection;)Ljava/util/Collection;"),
                hook("invokeCollectionEnter", "(Ljava/util/Collection;)I", Operand.argument(0)),
                run);
    }

    private static void invokingAll(MethodAdvice invokeAll, Hook enter, String run) {
        invokeAll.enterWithToken(enter);
        invokeAll.aroundCall(TASK, run).before(hook("runFirst", ON_TASK, Operand.STACK_TOP));
        invokeAll.exit(hook("sectionsExit", "(I)V", Operand.TOKEN));
    }

    private static void cancelling(JdkClass task, Rewrites rewrites) {
        task.method("trySetCancelled()I")
                .enterWithToken(cancelHook("cancelEnter", "(Ljava/util/concurrent/ForkJoinTask;)Z", Operand.THIS))
                .onReturn(cancelHook(
                        "cancelExit", "(ZLjava/util/concurrent/ForkJoinTask;)V", Operand.TOKEN, Operand.THIS));
        JdkClass pool = rewrites.jdkClass(K, POOL);
        MethodAdvice leaving =
                pool.method("deregisterWorker(Ljava/util/concurrent/ForkJoinWorkerThread;Ljava/lang/Throwable;)V");
        if (rewrites.feature() < FIRST_WITH_INTERRUPTIBLE_TASKS) {
            Hook removed = hook("removed", "(Ljava/lang/Object;)V", Operand.STACK_TOP);
            String cancel = "cancelIgnoringExceptions(Ljava/util/concurrent/Future;)V";
            leaving.aroundCall(TASK, cancel).before(removed);
            pool.method("tryTerminate(ZZ)Z").aroundCall(TASK, cancel).before(removed);
            return;
        }
        Hook enter = cancelHook("cleaningEnter", "()V");
        Hook exit = cancelHook("cleaningExit", "()V");
        leaving.aroundCall(QUEUE, "cancelTasks()V").before(enter).exit(exit);
        pool.method("cleanQueues()Z").enter(enter).exit(exit);
        rewrites.jdkClass(K, "java/util/concurrent/ForkJoinTask$InterruptibleTask")
                .method("exec()Z")
                .aroundCall(
                        "java/util/concurrent/ForkJoinTask$InterruptibleTask",
                        "trySetException(Ljava/lang/Throwable;)V")
                .before(hook("caught", "(Ljava/lang/Throwable;)V", Operand.STACK_TOP));
    }

    /** The places where the pending count of a completer has run out, or it is completed whatever its count. */
    private static void completing(JdkClass task, Rewrites rewrites) {
        Hook completed = hook("completed", "(Ljava/util/concurrent/CountedCompleter;)V", Operand.STACK_TOP);
        JdkClass completer = rewrites.jdkClass(K, COMPLETER);
        // After onCompletion has returned, before the completer's own completer.
        completer.method("tryComplete()V").beforeRead(COMPLETER, "completer", 1, completed);
        completer.method("propagateCompletion()V").beforeRead(COMPLETER, "completer", 1, completed);
        completer
                .method("firstComplete()Ljava/util/concurrent/CountedCompleter;")
                .onReturn(hook("firstCompleted", "(Ljava/util/concurrent/CountedCompleter;)V", Operand.RESULT));
        Hook doneTask = hook("done", ON_TASK, Operand.THIS);
        task.method("quietlyComplete()V").enter(doneTask);
        task.method(
                        rewrites.feature() < FIRST_WITH_INTERRUPTIBLE_TASKS
                                ? "trySetThrown(Ljava/lang/Throwable;)I"
                                : "trySetThrown(Ljava/lang/Throwable;)Z")
                .enter(doneTask);
    }

    /** The places where one of several tasks has a result, or has failed, just before the thread is woken that waits for the first of them. */
    private static void invokingAny(Rewrites rewrites) {
        if (rewrites.feature() >= FIRST_WITH_INTERRUPTIBLE_TASKS) {
            String task = TASK + "$InvokeAnyTask";
            rewrites.jdkClass(K, TASK + "$InvokeAnyRoot")
                    .method("tryComplete(L" + task + ";Ljava/lang/Object;Ljava/lang/Throwable;Z)V")
                    .enter(anyHook(
                            "anyIsOver",
                            "(L" + TASK + ";Ljava/lang/Throwable;Z)V",
                            Operand.argument(0),
                            Operand.argument(2),
                            Operand.argument(3)));
            return;
        }
        String root = POOL + "$InvokeAnyRoot";
        String tryComplete = "tryComplete(Ljava/util/concurrent/Callable;)V";
        Hook over = anyHook("anyIsOver", "()V");
        rewrites.jdkClass(K, root)
                .method(tryComplete)
                .aroundCall(root, "complete(Ljava/lang/Object;)V")
                .before(over);
        rewrites.jdkClass(K, root)
                .method(tryComplete)
                .aroundCall("java/util/concurrent/atomic/AtomicInteger", "getAndDecrement()I")
                .before(over);
        rewrites.jdkClass(K, POOL + "$InvokeAnyTask")
                .method("exec()Z")
                .aroundCall(root, tryComplete)
                .before(anyHook("anyBegins", ON_TASK, Operand.THIS))
                .exit(anyHook("anyLeft", "()V"));
    }

    private static void bulkOperations(Rewrites rewrites) {
        for (String each : new String[] {"Key", "Value", "Entry", "Mapping"}) {
            bulkTask(rewrites, "ForEach" + each);
            bulkTask(rewrites, "ForEachTransformed" + each);
        }
        for (String each : new String[] {"Keys", "Values", "Entries", "Mappings"}) {
            if (!each.equals("Mappings")) {
                bulkTask(rewrites, "Reduce" + each);
            }
            for (String to : new String[] {"", "ToDouble", "ToLong", "ToInt"}) {
                bulkTask(rewrites, "MapReduce" + each + to);
            }
        }
        searching(rewrites);
    }

    /** A task calls this method before each split, and a last time before it works on its remaining bins. */
    private static MethodAdvice bulkTask(Rewrites rewrites, String kind) {
        String task = MAP + kind + "Task";
        return rewrites.jdkClass(K, task)
                .method("compute()V")
                .beforeRead(task, "batch", 2, Hook.of(BulkTaskHooks.class, "splits", ON_TASK, Operand.STACK_TOP));
    }

    private static void searching(Rewrites rewrites) {
        for (String each : new String[] {"Keys", "Values", "Entries", "Mappings"}) {
            String search = MAP + "Search" + each + "Task";
            MethodAdvice compute = bulkTask(rewrites, "Search" + each);
            compute.aroundCall(search, "quietlyCompleteRoot()V")
                    .before(cancelHook("searchFound", ON_TASK, Operand.THIS));
            compute.aroundCall(search, "propagateCompletion()V").beforeWithToken(cancelHook("searchedAll", "()Z"));
            compute.onReturn(cancelHook(
                    "searchLeft", "(ZLjava/util/concurrent/ForkJoinTask;)V", Operand.CALL_TOKEN, Operand.THIS));
        }
    }

    private static Hook cancelHook(String name, String descriptor, Operand... operands) {
        return Hook.of(ForkJoinCancelHooks.class, name, descriptor, operands);
    }

    private static Hook anyHook(String name, String descriptor, Operand... operands) {
        return Hook.of(InvokeAnyHooks.class, name, descriptor, operands);
    }

    private static Hook hook(String name, String descriptor, Operand... operands) {
        return Hook.of(ForkJoinTaskHooks.class, name, descriptor, operands);
    }
}
