package org.ompt4j.tools.profile;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongUnaryOperator;

/**
 * Numbers of stacks by the wait that they were taken of: its thread and when it began. There are as many as the run was long: where they would take too much
 * memory they lie in a private file. Thread safety: none.
 */
final class WaitStacks {
    /** Threads of which it is kept how far they were asked for; where others are is looked up. */
    private static final int MOST_PLACES = 100_000;

    /** What is further is looked up. */
    private static final int STEPS = 4;

    private final SampleFile file = new SampleFile();
    private final Map<Long, Place> places = new HashMap<>();

    /** The first stack of a thread that is not before the wait that was asked for last. */
    private static final class Place {
        int at;
        /** When its wait began; after all time if there is none. */
        long nanos;
        /** When the wait began that was asked for last. */
        long askedNanos = Long.MAX_VALUE;
    }

    void add(long threadId, long beginNanos, int stack) throws IOException {
        file.add(threadId, beginNanos, stack, 0);
    }

    /** All are there; from now on threads have these numbers. */
    void renumber(LongUnaryOperator threads) {
        for (int i = 0; i < file.size(); i++) {
            file.set(i, SampleFile.FIRST_KEY, threads.applyAsLong(file.get(i, SampleFile.FIRST_KEY)));
        }
        file.sort();
    }

    boolean isEmpty() {
        return file.size() == 0;
    }

    /** The stack of a wait; negative if none was taken. Quick where the waits of a thread are asked for in their order. */
    int find(long threadId, long beginNanos) {
        Place place = places.get(threadId);
        if (place == null) {
            place = newPlace();
            places.put(threadId, place);
        }
        if (beginNanos >= place.askedNanos) {
            for (int i = 0; i < STEPS && place.nanos < beginNanos; i++) {
                move(place, threadId, place.at + 1);
            }
        }
        if (beginNanos < place.askedNanos || place.nanos < beginNanos) {
            move(place, threadId, file.find(threadId, beginNanos));
        }
        place.askedNanos = beginNanos;
        return place.nanos == beginNanos ? (int) file.get(place.at, SampleFile.STACK) : -1;
    }

    private Place newPlace() {
        if (places.size() >= MOST_PLACES) {
            places.clear();
        }
        return new Place();
    }

    private void move(Place place, long threadId, int at) {
        place.at = at;
        place.nanos = nanos(threadId, at);
    }

    /** When the wait of this one began; after all time if it is not the thread's. */
    private long nanos(long threadId, int at) {
        boolean isOfThread = at < file.size() && file.get(at, SampleFile.FIRST_KEY) == threadId;
        return isOfThread ? file.get(at, SampleFile.SECOND_KEY) : Long.MAX_VALUE;
    }
}
