package org.ompt4j.e2e;

import static org.ompt4j.e2e.ExpectedEvent.waits;
import static org.ompt4j.e2e.TraceAssert.assertThat;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;
import static org.ompt4j.ompt.State.WAIT_SLEEP;

import org.ompt4j.apps.blocking.SleepApp;
import org.ompt4j.catalog.Case;
import org.ompt4j.catalog.Lacks;
import org.ompt4j.catalog.Shows;
import org.ompt4j.ompt.Construct;

@Lacks(what = Case.CONTENDED, because = "each thread sleeps for itself")
@Lacks(what = Case.NESTED, because = "no code runs in a sleep")
class SleepMappingIT extends ConstructContract {

    @Override
    Construct construct() {
        return Construct.SLEEP;
    }

    @Override
    Class<?> app() {
        return SleepApp.class;
    }

    @OnEveryJdk
    @Shows(what = Case.NORMAL, in = "sleeps")
    @Shows(what = Case.TIMEOUT, in = "sleeps")
    void everySleepIsOneWaitWithItsCallSite(Jdk jdk) {
        for (ObservedRun run : usualAndFull(jdk, "sleeps")) {
            assertThat(run)
                    .onThread("sleeper")
                    .of(construct())
                    .has(SleepApp.SLEEPS, waits(WAIT_SLEEP, BEGIN).at("SleepApp"))
                    .has(SleepApp.SLEEPS, waits(WAIT_SLEEP, END).at("SleepApp"))
                    .events()
                    .hasSize(2 * SleepApp.SLEEPS);
        }
    }

    @OnEveryJdk
    @Shows(what = Case.INTERRUPT, in = "interrupted")
    void sleepInsideTheJdkAndOneThatIsInterruptedAreWaitsToo(Jdk jdk) {
        for (ObservedRun run : usualAndFull(jdk, "time-unit-inside", "interrupted")) {
            sleepsOnce(run, "inside-sleeper");
            sleepsOnce(run, "woken");
        }
    }

    @OnEveryJdk
    void sleepInAUnitOfTimeIsOneWaitWithItsCallSite(Jdk jdk) {
        for (ObservedRun run : usualAndFull(jdk, "time-unit")) {
            assertThat(run)
                    .onThread("unit-sleeper")
                    .of(construct())
                    .emitsExactly(
                            waits(WAIT_SLEEP, BEGIN).at("SleepApp"),
                            waits(WAIT_SLEEP, END).at("SleepApp"));
        }
    }

    @OnEveryJdk
    void sleepInAUnitOfTimeForNoTimeIsNoWait(Jdk jdk) {
        ObservedRun run = full(jdk, "time-unit-odd");

        assertThat(run).onThread("unit-no-time").of(construct()).isSilent();
        sleepsOnce(run, "unit-woken");
    }

    private void sleepsOnce(ObservedRun run, String thread) {
        assertThat(run).onThread(thread).of(construct()).emitsExactly(waits(WAIT_SLEEP, BEGIN), waits(WAIT_SLEEP, END));
    }

    @OnEveryJdk
    @Shows(what = Case.EXCEPTION, in = "exception")
    void callThatThrowsForItsArgumentIsAWaitThatIsOver(Jdk jdk) {
        sleepsOnce(full(jdk), "wrong");
    }
}
