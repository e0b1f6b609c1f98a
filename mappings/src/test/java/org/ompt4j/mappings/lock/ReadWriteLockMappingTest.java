package org.ompt4j.mappings.lock;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.ApplicationMappingContract;
import org.ompt4j.mappings.rewrite.CallSite;
import org.ompt4j.mappings.rewrite.Rewrites;
import org.ompt4j.ompt.RunSettings.MutexDetail;

class ReadWriteLockMappingTest extends ApplicationMappingContract {
    private static final Pattern HOOK_CALL = Pattern.compile("org/ompt4j/emitter/lock/(\\w+\\.\\w+ \\(\\S+\\)\\S+)");
    private static final String SYNCHRONIZERS = "java/util/concurrent/locks/Abstract";

    /** Every call that the mapping rewrites, and some that it must leave alone. */
    static class Sample {
        private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        private final Condition changed = lock.writeLock().newCondition();

        boolean reads() throws InterruptedException {
            lock.readLock().lock();
            lock.readLock().lockInterruptibly();
            return lock.readLock().tryLock() && lock.readLock().tryLock(1, TimeUnit.SECONDS);
        }

        void writes() throws InterruptedException {
            lock.writeLock().lock();
            changed.await();
            lock.writeLock().unlock();
        }

        int nothingToDoWithIt() {
            return lock.getReadHoldCount() + lock.getQueueLength();
        }

        static void own(Own own) {
            own.lock();
        }
    }

    static class Own extends ReentrantReadWriteLock.ReadLock {
        private static final long serialVersionUID = 1;

        Own(ReentrantReadWriteLock lock) {
            super(lock);
        }

        @Override
        public void lock() {
            super.lock();
        }
    }

    @Override
    protected ConstructMapping mapping() {
        return new ReadWriteLockMapping();
    }

    @Override
    protected Class<?>[] samples() {
        return new Class<?>[] {Sample.class, Own.class};
    }

    private List<String> hooksIn(String method) throws IOException {
        return foundIn(rewritten(Sample.class), method, HOOK_CALL).stream()
                .map(each -> each.replace("Ljava/util/concurrent/locks/", ""))
                .toList();
    }

    @Test
    void callsOfBothLocksAreReplacedByTheHooksForEveryLock() throws IOException {
        assertThat(hooksIn("reads()Z"))
                .containsExactly(
                        "LockHooks.lock (Lock;I)V",
                        "LockHooks.lockInterruptibly (Lock;I)V",
                        "LockHooks.tryLock (Lock;I)Z",
                        "LockHooks.tryLock (Lock;JLjava/util/concurrent/TimeUnit;I)Z");
        assertThat(hooksIn("writes()V"))
                .containsExactly(
                        "LockHooks.lock (Lock;I)V",
                        "ConditionHooks.await (Condition;I)V",
                        "LockHooks.unlock (Lock;I)V");
        assertThat(hooksIn("nothingToDoWithIt()I")).isEmpty();
    }

    @Test
    void callsOfASubclassAreReplacedAndItsCallsOfSuperAreNot() throws IOException {
        assertThat(hooksIn("own(Lorg/ompt4j/mappings/lock/ReadWriteLockMappingTest$Own;)V"))
                .containsExactly("LockHooks.lock (Lock;I)V");
        assertThat(methodsOf(rewritten(Own.class))).isEqualTo(methodsOf(bytesOf(Own.class)));
    }

    @Test
    void withoutEveryOperationOnlyConditionsAndTheJdkAreRewritten() {
        Rewrites contended = new Rewrites(Runtime.version().feature(), 0, MutexDetail.CONTENDED);

        mapping().declare(contended);

        assertThat(contended.callSites())
                .extracting(CallSite::owners)
                .allMatch(owners -> owners.contains("java/util/concurrent/locks/Condition"));
        assertThat(contended.jdkClassNames())
                .containsExactlyInAnyOrder(
                        SYNCHRONIZERS + "QueuedSynchronizer",
                        SYNCHRONIZERS + "QueuedSynchronizer$ConditionObject",
                        SYNCHRONIZERS + "QueuedLongSynchronizer",
                        SYNCHRONIZERS + "QueuedLongSynchronizer$ConditionObject");
    }
}
