package org.ompt4j.emitter;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HeldMutexesTest {
    /** More mutexes than are searched linearly. */
    private static final int MANY = 1_000;

    private final RecordedEvents events = new RecordedEvents();
    private final HeldMutexes held = new HeldMutexes();

    @AfterEach
    void stop() {
        events.close();
    }

    @Test
    void nothingIsHeldAfterAPause() {
        ThreadContext c = ThreadContext.ofCarrier(new Thread(), new Mounted());
        HeldMutexes.of(c).add(0);
        assertTrue(HeldMutexes.hasAny(c));
        events.close();
        HeldMutexes.of(c).add(1);
        try (RecordedEvents again = new RecordedEvents()) {
            assertFalse(HeldMutexes.hasAny(c));
            assertFalse(HeldMutexes.of(c).contains(0));
        }
    }

    @Test
    void whatIsReleasedInTheOrderOfItsAcquisitionIsHeldUntilThen() {
        acquireAll();
        for (int i = 0; i < MANY; i++) {
            assertTrue(held.contains(i));
            assertTrue(held.remove(i));
            assertFalse(held.contains(i));
        }
        assertFalse(held.remove(0));
    }

    @Test
    void whatIsReleasedInReverseOrderIsHeldUntilThen() {
        acquireAll();
        for (int i = MANY - 1; i >= 0; i--) {
            assertTrue(held.remove(i));
            assertFalse(held.contains(i));
        }
        assertFalse(held.remove(MANY));
    }

    @Test
    void aMutexIsHeldUntilItWasReleasedAsOftenAsItWasAcquired() {
        held.add(0);
        held.add(0);
        acquireAll();
        for (int releases = 0; releases < 3; releases++) {
            assertTrue(held.contains(0));
            assertTrue(held.remove(0));
        }
        assertFalse(held.contains(0));
        assertFalse(held.remove(0));
    }

    /** With linear searches this would take hundreds of billions of steps. */
    @Test
    void aMillionAreReleasedTheOldestFirst() {
        int million = 1_000_000;
        for (int i = 0; i < million; i++) {
            held.add(i);
        }
        for (int i = 0; i < million; i++) {
            assertTrue(held.remove(i));
        }
    }

    private void acquireAll() {
        for (int i = 0; i < MANY; i++) {
            held.add(i);
        }
    }
}
