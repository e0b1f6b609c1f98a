package org.ompt4j.mappings.lock;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.rewrite.CallSite;
import org.ompt4j.mappings.rewrite.JdkMappingContract;
import org.ompt4j.mappings.rewrite.Rewrites;
import org.ompt4j.ompt.RunSettings.MutexDetail;

/** If not every operation is reported, waits for locks are also observed in the JDK's queue; if only states are kept, they are observed only there. */
class ReentrantLockQueueTest extends JdkMappingContract {
    private static final String SYNCHRONIZER = "java/util/concurrent/locks/AbstractQueuedSynchronizer";
    private static final String CONDITION = SYNCHRONIZER + "$ConditionObject";

    @Override
    protected ConstructMapping mapping() {
        return new ReentrantLockMapping();
    }

    @Override
    protected Rewrites rewrites() {
        return rewrites(MutexDetail.CONTENDED);
    }

    private static Rewrites rewrites(MutexDetail detail) {
        return new Rewrites(Runtime.version().feature(), 0, detail);
    }

    private Rewrites declared(MutexDetail detail) {
        Rewrites rewrites = rewrites(detail);
        mapping().declare(rewrites);
        return rewrites;
    }

    @Test
    void whatCallsOfLocksTellIsSeenInTheQueueToo() {
        Rewrites contended = declared(MutexDetail.CONTENDED);

        assertThat(contended.jdkClassNames()).containsExactlyInAnyOrder(SYNCHRONIZER, CONDITION);
        assertThat(contended.callSites()).isNotEmpty().allMatch(CallSite::seenInside);
        assertThat(declared(MutexDetail.FULL).callSites()).noneMatch(CallSite::seenInside);
    }

    @Test
    void forStatesAloneNoCallIsRewritten() {
        Rewrites states = declared(MutexDetail.OFF);

        assertThat(states.jdkClassNames()).containsExactlyInAnyOrder(SYNCHRONIZER, CONDITION);
        assertThat(states.rewritesApplication()).isFalse();
    }

    @Test
    void withEveryOperationOnlyConditionsAreSeenInsideTheJdk() {
        assertThat(declared(MutexDetail.FULL).jdkClassNames()).containsExactly(CONDITION);
    }
}
