package org.ompt4j.mappings.lock;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.ApplicationMappingContract;
import org.ompt4j.mappings.rewrite.Rewrites;
import org.ompt4j.ompt.RunSettings.MutexDetail;

class LockImplementationMappingTest extends ApplicationMappingContract {
    private static final Pattern HOOK_CALL = Pattern.compile("org/ompt4j/emitter/lock/(\\w+\\.\\w+)");

    abstract static class OwnLock implements Lock {}

    /** Has methods like those of a {@code Lock}, but does not implement it. */
    abstract static class NoLock {
        abstract void lock();

        abstract void unlock();
    }

    /** Every call that the mapping rewrites, and some that it must leave alone. */
    static class Sample {
        boolean byClass(OwnLock lock) throws InterruptedException {
            lock.lock();
            lock.lockInterruptibly();
            boolean tried = lock.tryLock() && lock.tryLock(1, TimeUnit.SECONDS);
            lock.unlock();
            return tried;
        }

        void byInterface(Lock lock) {
            lock.lock();
            lock.unlock();
        }

        void others(NoLock other, OwnLock lock) {
            other.lock();
            other.unlock();
            lock.newCondition();
        }
    }

    @Override
    protected ConstructMapping mapping() {
        return new LockImplementationMapping();
    }

    @Override
    protected Class<?>[] samples() {
        return new Class<?>[] {Sample.class};
    }

    private List<String> hooksIn(String method) throws IOException {
        return foundIn(rewritten(Sample.class), method, HOOK_CALL);
    }

    @Test
    void callsThatAcquireAndReleaseAreReplacedWhateverTheClassOfTheLock() throws IOException {
        String own = "(L" + OwnLock.class.getName().replace('.', '/') + ";)Z";
        assertThat(hooksIn("byClass" + own))
                .containsExactly(
                        "LockHooks.lock",
                        "LockHooks.lockInterruptibly",
                        "LockHooks.tryLock",
                        "LockHooks.tryLock",
                        "LockHooks.unlock");
        assertThat(hooksIn("byInterface(Ljava/util/concurrent/locks/Lock;)V"))
                .containsExactly("LockHooks.lock", "LockHooks.unlock");
    }

    @Test
    void whatIsNoLockIsLeftAlone() throws IOException {
        String others = "(L" + NoLock.class.getName().replace('.', '/') + ";L"
                + OwnLock.class.getName().replace('.', '/') + ";)V";
        assertThat(hooksIn("others" + others)).isEmpty();
    }

    @Test
    void withoutEveryOperationNothingIsRewritten() {
        Rewrites contended = new Rewrites(Runtime.version().feature(), 0, MutexDetail.CONTENDED);

        mapping().declare(contended);

        assertThat(contended.rewritesApplication()).isFalse();
        assertThat(contended.jdkClassNames()).isEmpty();
    }
}
