package org.ompt4j.e2e;

import static org.ompt4j.e2e.ExpectedEvent.waits;
import static org.ompt4j.e2e.TraceAssert.assertThat;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;
import static org.ompt4j.ompt.State.WAIT_PARK;

import org.ompt4j.apps.blocking.ParkApp;
import org.ompt4j.ompt.Construct;

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
    void everyWayToParkIsAWait(Jdk jdk) {
        assertThat(usual(jdk, "ways"))
                .onThreads("parker")
                .of(construct())
                .has(ParkApp.WAYS_TO_PARK, waits(WAIT_PARK, BEGIN))
                .has(ParkApp.WAYS_TO_PARK, waits(WAIT_PARK, END));
    }

    @OnEveryJdk
    void parkEndsByAPermitAndByAnInterrupt(Jdk jdk) {
        ObservedRun run = usual(jdk, "permit", "interrupted");

        assertThat(run)
                .onThread("permit-holder")
                .of(construct())
                .emitsExactly(waits(WAIT_PARK, BEGIN), waits(WAIT_PARK, END));
        assertThat(run)
                .onThread("interrupted")
                .of(construct())
                .emitsExactly(
                        waits(WAIT_PARK, BEGIN), waits(WAIT_PARK, END), waits(WAIT_PARK, BEGIN), waits(WAIT_PARK, END));
    }

    @OnEveryJdk
    void parkInsideAMappedWaitIsNotToldAgain(Jdk jdk) {
        ObservedRun run = usual(jdk, "inside");

        assertThat(run).onThread("party").of(construct()).isSilent();
        assertThat(run).onThread("locker").of(construct()).isSilent();
    }

    /** The program would not end. */
    @OnEveryJdkAndProfile
    void noWakeUpIsLost(Jdk jdk, Profile profile) {
        AppRun.of(app()).on(jdk).profile(profile).arguments("4", "hand-overs").observed();
    }
}
