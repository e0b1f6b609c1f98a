package org.ompt4j.apps.monitor;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.concurrent.CountDownLatch;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/**
 * Calls the methods of a class that the tests generate and put on the class path, with uses of monitors that no compiler generates. Each method has
 * two objects, whose monitors it may enter, and a body to run.
 *
 * <p>Known by construction: {@code quiet} and {@code throwing} call each method {@link #CALLS} times, times the scale; in {@code contended}
 * the main thread calls each method twice, and the second time it waits for the first object's monitor.
 */
public final class MonitorLayoutsApp {
    /** Calls of each method in {@code quiet} and {@code throwing}, times the scale. */
    public static final int CALLS = 1_000;

    private MonitorLayoutsApp() {}

    public static void main(String[] args) throws Exception {
        Method[] layouts =
                Class.forName(MonitorLayoutsApp.class.getName() + "$Code").getDeclaredMethods();
        Arrays.sort(layouts, Comparator.comparing(Method::getName));
        new Scenarios()
                .add("quiet", scale -> callAll(layouts, scale, () -> {}))
                .add("throwing", scale -> callAll(layouts, scale, MonitorLayoutsApp::fail))
                .add("contended", scale -> contended(layouts))
                .run(args);
    }

    private static void fail() {
        throw new UnsupportedOperationException("on purpose");
    }

    private static String callAll(Method[] layouts, int scale, Runnable body) throws Exception {
        StringBuilder results = new StringBuilder();
        for (Method layout : layouts) {
            Object a = new Object();
            Object b = new Object();
            String result = "";
            for (int i = 0; i < CALLS * scale; i++) {
                String next = call(layout, a, b, body);
                if (!next.equals(result)) {
                    results.append('\n').append(layout.getName()).append(": ").append(next);
                    result = next;
                }
            }
        }
        return results.toString();
    }

    /** The result of a call, and which of the two monitors the thread still holds. */
    private static String call(Method layout, Object a, Object b, Runnable body) throws Exception {
        String result = "returns";
        try {
            layout.invoke(null, a, b, body);
        } catch (InvocationTargetException e) {
            result = e.getCause().getClass().getSimpleName();
        }
        return result + ' ' + Thread.holdsLock(a) + Thread.holdsLock(b);
    }

    private static String contended(Method[] layouts) throws Exception {
        StringBuilder results = new StringBuilder();
        Thread main = Thread.currentThread();
        for (Method layout : layouts) {
            Object a = new Object();
            call(layout, a, new Object(), () -> {});
            CountDownLatch held = new CountDownLatch(1);
            CountDownLatch comes = new CountDownLatch(1);
            Thread holder = Threads.start("holder", () -> {
                synchronized (a) {
                    held.countDown();
                    Threads.awaitBlocked(main, comes);
                }
            });
            held.await();
            comes.countDown();
            String result = call(layout, a, new Object(), () -> {});
            holder.join();
            results.append('\n').append(layout.getName()).append(": ").append(result);
        }
        return results.toString();
    }
}
