package org.ompt4j.apps.monitor;

import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/** Stack traces of the exceptions that pass through monitors, {@code wait} and {@code notify}, printed in full. */
public final class MonitorTracesApp {

    private MonitorTracesApp() {}

    public static void main(String[] args) throws Exception {
        Object monitor = new Object();
        int[] array = new int[1];
        new Scenarios()
                .add("null-block", scale -> Threads.traceOf(() -> enter(null)))
                .add("block", scale -> Threads.traceOf(() -> enter(monitor)))
                .add("method", scale -> Threads.traceOf(() -> new MonitorTracesApp().fail()))
                .add("static-method", scale -> Threads.traceOf(() -> failStatic()))
                .add("wait-not-owner", scale -> Threads.traceOf(() -> monitor.wait()))
                .add("wait-negative", scale -> Threads.traceOf(() -> monitor.wait(-1)))
                .add("wait-nanos", scale -> Threads.traceOf(() -> monitor.wait(1, -1)))
                .add("wait-array", scale -> Threads.traceOf(() -> array.wait(1)))
                .add("notify-not-owner", scale -> Threads.traceOf(() -> monitor.notify()))
                .add("notify-null", scale -> Threads.traceOf(() -> notifyAllOn(null)))
                .add("interrupted-wait", scale -> interruptedWait(monitor))
                .run(args);
    }

    private static void enter(Object object) {
        synchronized (object) {
            throw new IllegalStateException("on purpose");
        }
    }

    private static void notifyAllOn(Object object) {
        object.notifyAll();
    }

    private synchronized void fail() {
        throw new IllegalStateException("on purpose");
    }

    private static synchronized void failStatic() {
        new MonitorTracesApp().fail();
    }

    private static String interruptedWait(Object monitor) {
        return Threads.traceOf(() -> {
            Thread.currentThread().interrupt();
            synchronized (monitor) {
                monitor.wait();
            }
        });
    }
}
