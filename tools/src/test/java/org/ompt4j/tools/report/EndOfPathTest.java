package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.THREAD_POOL_EXECUTOR;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.WaitOutcome;
import org.ompt4j.tools.testing.ThreadScript;

/** What is done at the end of a run but is not what the run lasted. */
class EndOfPathTest extends PathFixture {

    /** A daemon thread may still wait when the run ends. */
    @Test
    void whoStillWaitsAtTheEndIsNotWhatTheRunLasted() throws IOException {
        ThreadScript daemon = trace.thread("daemon", ThreadType.INITIAL).begin().initialTaskBegin();
        daemon.start(Construct.THREAD, main.create(Construct.THREAD, 0, submit, longCode));
        daemon.wait(Construct.SLEEP, State.WAIT_SLEEP, BEGIN, 0, get);
        pass(20);
        main.flush(submit);
        main.initialTaskEnd().end();
        daemon.waitEnds(Construct.SLEEP, State.WAIT_SLEEP, WaitOutcome.NOT_ENDED, 0, get);
        pass(1);
        daemon.finish(Construct.THREAD, TaskStatus.CANCEL).initialTaskEnd().end();

        assertThat(path())
                .containsExactly("20 ms serial before app.Main.submit(Main.java:5)", "1 ms after the last work null");
    }

    @Test
    void whatAWorkerDoesWithoutATaskAfterItsLastOneIsNotWhatTheRunLasted() throws IOException {
        one.start(THREAD_POOL_EXECUTOR, main.create(THREAD_POOL_EXECUTOR, 0, submit, longCode));
        pass(5);
        one.complete(THREAD_POOL_EXECUTOR);
        pass(20);
        main.flush(get);
        main.initialTaskEnd().end();
        one.wait(THREAD_POOL_EXECUTOR, State.IDLE, BEGIN, 0, 0);
        pass(1);
        one.wait(THREAD_POOL_EXECUTOR, State.IDLE, END, 0, 0);
        one.end();

        assertThat(path())
                .containsExactly("25 ms serial before app.Main.get(Main.java:9)", "1 ms after the last work null");
    }

    /** A shutdown hook gives work to a daemon thread that waits for it. */
    @Test
    void whatAShutdownHookHasDoneIsNotWhatTheRunLasted() throws IOException {
        long queue = trace.waitId(Construct.BLOCKING_QUEUE, "java.util.concurrent.LinkedBlockingQueue");
        ThreadScript daemon = trace.thread("writer", ThreadType.INITIAL).begin().initialTaskBegin();
        pass(1);
        daemon.wait(Construct.BLOCKING_QUEUE, State.WAIT_QUEUE, BEGIN, queue, get);
        pass(9);
        main.initialTaskEnd().end();
        ThreadScript jvm =
                trace.thread("DestroyJavaVM", ThreadType.OTHER).begin().initialTaskBegin();
        ThreadScript hook = trace.thread("hook", ThreadType.OTHER).begin().initialTaskBegin();
        pass(2);
        hook.wakeup(Construct.BLOCKING_QUEUE, queue, submit);
        daemon.wait(Construct.BLOCKING_QUEUE, State.WAIT_QUEUE, END, queue, get);
        pass(3);
        daemon.initialTaskEnd().end();
        hook.initialTaskEnd().end();
        jvm.initialTaskEnd().end();
        one.end();
        two.end();

        assertThat(path())
                .containsExactly("10 ms serial before the end of its thread", "5 ms after the last work null");
    }

    /** The daemon works all the time, also after the program has ended. */
    @Test
    void runIsNotAsLongAsADaemonThatTheJvmDoesNotWaitFor() throws IOException {
        ThreadScript daemon = trace.thread("busy", ThreadType.INITIAL).begin().initialTaskBegin();
        daemon.start(Construct.THREAD, main.create(Construct.THREAD, 0, submit, longCode));
        pass(10);
        main.initialTaskEnd().end();
        ThreadScript jvm =
                trace.thread("DestroyJavaVM", ThreadType.OTHER).begin().initialTaskBegin();
        pass(5);
        daemon.complete(Construct.THREAD).initialTaskEnd().end();
        jvm.initialTaskEnd().end();
        one.end();
        two.end();

        assertThat(path())
                .containsExactly("10 ms serial before the end of its thread", "5 ms after the last work null");
    }
}
