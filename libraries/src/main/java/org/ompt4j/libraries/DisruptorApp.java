package org.ompt4j.libraries;

import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.ProducerType;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.ompt4j.apps.Scenarios;

/** LMAX Disruptor: two consumers that wait for a producer. */
public final class DisruptorApp {
    private static final int EVENTS = 50;

    private DisruptorApp() {}

    public static void main(String[] args) throws Exception {
        Rest.measureThreads();
        new Scenarios().add("ring", DisruptorApp::ring).run(args);
    }

    private static String ring(int scale) throws InterruptedException {
        int[] made = new int[1];
        Disruptor<long[]> disruptor = new Disruptor<>(
                () -> new long[1],
                64,
                body -> new Thread(body, "consumer-" + ++made[0]),
                ProducerType.SINGLE,
                new BlockingWaitStrategy());
        AtomicLong sum = new AtomicLong();
        AtomicLong count = new AtomicLong();
        disruptor.handleEventsWith(
                (event, sequence, last) -> sum.addAndGet(event[0]), (event, sequence, last) -> count.incrementAndGet());
        RingBuffer<long[]> ring = disruptor.start();
        for (int i = 0; i < EVENTS * scale; i++) {
            ring.publishEvent((event, sequence) -> event[0] = sequence);
            TimeUnit.MILLISECONDS.sleep(1);
        }
        Rest.pass();
        disruptor.shutdown();
        return "events " + count.get() + ", sum " + sum.get();
    }
}
