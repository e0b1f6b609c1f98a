package org.ompt4j.mappings.lock;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.ApplicationMappingContract;

class ReentrantLockMappingTest extends ApplicationMappingContract {
    private static final Pattern HOOK_CALL = Pattern.compile("org/ompt4j/emitter/lock/(\\w+\\.\\w+)");

    @Override
    protected ConstructMapping mapping() {
        return new ReentrantLockMapping();
    }

    @Override
    protected Class<?>[] samples() {
        return new Class<?>[] {LockSample.class, LockSample.OwnLock.class};
    }

    private List<String> hooksIn(String method) throws IOException {
        return foundIn(rewritten(LockSample.class), method, HOOK_CALL);
    }

    @Test
    void everyWayToAcquireIsReplacedByItsHook() throws IOException {
        assertThat(hooksIn("everyWayToAcquire()Z"))
                .containsExactly(
                        "ReentrantLockHooks.lock",
                        "ReentrantLockHooks.lockInterruptibly",
                        "ReentrantLockHooks.tryLock",
                        "ReentrantLockHooks.tryLock");
        assertThat(hooksIn("everyWayByInterface(Ljava/util/concurrent/locks/Lock;)V"))
                .containsExactly(
                        "LockHooks.lock",
                        "LockHooks.lockInterruptibly",
                        "LockHooks.tryLock",
                        "LockHooks.tryLock",
                        "LockHooks.unlock");
    }

    @Test
    void everyWayToWaitForAConditionIsReplacedByItsHook() throws IOException {
        assertThat(hooksIn("everyWayToWait(Ljava/util/Date;)Z"))
                .containsExactly(
                        "ConditionHooks.await",
                        "ConditionHooks.awaitUninterruptibly",
                        "ConditionHooks.signal",
                        "ConditionHooks.signalAll",
                        "ConditionHooks.await",
                        "ConditionHooks.awaitNanos",
                        "ConditionHooks.awaitUntil");
    }

    @Test
    void everyNewLockIsReportedAlsoOneInsideTheArgumentsOfAnother() throws IOException {
        assertThat(hooksIn("made(Z)Ljava/util/concurrent/locks/ReentrantLock;"))
                .containsExactly("ReentrantLockHooks.made", "ReentrantLockHooks.made", "ReentrantLockHooks.made");
    }

    @Test
    void callsOfASubclassAreReplacedAndItsCallsOfSuperAreNot() throws IOException {
        assertThat(hooksIn("ownLock(Lorg/ompt4j/mappings/lock/LockSample$OwnLock;)V"))
                .containsExactly("ReentrantLockHooks.lock", "ReentrantLockHooks.unlock");
        assertThat(methodsOf(rewritten(LockSample.OwnLock.class)))
                .isEqualTo(methodsOf(bytesOf(LockSample.OwnLock.class)));
    }

    @Test
    void methodsWithoutTheseCallsStayAsTheyAre() throws IOException {
        assertThat(methodsOf(rewritten(LockSample.class)))
                .containsEntry(
                        "nothingToDoWithIt()I",
                        methodsOf(bytesOf(LockSample.class)).get("nothingToDoWithIt()I"));
    }
}
