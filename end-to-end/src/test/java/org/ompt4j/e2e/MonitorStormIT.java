package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.junit.jupiter.api.parallel.Isolated;
import org.ompt4j.apps.monitor.MonitorStormApp;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.tools.read.TraceEvent;

/** The holder of a monitor is known even if very many threads contend for monitors. */
@AnotherRun
@Isolated("holds how long threads waited against what they did")
class MonitorStormIT {
    /** The share of the waiting time for which the holder may be unknown. */
    private static final double UNKNOWN = 0.02;

    @OnEveryJdk
    void whoHoldsAMonitorForMillisecondsIsKnownInAStormToo(Jdk jdk) throws IOException {
        if (JvmMonitorsIT.hasLibrary()) {
            ObservedRun run =
                    program(jdk).with("native", "auto").with("throttle", "off").observedOnce();

            double waited = nanosWaited(run, each -> true);
            double unknown = nanosWaited(run, each -> each.owner() == 0);
            assertThat(waited).isGreaterThan(MonitorStormApp.LONG_ENTRIES * TimeUnit.MILLISECONDS.toNanos(1));
            assertThat(unknown).as("of " + waited).isLessThan(waited * UNKNOWN);
        }
    }

    /** How long threads waited for monitors in code of the program, in waits whose acquire event matches. */
    private static double nanosWaited(ObservedRun run, Predicate<TraceEvent> which) {
        Map<Long, TraceEvent> acquires = new HashMap<>();
        long sum = 0;
        for (TraceEvent each : run.events()) {
            boolean isOfApp = each.construct() == Construct.SYNCHRONIZED && run.isAt(each, "MonitorStormApp");
            if (isOfApp && each.event() == Event.MUTEX_ACQUIRE) {
                acquires.put(each.threadId(), each);
            } else if (isOfApp && each.event() == Event.MUTEX_ACQUIRED) {
                TraceEvent acquire = acquires.remove(each.threadId());
                sum += which.test(acquire) ? each.timeNanos() - acquire.timeNanos() : 0;
            }
        }
        return sum;
    }

    static AppRun program(Jdk jdk) {
        return AppRun.of(MonitorStormApp.class).on(jdk).arguments("long").profile(Profile.DEFAULT);
    }
}
