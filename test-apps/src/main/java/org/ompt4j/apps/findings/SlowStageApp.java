package org.ompt4j.apps.findings;

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import org.ompt4j.apps.Threads;

/** Three threads with two queues between them: a reader, a slow stage, and a writer. Reader and writer are faster, so that both wait. */
public final class SlowStageApp {
    /** The number of items that go through both queues. */
    private static final int ITEMS = 14;

    private static final long STAGE_MILLIS = 60;
    private static final long NEIGHBOUR_MILLIS = 8;

    private SlowStageApp() {}

    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<Integer> read = new ArrayBlockingQueue<>(1);
        BlockingQueue<Integer> transformed = new ArrayBlockingQueue<>(1);
        Thread[] stages = {
            new Thread(() -> reads(read), "reader"),
            new Thread(() -> transforms(read, transformed), "transformer"),
            new Thread(() -> writes(transformed), "writer")
        };
        for (Thread each : stages) {
            each.start();
        }
        Threads.join(stages);
        System.out.println("done");
    }

    private static void reads(BlockingQueue<Integer> to) {
        for (int i = 0; i < ITEMS; i++) {
            Work.spin(NEIGHBOUR_MILLIS);
            put(to, i);
        }
    }

    private static void transforms(BlockingQueue<Integer> from, BlockingQueue<Integer> to) {
        for (int i = 0; i < ITEMS; i++) {
            int item = take(from);
            Work.spin(STAGE_MILLIS);
            put(to, item);
        }
    }

    private static void writes(BlockingQueue<Integer> from) {
        for (int i = 0; i < ITEMS; i++) {
            take(from);
            Work.spin(NEIGHBOUR_MILLIS);
        }
    }

    private static void put(BlockingQueue<Integer> to, int item) {
        try {
            to.put(item);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static int take(BlockingQueue<Integer> from) {
        try {
            return from.take();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
