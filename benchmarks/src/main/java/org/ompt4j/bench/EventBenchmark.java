package org.ompt4j.bench;

import java.util.concurrent.TimeUnit;
import org.ompt4j.emitter.Events;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.ompt.Construct;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** One event from the hook to the tool; needs the agent, since the emitter is not on this class path. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class EventBenchmark {

    /** Entering the runtime, one clock reading, one record, leaving; without a clock and a record where nobody listens. */
    @Benchmark
    public void event() {
        ThreadContext c = ThreadContext.enter();
        if (c != null) {
            Events.wakeup(c, c.now(), Construct.NONE, 1, 1);
            c.leave();
        }
    }
}
