package org.ompt4j.apps.inquiry;

import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.ompt4j.apps.Threads;

/**
 * Calls a function of a tool outside of callbacks, in a virtual thread and, on JDKs without those, in a platform thread. The tool puts the function
 * into the system properties; without a tool nothing is called.
 */
public final class AskingApp {
    /** The key of the function, a {@code Consumer<String>}, which is passed a name for the place of the call. */
    private static final String FUNCTION = "asked";

    private AskingApp() {}

    public static void main(String[] args) throws Exception {
        Threads.start(Threads.virtual(), AskingApp::asks).join();
    }

    private static void asks() throws InterruptedException {
        ask("begin");
        Thread.sleep(1);
        ask("after a sleep");
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        ask("with a lock");
        lock.unlock();
        IntStream.range(0, 1).parallel().forEach(i -> ask("in a region"));
        ask("end");
    }

    @SuppressWarnings("unchecked")
    private static void ask(String place) {
        if (System.getProperties().get(FUNCTION) instanceof Consumer<?> function) {
            ((Consumer<String>) function).accept(place);
        }
    }
}
