package org.ompt4j.emitter;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.ompt4j.ompt.Construct;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** If a thread joins a region while it ends, the end counts this thread, or the thread learns that the region has ended. */
@JCStressTest
@Outcome(id = "0, -1", expect = ACCEPTABLE, desc = "the region had ended")
@Outcome(id = "1, 0", expect = ACCEPTABLE, desc = "the thread is a member, and the end counts it")
@Outcome(id = ".*", expect = FORBIDDEN, desc = "a member that the end does not count, or one counted that is none")
@State
public class RegionMembersStress {
    private final Region region = new Region(1, Region.Kind.TEAM, Construct.PARALLEL_STREAM, null, 0, 2, 0, 0);

    @Actor
    public void close(II_Result seen) {
        region.close();
        seen.r1 = region.members();
    }

    @Actor
    public void join(II_Result seen) {
        seen.r2 = region.join(2);
    }
}
