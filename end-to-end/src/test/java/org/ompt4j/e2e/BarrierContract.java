package org.ompt4j.e2e;

import static org.ompt4j.e2e.ExpectedEvent.syncRegion;
import static org.ompt4j.e2e.ExpectedEvent.syncRegionWait;
import static org.ompt4j.e2e.TraceAssert.assertThat;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;
import static org.ompt4j.ompt.SyncRegionKind.BARRIER_EXPLICIT;

import java.util.stream.Stream;
import org.ompt4j.ompt.CancelFlag;

/** Common parts of the tests of barriers: each call has four events, and a broken barrier has a cancel event. */
abstract class BarrierContract extends ConstructContract {
    static final int ACTIVATED = CancelFlag.ACTIVATED;
    static final int DETECTED = CancelFlag.DETECTED;

    /** The events of the construct in a run of some scenarios in the profile {@code default}. */
    final TraceAssert barriers(Jdk jdk, String... scenarios) {
        return assertThat(usual(jdk, scenarios)).of(construct());
    }

    /** Asserts that there are the events of so many calls in the program. */
    final TraceAssert hasQuartets(TraceAssert seen, int count) {
        String program = app().getSimpleName();
        return seen.has(count, syncRegion(BARRIER_EXPLICIT, BEGIN).at(program))
                .has(count, syncRegionWait(BARRIER_EXPLICIT, BEGIN).at(program))
                .has(count, syncRegionWait(BARRIER_EXPLICIT, END).at(program))
                .has(count, syncRegion(BARRIER_EXPLICIT, END).at(program));
    }

    /** The four events of one call, and the events after them. */
    static ExpectedEvent[] quartet(ExpectedEvent... behind) {
        return Stream.concat(
                        Stream.of(syncRegion(BEGIN), syncRegionWait(BEGIN), syncRegionWait(END), syncRegion(END)),
                        Stream.of(behind))
                .toArray(ExpectedEvent[]::new);
    }
}
