package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.REENTRANT_LOCK;
import static org.ompt4j.ompt.Construct.THREAD_POOL_EXECUTOR;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.WaitOutcome;
import org.ompt4j.tools.testing.ThreadScript;

/** Critical paths that lead through waits for mutexes, to those who held them. */
class PathOfMutexesTest extends PathFixture {
    private final int held = trace.callSite("app.Main.held(Main.java:20)");

    private ThreadScript acquire(ThreadScript thread, long lock) {
        return thread.acquire(REENTRANT_LOCK, MutexKind.LOCK, MutexImpl.REENTRANT_NONFAIR, lock, get);
    }

    @Test
    void mutexLeadsToWhoReleasedIt() throws IOException {
        long lock = trace.waitId(REENTRANT_LOCK, "java.util.concurrent.locks.ReentrantLock");
        long task = main.create(THREAD_POOL_EXECUTOR, 0, submit, longCode);
        one.start(THREAD_POOL_EXECUTOR, task);
        acquire(one, lock).acquired(REENTRANT_LOCK, MutexKind.LOCK, lock, get);
        pass(4);
        acquire(main, lock);
        pass(6);
        one.released(REENTRANT_LOCK, MutexKind.LOCK, lock, get);
        pass(1);
        main.acquired(REENTRANT_LOCK, MutexKind.LOCK, lock, get);
        pass(2);
        main.released(REENTRANT_LOCK, MutexKind.LOCK, lock, submit);
        one.complete(THREAD_POOL_EXECUTOR);
        end();

        assertThat(path())
                .containsExactly(
                        "10 ms task in app.Main.slow",
                        "2 ms serial before app.Main.submit(Main.java:5)",
                        "1 ms after lock at app.Main.get(Main.java:9)");
    }

    private long monitor() {
        trace.configure("mutex.detail", "contended").configure("native", "auto");
        return trace.waitId(Construct.SYNCHRONIZED, "app.Log");
    }

    private void waitsFor(ThreadScript thread, long monitor, long owner) {
        thread.acquire(Construct.SYNCHRONIZED, MutexKind.CRITICAL, MutexImpl.MONITOR, monitor, held, owner);
    }

    private void gets(ThreadScript thread, long monitor) {
        thread.acquired(Construct.SYNCHRONIZED, MutexKind.CRITICAL, monitor, held);
    }

    @Test
    void monitorOfWhichNoReleaseIsToldLeadsToWhoHeldIt() throws IOException {
        long monitor = monitor();
        long task = main.create(THREAD_POOL_EXECUTOR, 0, submit, longCode);
        one.start(THREAD_POOL_EXECUTOR, task);
        pass(4);
        waitsFor(main, monitor, one.id());
        pass(6);
        gets(main, monitor);
        pass(2);
        one.complete(THREAD_POOL_EXECUTOR);
        end();

        assertThat(path()).containsExactly("10 ms task in app.Main.slow", "2 ms serial before the end of its thread");
    }

    @Test
    void monitorGoesOnFromWhoGotItBeforeAsLongAsThatWorks() throws IOException {
        long monitor = monitor();
        ThreadScript other = trace.thread("other", ThreadType.INITIAL).begin().initialTaskBegin();
        one.start(THREAD_POOL_EXECUTOR, main.create(THREAD_POOL_EXECUTOR, 0, submit, longCode));
        waitsFor(other, monitor, one.id());
        waitsFor(main, monitor, 0);
        pass(5);
        gets(other, monitor);
        pass(7);
        one.complete(THREAD_POOL_EXECUTOR);
        gets(main, monitor);
        pass(3);
        other.initialTaskEnd().end();
        end();

        assertThat(path())
                .containsExactly(
                        "7 ms serial up to the hand-over at app.Main.held(Main.java:20)",
                        "5 ms task in app.Main.slow",
                        "3 ms serial before the end of its thread");
    }

    @Test
    void whoHadAMonitorWhileItsHolderWaitedForSomethingElseIsUnknown() throws IOException {
        long monitor = monitor();
        one.start(THREAD_POOL_EXECUTOR, main.create(THREAD_POOL_EXECUTOR, 0, submit, longCode));
        waitsFor(main, monitor, one.id());
        pass(5);
        one.wait(Construct.SLEEP, State.WAIT_SLEEP, BEGIN, 0, submit);
        pass(8);
        gets(main, monitor);
        pass(1);
        one.wait(Construct.SLEEP, State.WAIT_SLEEP, END, 0, submit).complete(THREAD_POOL_EXECUTOR);
        end();

        assertThat(path())
                .containsExactly(
                        "8 ms unknown: monitor at app.Main.held(Main.java:20)",
                        "5 ms task in app.Main.slow",
                        "1 ms serial before the end of its thread");
    }

    @Test
    void monitorWhoseHolderIsUnknownLeadsNowhere() throws IOException {
        long monitor = monitor();
        one.start(THREAD_POOL_EXECUTOR, main.create(THREAD_POOL_EXECUTOR, 0, submit, longCode));
        // This thread holds the monitor, wants to enter it, and gets it from an unknown thread.
        waitsFor(main, monitor, one.id());
        waitsFor(one, monitor, 0);
        pass(6);
        gets(main, monitor);
        waitsFor(main, monitor, 0);
        pass(2);
        gets(main, monitor);
        gets(one, monitor);
        one.complete(THREAD_POOL_EXECUTOR);
        end();

        assertThat(path()).containsExactly("8 ms unknown: monitor at app.Main.held(Main.java:20)");
    }

    @Test
    void releaseThatIsToldOfSuchAMonitorIsItsHandOver() throws IOException {
        long monitor = monitor();
        one.start(THREAD_POOL_EXECUTOR, main.create(THREAD_POOL_EXECUTOR, 0, submit, longCode));
        waitsFor(main, monitor, one.id());
        pass(5);
        one.released(Construct.SYNCHRONIZED, MutexKind.CRITICAL, monitor, submit);
        pass(2);
        gets(main, monitor);
        one.complete(THREAD_POOL_EXECUTOR);
        end();

        assertThat(path())
                .containsExactly("5 ms task in app.Main.slow", "2 ms after monitor at app.Main.held(Main.java:20)");
    }

    @Test
    void whoInterruptsAnAttemptAtALockLedToWhatTheThreadDoesNext() throws IOException {
        long lock = trace.waitId(REENTRANT_LOCK, "app.Lock");
        one.start(THREAD_POOL_EXECUTOR, main.create(THREAD_POOL_EXECUTOR, 0, submit, longCode));
        main.acquire(REENTRANT_LOCK, MutexKind.NEST_LOCK, MutexImpl.REENTRANT_NONFAIR, lock, get);
        pass(6);
        one.wakeup(Construct.THREAD, RecordSink.permitOf(main.id()), submit);
        pass(2);
        main.waitEnds(REENTRANT_LOCK, State.WAIT_LOCK, WaitOutcome.INTERRUPT, lock, get);
        one.complete(THREAD_POOL_EXECUTOR);
        end();

        assertThat(path())
                .containsExactly("6 ms task in app.Main.slow", "2 ms after lock at app.Main.get(Main.java:9)");
    }

    @Test
    void attemptAtALockThatIsGivenUpSaysHow() throws IOException {
        long lock = trace.waitId(Construct.REENTRANT_LOCK, "app.Lock");
        for (WaitOutcome each : List.of(WaitOutcome.TIMEOUT, WaitOutcome.INTERRUPT)) {
            main.acquire(Construct.REENTRANT_LOCK, MutexKind.TEST_LOCK, MutexImpl.REENTRANT_NONFAIR, lock, get);
            pass(each == WaitOutcome.TIMEOUT ? 6 : 4);
            main.waitEnds(Construct.REENTRANT_LOCK, State.WAIT_LOCK, each, lock, get);
        }
        pass(1);
        end();

        assertThat(path())
                .containsExactly(
                        "6 ms timed out: lock at app.Main.get(Main.java:9)",
                        "4 ms interrupted: lock at app.Main.get(Main.java:9)",
                        "1 ms serial before the end of its thread");
    }
}
