package org.ompt4j.mappings.lock;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.StampedLock;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.ApplicationMappingContract;
import org.ompt4j.mappings.rewrite.Rewrites;
import org.ompt4j.ompt.RunSettings.MutexDetail;

class StampedLockMappingTest extends ApplicationMappingContract {
    private static final Pattern HOOK_CALL = Pattern.compile("org/ompt4j/emitter/lock/(\\w+\\.\\w+)");

    /** Every call that the mapping rewrites, and some that it must leave alone. */
    static class Sample {
        private final StampedLock lock = new StampedLock();

        void writes() throws InterruptedException {
            lock.unlockWrite(lock.writeLock());
            lock.unlock(lock.writeLockInterruptibly());
            lock.tryConvertToWriteLock(lock.tryWriteLock() + lock.tryWriteLock(1, TimeUnit.SECONDS));
            lock.tryUnlockWrite();
        }

        void reads() throws InterruptedException {
            lock.unlockRead(lock.readLock());
            lock.unlock(lock.readLockInterruptibly());
            lock.tryConvertToReadLock(lock.tryReadLock() + lock.tryReadLock(1, TimeUnit.SECONDS));
            lock.tryUnlockRead();
        }

        void view() {
            lock.asReadLock().lock();
        }

        boolean optimistic() {
            return lock.validate(lock.tryOptimisticRead()) && lock.isReadLocked();
        }

        long gives(long stamp) {
            return lock.tryConvertToOptimisticRead(stamp);
        }
    }

    @Override
    protected ConstructMapping mapping() {
        return new StampedLockMapping();
    }

    @Override
    protected Class<?>[] samples() {
        return new Class<?>[] {Sample.class};
    }

    private List<String> hooksIn(String method) throws IOException {
        return foundIn(rewritten(Sample.class), method, HOOK_CALL);
    }

    @Test
    void everyCallIsReplacedAndOptimisticReadsAreLeftAlone() throws IOException {
        for (String of : new String[] {"Write", "Read"}) {
            String locks = "StampedLockHooks." + (of.equals("Write") ? "writeLock" : "readLock");
            assertThat(hooksIn(of.equals("Write") ? "writes()V" : "reads()V"))
                    .containsExactly(
                            locks,
                            "StampedLockHooks.unlock" + of,
                            locks + "Interruptibly",
                            "StampedLockHooks.unlock",
                            "StampedLockHooks.try" + of + "Lock",
                            "StampedLockHooks.try" + of + "Lock",
                            "StampedLockHooks.tryConvertTo" + of + "Lock",
                            "StampedLockHooks.tryUnlock" + of);
        }
        assertThat(hooksIn("view()V")).containsExactly("LockHooks.lock");
        assertThat(hooksIn("gives(J)J")).containsExactly("StampedLockHooks.tryConvertToOptimisticRead");
        assertThat(hooksIn("optimistic()Z")).isEmpty();
    }

    @Test
    void withoutEveryOperationOnlyTheJdkIsRewritten() {
        Rewrites contended = new Rewrites(Runtime.version().feature(), 0, MutexDetail.CONTENDED);

        mapping().declare(contended);

        assertThat(contended.rewritesApplication()).isFalse();
        assertThat(contended.jdkClassNames()).containsExactly("java/util/concurrent/locks/StampedLock");
    }
}
