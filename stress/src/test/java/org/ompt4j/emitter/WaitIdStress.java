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

/** Threads that request the id of an object at the same time get the same id, which no other object has. */
@JCStressTest
@Outcome(id = "1", expect = ACCEPTABLE, desc = "one id each")
@Outcome(id = ".*", expect = FORBIDDEN, desc = "two ids of one object, or one of two")
@State
public class WaitIdStress {
    private final Object object = new Object();
    private final Object other = new Object();
    private long first;
    private long second;
    private long ofOther;

    @Actor
    public void ask() {
        first = WaitIds.of(object, Construct.SYNCHRONIZED);
        ofOther = WaitIds.of(other, Construct.SYNCHRONIZED);
    }

    @Actor
    public void askToo() {
        second = WaitIds.of(object, Construct.SYNCHRONIZED);
    }

    @Arbiter
    public void compare(I_Result seen) {
        seen.r1 = first != 0 && first == second && first != ofOther ? 1 : 0;
    }
}
