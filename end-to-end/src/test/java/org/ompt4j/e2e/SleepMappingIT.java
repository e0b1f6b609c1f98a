package org.ompt4j.e2e;

import static org.ompt4j.e2e.ExpectedEvent.waits;
import static org.ompt4j.e2e.TraceAssert.assertThat;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;
import static org.ompt4j.ompt.State.WAIT_SLEEP;

import org.ompt4j.apps.blocking.SleepApp;
import org.ompt4j.ompt.Construct;

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
    void everySleepIsOneWaitWithItsCallSite(Jdk jdk) {
        assertThat(usual(jdk, "sleeps"))
                .onThread("sleeper")
                .of(construct())
                .has(SleepApp.SLEEPS, waits(WAIT_SLEEP, BEGIN).at("SleepApp"))
                .has(SleepApp.SLEEPS, waits(WAIT_SLEEP, END).at("SleepApp"))
                .events()
                .hasSize(2 * SleepApp.SLEEPS);
    }

    @OnEveryJdk
    void sleepInsideTheJdkAndOneThatIsInterruptedAreWaitsToo(Jdk jdk) {
        ObservedRun run = usual(jdk, "time-unit", "interrupted");

        for (String thread : new String[] {"unit-sleeper", "woken"}) {
            assertThat(run)
                    .onThread(thread)
                    .of(construct())
                    .emitsExactly(waits(WAIT_SLEEP, BEGIN), waits(WAIT_SLEEP, END));
        }
    }
}
