package org.ompt4j.emitter;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.ompt4j.ompt.Construct;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/** An event that a member reports while its region ends is reported before the end of the region, or not at all. */
@JCStressTest
@Outcome(id = "0, 0", expect = ACCEPTABLE, desc = "the region had ended")
@Outcome(id = "1, 1", expect = ACCEPTABLE, desc = "told before the end")
@Outcome(id = ".*", expect = FORBIDDEN, desc = "told after the end")
@State
public class RegionTellingStress {
    private final Region region = new Region(1, Region.Kind.TEAM, Construct.PARALLEL_STREAM, null, 0, 2, 0, 0);

    private int told;

    @Actor
    public void end(II_Result seen) {
        region.close();
        region.awaitTelling();
        seen.r1 = told;
    }

    @Actor
    public void tell(II_Result seen) {
        if (region.beginTelling()) {
            told = 1;
            seen.r2 = 1;
            region.endTelling();
        }
    }
}
