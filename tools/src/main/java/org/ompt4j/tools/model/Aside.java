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
 * Has something done with each of many things in a thread of its own, in their order and some behind. They are handed over in batches; who is ahead by
 * several of them waits.
 *
 * <p>Thread safety: one thread hands over and asks for the end. What was done is seen by that thread once {@link #finish} has returned.
 *
 * @param <T> what is handed over
 */
public final class Aside<T> implements AutoCloseable {
    private static final int THINGS_IN_BATCH = 1024;
    private static final int BATCHES_AHEAD = 8;

    private final Action<? super T> action;
    private final ExecutorService thread;
    private final Semaphore room = new Semaphore(BATCHES_AHEAD);
    /** What has been handed over, one after the other; after one that fails nothing more is done. */
    private CompletableFuture<Void> done = CompletableFuture.completedFuture(null);

    private List<T> batch = new ArrayList<>(THINGS_IN_BATCH);
    private volatile boolean isClosed;

    /**
     * What is done with each.
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
     * Hands over the next one.
     *
     * @throws IOException if that is what one of those before has failed with
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

    /** There are no more: waits until something was done with all. What failed meanwhile fails here. */
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

    /** Nothing is done any more. */
    @Override
    public void close() {
        isClosed = true;
        done.handle((nothing, failure) -> true).join();
        thread.shutdown();
    }
}
