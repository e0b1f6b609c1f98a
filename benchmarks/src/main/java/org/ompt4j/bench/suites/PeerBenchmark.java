package org.ompt4j.bench.suites;

import java.util.concurrent.TimeUnit;
import jdk.jfr.Event;
import jdk.jfr.Recording;
import jdk.jfr.StackTrace;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** Operations with which an event of {@link EventBenchmark} is compared. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
public class PeerBenchmark {

    /** The cost of JMH itself. */
    @Benchmark
    public void nothing() {}

    /** A reading of the clock, which each event with a time needs. */
    @Benchmark
    public long nanoTime() {
        return System.nanoTime();
    }

    /** An event of the JDK's Flight Recorder with the content of a wakeup event: the same numbers, no stack trace, no duration. */
    @Benchmark
    public void jfrEvent(FlightRecorder recorder) {
        WakeupEvent event = new WakeupEvent();
        event.construct = recorder.construct;
        event.taskId = 1;
        event.waitId = 1;
        event.callSite = 1;
        event.commit();
    }

    @State(Scope.Thread)
    public static class FlightRecorder {
        private final Recording recording = new Recording();
        private int construct;

        @Setup
        public void start() {
            recording.enable(WakeupEvent.class).withoutStackTrace().withoutThreshold();
            recording.setMaxSize(64L << 20);
            recording.start();
        }

        @TearDown
        public void stop() {
            recording.close();
        }
    }

    @StackTrace(false)
    static final class WakeupEvent extends Event {
        int construct;
        long taskId;
        long waitId;
        int callSite;
    }
}
