package org.ompt4j.mappings.monitor;

import java.io.Serializable;

/** Uses of monitors that are rewritten in different ways, and code without monitors. */
class MonitorSample implements Serializable {
    private final transient Object first = new Object();
    private int value;

    int nestedInALoop(int[] numbers) {
        int sum = 0;
        for (int each : numbers) {
            synchronized (first) {
                synchronized (this) {
                    if (each < 0) {
                        break;
                    }
                    sum += each;
                }
            }
        }
        return sum;
    }

    int insideTryAndFinally(long wide) {
        synchronized (first) {
            try {
                return (int) (wide / value);
            } catch (ArithmeticException e) {
                synchronized (e) {
                    return -1;
                }
            } finally {
                value++;
            }
        }
    }

    public synchronized int next(double ignored) {
        if (ignored < 0) {
            return value;
        }
        return value++;
    }

    static synchronized long viaClass(long a, String text) {
        synchronized (text) {
            return a + text.length();
        }
    }

    synchronized void alwaysThrows() {
        throw new IllegalStateException("on purpose");
    }

    void waits() throws InterruptedException {
        synchronized (this) {
            wait();
            wait(1);
            wait(1, 1);
            notify();
            notifyAll();
        }
    }

    int withoutAny(int a) {
        return a < 0 ? value : a + 1;
    }
}
