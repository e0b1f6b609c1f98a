package org.ompt4j.emitter.tracing;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** The thread that fills buffers reads the events in a thread's ring completely and in order, also across two segments of the ring. */
@JCStressTest
@Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "none of the new ones")
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the last event of a segment")
@Outcome(id = "2, 0", expect = ACCEPTABLE, desc = "the first of the next one, too")
@Outcome(id = "3, 0", expect = ACCEPTABLE, desc = "all three")
@Outcome(id = ".*", expect = FORBIDDEN, desc = "an event in parts or out of order")
@State
public class EventRingStress {
    /** So many events that the first segment of the ring has room for one more. */
    private static final int BEFORE = 255;

    private final EventRing ring = new EventRing(1, new BufferFiller(null, null));

    public EventRingStress() {
        for (int i = 1; i <= BEFORE; i++) {
            put(i);
        }
    }

    private void put(long number) {
        ring.put(5, number, number, number, number, number, number, number, null);
    }

    @Actor
    public void note() {
        for (int i = 1; i <= 3; i++) {
            put(BEFORE + i);
        }
    }

    @Actor
    public void take(II_Result seen) {
        int wrong = 0;
        int taken = 0;
        for (long left = ring.available(); left > 0; left = ring.available()) {
            taken++;
            wrong += ring.event() == 5 && ring.time() == taken && argumentsAre(taken) ? 0 : 1;
            ring.advance();
        }
        seen.r1 = taken - BEFORE;
        seen.r2 = wrong;
    }

    private boolean argumentsAre(long number) {
        for (int i = 0; i < EventRing.ARGUMENTS; i++) {
            if (ring.argument(i) != number) {
                return false;
            }
        }
        return true;
    }
}
