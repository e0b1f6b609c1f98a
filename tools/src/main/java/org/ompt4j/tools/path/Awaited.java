package org.ompt4j.tools.path;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What is waited for, by its wait id, and the last that ended waits for it. An object is remembered as long as somebody waits for it. */
final class Awaited {
    private final Map<Long, Entry> entries = new HashMap<>();

    private static final class Entry {
        int waiters;

        @Nullable
        Cause last;
    }

    void waits(long id) {
        if (id != 0) {
            entries.computeIfAbsent(id, any -> new Entry()).waiters++;
        }
    }

    /** Waits for this are ended, if there are any. */
    void ends(long id, Line line) {
        Entry entry = entries.isEmpty() ? null : entries.get(id);
        if (entry != null) {
            entry.last = Cause.now(line);
        }
    }

    /** A wait is over; what ended waits for the same last, or null. */
    @Nullable
    Cause isOver(long id) {
        Entry entry = entries.get(id);
        if (entry == null) {
            return null;
        }
        if (--entry.waiters == 0) {
            entries.remove(id);
        }
        return entry.last;
    }

    void clear() {
        entries.clear();
    }
}
