package org.ompt4j.agent.live;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.Threads;

/**
 * The present watches of this JVM. Without a watch there is no thread for it, and no class of this package is loaded.
 *
 * <p>Thread safety: any thread.
 */
public final class LiveWatches {
    /** The largest number of commands at a time. */
    private static final int MOST = 8;

    private static final long JMX_INTERVAL_NANOS = 1_000_000_000;

    private static final List<LiveWatch> COMMANDS = new ArrayList<>();
    private static @Nullable Reader reader;

    private LiveWatches() {}

    /**
     * Starts a watch for a command.
     *
     * @return the directory in which the command finds the windows
     * @throws IOException with a message that can be printed as it is
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
     * The window of the last second, for clients that read from time to time. The first call returns a single look, and starts a watch, which ends
     * when there was no call for {@link Reader#TIMEOUT_NANOS}.
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

    /** Takes one look on a thread of the application or of the JVM; what that thread does meanwhile is not observed. */
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

    /** Ends all watches. */
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

    /** Keeps the last window for clients over JMX. */
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
            // Nothing to do: the last window is discarded with this object.
        }
    }
}
