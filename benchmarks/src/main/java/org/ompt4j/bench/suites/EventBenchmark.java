package org.ompt4j.bench.suites;

import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.Events;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.Threads;
import org.ompt4j.ompt.Construct;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** One event from the hook to the tool; needs the agent, since the emitter is not on this class path. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class EventBenchmark {

    /** A thread that has entered the runtime, like code of a hook. */
    @State(Scope.Thread)
    public static class Inside {
        private @Nullable ThreadContext context;

        @Setup(Level.Iteration)
        public void enter() {
            context = Threads.enter();
        }

        @TearDown(Level.Iteration)
        public void leave() {
            if (context != null) {
                context.leave();
            }
        }
    }

    /** An event inside the runtime, which a hook enters and leaves once for all its events. */
    @Benchmark
    public void eventInsideHook(Inside inside) {
        ThreadContext c = inside.context;
        if (c != null) {
            Events.wakeup(c, c.clock().now(), Construct.NONE, 1, 1);
        }
    }

    /** Enters the runtime, reads the clock, writes a record and leaves the runtime; without a tool there is no clock reading and no record. */
    @Benchmark
    public void event() {
        ThreadContext c = Threads.enter();
        if (c != null) {
            Events.wakeup(c, c.clock().now(), Construct.NONE, 1, 1);
            c.leave();
        }
    }
}
