package org.ompt4j.mappings.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.ApplicationMappingContract;
import sun.misc.Unsafe;

class FenceMappingTest extends ApplicationMappingContract {
    private static final Pattern CALL = Pattern.compile("INVOKE\\w+ (\\S+\\.\\w*Fence|\\S+\\.ofUnsafe) \\(");

    /** Every call that the mapping rewrites, and some that it must leave alone. */
    static class Sample {
        void ofVarHandle() {
            VarHandle.fullFence();
            VarHandle.acquireFence();
            VarHandle.releaseFence();
            VarHandle.loadLoadFence();
            VarHandle.storeStoreFence();
        }

        @SuppressWarnings("removal")
        void ofUnsafe(Unsafe unsafe) {
            unsafe.fullFence();
            unsafe.loadFence();
            unsafe.storeFence();
        }

        void ofItsOwn() {
            fullFence();
        }

        private void fullFence() {}
    }

    @Override
    protected ConstructMapping mapping() {
        return new FenceMapping();
    }

    @Override
    protected Class<?>[] samples() {
        return new Class<?>[] {Sample.class};
    }

    private List<String> callsIn(String method) throws IOException {
        return foundIn(rewritten(Sample.class), method, CALL).stream()
                .map(each -> each.replaceFirst(".*/", ""))
                .toList();
    }

    @Test
    void fencesOfVarHandleAreReplacedByTheHookOfTheSameName() throws IOException {
        assertThat(callsIn("ofVarHandle()V"))
                .containsExactly(
                        "FenceHooks.fullFence",
                        "FenceHooks.acquireFence",
                        "FenceHooks.releaseFence",
                        "FenceHooks.loadLoadFence",
                        "FenceHooks.storeStoreFence");
    }

    @Test
    void fencesOfUnsafeStayWithTheHookBeforeEach() throws IOException {
        assertThat(callsIn("ofUnsafe(Lsun/misc/Unsafe;)V"))
                .containsExactly(
                        "FenceHooks.ofUnsafe",
                        "Unsafe.fullFence",
                        "FenceHooks.ofUnsafe",
                        "Unsafe.loadFence",
                        "FenceHooks.ofUnsafe",
                        "Unsafe.storeFence");
    }

    @Test
    void methodsOfTheSameNameAreLeftAlone() throws IOException {
        assertThat(methodsOf(rewritten(Sample.class)))
                .containsEntry("ofItsOwn()V", methodsOf(bytesOf(Sample.class)).get("ofItsOwn()V"));
    }
}
