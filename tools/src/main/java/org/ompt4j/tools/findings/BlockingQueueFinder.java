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
 * Finds blocking queues of which one side waits because the other one works. Memory grows with queues that were waited for, up to a limit: then those
 * that were waited for least are forgotten.
 *
 * <p>Who waits for what comes now and then has nothing to do otherwise: it is told by that it hardly works, or that the others do not.
 */
final class BlockingQueueFinder implements BlameListener {
    /** Fewer waits say nothing of how fast two sides are. */
    private static final int FEWEST_WAITS = 10;

    /** Who works for less than this share of its waits has little to do. */
    private static final double LEAST_WORK = 0.1;

    private static final double MOSTLY = 0.5;
    private static final int QUEUES = 20_000;

    private final Rows<Key, Waits> queues = new Rows<>(QUEUES, key -> new Waits(), each -> each.nanos, each -> {});

    private record Key(WaitPlace place, long waitId) {}

    private static final class Waits {
        final Map<Cause, Long> causes = new HashMap<>();
        long count;
        long nanos;
        long workedNanos;

        @Nullable
        Waited longest;
    }

    @Override
    public void waited(Waited wait) {
        Waits waits = waits(wait.place(), wait.waitId());
        if (waits != null) {
            waits.count++;
            waits.nanos += wait.nanos();
            waits.workedNanos += wait.workedNanos();
            waits.longest = waits.longest == null || wait.nanos() > waits.longest.nanos() ? wait : waits.longest;
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
        if (place.state() != State.WAIT_QUEUE || waitId == 0) {
            return null;
        }
        return queues.at(new Key(place, waitId));
    }

    /** Whether some queues were forgotten, because too many were waited for. */
    boolean hasForgotten() {
        return queues.given() > 0;
    }

    List<BlockingQueueWaits> find(long leastNanos) {
        List<BlockingQueueWaits> found = new ArrayList<>();
        queues.kept().forEach((key, waits) -> {
            Waited longest = waits.longest;
            boolean isLong = waits.nanos > leastNanos && waits.count >= FEWEST_WAITS;
            boolean hasWork = waits.workedNanos > LEAST_WORK * waits.nanos;
            if (longest != null && isLong && hasWork && othersWorkedNanos(waits) > MOSTLY * waits.nanos) {
                Interval interval =
                        new Interval(longest.threadId(), longest.fromNanos(), longest.fromNanos() + longest.nanos());
                found.add(new BlockingQueueWaits(
                        key.place,
                        key.waitId,
                        waits.count,
                        waits.nanos,
                        waits.workedNanos,
                        interval,
                        shares(waits.causes)));
            }
        });
        found.sort(Comparator.comparing((BlockingQueueWaits each) -> -each.costNanos())
                .thenComparing(BlockingQueueWaits::waitId)
                .thenComparing(each -> each.place().waitsAt()));
        return found;
    }

    private static long othersWorkedNanos(Waits waits) {
        return waits.causes.entrySet().stream()
                .filter(each -> each.getKey().isWork())
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    private static List<BlockingQueueWaits.Share> shares(Map<Cause, Long> causes) {
        return causes.entrySet().stream()
                .map(each -> new BlockingQueueWaits.Share(each.getKey(), each.getValue()))
                .sorted(Comparator.comparing((BlockingQueueWaits.Share each) -> -each.nanos())
                        .thenComparing(each -> each.cause().kind())
                        .thenComparing(each -> each.cause().body())
                        .thenComparing(each -> each.cause().madeAt())
                        .thenComparing(each -> each.cause().at()))
                .toList();
    }
}
