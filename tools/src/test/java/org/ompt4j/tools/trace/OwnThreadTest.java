package org.ompt4j.tools.trace;

import static java.util.concurrent.TimeUnit.HOURS;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OwnThreadTest {
    private final List<String> done = new CopyOnWriteArrayList<>();
    private final CountDownLatch begun = new CountDownLatch(1);
    private Turns thread = new Turns(turns -> {});

    /** A thread that records how it is called. */
    private final class Turns extends OwnThread {
        private final Consumer<Turns> turn;

        Turns(Consumer<Turns> turn) {
            super("ompt4j-test");
            this.turn = turn;
        }

        @Override
        protected void turn() {
            begun.countDown();
            turn.accept(this);
        }

        @Override
        protected void failed(Throwable failure) {
            done.add("failed: " + failure.getMessage());
        }

        @Override
        protected void afterLastTurn() {
            done.add("after");
        }
    }

    private void starts(Consumer<Turns> turn) throws InterruptedException {
        thread = new Turns(turn);
        thread.start();
        assertThat(begun.await(10, SECONDS)).isTrue();
    }

    @AfterEach
    void ends() {
        thread.end();
    }

    @Test
    void endWakesIt() throws InterruptedException {
        starts(turns -> turns.pauseUntil(System.nanoTime() + HOURS.toNanos(1)));

        assertThat(thread.end()).isTrue();
        assertThat(done).containsExactly("after");
    }

    @Test
    void whoEndsItWaitsAlsoIfInterruptedBefore() throws InterruptedException {
        starts(turns -> turns.pauseUntil(System.nanoTime() + HOURS.toNanos(1)));

        Thread.currentThread().interrupt();
        boolean hasEnded = thread.end();

        assertThat(Thread.interrupted()).isTrue();
        assertThat(hasEnded).isTrue();
        assertThat(done).containsExactly("after");
    }

    @Test
    void turnThatIsMadeTheLastIsTheLast() throws InterruptedException {
        starts(turns -> {
            done.add("turn");
            turns.endAfterThis();
        });
        thread.join();

        assertThat(done).containsExactly("turn", "after");
        assertThat(thread.hasEnded()).isTrue();
    }

    /** The end may be requested while a turn is about to continue. */
    @Test
    void endDuringATurnIsKept() throws InterruptedException {
        CountDownLatch told = new CountDownLatch(1);
        starts(turns -> {
            done.add("turn");
            awaits(told);
        });
        Thread ender = new Thread(thread::end);
        ender.start();
        while (!thread.hasEnded()) {
            Thread.onSpinWait();
        }
        told.countDown();
        ender.join();

        assertThat(done).containsExactly("turn", "after");
    }

    @Test
    void failureEndsItAndReachesNobodyElse() throws InterruptedException {
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((of, failure) -> done.add("uncaught"));
        try {
            starts(turns -> {
                throw new IllegalStateException("broken");
            });
            thread.join();
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }

        assertThat(done).containsExactly("failed: broken", "after");
        assertThat(thread.hasEnded()).isTrue();
    }

    @Test
    void nobodyInterruptsIt() throws InterruptedException {
        CountDownLatch told = new CountDownLatch(1);
        starts(turns -> awaits(told));

        thread.interrupt();

        assertThat(thread.isInterrupted()).isFalse();
        told.countDown();
    }

    private static void awaits(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
