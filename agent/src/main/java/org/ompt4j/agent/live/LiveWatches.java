package org.ompt4j.agent.live;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.Threads;

/**
 * Everybody who watches the threads of this JVM now. While nobody does there is no thread, and nothing of this package is loaded.
 *
 * <p>Thread safety: any thread.
 */
public final class LiveWatches {
    /** Commands at a time. */
    private static final int MOST = 8;

    private static final long JMX_INTERVAL_NANOS = 1_000_000_000;

    private static final List<LiveWatch> COMMANDS = new ArrayList<>();
    private static @Nullable Reader reader;

    private LiveWatches() {}

    /**
     * Begins to watch for a command.
     *
     * @return the directory in which it finds what is seen
     * @throws IOException with a message that can be shown as it is
     */
    public static synchronized File begin(String id, long intervalNanos) throws IOException {
        COMMANDS.removeIf(LiveWatch::hasEnded);
        if (COMMANDS.size() >= MOST) {
            throw new IOException(MOST + " commands watch it already; end one of them");
        }
        LiveMailbox mailbox;
        try {
            mailbox = LiveMailbox.make(id);
        } catch (IOException e) {
            throw new IOException("it cannot write to its directory for temporary files (" + e + ")", e);
        }
        LiveWatch watch = new LiveWatch(intervalNanos, mailbox);
        COMMANDS.add(watch);
        watch.start();
        return mailbox.directory();
    }

    /**
     * What was seen in the last second, for whoever reads it now and then: the first to do so gets one look, and has a thread look on until nobody
     * has read for {@link Reader#TIMEOUT_NANOS}.
     */
    static synchronized LiveWindow read() {
        Reader present = reader;
        if (present == null || present.watch.hasEnded()) {
            present = new Reader(lookOnce());
            reader = present;
            present.watch.start();
        }
        return present.read();
    }

    /** On a thread of the application's or of the JVM's, as which this is no part of. */
    private static LiveWindow lookOnce() {
        ThreadContext own = Threads.enterUnobserved();
        try {
            Looks looks = new Looks();
            looks.look();
            return looks.end();
        } finally {
            if (own != null) {
                own.leave();
            }
        }
    }

    /** Nobody watches any more. */
    public static synchronized void end() {
        for (LiveWatch each : COMMANDS) {
            each.end();
        }
        COMMANDS.clear();
        if (reader != null) {
            reader.watch.end();
            reader = null;
        }
    }

    /** Keeps the last window for those who read over JMX. */
    private static final class Reader implements LiveWatch.Taker {
        private static final long TIMEOUT_NANOS = 10_000_000_000L;

        final LiveWatch watch = new LiveWatch(JMX_INTERVAL_NANOS, this);
        private volatile LiveWindow last;
        private volatile long readNanos = System.nanoTime();

        Reader(LiveWindow first) {
            last = first;
        }

        LiveWindow read() {
            readNanos = System.nanoTime();
            return last;
        }

        @Override
        public boolean take(LiveWindow window) {
            last = window;
            return System.nanoTime() - readNanos < TIMEOUT_NANOS;
        }

        @Override
        public void end() {
            // What it has kept goes with it.
        }
    }
}
