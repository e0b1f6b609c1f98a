package org.ompt4j.emitter;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.ompt4j.ompt.State;
import org.ompt4j.ompt.ThreadType;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.infra.results.II_Result;

/** A sampler reads only states and wait ids that the thread has had; a state and the next wait id may be of consecutive moments. */
@JCStressTest
@Outcome(id = "[123], [12]", expect = ACCEPTABLE, desc = "a state and a wait id that there were")
@Outcome(id = ".*", expect = FORBIDDEN, desc = "something that there never was")
@org.openjdk.jcstress.annotations.State
public class SampledStateStress {
    private static final long WAITED_FOR = 0x001F_FFFF_0000_0001L;

    private final ThreadContext context = new ThreadContext(Thread.currentThread(), ThreadType.OTHER);

    @Actor
    public void change() {
        context.tasks().setState(State.WAIT_LOCK, WAITED_FOR);
        context.tasks().setState(State.WORK_SERIAL, 0);
    }

    @Actor
    public void sample(II_Result seen) {
        State state = context.state();
        long waitId = context.waitId();
        seen.r1 = state == State.UNDEFINED ? 1 : state == State.WAIT_LOCK ? 2 : state == State.WORK_SERIAL ? 3 : 4;
        seen.r2 = waitId == 0 ? 1 : waitId == WAITED_FOR ? 2 : 3;
    }
}
