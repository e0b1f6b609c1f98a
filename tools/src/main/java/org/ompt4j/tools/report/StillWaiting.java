package org.ompt4j.tools.report;

import java.util.ArrayList;
import java.util.List;

/** The threads that waited when the recording ended: those before a pause do not count, since they may have gone on in it. */
final class StillWaiting {
    private final List<WaitStatistics> where = new ArrayList<>();

    /** A thread waits there as a part of the recording ends. */
    void in(WaitStatistics waits) {
        waits.stillWaiting++;
        where.add(waits);
    }

    /** The recording goes on after a pause. */
    void isNotKnown() {
        where.forEach(each -> each.stillWaiting = 0);
        where.clear();
    }
}
