package org.ompt4j.tools.findings;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.blame.BlameListener;
import org.ompt4j.tools.blame.Cause;
import org.ompt4j.tools.blame.WaitPlace;
import org.ompt4j.tools.model.Rows;

/**
 * Finds blocking queues at which one side waits because the other side works. For waits for room it also counts if the other side sleeps or is in
 * input or output. Memory grows with queues for which threads waited, up to a limit: then those with the shortest waits are dropped.
 *
 * <p>A thread that serves occasional requests has nothing else to do while it waits for an item: it is recognized because it hardly works itself, or
 * because the other side does not work. A thread that waits for room has an item, and would go on.
 */
final class BlockingQueueFinder implements BlameListener {
    /** From fewer waits it is not known which side is faster. */
    static final int FEWEST_WAITS = 10;

    /** A thread that works for less than this share of its waiting time has little to do. */
    static final double LEAST_WORK = 0.1;

    static final double MOSTLY = 0.5;
    private static final int QUEUES = 20_000;

    private final Rows<Key, Waits> queues = new Rows<>(QUEUES, key -> new Waits(), each -> each.nanos, each -> {});

    private record Key(WaitPlace place, long waitId) {}

    /** The producers or the consumers of a queue. */
    private record Side(State state, long waitId) {
        static Side of(Key key) {
            return new Side(key.place.state(), key.waitId);
        }
    }

    private static final class Waits {
        final Map<Cause, Long> causes = new HashMap<>();
        long count;
        long nanos;
        long workedNanos;

        /** How much of this waiting time has no known call site. */
        long withoutSiteNanos;

        @Nullable
        Waited longest;

        void waited(Waited wait) {
            count++;
            nanos += wait.nanos();
            workedNanos += wait.workedNanos();
            longest(wait);
        }

        private void longest(@Nullable Waited wait) {
            longest = longest == null || wait != null && wait.nanos() > longest.nanos() ? wait : longest;
        }

        /** Adds waits for the same queue without a known call site. */
        void addWithoutSite(Waits other) {
            count += other.count;
            nanos += other.nanos;
            workedNanos += other.workedNanos;
            withoutSiteNanos += other.nanos;
            longest(other.longest);
            other.causes.forEach((cause, time) -> causes.merge(cause, time, Long::sum));
        }

        /** The share of both waits that is due to the same work: 1 if both have the same causes in the same proportions. */
        double alike(Waits other) {
            double alike = 0;
            for (Map.Entry<Cause, Long> each : causes.entrySet()) {
                if (each.getKey().isWork()) {
                    double others = other.causes.getOrDefault(each.getKey(), 0L) / (double) Math.max(1, other.nanos);
                    alike += Math.min(each.getValue() / (double) Math.max(1, nanos), others);
                }
            }
            return alike;
        }
    }

    @Override
    public void waited(Waited wait) {
        Waits waits = waits(wait.place(), wait.waitId());
        if (waits != null) {
            waits.waited(wait);
        }
    }

    @Override
    public void blames(WaitPlace place, long waitId, Cause cause, long nanos) {
        Waits waits = waits(place, waitId);
        if (waits != null) {
            waits.causes.merge(cause, nanos, Long::sum);
        }
    }

    private @Nullable Waits waits(WaitPlace place, long waitId) {
        if (!place.state().isForQueue() || waitId == 0) {
            return null;
        }
        return queues.at(new Key(place, waitId));
    }

    /** Whether some queues were dropped because there were too many. */
    boolean hasForgotten() {
        return queues.given() > 0;
    }

    List<BlockingQueueWaits> find(long leastNanos) {
        List<BlockingQueueWaits> found = new ArrayList<>();
        withSites().forEach((key, waits) -> {
            Waited longest = waits.longest;
            boolean isLong = waits.nanos > leastNanos && waits.count >= FEWEST_WAITS;
            boolean isForRoom = key.place.state() == State.WAIT_QUEUE_FULL;
            boolean hasWork = isForRoom || waits.workedNanos > LEAST_WORK * waits.nanos;
            if (longest != null && isLong && hasWork && othersNanos(waits, isForRoom) > MOSTLY * waits.nanos) {
                found.add(new BlockingQueueWaits(
                        key.place,
                        key.waitId,
                        waits.count,
                        waits.nanos,
                        waits.withoutSiteNanos,
                        waits.workedNanos,
                        Interval.of(longest),
                        CauseShare.of(waits.causes)));
            }
        });
        found.sort(Comparator.comparing((BlockingQueueWaits each) -> -each.costNanos())
                .thenComparing(BlockingQueueWaits::waitId)
                .thenComparing(each -> each.place().waitsAt()));
        return found;
    }

    /**
     * Call sites of waits are found at a bounded rate. Waits without one are added to the place of the same queue where threads wait for the same
     * work.
     */
    private Map<Key, Waits> withSites() {
        Map<Side, List<Waits>> placesOfSides = new HashMap<>();
        Map<Key, Waits> places = new HashMap<>(queues.kept());
        places.forEach((key, waits) -> {
            if (key.place.waitsAt() != 0) {
                placesOfSides
                        .computeIfAbsent(Side.of(key), any -> new ArrayList<>())
                        .add(waits);
            }
        });
        places.entrySet().removeIf(each -> {
            boolean isKnown = each.getKey().place.waitsAt() != 0;
            return !isKnown && joins(each.getValue(), placesOfSides.getOrDefault(Side.of(each.getKey()), List.of()));
        });
        return places;
    }

    private static boolean joins(Waits waits, List<Waits> places) {
        Waits most = places.stream()
                .max(Comparator.comparingDouble((Waits each) -> each.alike(waits))
                        .thenComparingLong(each -> each.nanos))
                .orElse(null);
        boolean isAlike = most != null && most.alike(waits) > MOSTLY;
        if (most != null && isAlike) {
            most.addWithoutSite(waits);
        }
        return isAlike;
    }

    private static long othersNanos(Waits waits, boolean isForRoom) {
        return waits.causes.entrySet().stream()
                .filter(each -> each.getKey().isWork() || isForRoom && isAway(each.getKey()))
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    /** Whether a consumer, for which there is an item, slept or was in input or output. */
    private static boolean isAway(Cause cause) {
        return cause.state() == State.WAIT_SLEEP || cause.state() == State.WAIT_IO;
    }
}
