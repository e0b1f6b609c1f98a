package org.ompt4j.tools.model;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.ompt4j.tools.read.TraceEvent;

/**
 * Has a reader follow a run in a thread of its own, some events behind. Events are handed over in batches; who is ahead by several of them waits.
 *
 * <p>Thread safety: one thread hands over and asks for the end. What the reader's listeners know is that thread's once {@link #finish} has returned.
 */
final class Aside implements AutoCloseable {
    private static final int EVENTS_IN_BATCH = 1024;
    private static final int BATCHES_AHEAD = 8;

    private final RunReader reader;
    private final ExecutorService thread = Executors.newSingleThreadExecutor(Aside::thread);
    private final Semaphore room = new Semaphore(BATCHES_AHEAD);
    /** What has been handed over, one after the other; after one that fails nothing more is done. */
    private CompletableFuture<Void> done = CompletableFuture.completedFuture(null);

    private List<TraceEvent> batch = new ArrayList<>(EVENTS_IN_BATCH);

    Aside(RunReader reader) {
        this.reader = reader;
    }

    private static Thread thread(Runnable body) {
        Thread thread = new Thread(body, "ompt-report-aside");
        thread.setDaemon(true);
        return thread;
    }

    void accept(TraceEvent event) {
        batch.add(event);
        if (batch.size() == EVENTS_IN_BATCH) {
            handOver();
        }
    }

    private void handOver() {
        List<TraceEvent> full = batch;
        batch = new ArrayList<>(EVENTS_IN_BATCH);
        room.acquireUninterruptibly();
        done = done.thenRunAsync(() -> full.forEach(reader::accept), thread)
                .whenComplete((nothing, failure) -> room.release());
    }

    /** There are no more events: waits until all have been followed. What failed meanwhile fails here. */
    void finish() {
        handOver();
        try {
            done.thenRunAsync(reader::finish, thread).join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw e;
        }
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
