package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Consumer;
import org.ompt4j.ompt.ThreadType;

/** A thread of the runtime from its begin to its end, for tests of what happens on one. */
final class ObservedThread {

    private ObservedThread() {}

    /** Runs the body inside the runtime on a new initial thread, which has ended when this returns; gives its context. */
    static ThreadContext run(Consumer<ThreadContext> body) throws InterruptedException {
        return run(ThreadType.INITIAL, body);
    }

    /** The same on a thread of another type; what the body throws fails the test. */
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
