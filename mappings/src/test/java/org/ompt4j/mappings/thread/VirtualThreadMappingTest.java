package org.ompt4j.mappings.thread;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.CallSite;
import org.ompt4j.mappings.rewrite.JdkMappingContract;
import org.ompt4j.mappings.rewrite.Rewrites;

/** On JDKs without virtual threads the contract has nothing to test; end-to-end tests run the rewritten class. */
class VirtualThreadMappingTest extends JdkMappingContract {
    private static final String VIRTUAL = "java/lang/VirtualThread";

    @Override
    protected ConstructMapping mapping() {
        return new VirtualThreadMapping();
    }

    private Rewrites declaredFor(int feature) {
        Rewrites rewrites = new Rewrites(feature);
        mapping().declare(rewrites);
        return rewrites;
    }

    @Test
    void nothingIsRewrittenBeforeThereAreVirtualThreads() {
        assertThat(declaredFor(20).jdkClassNames()).isEmpty();
        assertThat(declaredFor(20).callSites()).isEmpty();
    }

    @Test
    void sinceThereAreCallsThatStartThemSayWhereTheyAre() {
        assertThat(declaredFor(21).jdkClassNames()).containsExactlyInAnyOrder(VIRTUAL, "java/lang/Thread");
        assertThat(declaredFor(21).callSites())
                .allSatisfy(each -> assertThat(each.action()).isEqualTo(CallSite.Action.ANNOUNCE))
                .extracting(CallSite::name)
                .containsExactlyInAnyOrder(
                        "startVirtualThread", "start", "execute", "submit", "invokeAll", "invokeAny");
    }
}
