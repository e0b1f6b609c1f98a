package org.ompt4j.mappings.lock;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.ApplicationMappingContract;
import org.ompt4j.mappings.rewrite.Rewrites;
import org.ompt4j.ompt.RunSettings.MutexDetail;

class SemaphoreMappingTest extends ApplicationMappingContract {
    private static final Pattern HOOK_CALL =
            Pattern.compile("org/ompt4j/emitter/lock/SemaphoreHooks\\.(\\w+ \\(\\S+\\))");

    /** Every call that the mapping rewrites, and some that it must leave alone. */
    static class Sample {
        private final Semaphore semaphore = new Semaphore(9);

        void waits() throws InterruptedException {
            semaphore.acquire();
            semaphore.acquire(2);
            semaphore.acquireUninterruptibly();
            semaphore.acquireUninterruptibly(2);
        }

        int tries() throws InterruptedException {
            boolean taken = semaphore.tryAcquire() && semaphore.tryAcquire(2);
            taken &= semaphore.tryAcquire(1, TimeUnit.SECONDS) && semaphore.tryAcquire(2, 1, TimeUnit.SECONDS);
            return taken ? semaphore.drainPermits() : 0;
        }

        void releases() {
            semaphore.release();
            semaphore.release(2);
        }

        int nothingToDoWithIt() {
            return semaphore.availablePermits() + semaphore.getQueueLength();
        }

        static void own(Own own) {
            own.release();
        }
    }

    static class Own extends Semaphore {
        private static final long serialVersionUID = 1;

        Own() {
            super(1);
        }

        @Override
        public void release() {
            super.release();
        }
    }

    @Override
    protected ConstructMapping mapping() {
        return new SemaphoreMapping();
    }

    @Override
    protected Class<?>[] samples() {
        return new Class<?>[] {Sample.class, Own.class};
    }

    private List<String> hooksIn(String method) throws IOException {
        return foundIn(rewritten(Sample.class), method, HOOK_CALL).stream()
                .map(each -> each.replace("Ljava/util/concurrent/Semaphore;", "S"))
                .toList();
    }

    @Test
    void everyCallIsReplacedByTheHookForItsArguments() throws IOException {
        assertThat(hooksIn("waits()V"))
                .containsExactly(
                        "acquire (SI)", "acquire (SII)", "acquireUninterruptibly (SI)", "acquireUninterruptibly (SII)");
        assertThat(hooksIn("tries()I"))
                .containsExactly(
                        "tryAcquire (SI)",
                        "tryAcquire (SII)",
                        "tryAcquire (SJLjava/util/concurrent/TimeUnit;I)",
                        "tryAcquire (SIJLjava/util/concurrent/TimeUnit;I)",
                        "drainPermits (SI)");
        assertThat(hooksIn("releases()V")).containsExactly("release (SI)", "release (SII)");
    }

    @Test
    void callsOfASubclassAreReplacedAndItsCallsOfSuperAreNot() throws IOException {
        assertThat(hooksIn("own(Lorg/ompt4j/mappings/lock/SemaphoreMappingTest$Own;)V"))
                .containsExactly("release (SI)");
        assertThat(methodsOf(rewritten(Own.class))).isEqualTo(methodsOf(bytesOf(Own.class)));
    }

    @Test
    void withoutEveryOperationOnlyTheJdkIsRewritten() {
        Rewrites contended = new Rewrites(Runtime.version().feature(), 0, MutexDetail.CONTENDED);

        mapping().declare(contended);

        assertThat(contended.rewritesApplication()).isFalse();
        assertThat(contended.jdkClassNames()).containsExactly("java/util/concurrent/locks/AbstractQueuedSynchronizer");
    }

    @Test
    void queriesAreNotReplaced() throws IOException {
        assertThat(hooksIn("nothingToDoWithIt()I")).isEmpty();
    }
}
