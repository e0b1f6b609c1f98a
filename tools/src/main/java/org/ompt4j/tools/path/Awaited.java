package org.ompt4j.tools.path;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.RecordSink;

/** The awaited objects, by wait id, and for each the last action that ended waits for it. An object is kept as long as a thread waits for it. */
final class Awaited {
    private final Map<Long, Entry> entries = new HashMap<>();

    private static final class Entry {
        int waiters;

        @Nullable
        EndCause last;

        /** The last one of another thread than {@code last}. */
        @Nullable
        EndCause lastOfOther;

        void ends(EndCause cause) {
            if (last != null && last.threadId() != cause.threadId()) {
                lastOfOther = last;
            }
            last = cause;
        }

        /** A thread that puts an item into a queue reports the wakeup before the end of its own wait for room. */
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

    /** Notes that waits for this object are ended, if there are any. For a permit, for which only one thread waits, the first call counts. */
    void ends(long id, Line line) {
        Entry entry = entries.isEmpty() ? null : entries.get(id);
        if (entry != null && (entry.last == null || !RecordSink.isPermit(id))) {
            entry.ends(EndCause.now(line));
        }
    }

    /** If the thread has been idle since, its last action is what ended the waits. */
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
