package org.ompt4j.emitter;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;

class SuspendedWaitsTest {
    private final SuspendedWaits waits = new SuspendedWaits();

    @Test
    void waitIsTakenOnceAsItWasKept() {
        long sync = SyncRegions.pack(SyncRegionKind.TASKWAIT, 5) | SyncRegions.LATE;
        OpenSyncs.Open wait = new OpenSyncs.Open();
        wait.become(0, Construct.PARK, SyncRegionKind.TASKWAIT, State.WAIT_TASKWAIT, 9, 5);
        waits.put(32, wait, sync);

        OpenSyncs.Open taken = new OpenSyncs.Open();
        assertThat(waits.take(32, taken)).isEqualTo(sync);
        assertThat(taken.waitId).isEqualTo(9);
        assertThat(taken.construct).isEqualTo(Construct.PARK);
        assertThat(taken.kind).isEqualTo(SyncRegionKind.TASKWAIT);
        assertThat(taken.state).isEqualTo(State.WAIT_TASKWAIT);
        assertThat(taken.callSite).isEqualTo(5);
        assertThat(taken.canGoOnNanos).isZero();
        assertThat(waits.take(32, taken)).isEqualTo(SuspendedWaits.NO_WAIT);
    }

    @Test
    void firstTimeAtWhichTheThreadCanGoOnBelongsToThisWaitOnly() {
        assertThat(waits.canGoOn(32, 600)).isFalse();
        waits.put(32, new OpenSyncs.Open(), 0);
        assertThat(waits.canGoOn(32, 800)).isTrue();
        assertThat(waits.canGoOn(32, 700)).isTrue();
        assertThat(waits.canGoOn(32, 900)).isTrue();

        OpenSyncs.Open taken = new OpenSyncs.Open();
        waits.take(32, taken);
        assertThat(taken.canGoOnNanos).isEqualTo(700);
        waits.put(32, new OpenSyncs.Open(), 0);
        waits.take(32, taken);
        assertThat(taken.canGoOnNanos).isZero();
    }

    @Test
    void threadIsKeptWithAWaitOrWithAContext() {
        waits.put(32, new OpenSyncs.Open(), 0);
        waits.addContext(48);
        assertThat(waits.has(32)).isTrue();
        assertThat(waits.has(48)).isTrue();
        assertThat(waits.has(64)).isFalse();

        waits.removeContext(48);
        waits.removeContext(64);
        assertThat(waits.has(48)).isFalse();
        waits.clear();
        assertThat(waits.has(32)).isFalse();
    }
}
