package org.ompt4j.tools.report;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.ompt4j.tools.model.MeanOverTime;
import org.ompt4j.tools.model.PoolQueue;
import org.ompt4j.tools.model.QueueModel;
import org.ompt4j.tools.path.Parallelism;
import org.ompt4j.tools.read.Trace;

/** Numbers over time, for the page: how many threads work, and how long queues of pools are. Memory is bounded. */
final class NumbersOverTime {
    /** As many steps as a thread can have stretches in the timeline. */
    private static final int STEPS = 4_000;

    /** How many pools are followed at most: the first ones that have a task in their queue. */
    private static final int POOLS = 64;

    private static final int POOLS_SHOWN = 3;

    private final long endNanos;
    private final QueueModel queues;
    private final MeanOverTime working;
    private final Map<Long, MeanOverTime> lengths = new HashMap<>();
    private boolean isComplete = true;

    NumbersOverTime(Trace trace, QueueModel queues, Parallelism parallelism) {
        this.endNanos = trace.losses().durationNanos();
        this.queues = queues;
        this.working = new MeanOverTime(STEPS, endNanos);
        parallelism.tellOverTime(working);
        queues.tellStays(this::stayed);
    }

    private void stayed(PoolQueue queue, long fromNanos, long toNanos) {
        MeanOverTime length = lengths.get(queue.poolId());
        if (length == null && lengths.size() < POOLS) {
            length = new MeanOverTime(STEPS, endNanos);
            lengths.put(queue.poolId(), length);
        }
        if (length == null) {
            isComplete = false;
        } else {
            length.add(fromNanos, toNanos, 1);
        }
    }

    /** Writes the numbers: first that of threads, then, of the followed pools, those of the queues in which tasks waited longest. */
    void write(JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeBooleanField("of_all_pools", isComplete);
        json.writeArrayFieldStart("lines");
        counter("threads at work", working, json);
        for (PoolQueue each : shown()) {
            counter("queue of " + Names.pool(each.pool()), Objects.requireNonNull(lengths.get(each.poolId())), json);
        }
        json.writeEndArray();
        json.writeEndObject();
    }

    private List<PoolQueue> shown() {
        return queues.queues().stream()
                .filter(each -> lengths.containsKey(each.poolId()) && each.queuedNanos() > 0)
                .sorted(Comparator.comparing((PoolQueue each) -> -each.queuedNanos())
                        .thenComparing(PoolQueue::poolId))
                .limit(POOLS_SHOWN)
                .toList();
    }

    private static void counter(String name, MeanOverTime numbers, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("name", name);
        json.writeNumberField("step_ns", numbers.stepNanos());
        json.writeArrayFieldStart("hundredths");
        for (double each : numbers.means()) {
            json.writeNumber(Math.round(100 * each));
        }
        json.writeEndArray();
        json.writeEndObject();
    }
}
