package org.ompt4j.mappings.stream;

import java.util.Set;
import org.ompt4j.emitter.stream.ParallelStreamHooks;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.CallSite;
import org.ompt4j.mappings.rewrite.Hook;
import org.ompt4j.mappings.rewrite.JdkClass;
import org.ompt4j.mappings.rewrite.Operand;
import org.ompt4j.mappings.rewrite.Rewrites;
import org.ompt4j.ompt.Construct;

/** Documented in {@code docs/mappings/parallel-stream.md}. */
public final class ParallelStreamMapping implements ConstructMapping {
    private static final Construct K = Construct.PARALLEL_STREAM;
    private static final Set<String> STREAMS = Set.of(
            "java/util/stream/Stream",
            "java/util/stream/IntStream",
            "java/util/stream/LongStream",
            "java/util/stream/DoubleStream");
    private static final String[] TERMINAL_OPERATIONS = {
        "forEach",
        "forEachOrdered",
        "toArray",
        "toList",
        "reduce",
        "collect",
        "min",
        "max",
        "count",
        "sum",
        "average",
        "summaryStatistics",
        "anyMatch",
        "allMatch",
        "noneMatch",
        "findFirst",
        "findAny"
    };
    private static final String PIPELINE_HELPER = "java/util/stream/PipelineHelper";
    private static final String SPLITERATOR = "(Ljava/util/Spliterator;)V";
    private static final String COPY_INTO =
            "wrapAndCopyInto(Ljava/util/stream/Sink;Ljava/util/Spliterator;)Ljava/util/stream/Sink;";

    @Override
    public Construct construct() {
        return K;
    }

    @Override
    public void declare(Rewrites rewrites) {
        for (String name : TERMINAL_OPERATIONS) {
            rewrites.callSite(CallSite.announce(K, STREAMS, false, name, null));
        }
        // Internally this is a forEach over a range.
        rewrites.callSite(CallSite.announce(K, Set.of("java/util/Arrays"), false, "parallelSetAll", null));
        pipeline(rewrites);
        splits(rewrites);
        leaves(rewrites);
        combiners(rewrites);
        ordered(rewrites);
        shortCircuit(rewrites);
        if (rewrites.feature() >= 24) {
            gatherers(rewrites);
        }
    }

    private static void pipeline(Rewrites rewrites) {
        JdkClass pipeline = rewrites.jdkClass(K, "java/util/stream/AbstractPipeline");
        Hook enter = hook(
                "evaluateEnter",
                "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;",
                Operand.THIS,
                Operand.argument(0));
        Hook exit = hook("evaluateExit", "(Ljava/lang/Object;)V", Operand.TOKEN);
        Hook terminal = hook("terminalStageEnter", SPLITERATOR, Operand.STACK_TOP);
        pipeline.method("evaluate(Ljava/util/stream/TerminalOp;)Ljava/lang/Object;")
                .enterWithToken(enter)
                .exit(exit)
                .aroundCall(
                        "java/util/stream/TerminalOp",
                        "evaluateParallel(Ljava/util/stream/PipelineHelper;Ljava/util/Spliterator;)Ljava/lang/Object;")
                .before(terminal);
        pipeline.method("evaluateToArrayNode(Ljava/util/function/IntFunction;)Ljava/util/stream/Node;")
                .enterWithToken(hook("toArrayEnter", "(Ljava/lang/Object;)Ljava/lang/Object;", Operand.THIS))
                .exit(exit);
        pipeline.method("evaluate(Ljava/util/Spliterator;ZLjava/util/function/IntFunction;)Ljava/util/stream/Node;")
                .enter(hook(
                        "nodeStageEnter",
                        "(Ljava/lang/Object;Ljava/util/Spliterator;)V",
                        Operand.THIS,
                        Operand.argument(0)));
        Hook stageExit = hook("statefulStageExit", "()V");
        pipeline.method("sourceSpliterator(I)Ljava/util/Spliterator;")
                .aroundCall(
                        "java/util/stream/AbstractPipeline",
                        "opEvaluateParallelLazy(Ljava/util/stream/PipelineHelper;Ljava/util/Spliterator;)Ljava/util/Spliterator;")
                .before(hook("statefulStageEnter", SPLITERATOR, Operand.STACK_TOP))
                .exit(stageExit);
    }

    private static void splits(Rewrites rewrites) {
        Hook enter = hook("splitEnter", "(Ljava/lang/Object;)Ljava/lang/Object;", Operand.STACK_TOP);
        Hook exit =
                hook("splitExit", "(Ljava/util/Spliterator;Ljava/lang/Object;)V", Operand.RESULT, Operand.CALL_TOKEN);
        for (String[] each : new String[][] {
            {"AbstractTask", "compute()V"},
            {"AbstractShortCircuitTask", "compute()V"},
            {"ForEachOps$ForEachTask", "compute()V"},
            {"ForEachOps$ForEachOrderedTask", "doCompute(Ljava/util/stream/ForEachOps$ForEachOrderedTask;)V"},
            {"Nodes$SizedCollectorTask", "compute()V"}
        }) {
            rewrites.jdkClass(K, "java/util/stream/" + each[0])
                    .method(each[1])
                    .aroundCall("java/util/Spliterator", "trySplit()Ljava/util/Spliterator;")
                    .beforeWithToken(enter)
                    .after(exit);
        }
    }

    private static void leaves(Rewrites rewrites) {
        Hook leaf = hook("leaf", "(Ljava/lang/Object;)V", Operand.STACK_TOP);
        for (String task :
                new String[] {"java/util/stream/AbstractTask", "java/util/stream/AbstractShortCircuitTask"}) {
            rewrites.jdkClass(K, task)
                    .method("compute()V")
                    .aroundCall(task, "doLeaf()Ljava/lang/Object;")
                    .before(leaf);
        }
        Hook heldLeaf = hook("heldLeaf", "(Ljava/lang/Object;Ljava/lang/Object;)V", Operand.STACK_TOP, Operand.THIS);
        rewrites.jdkClass(K, "java/util/stream/ForEachOps$ForEachTask")
                .method("compute()V")
                .aroundCall(PIPELINE_HELPER, "copyInto(Ljava/util/stream/Sink;Ljava/util/Spliterator;)V")
                .before(heldLeaf);
        rewrites.jdkClass(K, "java/util/stream/Nodes$SizedCollectorTask")
                .method("compute()V")
                .aroundCall(PIPELINE_HELPER, COPY_INTO)
                .before(heldLeaf);
        rewrites.jdkClass(K, "java/util/stream/Nodes$ToArrayTask")
                .method("compute()V")
                .aroundCall("java/util/stream/Nodes$ToArrayTask", "copyNodeToArray()V")
                .before(hook("unsizedLeaf", "()V"));
    }

    private static void combiners(Rewrites rewrites) {
        Hook enter = hook("combineEnter", "()V");
        Hook exit = hook("combineExit", "()V");
        String onCompletion = "onCompletion(Ljava/util/concurrent/CountedCompleter;)V";
        rewrites.jdkClass(K, "java/util/stream/ReduceOps$ReduceTask")
                .method(onCompletion)
                .aroundCall(
                        "java/util/stream/ReduceOps$AccumulatingSink",
                        "combine(Ljava/util/stream/ReduceOps$AccumulatingSink;)V")
                .before(enter)
                .exit(exit);
        rewrites.jdkClass(K, "java/util/stream/Nodes$CollectorTask")
                .method(onCompletion)
                .aroundCall(
                        "java/util/function/BinaryOperator",
                        "apply(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;")
                .before(enter)
                .exit(exit);
    }

    private static void ordered(Rewrites rewrites) {
        Hook enter = hook("orderedEnter", "()V");
        Hook exit = hook("orderedExit", "()V");
        String task = "java/util/stream/ForEachOps$ForEachOrderedTask";
        JdkClass ordered = rewrites.jdkClass(K, task);
        ordered.method("doCompute(Ljava/util/stream/ForEachOps$ForEachOrderedTask;)V")
                .aroundCall(task, "getPendingCount()I")
                .before(hook("forEachOrderedLeaf", "(Ljava/lang/Object;)V", Operand.STACK_TOP));
        var onCompletion = ordered.method("onCompletion(Ljava/util/concurrent/CountedCompleter;)V");
        onCompletion
                .aroundCall("java/util/stream/Node", "forEach(Ljava/util/function/Consumer;)V")
                .before(enter)
                .exit(exit);
        onCompletion
                .aroundCall(PIPELINE_HELPER, COPY_INTO)
                .before(hook("orderedSourceEnter", SPLITERATOR, Operand.STACK_TOP))
                .exit(exit);
    }

    private static void shortCircuit(Rewrites rewrites) {
        String task = "java/util/stream/AbstractShortCircuitTask";
        JdkClass shortCircuit = rewrites.jdkClass(K, task);
        shortCircuit
                .method("shortCircuit(Ljava/lang/Object;)V")
                .enter(hook("shortCircuit", "(Ljava/lang/Object;)V", Operand.argument(0)));
        shortCircuit.method("cancelLaterNodes()V").enter(hook("cancelLaterNodes", "()V"));
        shortCircuit
                .method("compute()V")
                .aroundCall(task, "taskCanceled()Z")
                .after(hook("taskCanceled", "(Z)V", Operand.RESULT));
    }

    private static void gatherers(Rewrites rewrites) {
        rewrites.jdkClass(K, "java/util/stream/GathererOp")
                .method("evaluate(Ljava/util/Spliterator;ZLjava/util/stream/Gatherer;Ljava/util/function/Supplier;"
                        + "Ljava/util/function/BiConsumer;Ljava/util/function/BinaryOperator;"
                        + "Ljava/util/function/Function;)Ljava/lang/Object;")
                .enterWithToken(hook(
                        "gatherEnter",
                        "(Ljava/util/Spliterator;ZLjava/lang/Object;)Ljava/lang/Object;",
                        Operand.argument(0),
                        Operand.argument(1),
                        Operand.argument(2)))
                .exit(hook("evaluateExit", "(Ljava/lang/Object;)V", Operand.TOKEN));
        Hook leaf = hook("unsizedLeaf", "()V");
        rewrites.jdkClass(K, "java/util/stream/GathererOp$1Hybrid")
                .method("compute()V")
                .aroundCall("java/util/stream/GathererOp$1Hybrid", "getPendingCount()I")
                .before(leaf);
        rewrites.jdkClass(K, "java/util/stream/GathererOp$1Parallel")
                .method("doProcess()V")
                .aroundCall(
                        "java/util/stream/GathererOp$1Sequential",
                        "evaluateUsing(Ljava/util/Spliterator;)Ljava/util/stream/GathererOp$1Sequential;")
                .before(leaf);
    }

    private static Hook hook(String name, String descriptor, Operand... operands) {
        return Hook.of(ParallelStreamHooks.class, name, descriptor, operands);
    }
}
