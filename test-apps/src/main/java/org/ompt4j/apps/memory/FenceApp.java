package org.ompt4j.apps.memory;

import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;
import sun.misc.Unsafe;

/**
 * Memory fences: all of {@code VarHandle} and {@code sun.misc.Unsafe}, and values that are passed between threads with fences.
 *
 * <p>Known by construction: how many fences each scenario and each of its threads calls.
 */
public final class FenceApp {

    /** Calls of each of the five fences of {@code VarHandle} in {@code kinds}, times the scale. */
    public static final int CALLS_OF_A_KIND = 3;
    /** Fences of {@code VarHandle}. */
    public static final int KINDS = 5;
    /** Fences of {@code sun.misc.Unsafe}, called once each in {@code unsafe}. */
    public static final int KINDS_OF_UNSAFE = 3;
    /** Values that {@code publisher} passes to {@code reader} in {@code published}, times the scale; each thread calls a fence for each value. */
    public static final int VALUES = 100;

    private static final VarHandle NEXT;

    static {
        try {
            NEXT = java.lang.invoke.MethodHandles.lookup().findStaticVarHandle(FenceApp.class, "next", int.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private static int value;
    /** Odd while there is a value that was not read. */
    @SuppressWarnings("unused")
    private static int next;

    private FenceApp() {}

    public static void main(String[] args) throws Exception {
        new Scenarios()
                .add("kinds", FenceApp::kinds)
                .add("unsafe", scale -> unsafe())
                .add("published", FenceApp::published)
                .run(args);
    }

    private static String kinds(int scale) {
        int calls = 0;
        for (int i = 0; i < CALLS_OF_A_KIND * scale; i++) {
            VarHandle.fullFence();
            VarHandle.acquireFence();
            VarHandle.releaseFence();
            VarHandle.loadLoadFence();
            VarHandle.storeStoreFence();
            calls += KINDS;
        }
        return "calls " + calls;
    }

    @SuppressWarnings("removal")
    private static String unsafe() throws ReflectiveOperationException {
        Field field = Unsafe.class.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Unsafe unsafe = (Unsafe) field.get(null);
        unsafe.fullFence();
        unsafe.loadFence();
        unsafe.storeFence();
        Unsafe[] none = new Unsafe[1];
        return Threads.thrownBy(() -> {
            none[0].fullFence();
            return null;
        });
    }

    private static String published(int scale) throws InterruptedException {
        int values = VALUES * scale;
        next = 0;
        int[] sum = new int[1];
        Thread reader = Threads.start("reader", () -> {
            for (int i = 0; i < values; i++) {
                await(2 * i + 1);
                VarHandle.acquireFence();
                sum[0] += value;
                NEXT.setRelease(2 * i + 2);
            }
        });
        Thread publisher = Threads.start("publisher", () -> {
            for (int i = 0; i < values; i++) {
                await(2 * i);
                value = i;
                VarHandle.releaseFence();
                NEXT.setOpaque(2 * i + 1);
            }
        });
        Threads.join(reader, publisher);
        return "sum " + sum[0];
    }

    private static void await(int number) {
        while ((int) NEXT.getAcquire() != number) {
            Thread.yield();
        }
    }
}
