package org.ompt4j.tools.model;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;

/**
 * Processes items in a thread of its own, in their order. The producer hands items over in batches, and waits if it is several batches ahead.
 *
 * <p>Thread safety: one thread hands over the items and calls {@link #finish}. It sees the results after {@link #finish} has returned.
 *
 * @param <T> what is handed over
 */
public final class Aside<T> implements AutoCloseable {
    private static final int THINGS_IN_BATCH = 1024;
    private static final int BATCHES_AHEAD = 8;

    private final Action<? super T> action;
    private final ExecutorService thread;
    private final Semaphore room = new Semaphore(BATCHES_AHEAD);
    /** The batches, in their order. After a failure no further item is processed. */
    private CompletableFuture<Void> done = CompletableFuture.completedFuture(null);

    private List<T> batch = new ArrayList<>(THINGS_IN_BATCH);
    private volatile boolean isClosed;

    /**
     * Processes one item.
     *
     * @param <T> what is handed over
     */
    public interface Action<T> {
        void with(T thing) throws IOException;
    }

    /** @param name of the thread */
    public Aside(String name, Action<? super T> action) {
        this.action = action;
        this.thread = Executors.newSingleThreadExecutor(body -> {
            Thread made = new Thread(body, name);
            made.setDaemon(true);
            return made;
        });
    }

    /**
     * Hands over the next item.
     *
     * @throws IOException if the processing of an earlier item failed with it
     */
    public void accept(T thing) throws IOException {
        batch.add(thing);
        if (batch.size() == THINGS_IN_BATCH) {
            handOver();
        }
    }

    private void handOver() throws IOException {
        List<T> full = batch;
        batch = new ArrayList<>(THINGS_IN_BATCH);
        room.acquireUninterruptibly();
        if (done.isCompletedExceptionally()) {
            await();
        }
        done = done.thenRunAsync(() -> doAll(full), thread).whenComplete((nothing, failure) -> room.release());
    }

    private void doAll(List<T> things) {
        try {
            for (int i = 0; i < things.size() && !isClosed; i++) {
                action.with(things.get(i));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Waits until all items are processed. Throws the failure of an item, if there was one. */
    public void finish() throws IOException {
        handOver();
        await();
    }

    private void await() throws IOException {
        try {
            done.join();
        } catch (CompletionException e) {
            if (e.getCause() instanceof UncheckedIOException failure) {
                throw failure.getCause();
            }
            if (e.getCause() instanceof RuntimeException failure) {
                throw failure;
            }
            throw e;
        }
    }

    /** Stops the processing. */
    @Override
    public void close() {
        isClosed = true;
        done.handle((nothing, failure) -> true).join();
        thread.shutdown();
    }
}
