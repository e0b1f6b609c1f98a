package org.ompt4j.tools.path;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.RecordSink;

/** What is waited for, by its wait id, and the last that ended waits for it. An object is remembered as long as somebody waits for it. */
final class Awaited {
    private final Map<Long, Entry> entries = new HashMap<>();

    private static final class Entry {
        int waiters;

        @Nullable
        EndCause last;

        /** The last one of another thread than that. */
        @Nullable
        EndCause lastOfOther;

        void ends(EndCause cause) {
            if (last != null && last.threadId() != cause.threadId()) {
                lastOfOther = last;
            }
            last = cause;
        }

        /** Who puts something into a queue says so before it tells that it does not wait for room any more. */
        @Nullable
        EndCause lastOfOtherThan(long threadId) {
            return last != null && last.threadId() == threadId ? lastOfOther : last;
        }
    }

    void waits(long id) {
        if (id != 0) {
            entries.computeIfAbsent(id, any -> new Entry()).waiters++;
        }
    }

    /** Waits for this are ended, if there are any; of a permit, for which one thread waits, by the first that does so. */
    void ends(long id, Line line) {
        Entry entry = entries.isEmpty() ? null : entries.get(id);
        if (entry != null && (entry.last == null || !RecordSink.isPermit(id))) {
            entry.ends(EndCause.now(line));
        }
    }

    /** A thread that has had nothing to do any more has its part in that: what was done last is what ended the waits. */
    void endsAfterLastWork(long id, Line line, long nanos) {
        Entry entry = entries.isEmpty() ? null : entries.get(id);
        if (entry != null) {
            EndCause own = EndCause.lastWork(line, nanos);
            EndCause last = entry.last;
            entry.ends(
                    last == null || own.path().timeNanos() >= last.path().timeNanos()
                            ? own
                            : new EndCause(last.threadId(), last.path(), nanos));
        }
    }

    /** What another thread than this one ended waits for this by last, or null. */
    @Nullable
    EndCause lastEnd(long id, long waiter) {
        Entry entry = entries.get(id);
        return entry == null ? null : entry.lastOfOtherThan(waiter);
    }

    /** A thread's wait is over; what another thread ended waits for the same by last, or null. */
    @Nullable
    EndCause isOver(long id, long waiter) {
        Entry entry = entries.get(id);
        if (entry == null) {
            return null;
        }
        if (--entry.waiters == 0) {
            entries.remove(id);
        }
        return entry.lastOfOtherThan(waiter);
    }

    void clear() {
        entries.clear();
    }
}
