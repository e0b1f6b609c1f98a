package org.ompt4j.apps.agent;

import java.lang.management.ManagementFactory;
import jdk.jfr.FlightRecorder;
import jdk.jfr.RecordingState;

/** Programs that want to be sampled from their begin on. */
final class Recordings {
    private static final long START_NANOS = 60_000_000_000L;

    private Recordings() {}

    /** With the agent it returns once the Flight Recorder records, which begins while the program does. */
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
