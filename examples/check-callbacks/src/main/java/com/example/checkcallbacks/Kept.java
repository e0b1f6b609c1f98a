package com.example.checkcallbacks;

import java.util.concurrent.atomic.AtomicLong;
import org.ompt4j.ompt.OmptData;

/** What the tool keeps about a thread, region or task, in the data that the runtime gives it for that: OMPT has no ids. */
abstract class Kept {
    private static final AtomicLong LAST = new AtomicLong();

    final OmptData data;
    final boolean wasFresh;
    private final long number = LAST.incrementAndGet();

    /** Set by the last callback about it; others can come at the same time, on other threads. */
    volatile boolean isOver;

    Kept(OmptData data) {
        this.data = data;
        wasFresh = data.value == 0 && data.ptr == null;
        data.value = number;
        data.ptr = this;
    }

    /** What the tool keeps in this data; null if the runtime does not give back what was put there. */
    static <T extends Kept> T in(OmptData data, Class<T> type) {
        return type.isInstance(data.ptr) && type.cast(data.ptr).isWholeIn(data) ? type.cast(data.ptr) : null;
    }

    boolean isWholeIn(OmptData passed) {
        return passed == data && passed.value == number;
    }

    @Override
    public String toString() {
        return getClass().getSimpleName().toLowerCase() + " " + number;
    }
}
