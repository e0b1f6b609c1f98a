package org.ompt4j.e2e;

import static org.ompt4j.e2e.ExpectedEvent.parallelBegin;
import static org.ompt4j.e2e.ExpectedEvent.parallelEnd;
import static org.ompt4j.e2e.ExpectedEvent.threadBegin;
import static org.ompt4j.e2e.ExpectedEvent.threadEnd;
import static org.ompt4j.e2e.TraceAssert.assertThat;

import org.assertj.core.api.Assertions;
import org.ompt4j.apps.agent.EndingApp;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ThreadType;

/** Every way in which a program can end, except an exhausted heap, for which see {@link FullHeapIT}. */
class EndingIT {

    private static AppRun app(Jdk jdk, String how) {
        return AppRun.of(EndingApp.class).on(jdk).jvm(ForkedJvm.BRIEF).arguments(how);
    }

    @OnEveryJdk
    void shutdownHooksOfTheProgramAreStillObservedAfterMainReturned(Jdk jdk) {
        shutdownHooksAreObserved(app(jdk, "return").observed(), 0);
    }

    @OnEveryJdk
    void shutdownHooksOfTheProgramAreStillObservedAfterExit(Jdk jdk) {
        shutdownHooksAreObserved(app(jdk, "exit").observed(), 7);
    }

    @OnEveryJdk
    void shutdownHooksOfTheProgramAreStillObservedAfterAnUncaughtException(Jdk jdk) {
        shutdownHooksAreObserved(app(jdk, "throw").observed(), 1);
    }

    private static void shutdownHooksAreObserved(ObservedRun run, int exitCode) {
        Assertions.assertThat(run.output().exitCode()).isEqualTo(exitCode);
        assertThat(run)
                .onThread("last-work")
                .emitsInOrder(parallelBegin().at("EndingApp.lastWork"), parallelEnd(), threadEnd());
        long begun = assertThat(run).count(ExpectedEvent.event(Event.THREAD_BEGIN));
        assertThat(run).has(begun, threadEnd());
    }

    @OnEveryJdk
    void threadsThatExitAtOnceWhileTheyHoldLocksEndTheProgramOnce(Jdk jdk) {
        ObservedRun run = app(jdk, "exit-race").profile(Profile.FULL).observed();

        shutdownHooksAreObserved(run, 7);
        for (int i = 0; i < EndingApp.EXITERS; i++) {
            assertThat(run).onThread("exiter-" + i).emitsInOrder(threadBegin(ThreadType.INITIAL), threadEnd());
        }
    }

    @OnEveryJdk
    void uncaughtExceptionOfAWorkerIsTheWorkersOnly(Jdk jdk) {
        ObservedRun run = app(jdk, "worker-throws").observed();

        shutdownHooksAreObserved(run, 0);
        assertThat(run).onThread("worker").emitsInOrder(threadBegin(ThreadType.INITIAL), threadEnd());
    }

    @OnEveryJdk
    void haltLeavesAReadableTrace(Jdk jdk) {
        ObservedRun run = app(jdk, "halt").observedUnjudged();

        Assertions.assertThat(run.output().exitCode()).isEqualTo(9);
        Assertions.assertThat(run.trace().losses().finished()).isFalse();
        Assertions.assertThat(run.violations()).isEmpty();
        assertThat(run).onThread("main").emitsInOrder(threadBegin(ThreadType.INITIAL), parallelBegin(), parallelEnd());
    }
}
