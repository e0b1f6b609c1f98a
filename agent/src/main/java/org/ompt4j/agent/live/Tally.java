package org.ompt4j.agent.live;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.ompt4j.agent.live.LiveWindow.DeadlockRow;
import org.ompt4j.agent.live.LiveWindow.MutexRow;
import org.ompt4j.agent.live.LiveWindow.PoolRow;
import org.ompt4j.agent.live.LiveWindow.RegionRow;
import org.ompt4j.agent.live.LiveWindow.Seen;
import org.ompt4j.agent.live.LiveWindow.ThreadRow;
import org.ompt4j.ompt.OmptThread;
import org.ompt4j.ompt.State;

/**
 * Adds up the looks of one interval.
 *
 * <p>Memory: at most {@link #MOST_KEPT} threads, mutexes, pools and call sites of regions are kept, of each; further threads count in the total
 * only.
 *
 * <p>Thread safety: one thread at a time.
 */
final class Tally {
    static final int MOST_KEPT = 5_000;

    /** How many waiting threads a mutex names. */
    static final int MOST_NAMES = 3;

    private static final int MOST_WAITERS = 100;
    private static final int MOST_REGIONS = 10_000;

    private final Map<OmptThread, SeenThread> threads = new IdentityHashMap<>();
    private final Map<Long, SeenMutex> mutexes = new HashMap<>();
    private final Map<PoolFacts, SeenPool> pools = new HashMap<>();
    private final Map<RegionPlace, SeenRegions> regions = new HashMap<>();
    private final Counter total = new Counter();
    private List<DeadlockRow> deadlocks = List.of();
    private long looks;
    private long threadsNow;

    /** The properties of a pool that do not change, see {@link PoolRow}. */
    record PoolFacts(long id, String kind, String name, long limit, String site) {}

    /** The row under which a region counts, see {@link RegionRow}. */
    record RegionPlace(String kind, String site) {}

    private static final class Counter {
        private long working;
        private long overhead;
        private long mutex;
        private long waiting;
        private long idle;

        void see(State state) {
            if (state.isWork()) {
                working++;
            } else if (state.isForMutex()) {
                mutex++;
            } else if (state == State.IDLE) {
                idle++;
            } else if (state == State.OVERHEAD) {
                overhead++;
            } else {
                waiting++;
            }
        }

        Seen seen() {
            return new Seen(working, overhead, mutex, waiting, idle);
        }
    }

    private static final class SeenThread {
        final Counter counter = new Counter();
        State state = State.UNDEFINED;
        long waitId;
        String region = LiveWindow.UNKNOWN;
    }

    /** Counts things of which a look can see several: at how many looks there was any, and how many there were at most at one look. */
    private static final class AtOnce {
        private long look;
        private long now;
        long looks;
        long most;

        void see(long currentLook) {
            if (look != currentLook) {
                look = currentLook;
                now = 0;
                looks++;
            }
            most = Math.max(most, ++now);
        }
    }

    private static final class SeenMutex {
        final AtOnce waiters = new AtOnce();
        final Map<String, Long> names = new HashMap<>();
        final Map<String, Long> holders = new HashMap<>();
        final Set<OmptThread> threads = new HashSet<>();
        long waits;
    }

    private static final class SeenPool {
        final Counter counter = new Counter();
        long counted;
        long queued;
        long mostQueued;
    }

    private static final class SeenRegions {
        final Counter counter = new Counter();
        final AtOnce threads = new AtOnce();
        final Set<Long> ids = new HashSet<>();
    }

    /** Begins the next look. */
    void look() {
        looks++;
        threadsNow = 0;
    }

    /** The number of looks. */
    long looks() {
        return looks;
    }

    /**
     * Adds a thread at this look.
     *
     * @param pool the pool that it works for; null for none
     * @param region the id of the parallel region that it is in; 0 for none
     * @param place the construct and the call site of that region; null for none
     */
    void see(
            OmptThread thread,
            State state,
            long waitId,
            @Nullable PoolFacts pool,
            long region,
            @Nullable RegionPlace place) {
        threadsNow++;
        total.see(state);
        SeenThread row = kept(threads, thread, SeenThread::new);
        if (row != null) {
            row.counter.see(state);
            row.state = state;
            row.waitId = waitId;
            row.region = place == null ? LiveWindow.UNKNOWN : place.site.isEmpty() ? place.kind : place.site;
        }
        if (state.isForMutex()) {
            waits(thread, waitId);
        }
        SeenPool worksFor = pool == null ? null : kept(pools, pool, SeenPool::new);
        if (worksFor != null) {
            worksFor.counter.see(state);
        }
        SeenRegions in = place == null ? null : kept(regions, place, SeenRegions::new);
        if (in != null) {
            in.counter.see(state);
            in.threads.see(looks);
            if (in.ids.size() < MOST_REGIONS) {
                in.ids.add(region);
            }
        }
    }

    private void waits(OmptThread thread, long waitId) {
        SeenMutex mutex = kept(mutexes, waitId, SeenMutex::new);
        if (mutex == null) {
            return;
        }
        mutex.waits++;
        mutex.waiters.see(looks);
        if (mutex.threads.contains(thread) || mutex.threads.size() < MOST_WAITERS) {
            mutex.threads.add(thread);
            mutex.names.merge(thread.name(), 1L, Long::sum);
        }
    }

    /** Adds the holder, at this look, of a mutex for which threads wait. */
    void holds(String thread, long waitId) {
        SeenMutex mutex = mutexes.get(waitId);
        if (mutex != null && (mutex.holders.containsKey(thread) || mutex.holders.size() < MOST_WAITERS)) {
            mutex.holders.merge(thread, 1L, Long::sum);
        }
    }

    /** Sets the threads that wait for each other at this look. */
    void deadlocked(List<DeadlockRow> threadsOfAll) {
        deadlocks = threadsOfAll;
    }

    /** Adds the length of a pool's queue at this look, in tasks; negative if it is not known. */
    void queued(PoolFacts pool, long tasks) {
        SeenPool row = kept(pools, pool, SeenPool::new);
        if (row != null && tasks >= 0) {
            row.counted++;
            row.queued += tasks;
            row.mostQueued = Math.max(row.mostQueued, tasks);
        }
    }

    /** The value of this key, a new one if there is room for it; else null. */
    private static <K, V> @Nullable V kept(Map<K, V> map, K key, Supplier<V> fresh) {
        V known = map.get(key);
        if (known == null && map.size() < MOST_KEPT) {
            known = fresh.get();
            map.put(key, known);
        }
        return known;
    }

    /**
     * The window of the interval.
     *
     * @param nanos the length of the interval, in nanoseconds
     * @param suspended see {@link LiveWindow#suspended}
     * @param objects returns the class of an object by its wait id; null if it is not known
     */
    LiveWindow end(long nanos, long suspended, LongFunction<@Nullable String> objects) {
        return new LiveWindow(
                nanos,
                looks,
                threadsNow,
                suspended,
                total.seen(),
                List.copyOf(first(deadlocks, LiveWindow.MOST_OTHERS)),
                threadRows(objects),
                mutexRows(objects),
                poolRows(),
                regionRows());
    }

    private List<ThreadRow> threadRows(LongFunction<@Nullable String> objects) {
        List<Map.Entry<OmptThread, SeenThread>> all = new ArrayList<>(threads.entrySet());
        all.sort(Comparator.<Map.Entry<OmptThread, SeenThread>>comparingLong(each -> -each.getValue().counter.mutex)
                .thenComparingLong(each -> -each.getValue().counter.working)
                .thenComparingLong(each -> each.getValue().counter.idle)
                .thenComparingLong(each -> each.getKey().id()));
        List<ThreadRow> rows = new ArrayList<>();
        for (Map.Entry<OmptThread, SeenThread> each : first(all, LiveWindow.MOST_THREADS)) {
            OmptThread thread = each.getKey();
            SeenThread seen = each.getValue();
            rows.add(new ThreadRow(
                    thread.id(),
                    thread.javaThreadId(),
                    thread.name(),
                    seen.counter.seen(),
                    seen.state.specName(),
                    nameOf(seen.waitId, objects),
                    seen.waitId,
                    seen.region));
        }
        return rows;
    }

    private static String nameOf(long waitId, LongFunction<@Nullable String> objects) {
        String known = waitId == 0 ? null : objects.apply(waitId);
        return known == null ? LiveWindow.UNKNOWN : known;
    }

    private List<MutexRow> mutexRows(LongFunction<@Nullable String> objects) {
        List<MutexRow> rows = new ArrayList<>();
        for (Map.Entry<Long, SeenMutex> each : mutexes.entrySet()) {
            SeenMutex seen = each.getValue();
            List<String> holders = mostFrequent(seen.holders);
            String holder = holders.isEmpty() ? LiveWindow.UNKNOWN : holders.get(0);
            List<String> names = mostFrequent(seen.names);
            rows.add(new MutexRow(
                    each.getKey(),
                    nameOf(each.getKey(), objects),
                    seen.waiters.looks,
                    seen.waits,
                    seen.waiters.most,
                    seen.threads.size(),
                    List.copyOf(first(names, MOST_NAMES)),
                    holder,
                    seen.holders.getOrDefault(holder, 0L)));
        }
        rows.sort(Comparator.comparingLong((MutexRow each) -> -each.waiters()).thenComparingLong(MutexRow::waitId));
        return List.copyOf(first(rows, LiveWindow.MOST_OTHERS));
    }

    private static List<String> mostFrequent(Map<String, Long> counts) {
        List<String> names = new ArrayList<>(counts.keySet());
        names.sort(Comparator.comparingLong((String each) -> -counts.getOrDefault(each, 0L))
                .thenComparing(Comparator.naturalOrder()));
        return names;
    }

    private List<PoolRow> poolRows() {
        List<PoolRow> rows = new ArrayList<>();
        for (Map.Entry<PoolFacts, SeenPool> each : pools.entrySet()) {
            PoolFacts pool = each.getKey();
            SeenPool seen = each.getValue();
            rows.add(new PoolRow(
                    pool.id,
                    pool.kind,
                    pool.name,
                    pool.limit,
                    pool.site,
                    seen.counter.seen(),
                    seen.counted,
                    seen.queued,
                    seen.mostQueued));
        }
        rows.sort(Comparator.comparingLong((PoolRow each) -> -each.queued()).thenComparingLong(PoolRow::id));
        return List.copyOf(first(rows, LiveWindow.MOST_OTHERS));
    }

    private List<RegionRow> regionRows() {
        List<RegionRow> rows = new ArrayList<>();
        for (Map.Entry<RegionPlace, SeenRegions> each : regions.entrySet()) {
            RegionPlace place = each.getKey();
            SeenRegions seen = each.getValue();
            rows.add(new RegionRow(place.kind, place.site, seen.ids.size(), seen.counter.seen(), seen.threads.most));
        }
        rows.sort(Comparator.comparingLong((RegionRow each) -> -each.seen().all())
                .thenComparing(RegionRow::site)
                .thenComparing(RegionRow::kind));
        return List.copyOf(first(rows, LiveWindow.MOST_OTHERS));
    }

    private static <T> List<T> first(List<T> all, int most) {
        return all.subList(0, Math.min(all.size(), most));
    }
}
