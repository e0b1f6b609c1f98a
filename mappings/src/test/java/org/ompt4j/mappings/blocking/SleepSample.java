package org.ompt4j.mappings.blocking;

import java.util.concurrent.TimeUnit;

/** Application code that sleeps. It is rewritten but never run. */
class SleepSample {

    void sleeps() throws InterruptedException {
        Thread.sleep(1);
        Thread.sleep(1, 2);
    }

    void sleepsInAUnit(TimeUnit unit) throws InterruptedException {
        unit.sleep(1);
    }

    /** Not a sleep of {@code Thread}, despite its name. */
    void sleep(long millis) {
        if (millis > 0) {
            sleep(0);
        }
    }
}
