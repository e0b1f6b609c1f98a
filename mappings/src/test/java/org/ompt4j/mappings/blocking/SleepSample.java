package org.ompt4j.mappings.blocking;

/** Application code that sleeps; compiled, rewritten, and only looked at. */
class SleepSample {

    void sleeps() throws InterruptedException {
        Thread.sleep(1);
        Thread.sleep(1, 2);
    }

    /** Looks like a sleep, and is none. */
    void sleep(long millis) {
        if (millis > 0) {
            sleep(0);
        }
    }
}
