package org.ompt4j.emitter.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.ompt4j.emitter.JdkWaits;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.Threads;
import org.ompt4j.emitter.blocking.ParkHooks;
import org.ompt4j.ompt.ThreadType;

/** If code of a tool consumes the permit or the interrupt status of an application's thread, the thread gets it back. */
class CoreTest {
    private final Core core = new Core();

    @Test
    @Timeout(value = 60, unit = TimeUnit.SECONDS)
    void permitThatACallbackMayHaveUsedUpIsGivenBack() throws InterruptedException {
        inside(c -> {
            LockSupport.unpark(Thread.currentThread());
            park();
            core.giveBack(c, false);
            // The park of the application.
            LockSupport.park();
        });
    }

    @Test
    void threadWhoseCallbackHasNotParkedIsGivenNoPermit() throws InterruptedException {
        inside(c -> {
            park();
            assertThat(JdkWaits.mayLackPermitAfterCallback(c)).isTrue();
            assertThat(JdkWaits.mayLackPermitAfterCallback(c)).isFalse();
        });
    }

    private static void inside(Consumer<ThreadContext> callback) throws InterruptedException {
        Throwable[] thrown = new Throwable[1];
        Thread thread = new Thread(() -> {
            try {
                Threads.begin(Thread.currentThread(), ThreadType.INITIAL);
                ThreadContext c = Threads.enter();
                callback.accept(c);
                Threads.end(c);
            } catch (Throwable t) {
                thrown[0] = t;
            }
        });
        thread.start();
        thread.join();
        assertThat(thrown[0]).isNull();
    }

    /** Parks like a callback, including the calls of hooks. */
    private static void park() {
        long begun = ParkHooks.parks();
        LockSupport.parkNanos(1);
        ParkHooks.unparked(begun);
    }
}
