package org.ompt4j.tools.profile;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongUnaryOperator;

/**
 * Numbers of stacks by the wait of which they were taken, that is, by thread and begin. Their number grows with the length of the run: if they
 * would take too much memory, they are in a private file. Thread safety: none.
 */
final class WaitStacks {
    /** For how many threads the position is stored; the positions of other threads are looked up each time. */
    private static final int MOST_PLACES = 100_000;

    /** How many steps to go forward before the position is looked up instead. */
    private static final int STEPS = 4;

    private final SampleFile file = new SampleFile();
    private final Map<Long, Place> places = new HashMap<>();

    /** The position of a thread's first stack that is not before the wait that was looked up last. */
    private static final class Place {
        int at;
        /** When the wait of that stack began; {@link Long#MAX_VALUE} if there is none. */
        long nanos;
        /** When the wait began that was looked up last. */
        long askedNanos = Long.MAX_VALUE;
    }

    void add(long threadId, long beginNanos, int stack) throws IOException {
        file.add(threadId, beginNanos, stack, 0);
    }

    /** Replaces the numbers of threads, once all stacks have been added. */
    void renumber(LongUnaryOperator threads) {
        for (int i = 0; i < file.size(); i++) {
            file.set(i, SampleFile.FIRST_KEY, threads.applyAsLong(file.get(i, SampleFile.FIRST_KEY)));
        }
        file.sort();
    }

    boolean isEmpty() {
        return file.size() == 0;
    }

    /** The number of a wait's stack; negative if none was taken. Fast if the waits of a thread are looked up in their order. */
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

    /** When the wait of the stack at this index began; {@link Long#MAX_VALUE} if the stack belongs to another thread. */
    private long nanos(long threadId, int at) {
        boolean isOfThread = at < file.size() && file.get(at, SampleFile.FIRST_KEY) == threadId;
        return isOfThread ? file.get(at, SampleFile.SECOND_KEY) : Long.MAX_VALUE;
    }
}
