package org.ompt4j.apps.monitor;

import java.util.function.IntSupplier;
import org.ompt4j.apps.Scenarios;

/**
 * Monitors in all forms that Java code can have, so often that the JVM compiles them.
 *
 * <p>Known by construction: the number of entries of each scenario, all by the main thread.
 */
public final class MonitorShapesApp {
    /** Rounds of each scenario, times the scale. */
    public static final int ROUNDS = 2_000;
    /** Entries of {@code loops}, per round. */
    public static final int LOOPS_ENTRIES = 13;
    /** Entries of {@code finally-blocks}, per round. */
    public static final int FINALLY_ENTRIES = 3;
    /** Entries of {@code methods}, per round. */
    public static final int METHODS_ENTRIES = 7;
    /** Entries of {@code branches}, per round. */
    public static final int BRANCHES_ENTRIES = 4;
    /** Entries of {@code lambdas}, per round. */
    public static final int LAMBDAS_ENTRIES = 2;
    /** Entries of {@code elided}, per round, into the monitor of an object that no other thread can reach. */
    public static final int ELIDED_ENTRIES = 1;

    /** Entries of all scenarios, per round; re-entries included. */
    public static final int ENTRIES =
            LOOPS_ENTRIES + FINALLY_ENTRIES + METHODS_ENTRIES + BRANCHES_ENTRIES + LAMBDAS_ENTRIES + ELIDED_ENTRIES;

    private final Object first = new Object();
    private final Object second = new Object();
    private int count;

    private MonitorShapesApp() {}

    public static void main(String[] args) throws Exception {
        MonitorShapesApp shapes = new MonitorShapesApp();
        new Scenarios()
                .add("loops", scale -> shapes.repeat(scale, shapes::loops))
                .add("finally-blocks", scale -> shapes.repeat(scale, shapes::finallyBlocks))
                .add("methods", scale -> shapes.repeat(scale, shapes::methods))
                .add("branches", scale -> shapes.repeat(scale, () -> shapes.branches(shapes.count)))
                .add("lambdas", scale -> shapes.repeat(scale, shapes::lambdas))
                .add("elided", scale -> shapes.repeat(scale, MonitorShapesApp::elided))
                .run(args);
    }

    private String repeat(int scale, IntSupplier shape) {
        count = 0;
        long sum = 0;
        for (int i = 0; i < ROUNDS * scale; i++) {
            sum += shape.getAsInt();
        }
        return "sum " + sum;
    }

    /** A block around a loop with inner blocks, one of which begins where an inner loop begins. */
    private int loops() {
        int sum = 0;
        synchronized (first) {
            for (int i = 0; i < 4; i++) {
                synchronized (second) {
                    while (sum % 7 != 0) {
                        sum++;
                    }
                    synchronized (this) {
                        sum += i;
                    }
                    synchronized (this) {
                        if (i == 3) {
                            break;
                        }
                    }
                }
            }
        }
        count += sum;
        return sum;
    }

    private int finallyBlocks() {
        int sum = 0;
        try {
            synchronized (first) {
                try {
                    sum += 2;
                    if (count >= 0) {
                        throw new IllegalStateException();
                    }
                } catch (IllegalStateException e) {
                    synchronized (second) {
                        sum += 3;
                    }
                } finally {
                    sum += 4;
                }
            }
        } finally {
            synchronized (this) {
                sum += 5;
            }
        }
        return sum;
    }

    private int methods() {
        return wide(1, 2.0, 3L) + staticOne(5) + returnsFromWithin(4);
    }

    /** Has local variables of two slots, and slots that are used again. */
    private synchronized int wide(int small, double large, long larger) {
        long sum = small + larger;
        {
            double product = large * sum;
            sum += (long) product;
        }
        synchronized (this) {
            synchronized (first) {
                sum += nothing();
            }
        }
        return (int) sum;
    }

    private synchronized int nothing() {
        return 0;
    }

    private static synchronized int staticOne(int times) {
        int sum = 0;
        while (true) {
            sum += times;
            if (--times == 0) {
                return sum;
            }
        }
    }

    private synchronized int returnsFromWithin(int limit) {
        for (int i = 0; ; i++) {
            synchronized (second) {
                if (i == limit) {
                    return i;
                }
                if (limit < 100) {
                    return -1;
                }
            }
        }
    }

    private int branches(int selector) {
        int sum = 0;
        for (int i = 0; i < 4; i++) {
            synchronized ((i & 1) == 0 ? first : second) {
                switch (i) {
                    case 0:
                        continue;
                    case 1:
                        sum += selector & 1;
                        break;
                    default:
                        String text = i == 2 ? "two" : null;
                        sum += text == null ? 0 : text.length();
                }
            }
        }
        return sum;
    }

    private int lambdas() {
        IntSupplier inner = () -> {
            synchronized (first) {
                return 1;
            }
        };
        synchronized (second) {
            return inner.getAsInt();
        }
    }

    private static int elided() {
        StringBuilder seen = new StringBuilder();
        Object mine = new Object();
        synchronized (mine) {
            seen.append('x');
        }
        return seen.length();
    }
}
