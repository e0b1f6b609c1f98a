package org.ompt4j.emitter;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.ompt4j.ompt.Construct;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.I_Result;

/** A member reads the clock and then finds its region open: its time is not after the end of the region. */
@JCStressTest
@Outcome(id = "1", expect = ACCEPTABLE, desc = "the member's time is not after the end")
@Outcome(id = ".*", expect = FORBIDDEN, desc = "the member's time is after the end of its region")
@State
public class RegionEndStress {
    private final Region region = new Region(1, Region.Kind.TEAM, Construct.PARALLEL_STREAM, null, 0, 2, 0, 0);
    private long end;
    private long member;

    @Actor
    public void close() {
        end = region.close();
    }

    @Actor
    public void leave() {
        // A thread that can no longer join determines the time of the end.
        if (region.join(2) == Region.ENDED) {
            region.endTime();
        }
        long now = System.nanoTime();
        member = region.isClosing() ? region.endTime() : now;
    }

    @Arbiter
    public void compare(I_Result seen) {
        seen.r1 = member - end <= 0 ? 1 : 0;
    }
}
