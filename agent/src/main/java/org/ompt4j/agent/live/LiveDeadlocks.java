package org.ompt4j.agent.live;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;
import org.ompt4j.agent.live.LiveWindow.DeadlockRow;

/**
 * Finds threads that wait for each other, without stopping any. The waits of a cycle are read one after the other, so they need not have existed at
 * the same time. If each thread of the cycle is still in the same wait when all are read again, all waits existed at the same time, and no thread
 * can go on.
 */
final class LiveDeadlocks {
    private static final int MOST_THREADS = 100;

    private LiveDeadlocks() {}

    /**
     * A thread that waits for a mutex, without a timeout.
     *
     * @param threadId the id of the thread, as in thread dumps
     * @param waits how many waits the thread has begun
     * @param object the class of the object that it waits for
     * @param ownerId the id of the thread that holds the object
     */
    record Waiting(long threadId, String name, long waits, String object, long ownerId) {}

    /**
     * The present deadlocks, with a row for each thread.
     *
     * @param suspects threads that wait for mutexes
     * @param ask returns the wait of a thread; null if it waits for nothing that another thread holds
     */
    static List<DeadlockRow> find(Collection<Long> suspects, LongFunction<@Nullable Waiting> ask) {
        Set<Long> seen = new HashSet<>();
        List<DeadlockRow> found = new ArrayList<>();
        int deadlocks = 0;
        for (long each : suspects) {
            List<Waiting> circle = circle(each, seen, ask);
            if (!circle.isEmpty() && circle.stream().allMatch(link -> link.equals(ask.apply(link.threadId)))) {
                add(circle, ++deadlocks, found);
            }
        }
        return found;
    }

    /* The cycle of waits that this thread leads to; empty if a thread on the way has been examined before. */
    private static List<Waiting> circle(long from, Set<Long> seen, LongFunction<@Nullable Waiting> ask) {
        Map<Long, Waiting> way = new LinkedHashMap<>();
        long thread = from;
        while (!way.containsKey(thread)) {
            Waiting waiting = way.size() < MOST_THREADS && seen.add(thread) ? ask.apply(thread) : null;
            if (waiting == null) {
                return List.of();
            }
            way.put(thread, waiting);
            thread = waiting.ownerId;
        }
        List<Waiting> all = new ArrayList<>(way.values());
        int begin = new ArrayList<>(way.keySet()).indexOf(thread);
        return all.subList(begin, all.size());
    }

    private static void add(List<Waiting> circle, int deadlock, List<DeadlockRow> to) {
        for (int i = 0; i < circle.size(); i++) {
            Waiting each = circle.get(i);
            String holder = circle.get((i + 1) % circle.size()).name;
            to.add(new DeadlockRow(deadlock, each.name, each.object, holder));
        }
    }
}
