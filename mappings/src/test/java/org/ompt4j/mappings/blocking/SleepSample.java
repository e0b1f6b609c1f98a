package org.ompt4j.mappings.blocking;

import java.util.concurrent.TimeUnit;

/** Application code that sleeps; compiled, rewritten, and only looked at. */
class SleepSample {

    void sleeps() throws InterruptedException {
        Thread.sleep(1);
        Thread.sleep(1, 2);
    }

    void sleepsInAUnit(TimeUnit unit) throws InterruptedException {
        unit.sleep(1);
    }

    /** Looks like a sleep, and is none. */
    void sleep(long millis) {
        if (millis > 0) {
            sleep(0);
        }
    }
}
