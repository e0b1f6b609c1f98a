package org.ompt4j.apps.findings;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.atomic.LongAdder;
import org.ompt4j.apps.Measured;
import org.ompt4j.apps.Threads;

/**
 * The thread of a selector receives messages through a pipe and sleeps after each. The next message is sent when the thread selects again.
 *
 * <p>The program measures how long the thread slept between two selects.
 */
public final class BlockedLoopsApp {
    /** The number of messages. */
    private static final int SERVED = 20;

    /** How long the thread sleeps before each message but the first. */
    private static final long SERVED_MILLIS = 15;

    /** How long the thread sleeps at least between two selects, in total. */
    public static final long LEAST_SLEPT_NANOS = (SERVED - 1) * SERVED_MILLIS * 1_000_000;

    private BlockedLoopsApp() {}

    public static void main(String[] args) throws Exception {
        Pipe pipe = Pipe.open();
        pipe.source().configureBlocking(false);
        LongAdder slept = new LongAdder();
        try (Selector selector = Selector.open()) {
            pipe.source().register(selector, SelectionKey.OP_READ);
            Thread loop = Threads.start("loop", () -> serve(selector, pipe.source(), slept));
            for (int i = 0; i < SERVED; i++) {
                Threads.awaitNative(loop, "select");
                pipe.sink().write(ByteBuffer.allocate(1));
            }
            Threads.join(loop);
        }
        Measured measured = new Measured();
        measured.put("slept", slept.sum());
        measured.write();
        System.out.println("done");
    }

    private static void serve(Selector selector, ReadableByteChannel from, LongAdder slept)
            throws IOException, InterruptedException {
        for (int i = 0; i < SERVED; i++) {
            if (i > 0) {
                long begin = System.nanoTime();
                Thread.sleep(SERVED_MILLIS);
                slept.add(System.nanoTime() - begin);
            }
            selector.select();
            selector.selectedKeys().clear();
            from.read(ByteBuffer.allocate(1));
        }
    }
}
