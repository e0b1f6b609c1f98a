package org.ompt4j.apps.agent;

import java.lang.management.ManagementFactory;
import jdk.jfr.FlightRecorder;
import jdk.jfr.RecordingState;

/** For programs that have to be sampled from their beginning. */
final class Recordings {
    private static final long START_NANOS = 60_000_000_000L;

    private Recordings() {}

    /** If there is an agent, returns once the Flight Recorder records: the agent starts it while the program runs already. */
    static void await() throws InterruptedException {
        boolean isObserved = ManagementFactory.getRuntimeMXBean().getInputArguments().stream()
                .anyMatch(each -> each.startsWith("-javaagent:"));
        long begin = System.nanoTime();
        while (isObserved
                && FlightRecorder.getFlightRecorder().getRecordings().stream()
                        .noneMatch(each -> each.getState() == RecordingState.RUNNING)) {
            if (System.nanoTime() - begin > START_NANOS) {
                throw new IllegalStateException("nothing is recorded");
            }
            Thread.sleep(10);
        }
    }
}
