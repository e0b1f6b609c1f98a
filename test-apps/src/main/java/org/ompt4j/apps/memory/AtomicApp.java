package org.ompt4j.apps.memory;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;
import java.util.concurrent.atomic.DoubleAccumulator;
import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/**
 * Updates of atomics that have to be tried again, since another thread sets the value meanwhile, and updates without contention.
 *
 * <p>Known by construction: how many updates are tried again: the function lets another thread set the value once, before it returns.
 */
public final class AtomicApp {

    /** Ways to update by a function. */
    private static final int WAYS = 4;
    /** Updates of each of {@code values}, {@code arrays} and {@code fields} that are tried again: of an int, a long and a reference in each way. */
    public static final int RETRIES = 3 * WAYS;
    /** Updates of {@code uncontended}, of which none is tried again, times the scale. */
    public static final int UNCONTENDED = 1_000;
    /** Values that {@code accumulators} accumulates while another thread accumulates too. */
    public static final int ACCUMULATED = 2;
    /** Numbers that each thread of {@code adder} adds, times the scale. */
    public static final int ADDED = 10_000;

    private static final int RACERS = 4;

    private AtomicApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("values", scale -> values())
                .add("arrays", scale -> arrays())
                .add("fields", scale -> fields())
                .add("uncontended", AtomicApp::uncontended)
                .add("accumulators", scale -> accumulators())
                .add("adder", AtomicApp::adder)
                .add("failing-function", scale -> failingFunction())
                .add("nested", scale -> nested())
                .run(args);
    }

    private static String values() {
        AtomicInteger number = new AtomicInteger();
        Other set = new Other(() -> number.set(10));
        number.getAndUpdate(n -> set.before(n + 1));
        number.updateAndGet(n -> set.again().before(n + 1));
        number.getAndAccumulate(2, (n, more) -> set.again().before(n + more));
        number.accumulateAndGet(2, (n, more) -> set.again().before(n + more));
        AtomicLong count = new AtomicLong();
        Other setCount = new Other(() -> count.set(20));
        count.getAndUpdate(n -> setCount.before(n + 1));
        count.updateAndGet(n -> setCount.again().before(n + 1));
        count.getAndAccumulate(2, (n, more) -> setCount.again().before(n + more));
        count.accumulateAndGet(2, (n, more) -> setCount.again().before(n + more));
        AtomicReference<String> text = new AtomicReference<>("");
        Other setText = new Other(() -> text.set("other"));
        text.getAndUpdate(each -> setText.before(each + "a"));
        text.updateAndGet(each -> setText.again().before(each + "b"));
        text.getAndAccumulate("c", (each, more) -> setText.again().before(each + more));
        text.accumulateAndGet("d", (each, more) -> setText.again().before(each + more));
        return number + " " + count + " " + text;
    }

    private static String arrays() {
        AtomicIntegerArray numbers = new AtomicIntegerArray(2);
        Other set = new Other(() -> numbers.set(1, 10));
        numbers.getAndUpdate(1, n -> set.before(n + 1));
        numbers.updateAndGet(1, n -> set.again().before(n + 1));
        numbers.getAndAccumulate(1, 2, (n, more) -> set.again().before(n + more));
        numbers.accumulateAndGet(1, 2, (n, more) -> set.again().before(n + more));
        AtomicLongArray counts = new AtomicLongArray(2);
        Other setCount = new Other(() -> counts.set(1, 20));
        counts.getAndUpdate(1, n -> setCount.before(n + 1));
        counts.updateAndGet(1, n -> setCount.again().before(n + 1));
        counts.getAndAccumulate(1, 2, (n, more) -> setCount.again().before(n + more));
        counts.accumulateAndGet(1, 2, (n, more) -> setCount.again().before(n + more));
        AtomicReferenceArray<String> texts = new AtomicReferenceArray<>(new String[] {"", ""});
        Other setText = new Other(() -> texts.set(1, "other"));
        texts.getAndUpdate(1, each -> setText.before(each + "a"));
        texts.updateAndGet(1, each -> setText.again().before(each + "b"));
        texts.getAndAccumulate(1, "c", (each, more) -> setText.again().before(each + more));
        texts.accumulateAndGet(1, "d", (each, more) -> setText.again().before(each + more));
        return numbers + " " + counts + " " + texts;
    }

    private static String fields() {
        Fields fields = new Fields();
        Other set = new Other(() -> fields.number = 10);
        Fields.NUMBER.getAndUpdate(fields, n -> set.before(n + 1));
        Fields.NUMBER.updateAndGet(fields, n -> set.again().before(n + 1));
        Fields.NUMBER.getAndAccumulate(fields, 2, (n, more) -> set.again().before(n + more));
        Fields.NUMBER.accumulateAndGet(fields, 2, (n, more) -> set.again().before(n + more));
        Other setCount = new Other(() -> fields.count = 20);
        Fields.COUNT.getAndUpdate(fields, n -> setCount.before(n + 1));
        Fields.COUNT.updateAndGet(fields, n -> setCount.again().before(n + 1));
        Fields.COUNT.getAndAccumulate(fields, 2, (n, more) -> setCount.again().before(n + more));
        Fields.COUNT.accumulateAndGet(fields, 2, (n, more) -> setCount.again().before(n + more));
        Other setText = new Other(() -> fields.text = "other");
        Fields.TEXT.getAndUpdate(fields, each -> setText.before(each + "a"));
        Fields.TEXT.updateAndGet(fields, each -> setText.again().before(each + "b"));
        Fields.TEXT.getAndAccumulate(
                fields, "c", (each, more) -> setText.again().before(each + more));
        Fields.TEXT.accumulateAndGet(
                fields, "d", (each, more) -> setText.again().before(each + more));
        return fields.number + " " + fields.count + " " + fields.text;
    }

    private static String uncontended(int scale) {
        AtomicInteger number = new AtomicInteger();
        LongAccumulator most = new LongAccumulator(Math::max, 0);
        for (int i = 0; i < UNCONTENDED * scale; i++) {
            most.accumulate(number.updateAndGet(n -> n + 1));
        }
        return "most " + most;
    }

    private static String accumulators() {
        Other[] other = new Other[1];
        LongAccumulator sum = new LongAccumulator((one, more) -> other[0].before(one + more), 0);
        other[0] = new Other(() -> sum.accumulate(10));
        sum.accumulate(1);
        DoubleAccumulator product = new DoubleAccumulator((one, more) -> other[0].before(one * more), 1);
        other[0] = new Other(() -> product.accumulate(10));
        product.accumulate(2);
        return "sum " + sum + ", product " + product;
    }

    private static String adder(int scale) throws InterruptedException {
        LongAdder adder = new LongAdder();
        Threads.race(RACERS, () -> {
            for (int i = 0; i < ADDED * scale; i++) {
                adder.increment();
            }
        });
        return "sum " + adder;
    }

    private static String failingFunction() {
        AtomicInteger number = new AtomicInteger();
        Other set = new Other(() -> number.set(10));
        return Threads.thrownBy(() -> number.updateAndGet(n -> {
            if (n == 10) {
                throw new IllegalStateException("on purpose");
            }
            return set.before(n + 1);
        }));
    }

    /** The function of an update that is tried again updates another atomic, which is tried again too. */
    private static String nested() {
        AtomicInteger outer = new AtomicInteger();
        AtomicInteger inner = new AtomicInteger();
        Other setOuter = new Other(() -> outer.set(10));
        Other setInner = new Other(() -> inner.set(20));
        outer.updateAndGet(n -> {
            int next = setOuter.before(n + 1);
            return n == 10 ? next + inner.updateAndGet(each -> setInner.before(each + 1)) : next;
        });
        return "outer " + outer + ", inner " + inner;
    }

    /** Runs a body on another thread, once. */
    private static final class Other {
        private final Threads.Body body;
        private int done;

        Other(Threads.Body body) {
            this.body = body;
        }

        /** Returns the argument; the first call runs the body on another thread before. */
        <T> T before(T result) {
            if (done++ == 0) {
                try {
                    Threads.join(Threads.start("other", body));
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
            return result;
        }

        /** Allows the body to run once more, for the next update; has no effect in a function that is called again. */
        Other again() {
            done = done == 2 ? 0 : done;
            return this;
        }
    }

    private static final class Fields {
        static final AtomicIntegerFieldUpdater<Fields> NUMBER =
                AtomicIntegerFieldUpdater.newUpdater(Fields.class, "number");
        static final AtomicLongFieldUpdater<Fields> COUNT = AtomicLongFieldUpdater.newUpdater(Fields.class, "count");
        static final AtomicReferenceFieldUpdater<Fields, String> TEXT =
                AtomicReferenceFieldUpdater.newUpdater(Fields.class, String.class, "text");

        volatile int number;
        volatile long count;
        volatile String text = "";
    }
}
