package org.ompt4j.mappings.lock;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.ApplicationMappingContract;
import org.ompt4j.mappings.rewrite.Rewrites;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.RunSettings.MutexDetail;

class CountDownLatchMappingTest extends ApplicationMappingContract {

    /** Every call that the mapping rewrites, and one that it must leave alone. */
    static class Sample {
        private final CountDownLatch latch = new CountDownLatch(1);

        boolean waits() throws InterruptedException {
            latch.await();
            return latch.await(1, TimeUnit.SECONDS);
        }

        void counts() {
            latch.countDown();
        }
    }

    @Override
    protected ConstructMapping mapping() {
        return new CountDownLatchMapping();
    }

    @Override
    protected Class<?>[] samples() {
        return new Class<?>[] {Sample.class};
    }

    @Test
    void callsThatWaitAreReplacedAndOthersAreLeftAlone() throws IOException {
        assertThat(methodsOf(rewritten(Sample.class)).get("waits()Z"))
                .contains("CountDownLatchHooks.await (Ljava/util/concurrent/CountDownLatch;I)V")
                .contains(
                        "CountDownLatchHooks.await (Ljava/util/concurrent/CountDownLatch;JLjava/util/concurrent/TimeUnit;I)Z");
        assertThat(methodsOf(rewritten(Sample.class)).get("counts()V"))
                .isEqualTo(methodsOf(bytesOf(Sample.class)).get("counts()V"));
    }

    @Test
    void constructsOfOneSynchronizerShareItsHooks() {
        Rewrites rewrites = new Rewrites(Runtime.version().feature(), 0, MutexDetail.CONTENDED);

        new SemaphoreMapping().declare(rewrites);
        mapping().declare(rewrites);

        assertThat(rewrites.rewritesApplication()).isFalse();
        assertThat(rewrites.declaredFor("java/util/concurrent/locks/AbstractQueuedSynchronizer"))
                .extracting(each -> each.construct())
                .containsOnly(Construct.SEMAPHORE, Construct.COUNT_DOWN_LATCH);
    }
}
