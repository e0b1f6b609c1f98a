package org.ompt4j.mappings.executor;

import java.util.Set;
import org.ompt4j.emitter.executor.CompletableFutureHooks;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.CallSite;
import org.ompt4j.mappings.rewrite.Hook;
import org.ompt4j.mappings.rewrite.JdkClass;
import org.ompt4j.mappings.rewrite.MethodAdvice;
import org.ompt4j.mappings.rewrite.Operand;
import org.ompt4j.mappings.rewrite.Rewrites;
import org.ompt4j.ompt.Construct;

/** Documented in {@code docs/mappings/completable-future.md}. */
public final class CompletableFutureMapping implements ConstructMapping {
    private static final Construct K = Construct.COMPLETABLE_FUTURE;
    private static final String CONCURRENT = "java/util/concurrent/";
    private static final String FUTURE = CONCURRENT + "CompletableFuture";
    private static final String EXECUTOR = CONCURRENT + "Executor";
    private static final String OBJECT = "Ljava/lang/Object;";
    private static final String RUNNABLE = "java/lang/Runnable";
    private static final String ON_FUTURE = "(L" + FUTURE + ";)V";
    private static final Set<String> STAGES = Set.of(FUTURE, CONCURRENT + "CompletionStage");
    private static final Set<String> FUTURES = Set.of(FUTURE, CONCURRENT + "Future");

    // One object each for all the methods that they are in.
    private static final Hook HAND_OVER = hook("handOver", "(" + OBJECT + ")" + OBJECT, Operand.STACK_TOP);
    private static final Hook REFUSED =
            hook("refused", "(Ljava/lang/Throwable;" + OBJECT + ")V", Operand.THROWN, Operand.CALL_TOKEN);
    private static final Hook END = hook("end", "(J)V", Operand.CALL_TOKEN);
    private static final Hook THREW = hook("threw", "(Ljava/lang/Throwable;J)V", Operand.THROWN, Operand.CALL_TOKEN);

    /** Methods of stages; each also exists with the suffix {@code Async}. */
    private static final String[] STAGE_CALLS = {
        "thenApply",
        "thenAccept",
        "thenRun",
        "thenCombine",
        "thenAcceptBoth",
        "runAfterBoth",
        "applyToEither",
        "acceptEither",
        "runAfterEither",
        "thenCompose",
        "handle",
        "whenComplete",
        "exceptionally",
        "exceptionallyCompose"
    };

    /** Types of functions, each with the method that the JDK calls. */
    private enum Function {
        RUNNABLE("java/lang/Runnable", "run()V"),
        SUPPLIER("java/util/function/Supplier", "get()" + OBJECT),
        FUNCTION("java/util/function/Function", "apply(" + OBJECT + ")" + OBJECT),
        CONSUMER("java/util/function/Consumer", "accept(" + OBJECT + ")V"),
        BI_FUNCTION("java/util/function/BiFunction", "apply(" + OBJECT + OBJECT + ")" + OBJECT),
        BI_CONSUMER("java/util/function/BiConsumer", "accept(" + OBJECT + OBJECT + ")V");

        private final String type;
        private final String method;

        Function(String type, String method) {
            this.type = type;
            this.method = method;
        }

        String descriptor() {
            return "L" + type + ";";
        }
    }

    @Override
    public Construct construct() {
        return K;
    }

    @Override
    public void declare(Rewrites rewrites) {
        callSites(rewrites);
        JdkClass future = rewrites.jdkClass(K, FUTURE)
                .field("ompt4j$id", "J")
                .field("ompt4j$region", OBJECT)
                .field("ompt4j$due", "J");
        making(rewrites, future);
        delaying(rewrites);
        runningSources(rewrites);
        runningStages(rewrites);
        runningInFutures(future);
        runningAtOnce(future);
        waiting(future);
        relaying(rewrites);
        byHand(future.method("complete(" + OBJECT + ")Z"), "completeValue");
        byHand(future.method("completeExceptionally(Ljava/lang/Throwable;)Z"), "internalComplete");
        byHand(future.method("cancel(Z)Z"), "internalComplete");
        future.method("cancel(Z)Z")
                .enterWithToken(hook("cancelEnter", "(L" + FUTURE + ";)Z", Operand.THIS))
                .onReturn(hook("cancelled", "(ZZ)V", Operand.RESULT, Operand.TOKEN));
    }

    private static void callSites(Rewrites rewrites) {
        for (String name : STAGE_CALLS) {
            announce(rewrites, STAGES, name);
            announce(rewrites, STAGES, name + "Async");
        }
        for (String name : new String[] {"runAsync", "supplyAsync", "completeAsync", "join"}) {
            announce(rewrites, Set.of(FUTURE), name);
        }
        announce(rewrites, FUTURES, "get");
        announce(rewrites, FUTURES, "cancel");
    }

    private static void announce(Rewrites rewrites, Set<String> owners, String name) {
        rewrites.callSite(CallSite.announce(K, owners, false, name, null));
    }

    private static void making(Rewrites rewrites, JdkClass future) {
        future.method("allOf([L" + FUTURE + ";)L" + FUTURE + ";")
                .onReturn(hook("joined", "(L" + FUTURE + ";[L" + FUTURE + ";)V", Operand.RESULT, Operand.argument(0)));
        Hook register = hook("register", "(" + OBJECT + ")V", Operand.argument(0));
        Hook registerSecond = hook("register", "(" + OBJECT + ")V", Operand.argument(1));
        future.method("unipush(L" + FUTURE + "$Completion;)V").enter(register);
        future.method("bipush(L" + FUTURE + ";L" + FUTURE + "$BiCompletion;)V").enter(registerSecond);
        future.method("orpush(L" + FUTURE + ";L" + FUTURE + "$BiCompletion;)V").enter(registerSecond);
        // The method for two sources calls this one at its end.
        future.method("postFire(L" + FUTURE + ";I)L" + FUTURE + ";").enter(hook("completed", ON_FUTURE, Operand.THIS));
        handingOver(rewrites.jdkClass(K, FUTURE + "$UniCompletion").method("claim()Z"));
        source(future, "asyncSupplyStage(L" + EXECUTOR + ";" + Function.SUPPLIER.descriptor() + ")", 0);
        source(future, "asyncRunStage(L" + EXECUTOR + ";" + Function.RUNNABLE.descriptor() + ")", 0);
        source(future, "completeAsync(" + Function.SUPPLIER.descriptor() + "L" + EXECUTOR + ";)", 1);
    }

    /**
     * @param executor index of the argument that is the executor
     */
    private static void source(JdkClass future, String method, int executor) {
        Hook handOver = hook(
                "handOver",
                "(" + OBJECT + "L" + EXECUTOR + ";)" + OBJECT,
                Operand.STACK_TOP,
                Operand.argument(executor));
        handingOver(future.method(method + "L" + FUTURE + ";"), handOver);
    }

    private static MethodAdvice handingOver(MethodAdvice method) {
        return handingOver(method, HAND_OVER);
    }

    private static MethodAdvice handingOver(MethodAdvice method, Hook handOver) {
        method.aroundCall(EXECUTOR, "execute(L" + RUNNABLE + ";)V")
                .beforeWithToken(handOver)
                .onThrow(REFUSED);
        return method;
    }

    private static void delaying(Rewrites rewrites) {
        rewrites.jdkClass(K, FUTURE + "$DelayedExecutor")
                .method("execute(L" + RUNNABLE + ";)V")
                .enter(hook("delayed", "(" + OBJECT + ")V", Operand.argument(0)));
        rewrites.jdkClass(K, FUTURE + "$TaskSubmitter")
                .method("run()V")
                .aroundCall(EXECUTOR, "execute(L" + RUNNABLE + ";)V")
                .before(hook("delayOver", "(" + OBJECT + ")V", Operand.STACK_TOP));
    }

    private static void runningSources(Rewrites rewrites) {
        source(rewrites, "$AsyncRun", Function.RUNNABLE);
        source(rewrites, "$AsyncSupply", Function.SUPPLIER);
    }

    private static void source(Rewrites rewrites, String name, Function function) {
        MethodAdvice run = rewrites.jdkClass(K, FUTURE + name).method("run()V");
        run.enterWithToken(hook("sourceEnter", "(" + OBJECT + ")" + OBJECT, Operand.THIS))
                .exit(hook("sourceExit", "(" + OBJECT + OBJECT + ")V", Operand.TOKEN, Operand.THIS));
        running(
                run,
                function,
                hook(
                        "beginSource",
                        "(" + OBJECT + OBJECT + OBJECT + ")J",
                        Operand.STACK_TOP,
                        Operand.TOKEN,
                        Operand.THIS));
    }

    private static void runningStages(Rewrites rewrites) {
        stage(rewrites, "$UniApply", Function.FUNCTION);
        stage(rewrites, "$UniAccept", Function.CONSUMER);
        stage(rewrites, "$UniRun", Function.RUNNABLE);
        stage(rewrites, "$UniCompose", Function.FUNCTION);
        stage(rewrites, "$UniComposeExceptionally", Function.FUNCTION);
        stage(rewrites, "$OrApply", Function.FUNCTION);
        stage(rewrites, "$OrAccept", Function.CONSUMER);
        stage(rewrites, "$OrRun", Function.RUNNABLE);
    }

    private static void stage(Rewrites rewrites, String name, Function function) {
        running(
                rewrites.jdkClass(K, FUTURE + name).method("tryFire(I)L" + FUTURE + ";"),
                function,
                hook("begin", "(" + OBJECT + ")J", Operand.THIS));
    }

    /** Stages whose functions are run by methods of the futures that they complete. */
    private static void runningInFutures(JdkClass future) {
        inFuture(future, "uniWhenComplete", "$UniWhenComplete", Function.BI_CONSUMER, false);
        inFuture(future, "uniHandle", "$UniHandle", Function.BI_FUNCTION, false);
        inFuture(future, "uniExceptionally", "$UniExceptionally", Function.FUNCTION, false);
        inFuture(future, "biApply", "$BiApply", Function.BI_FUNCTION, true);
        inFuture(future, "biAccept", "$BiAccept", Function.BI_CONSUMER, true);
        inFuture(future, "biRun", "$BiRun", Function.RUNNABLE, true);
    }

    /**
     * A stage with one or two sources. The source has a method that makes the stage and, if the sources are complete and there is no executor, calls
     * the method of the new future that runs the function.
     */
    private static void inFuture(JdkClass future, String name, String completion, Function function, boolean ofTwo) {
        String other = ofTwo ? "L" + CONCURRENT + "CompletionStage;" : "";
        String results = ofTwo ? OBJECT + OBJECT : OBJECT;
        String run = name + "(" + results + function.descriptor() + "L" + FUTURE + completion + ";)Z";
        Hook noteSources = ofTwo
                ? hook("noteSources", "(L" + FUTURE + ";" + OBJECT + ")V", Operand.THIS, Operand.argument(1))
                : hook("noteSource", ON_FUTURE, Operand.THIS);
        handingOver(future.method(
                        name + "Stage(L" + EXECUTOR + ";" + other + function.descriptor() + ")L" + FUTURE + ";"))
                .aroundCall(FUTURE, run)
                .before(noteSources)
                .exit(hook("forgetSources", "()V"));
        running(
                future.method(run),
                function,
                hook("begin", "(L" + FUTURE + ";" + OBJECT + ")J", Operand.THIS, Operand.argument(ofTwo ? 2 : 1)));
    }

    /** Methods of a source that is complete already. */
    private static void runningAtOnce(JdkClass future) {
        now(future, "uniApplyNow", Function.FUNCTION);
        now(future, "uniAcceptNow", Function.CONSUMER);
        now(future, "uniRunNow", Function.RUNNABLE);
        composing(future, "uniComposeStage");
        composing(future, "uniComposeExceptionallyStage");
    }

    private static void now(JdkClass future, String name, Function function) {
        String parameters = "(" + OBJECT + "L" + EXECUTOR + ";" + function.descriptor() + ")";
        atOnce(future.method(name + parameters + "L" + FUTURE + ";"), function, 2);
    }

    private static void composing(JdkClass future, String name) {
        String parameters = "(L" + EXECUTOR + ";" + Function.FUNCTION.descriptor() + ")";
        atOnce(future.method(name + parameters + "L" + FUTURE + ";"), Function.FUNCTION, 1);
    }

    private static void atOnce(MethodAdvice method, Function function, int index) {
        handingOver(method)
                .onReturn(hook("madeAtOnce", ON_FUTURE, Operand.RESULT))
                .aroundCall(function.type, function.method)
                .beforeWithToken(
                        hook("beginAtOnce", "(" + OBJECT + "L" + FUTURE + ";)J", Operand.argument(index), Operand.THIS))
                .after(hook("endAtOnce", "(J)V", Operand.CALL_TOKEN))
                .onThrow(hook("threwAtOnce", "(Ljava/lang/Throwable;J)V", Operand.THROWN, Operand.CALL_TOKEN));
    }

    private static void running(MethodAdvice method, Function function, Hook begin) {
        method.aroundCall(function.type, function.method)
                .beforeWithToken(begin)
                .after(END)
                .onThrow(THREW);
    }

    private static void waiting(JdkClass future) {
        get(future.method("join()" + OBJECT));
        get(future.method("get()" + OBJECT));
        get(future.method("get(JL" + CONCURRENT + "TimeUnit;)" + OBJECT));
        parking(future.method("waitingGet(Z)" + OBJECT));
        parking(future.method("timedGet(J)" + OBJECT));
    }

    /** Futures that the JDK completes as soon as others are complete, without a function in between. */
    private static void relaying(Rewrites rewrites) {
        relay(rewrites, "$UniRelay", "completeRelay(" + OBJECT + ")Z");
        relay(rewrites, "$AnyOf", "completeRelay(" + OBJECT + ")Z");
        relay(rewrites, "$BiRelay", "completeNull()Z", "completeThrowable(Ljava/lang/Throwable;" + OBJECT + ")Z");
    }

    private static void relay(Rewrites rewrites, String name, String... completing) {
        // Another thread that comes too late can clear the reference to the future meanwhile.
        MethodAdvice fire = rewrites.jdkClass(K, FUTURE + name)
                .method("tryFire(I)L" + FUTURE + ";")
                .enterWithToken(hook("relayEnter", "(" + OBJECT + ")" + OBJECT, Operand.THIS));
        for (String each : completing) {
            fire.aroundCall(FUTURE, each).after(hook("relayed", "(Z" + OBJECT + ")V", Operand.RESULT, Operand.TOKEN));
        }
    }

    /** Inserts the hook after the result is visible to other threads, and before waiting threads are woken. */
    private static void byHand(MethodAdvice method, String completing) {
        method.aroundCall(FUTURE, completing + "(" + OBJECT + ")Z")
                .after(hook("completedByHand", "(ZL" + FUTURE + ";)V", Operand.RESULT, Operand.THIS));
    }

    private static void get(MethodAdvice get) {
        get.enterWithToken(hook("getEnter", "(L" + FUTURE + ";)" + OBJECT, Operand.THIS))
                .exit(hook("getExit", "(" + OBJECT + ")V", Operand.TOKEN));
    }

    private static void parking(MethodAdvice get) {
        get.aroundCall(CONCURRENT + "ForkJoinPool", "managedBlock(L" + CONCURRENT + "ForkJoinPool$ManagedBlocker;)V")
                .before(hook("awaitEnter", ON_FUTURE, Operand.THIS))
                .exit(hook("awaitExit", "()V"));
    }

    private static Hook hook(String name, String descriptor, Operand... operands) {
        return Hook.of(CompletableFutureHooks.class, name, descriptor, operands);
    }
}
