package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Callable;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.Test;
import org.ompt4j.emitter.lock.SemaphoreReferences;

/** Names of the code of tasks. */
class BodiesTest {

    /** The type of a rewritten method reference, to which the call site is bound. */
    private interface Release {
        void release(int callSite, Semaphore semaphore);
    }

    private static final class Work implements Callable<String> {
        @Override
        public String call() {
            return "";
        }
    }

    private static String text(Object code) {
        return Definitions.bodyText(Bodies.of(code));
    }

    @Test
    void isTheMethodOfTheClassOrTheSyntheticMethodOfALambda() {
        assertThat(text(new Work())).isEqualTo(Work.class.getName() + ".call");
        Runnable lambda = () -> {};
        assertThat(text(lambda)).startsWith(BodiesTest.class.getName() + ".lambda$");
    }

    @Test
    void ofAMethodReferenceIsItsMethodEvenIfAHookReplacesIt() {
        Semaphore semaphore = new Semaphore(1);
        Runnable reference = semaphore::release;
        Release hooked = SemaphoreReferences::release;

        assertThat(text(reference)).isEqualTo("java.util.concurrent.Semaphore.release");
        assertThat(text(hooked)).isEqualTo(text(reference));
    }
}
