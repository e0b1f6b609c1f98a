package org.ompt4j.apps.findings;

import java.util.concurrent.ThreadFactory;
import org.ompt4j.apps.Threads;

/** Virtual threads that sleep: one of them while it initializes a class, so that it is pinned to its carrier. */
public final class PinnedThreadsApp {
    private static final long SLEEP_MILLIS = 300;

    private PinnedThreadsApp() {}

    /** A class whose initialization sleeps. */
    private static final class Slow {
        static final long SINCE = fetch();
    }

    private static long fetch() {
        try {
            Thread.sleep(SLEEP_MILLIS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return System.nanoTime();
    }

    private static void sleeps() throws InterruptedException {
        Thread.sleep(SLEEP_MILLIS);
    }

    public static void main(String[] args) throws Exception {
        ThreadFactory virtual = Threads.virtual();
        Threads.join(Threads.start(virtual, PinnedThreadsApp::sleeps));
        Threads.join(Threads.start(virtual, () -> System.out.println(Slow.SINCE > 0)));
    }
}
