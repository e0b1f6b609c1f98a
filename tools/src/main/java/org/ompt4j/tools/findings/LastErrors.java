package org.ompt4j.tools.findings;

import java.util.ArrayDeque;
import java.util.Iterator;
import org.ompt4j.tools.findings.TimedOutWaits.Thrown;
import org.ompt4j.tools.read.TraceEvent;

/** The last exceptions that ended what threads did, without those by which pools rejected tasks. Thread safety: none. */
final class LastErrors {
    private static final int MOST = 1_000;

    private final ArrayDeque<TraceEvent> last = new ArrayDeque<>();

    void add(TraceEvent error) {
        if (error.isRejection()) {
            return;
        }
        if (last.size() == MOST) {
            last.removeFirst();
        }
        last.addLast(error);
    }

    /** What other threads than that of the interval threw in it, of the errors that are kept. */
    Thrown during(Interval interval) {
        long count = 0;
        TraceEvent latest = null;
        for (Iterator<TraceEvent> each = last.descendingIterator(); each.hasNext(); ) {
            TraceEvent error = each.next();
            if (error.timeNanos() < interval.fromNanos()) {
                break;
            }
            if (error.threadId() != interval.threadId()) {
                count++;
                latest = latest == null ? error : latest;
            }
        }
        boolean isLeast = last.size() == MOST && last.getFirst().timeNanos() >= interval.fromNanos();
        return latest == null ? Thrown.NONE : new Thrown(count, isLeast, latest.errorClass(), latest.codeptrRa());
    }
}
