package org.ompt4j.tools.findings;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.tools.read.TraceEvent;

/** Finds waits for tasks that were dropped before or during the wait. Memory is bounded. Thread safety: none. */
final class DroppedTaskWaits {
    /** Tasks that were dropped. */
    private static final int TASKS = 200_000;

    /** How many threads are distinguished; further ones count as one. */
    private static final int THREADS = 10_000;

    private final Map<Long, Of> dropped = new HashMap<>();

    /** Threads that now wait for a task that has not begun, or was dropped. */
    private final Map<Long, Set<Long>> waiting = new HashMap<>();

    /** Waits for the tasks that were dropped at one call site. */
    static final class Of {
        private final Set<Long> threads = new HashSet<>();
        private long waits;
        private long notEnded;

        private void begins(long threadId) {
            threads.add(threads.size() < THREADS ? threadId : 0);
            waits++;
        }

        /** @param tellsEnds whether the end of each wait is known */
        DroppedTasks.Waits sum(boolean tellsEnds) {
            long only = threads.size() == 1 ? threads.iterator().next() : 0;
            return new DroppedTasks.Waits(waits, threads.size(), only, tellsEnds ? notEnded : 0);
        }
    }

    boolean isDropped(long taskId) {
        return dropped.containsKey(taskId);
    }

    /** The task was dropped. */
    void drops(long taskId, Of site) {
        if (dropped.size() < TASKS) {
            dropped.put(taskId, site);
            Set<Long> waiters = waiting.getOrDefault(taskId, Set.of());
            waiters.forEach(site::begins);
            site.notEnded += waiters.size();
        }
    }

    /** The task runs nevertheless. */
    void begins(long taskId) {
        Of site = dropped.isEmpty() ? null : dropped.remove(taskId);
        if (site != null) {
            site.notEnded -= waiting.getOrDefault(taskId, Set.of()).size();
        }
    }

    /** @param mayBeDropped whether it is a task that has not begun */
    void wait(TraceEvent event, boolean mayBeDropped) {
        Of site = dropped.get(event.waitId());
        if (event.endpoint() == ScopeEndpoint.END) {
            ends(event, site);
        } else if (site != null || mayBeDropped) {
            waiting.computeIfAbsent(event.waitId(), any -> new HashSet<>(2)).add(event.threadId());
            if (site != null) {
                site.begins(event.threadId());
                site.notEnded++;
            }
        }
    }

    /** Ends all open waits at the end of the recording. */
    private void ends(TraceEvent event, @Nullable Of site) {
        Set<Long> waiters = event.outcome().isOpen() ? null : waiting.get(event.waitId());
        if (waiters != null && waiters.remove(event.threadId())) {
            if (waiters.isEmpty()) {
                waiting.remove(event.waitId());
            }
            if (site != null) {
                site.notEnded--;
            }
        }
    }
}
