package org.ompt4j.mappings.blocking;

import org.ompt4j.emitter.blocking.BlockingQueueHooks;
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
    private static final String ENQUEUE = "enqueue(" + ITEM + ")V";
    private static final String DEQUEUE = "dequeue()" + ITEM;
    private static final String CLEAR = "clear()V";
    private static final String AWAIT = "await()V";
    private static final String AWAIT_NANOS = "awaitNanos(J)J";
    private static final int BLOCKER = 2;
    private static final int AFTER_NODES = 2;

    /** The first JDK whose synchronous queues wait in the same code as its transfer queues. */
    private static final int ONE_WAY_TO_TRANSFER = 21;

    private static final Hook SIGNALS = hook("signals", "(" + ITEM + ITEM + ")V", Operand.STACK_TOP, Operand.THIS);
    private static final Hook WAITS_FOR_ITEM = waits("waitsForItem");
    private static final Hook WAITS_FOR_ROOM = waits("waitsForRoom");
    private static final Hook WAITS_FOR_OTHER =
            hook("waitsForOther", "(I" + ITEM + ITEM + ")I", Operand.CALL_TOKEN, Operand.argument(0), Operand.THIS);
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
        signals(rewrites);
        if (rewrites.feature() >= ONE_WAY_TO_TRANSFER) {
            waitsInside(
                    rewrites.jdkClass(K, TRANSFER_QUEUE + "$DualNode")
                            .method("await(" + ITEM + "J" + ITEM + "Z)" + ITEM),
                    Operand.argument(0),
                    Operand.argument(BLOCKER));
        } else {
            String node = "L" + TRANSFER_QUEUE + "$Node;";
            waitsInside(
                    rewrites.jdkClass(K, TRANSFER_QUEUE).method("awaitMatch(" + node + node + ITEM + "ZJ)" + ITEM),
                    Operand.argument(AFTER_NODES),
                    Operand.THIS);
            transfers(rewrites.jdkClass(K, SYNCHRONOUS_QUEUE + "$TransferStack"));
            transfers(rewrites.jdkClass(K, SYNCHRONOUS_QUEUE + "$TransferQueue"));
        }
    }

    /** The places where a queue with a lock signals that there is an item or room. */
    private static void signals(Rewrites rewrites) {
        JdkClass array = rewrites.jdkClass(K, PACKAGE + "ArrayBlockingQueue");
        for (String each : new String[] {ENQUEUE, DEQUEUE, "removeAt(I)V", CLEAR}) {
            signal(array.method(each), 1);
        }
        signal(array.method("drainTo(Ljava/util/Collection;I)I"), 2);
        JdkClass linked = rewrites.jdkClass(K, PACKAGE + "LinkedBlockingQueue");
        for (String each : new String[] {
            "signalNotEmpty()V",
            "signalNotFull()V",
            "put(" + ITEM + ")V",
            "offer(" + ITEM + TIME + ")Z",
            "offer(" + ITEM + ")Z",
            "take()" + ITEM,
            "poll(" + TIME + ")" + ITEM,
            "poll()" + ITEM,
            CLEAR
        }) {
            signal(linked.method(each), 1);
        }
        String node = "(L" + PACKAGE + "LinkedBlockingQueue$Node;L" + PACKAGE + "LinkedBlockingQueue$Node;)V";
        signal(linked.method("unlink" + node), 1);
        JdkClass deque = rewrites.jdkClass(K, PACKAGE + "LinkedBlockingDeque");
        String dequeNode = "(L" + PACKAGE + "LinkedBlockingDeque$Node;)";
        for (String each : new String[] {
            "linkFirst" + dequeNode + "Z",
            "linkLast" + dequeNode + "Z",
            "unlinkFirst()" + ITEM,
            "unlinkLast()" + ITEM,
            "unlink" + dequeNode + "V"
        }) {
            signal(deque.method(each), 1);
        }
        signalAll(deque.method("addAll(Ljava/util/Collection;)Z"));
        signalAll(deque.method(CLEAR));
        signal(rewrites.jdkClass(K, PACKAGE + "PriorityBlockingQueue").method("offer(" + ITEM + ")Z"), 1);
        JdkClass delays = rewrites.jdkClass(K, PACKAGE + "DelayQueue");
        signal(delays.method("offer(" + DELAYED + ")Z"), 1);
        signal(delays.method("take()" + DELAYED), 2);
        signal(delays.method("poll(" + TIME + ")" + DELAYED), 4);
    }

    private static void signal(MethodAdvice method, int expected) {
        method.aroundCall(CONDITION, "signal()V", expected).before(SIGNALS);
    }

    private static void signalAll(MethodAdvice method) {
        method.aroundCall(CONDITION, "signalAll()V").before(SIGNALS);
    }

    private static void puts(JdkClass queue, String end) {
        waitsAt(queue.method("put" + end + "(" + ITEM + ")V"), AWAIT, WAITS_FOR_ROOM);
        waitsAt(queue.method("offer" + end + "(" + ITEM + TIME + ")Z"), AWAIT_NANOS, WAITS_FOR_ROOM);
    }

    private static void takes(JdkClass queue, String end) {
        waitsAt(queue.method("take" + end + "()" + ITEM), AWAIT, WAITS_FOR_ITEM);
        waitsAt(queue.method("poll" + end + "(" + TIME + ")" + ITEM), AWAIT_NANOS, WAITS_FOR_ITEM);
    }

    private static void waitsAt(MethodAdvice method, String await, Hook waits) {
        leaves(method).aroundCall(CONDITION, await).beforeWithToken(waits);
    }

    /** A consumer waits until there is an item, until another consumer takes it, or until it is due. */
    private static void delays(JdkClass queue) {
        leaves(queue.method("take()" + DELAYED))
                .aroundCall(CONDITION, AWAIT, 3)
                .or(AWAIT_NANOS)
                .beforeWithToken(WAITS_FOR_ITEM);
        leaves(queue.method("poll(" + TIME + ")" + DELAYED))
                .aroundCall(CONDITION, AWAIT_NANOS, 3)
                .beforeWithToken(WAITS_FOR_ITEM);
    }

    /** A thread that has to wait checks whether it is interrupted, before other threads can wake it: the hook is called there. */
    private static void transfers(JdkClass kind) {
        leaves(kind.method("transfer(" + ITEM + "ZJ)" + ITEM))
                .aroundCall("java/lang/Thread", "isInterrupted()Z")
                .beforeWithToken(WAITS_FOR_OTHER);
    }

    private static MethodAdvice leaves(MethodAdvice method) {
        return method.exit(LEFT_CALL);
    }

    private static void waitsInside(MethodAdvice method, Operand brought, Operand queue) {
        method.enterWithToken(hook("comes", "(" + ITEM + ITEM + ")I", brought, queue))
                .exit(hook("left", "(I)V", Operand.TOKEN));
    }

    private static Hook waits(String name) {
        return hook(name, "(I" + ITEM + ")I", Operand.CALL_TOKEN, Operand.THIS);
    }

    private static Hook hook(String name, String descriptor, Operand... operands) {
        return Hook.of(BlockingQueueHooks.class, name, descriptor, operands);
    }
}
