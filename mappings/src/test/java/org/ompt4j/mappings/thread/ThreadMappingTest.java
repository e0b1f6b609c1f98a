package org.ompt4j.mappings.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.ApplicationMappingContract;

class ThreadMappingTest extends ApplicationMappingContract {
    private static final Pattern HOOK_CALL = Pattern.compile("org/ompt4j/emitter/thread/(\\w+\\.\\w+ \\S+)");

    private static final String OWN = "org/ompt4j/mappings/thread/ThreadSample$OwnThread";

    @Override
    protected ConstructMapping mapping() {
        return new ThreadMapping();
    }

    @Override
    protected Class<?>[] samples() {
        return new Class<?>[] {
            ThreadSample.class,
            ThreadSample.OwnThread.class,
            ThreadSample.OwnersOwnThread.class,
            ThreadSample.NoThread.class,
            ThreadSample.Joiner.class
        };
    }

    private List<String> hooksIn(Class<?> sample, String method) throws IOException {
        return foundIn(rewritten(sample), method, HOOK_CALL);
    }

    @Test
    void callsAreReplacedByTheirHooksAlsoOnSubclasses() throws IOException {
        assertThat(hooksIn(ThreadSample.class, "calls(Ljava/lang/Thread;L" + OWN + ";)V"))
                .containsExactly(
                        "ThreadCalls.start (Ljava/lang/Thread;I)V",
                        "ThreadCalls.start (Ljava/lang/Thread;I)V",
                        "ThreadCalls.join (Ljava/lang/Thread;I)V",
                        "ThreadCalls.join (Ljava/lang/Thread;JI)V",
                        "ThreadCalls.join (Ljava/lang/Thread;JII)V",
                        "ThreadCalls.yield (I)V");
    }

    @Test
    void overriddenRunOfAThreadBeginsWithTheHook() throws IOException {
        assertThat(hooksIn(ThreadSample.OwnThread.class, "run()V"))
                .containsExactly("ThreadHooks.run (Ljava/lang/Thread;)V");
        assertThat(hooksIn(ThreadSample.OwnersOwnThread.class, "run()V"))
                .containsExactly("ThreadHooks.run (Ljava/lang/Thread;)V");
    }

    @Test
    void callOnSuperStaysWhatItIs() throws IOException {
        assertThat(hooksIn(ThreadSample.OwnThread.class, "start()V")).isEmpty();
    }

    @Test
    void classesWithoutThreadsAreLeftAlone() throws IOException {
        for (Class<?> sample : new Class<?>[] {ThreadSample.NoThread.class, ThreadSample.Joiner.class}) {
            assertThat(methodsOf(rewritten(sample))).as(sample.getName()).isEqualTo(methodsOf(bytesOf(sample)));
        }
    }
}
