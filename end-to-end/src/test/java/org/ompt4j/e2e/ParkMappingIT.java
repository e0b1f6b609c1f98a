package org.ompt4j.e2e;

import static org.ompt4j.e2e.ExpectedEvent.waits;
import static org.ompt4j.e2e.ExpectedEvent.wakeup;
import static org.ompt4j.e2e.TraceAssert.assertThat;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;
import static org.ompt4j.ompt.State.WAIT_PARK;

import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.Assertions;
import org.ompt4j.apps.blocking.ParkApp;
import org.ompt4j.catalog.Case;
import org.ompt4j.catalog.Lacks;
import org.ompt4j.catalog.Shows;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.RecordSink;

@Lacks(what = Case.CONTENDED, because = "each thread has its own permit")
@Lacks(what = Case.EXCEPTION, because = "nothing of it throws")
class ParkMappingIT extends ConstructContract {

    @Override
    Construct construct() {
        return Construct.PARK;
    }

    @Override
    Class<?> app() {
        return ParkApp.class;
    }

    @OnEveryJdk
    @Shows(what = Case.NORMAL, in = "ways")
    void everyWayToParkIsAWait(Jdk jdk) {
        for (ObservedRun run : usualAndFull(jdk, "ways")) {
            assertThat(run)
                    .onThreads("parker")
                    .of(construct())
                    .has(ParkApp.WAYS_TO_PARK, waits(WAIT_PARK, BEGIN))
                    .has(ParkApp.WAYS_TO_PARK, waits(WAIT_PARK, END))
                    .hasSome(waits(WAIT_PARK, BEGIN).at("ParkApp."));
            assertThat(run)
                    .onThread("main")
                    .of(construct())
                    .has(ParkApp.WAYS_TO_PARK, wakeup())
                    .hasSome(wakeup().at("ParkApp.ways"));
            assertWokenByPermit(run);
        }
    }

    /** Asserts that each {@code wakeup} has the permit of the thread whose park ends next. */
    private static void assertWokenByPermit(ObservedRun run) {
        List<Long> parked = new ArrayList<>();
        List<Long> woken = new ArrayList<>();
        run.events().stream().filter(each -> each.construct() == Construct.PARK).forEach(each -> {
            if (each.event() == Event.WAKEUP) {
                woken.add(each.waitId());
            } else if (each.endpoint() == BEGIN && each.waitId() != 0) {
                Assertions.assertThat(RecordSink.threadOf(each.waitId())).isEqualTo(each.threadId());
                parked.add(each.waitId());
            }
        });
        Assertions.assertThat(parked).containsAll(woken);
        Assertions.assertThat(woken).doesNotHaveDuplicates();
    }

    /** An unpark of a thread that does not park, or parks in another construct, is not reported. */
    @OnEveryJdk
    void unparkOfAThreadWithoutAReportedParkIsNotReported(Jdk jdk) {
        for (ObservedRun run : usualAndFull(jdk, "permit", "inside")) {
            assertThat(run).of(construct()).hasNo(wakeup());
        }
    }

    @OnEveryJdk
    @Shows(what = Case.INTERRUPT, in = "interrupted")
    void parkEndsByAPermitAndByAnInterrupt(Jdk jdk) {
        for (ObservedRun run : usualAndFull(jdk, "permit", "interrupted")) {
            assertThat(run)
                    .onThread("permit-holder")
                    .of(construct())
                    .emitsExactly(waits(WAIT_PARK, BEGIN), waits(WAIT_PARK, END));
            assertThat(run)
                    .onThread("interrupted")
                    .of(construct())
                    .emitsExactly(
                            waits(WAIT_PARK, BEGIN),
                            waits(WAIT_PARK, END),
                            waits(WAIT_PARK, BEGIN),
                            waits(WAIT_PARK, END));
        }
    }

    @OnEveryJdk
    @Shows(what = Case.TIMEOUT, in = "timeout")
    void parkEndsWithItsTime(Jdk jdk) {
        assertThat(full(jdk))
                .onThread("timed")
                .of(construct())
                .has(ParkApp.TIMEOUTS, waits(WAIT_PARK, BEGIN))
                .has(ParkApp.TIMEOUTS, waits(WAIT_PARK, END));
    }

    @OnEveryJdk
    @Shows(what = Case.NESTED, in = "inside")
    void parkInsideAMappedWaitIsNotToldAgain(Jdk jdk) {
        for (ObservedRun run : usualAndFull(jdk, "inside")) {
            assertThat(run).onThread("party").of(construct()).isSilent();
            assertThat(run).onThread("locker").of(construct()).isSilent();
        }
    }

    /** If a wakeup were lost, the program would not end. */
    @OnEveryJdkAndProfile
    void noWakeUpIsLost(Jdk jdk, Profile profile) {
        AppRun.of(app()).on(jdk).profile(profile).arguments("4", "hand-overs").observed();
    }
}
