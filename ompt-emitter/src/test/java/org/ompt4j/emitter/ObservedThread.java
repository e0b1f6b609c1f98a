package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Consumer;
import org.ompt4j.ompt.ThreadType;

/** Runs code of tests on threads that the runtime observes from their begin to their end. */
final class ObservedThread {

    private ObservedThread() {}

    /** Runs the body inside the runtime on a new initial thread; returns the context of the thread after it has ended. */
    static ThreadContext run(Consumer<ThreadContext> body) throws InterruptedException {
        return run(ThreadType.INITIAL, body);
    }

    /** The same on a thread of another type. If the body throws, the test fails. */
    static ThreadContext run(ThreadType type, Consumer<ThreadContext> body) throws InterruptedException {
        ThreadContext[] context = new ThreadContext[1];
        Throwable[] thrown = new Throwable[1];
        Thread thread = new Thread(() -> {
            try {
                context[0] = Threads.begin(Thread.currentThread(), type);
                ThreadContext c = Threads.enter();
                body.accept(c);
                Threads.end(c);
            } catch (Throwable t) {
                thrown[0] = t;
            }
        });
        thread.start();
        thread.join();
        assertThat(thrown[0]).isNull();
        return context[0];
    }
}
