package org.ompt4j.mappings.blocking;

import org.ompt4j.emitter.blocking.QueueHooks;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.Hook;
import org.ompt4j.mappings.rewrite.JdkClass;
import org.ompt4j.mappings.rewrite.MethodAdvice;
import org.ompt4j.mappings.rewrite.Operand;
import org.ompt4j.mappings.rewrite.Rewrites;
import org.ompt4j.ompt.Construct;

/** Documented in {@code docs/mappings/blocking-queue.md}. */
public final class BlockingQueueMapping implements ConstructMapping {
    private static final Construct K = Construct.BLOCKING_QUEUE;
    private static final String PACKAGE = "java/util/concurrent/";
    private static final String CONDITION = PACKAGE + "locks/Condition";
    private static final String TRANSFER_QUEUE = PACKAGE + "LinkedTransferQueue";
    private static final String SYNCHRONOUS_QUEUE = PACKAGE + "SynchronousQueue";
    private static final String ITEM = "Ljava/lang/Object;";
    private static final String DELAYED = "L" + PACKAGE + "Delayed;";
    private static final String TIME = "JL" + PACKAGE + "TimeUnit;";
    private static final String AWAIT = "await()V";
    private static final String AWAIT_NANOS = "awaitNanos(J)J";
    private static final int BLOCKER = 2;

    /** The first JDK whose synchronous queues wait as its transfer queues do. */
    private static final int ONE_WAY_TO_TRANSFER = 22;

    private static final Hook LEFT_CALL = hook("left", "(I)V", Operand.CALL_TOKEN);

    @Override
    public Construct construct() {
        return K;
    }

    @Override
    public void declare(Rewrites rewrites) {
        for (String each : new String[] {"ArrayBlockingQueue", "LinkedBlockingQueue"}) {
            JdkClass queue = rewrites.jdkClass(K, PACKAGE + each);
            puts(queue, "");
            takes(queue, "");
        }
        JdkClass deque = rewrites.jdkClass(K, PACKAGE + "LinkedBlockingDeque");
        for (String end : new String[] {"First", "Last"}) {
            puts(deque, end);
            takes(deque, end);
        }
        takes(rewrites.jdkClass(K, PACKAGE + "PriorityBlockingQueue"), "");
        delays(rewrites.jdkClass(K, PACKAGE + "DelayQueue"));
        if (rewrites.feature() >= ONE_WAY_TO_TRANSFER) {
            waitsInside(
                    rewrites.jdkClass(K, TRANSFER_QUEUE + "$DualNode")
                            .method("await(" + ITEM + "J" + ITEM + "Z)" + ITEM),
                    Operand.argument(BLOCKER));
        } else {
            String node = "L" + TRANSFER_QUEUE + "$Node;";
            waitsInside(
                    rewrites.jdkClass(K, TRANSFER_QUEUE).method("awaitMatch(" + node + node + ITEM + "ZJ)" + ITEM),
                    Operand.THIS);
            transfers(rewrites.jdkClass(K, SYNCHRONOUS_QUEUE + "$TransferStack"));
            transfers(rewrites.jdkClass(K, SYNCHRONOUS_QUEUE + "$TransferQueue"));
        }
    }

    private static void puts(JdkClass queue, String end) {
        waitsAt(queue.method("put" + end + "(" + ITEM + ")V"), AWAIT);
        waitsAt(queue.method("offer" + end + "(" + ITEM + TIME + ")Z"), AWAIT_NANOS);
    }

    private static void takes(JdkClass queue, String end) {
        waitsAt(queue.method("take" + end + "()" + ITEM), AWAIT);
        waitsAt(queue.method("poll" + end + "(" + TIME + ")" + ITEM), AWAIT_NANOS);
    }

    private static void waitsAt(MethodAdvice method, String await) {
        leaves(method).aroundCall(CONDITION, await).beforeWithToken(waits());
    }

    /** Who takes waits for something to be there, for another one that waits for it, or for it to be due. */
    private static void delays(JdkClass queue) {
        leaves(queue.method("take()" + DELAYED))
                .aroundCall(CONDITION, AWAIT, 3)
                .or(AWAIT_NANOS)
                .beforeWithToken(waits());
        leaves(queue.method("poll(" + TIME + ")" + DELAYED))
                .aroundCall(CONDITION, AWAIT_NANOS, 3)
                .beforeWithToken(waits());
    }

    /** A thread that has to wait asks whether it is interrupted before it says whom to wake. */
    private static void transfers(JdkClass kind) {
        leaves(kind.method("transfer(" + ITEM + "ZJ)" + ITEM))
                .aroundCall("java/lang/Thread", "isInterrupted()Z")
                .beforeWithToken(waits());
    }

    private static Hook waits() {
        return hook("waits", "(I" + ITEM + ")I", Operand.CALL_TOKEN, Operand.THIS);
    }

    private static MethodAdvice leaves(MethodAdvice method) {
        return method.exit(LEFT_CALL);
    }

    private static void waitsInside(MethodAdvice method, Operand queue) {
        method.enterWithToken(hook("comes", "(" + ITEM + ")I", queue)).exit(hook("left", "(I)V", Operand.TOKEN));
    }

    private static Hook hook(String name, String descriptor, Operand... operands) {
        return Hook.of(QueueHooks.class, name, descriptor, operands);
    }
}
