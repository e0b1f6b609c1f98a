package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.ompt4j.emitter.RecordedEvents.Delivered;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.State;

/** How a call that acquires a mutex is reported, depending on the events of its thread during the call. */
class MutexInCodeTest {
    private static final Construct K = Construct.LOCK_IMPLEMENTATION;
    private static final Construct OTHER = Construct.REENTRANT_LOCK;
    private static final long ID = 7;
    private static final long OTHER_ID = 8;

    private final RecordedEvents events = new RecordedEvents();

    @AfterEach
    void stop() {
        events.close();
    }

    private List<String> eventsOf(Consumer<ThreadContext> body) throws InterruptedException {
        ObservedThread.run(body);
        return events.all().stream()
                .map(Delivered::event)
                .filter(each -> each.startsWith("mutex") || each.equals("wait"))
                .toList();
    }

    private static boolean acquires(ThreadContext c) {
        return MutexInCode.acquireBegin(c, K, MutexKind.LOCK, MutexImpl.THIRD_PARTY, ID, 1);
    }

    private static boolean releases(ThreadContext c) {
        return MutexInCode.releaseBegin(c, K, MutexKind.LOCK, MutexImpl.THIRD_PARTY, ID, 1);
    }

    private static void takesAnother(ThreadContext c) {
        Mutexes.acquiredAtOnce(c, OTHER, MutexKind.NEST_LOCK, MutexImpl.REENTRANT_NONFAIR, OTHER_ID, 2);
    }

    private static void givesBackTheOther(ThreadContext c) {
        Mutexes.released(c, OTHER, MutexKind.NEST_LOCK, OTHER_ID, 2);
    }

    @Test
    void threadWaitsWhileTheCodeRunsAndIsToldOnceItIsOver() throws InterruptedException {
        assertThat(eventsOf(c -> {
                    assertThat(acquires(c)).isTrue();
                    assertThat(c.state()).isEqualTo(State.WAIT_LOCK);
                    assertThat(Waits.canBegin(c)).isFalse();
                    assertThat(events.all()).noneMatch(each -> each.event().startsWith("mutex"));
                    MutexInCode.acquireEnd(c, true);
                    assertThat(c.state()).isEqualTo(State.WORK_SERIAL);
                }))
                .containsExactly("mutexAcquire", "mutexAcquired");
    }

    @Test
    void codeInsideOfOtherCodeIsAPartOfIt() throws InterruptedException {
        assertThat(eventsOf(c -> {
                    acquires(c);
                    assertThat(acquires(c)).isFalse();
                    assertThat(releases(c)).isFalse();
                    MutexInCode.acquireEnd(c, true);
                    assertThat(releases(c)).isTrue();
                    assertThat(releases(c)).isFalse();
                    MutexInCode.releaseEnd(c, true);
                }))
                .containsExactly("mutexAcquire", "mutexAcquired", "mutexReleased");
    }

    @Test
    void codeThatComesBackWithAnotherMutexStandsForIt() throws InterruptedException {
        assertThat(eventsOf(c -> {
                    acquires(c);
                    takesAnother(c);
                    assertThat(c.state()).isEqualTo(State.WORK_SERIAL);
                    MutexInCode.acquireEnd(c, true);
                    releases(c);
                    givesBackTheOther(c);
                    MutexInCode.releaseEnd(c, true);
                }))
                .containsExactly("mutexAcquire", "mutexAcquired", "mutexReleased");
        assertThat(events.all()).noneMatch(each -> each.arguments().contains(ID));
    }

    @Test
    void codeThatGivesTheOtherOneBackWaitsFromThenOn() throws InterruptedException {
        assertThat(eventsOf(c -> {
                    acquires(c);
                    takesAnother(c);
                    givesBackTheOther(c);
                    assertThat(c.state()).isEqualTo(State.WAIT_LOCK);
                    MutexInCode.acquireEnd(c, true);
                }))
                .containsExactly("mutexAcquire", "mutexAcquired", "mutexReleased", "mutexAcquire", "mutexAcquired");
    }

    @Test
    void attemptThatFailsForAnotherMutexIsToldOnce() throws InterruptedException {
        assertThat(eventsOf(c -> {
                    acquires(c);
                    Mutexes.tryFailed(c, OTHER, MutexKind.TEST_NEST_LOCK, MutexImpl.REENTRANT_NONFAIR, OTHER_ID, 2);
                    MutexInCode.acquireEnd(c, false);
                }))
                .containsExactly("mutexAcquire", "wait");
    }

    @Test
    void codeThatFailsHasNotAcquiredAndCodeThatThrowsHasNotReleased() throws InterruptedException {
        assertThat(eventsOf(c -> {
                    acquires(c);
                    MutexInCode.acquireEnd(c, false);
                    releases(c);
                    MutexInCode.releaseEnd(c, false);
                }))
                .containsExactly("mutexAcquire", "wait");
    }

    @Test
    void threadThatLeavesItsCarrierIsToldToAcquireBefore() throws InterruptedException {
        assertThat(eventsOf(c -> {
                    acquires(c);
                    Mutexes.tellAtUnmount(c);
                    assertThat(events.all()).anyMatch(each -> each.event().equals("mutexAcquire"));
                    MutexInCode.acquireEnd(c, true);
                }))
                .containsExactly("mutexAcquire", "mutexAcquired");
    }
}
