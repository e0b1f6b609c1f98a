package org.ompt4j.emitter.executor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ompt4j.emitter.Pools;

class QueueLengthsTest {

    static Stream<Queue<Object>> queues() {
        return Stream.of(
                new LinkedBlockingQueue<>(),
                new ArrayBlockingQueue<>(5),
                new LinkedBlockingDeque<>(),
                new PriorityBlockingQueue<>(),
                new Counting());
    }

    @ParameterizedTest
    @MethodSource("queues")
    void lengthIsThatOfTheField(Queue<Object> queue) {
        for (int i = 0; i < 3; i++) {
            assertThat(QueueLengths.of(queue)).isEqualTo(i);
            queue.add(i);
        }
    }

    @Test
    void delayedTasksOfAScheduledPoolAreInItsQueue() {
        ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
        try {
            pool.schedule(() -> 1, 1, TimeUnit.HOURS);
            assertThat(QueueLengths.of(pool.getQueue())).isEqualTo(1);
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void nothingIsEverInASynchronousQueueAndOthersAreNotKnown() {
        assertThat(QueueLengths.of(new SynchronousQueue<>())).isZero();
        assertThat(QueueLengths.of(new LinkedTransferQueue<>())).isEqualTo(Pools.UNKNOWN_LENGTH);
        assertThat(QueueLengths.of(new Object())).isEqualTo(Pools.UNKNOWN_LENGTH);
    }

    /** A queue class of the application, whose methods must not be called. */
    private static final class Counting extends LinkedBlockingQueue<Object> {
        private static final long serialVersionUID = 1;

        @Override
        public int size() {
            throw new UnsupportedOperationException();
        }
    }
}
