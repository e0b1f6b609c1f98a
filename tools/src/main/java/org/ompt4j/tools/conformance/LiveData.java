package org.ompt4j.tools.conformance;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.OmptData;
import org.ompt4j.tools.model.IdSet;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.rules.Findings;

/** Rule I2: the tool data of threads, regions and tasks contains what this tool has stored. Thread safety: that of the checker. */
final class LiveData {
    private final Findings findings;
    private final IdSet over = new IdSet();

    /** The object that is stored in the data of something that has begun. */
    private static final class Stored {
        final OmptData owner;

        Stored(OmptData owner) {
            this.owner = owner;
        }
    }

    LiveData(Findings findings) {
        this.findings = findings;
    }

    /** Checks and sets the data of something that begins. */
    void begin(TraceEvent at, OmptData data) {
        if (data.value != 0 || data.ptr != null) {
            findings.report("I2", at, "empty data at the begin", data.toString());
        }
        data.value = ~data.id();
        data.ptr = new Stored(data);
    }

    /** Notes that events may have empty data for this region or task from now on. */
    void isOver(OmptData data) {
        over.add(data.id());
    }

    /** Checks the data in an event of something that has begun. */
    void check(TraceEvent at, @Nullable OmptData data) {
        boolean isForgotten = data != null && data.ptr == null && over.contains(data.id());
        if (data != null && !isForgotten && !isWhatWasStored(data)) {
            findings.report("I2", at, "data with what was stored at the begin", data.toString());
        }
    }

    /** Whether this is the same data object as at the begin, and no other tool has written to it. */
    static boolean isWhatWasStored(@Nullable OmptData data) {
        return data != null && data.value == ~data.id() && data.ptr instanceof Stored stored && stored.owner == data;
    }
}
