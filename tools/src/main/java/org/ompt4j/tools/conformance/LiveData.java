package org.ompt4j.tools.conformance;

import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.OmptData;

/** I1 and I2: ids, and the tool data that this tool hangs its own objects into. Thread safety: any thread. */
final class LiveData {
    private static final long FIRST_ID_THAT_JSON_ROUNDS = 1L << 53;

    private final LiveFindings findings;
    private final LiveIds known = new LiveIds();
    private final LiveIds tasks = new LiveIds();
    private final LiveIds over = new LiveIds();
    private final AtomicInteger begunThreads = new AtomicInteger();
    private final AtomicInteger endedThreads = new AtomicInteger();

    LiveData(LiveFindings findings) {
        this.findings = findings;
    }

    int begunThreads() {
        return begunThreads.get();
    }

    int endedThreads() {
        return endedThreads.get();
    }

    void beginThread(Heard at, OmptData data) {
        begunThreads.incrementAndGet();
        isNew(at, "thread", data);
        keep(data, at.thread());
    }

    void endThread() {
        endedThreads.incrementAndGet();
    }

    void beginRegion(Heard at, OmptData data, LiveRegion region) {
        isNew(at, "region", data);
        isEmpty(at, data);
        keep(data, region);
    }

    void beginTask(Heard at, OmptData data, LiveTask task) {
        isNew(at, "task", data);
        tasks.add(data.id());
        isEmpty(at, data);
        keep(data, task);
    }

    /** From now on events can carry empty data for this region or task. */
    void isOver(OmptData data) {
        over.add(data.id());
    }

    /** Whether this is empty data of a region or task that is over. */
    boolean isForgotten(@Nullable OmptData data) {
        return data != null && data.ptr == null && over.contains(data.id());
    }

    private void isNew(Heard at, String what, OmptData data) {
        if (data.id() <= 0 || data.id() >= FIRST_ID_THAT_JSON_ROUNDS) {
            findings.report(LiveRule.I1, at, "a " + what + " id between 1 and 2^53 - 1", "" + data.id());
        } else if (!known.add(data.id())) {
            findings.report(LiveRule.I1, at, "a new " + what + " id", data.id() + ", which was used before");
        }
    }

    void isEmpty(Heard at, OmptData data) {
        if (data.value != 0 || data.ptr != null) {
            findings.report(LiveRule.I2, at, "empty data at the begin", data.toString());
        }
    }

    private static void keep(OmptData data, Object model) {
        data.value = ~data.id();
        data.ptr = model;
    }

    @Nullable
    LiveThread thread(Heard at, @Nullable OmptData data) {
        return data == null ? null : stored(at, data, LiveThread.class);
    }

    /** The region that the data belongs to; null for none, for an initial task's own region, and for one that is unknown. */
    @Nullable
    LiveRegion region(Heard at, @Nullable OmptData data) {
        return data == null || data.ptr instanceof InitialRegion ? null : stored(at, data, LiveRegion.class);
    }

    @Nullable
    LiveTask task(Heard at, @Nullable OmptData data) {
        return data == null ? null : stored(at, data, LiveTask.class);
    }

    boolean isKnownTask(OmptData data) {
        return tasks.contains(data.id());
    }

    private <T> @Nullable T stored(Heard at, OmptData data, Class<T> type) {
        Object model = data.ptr;
        boolean isWhatWasStored = data.value == ~data.id() && type.isInstance(model) && owner(model) == data;
        if (!isWhatWasStored && !(model == null && over.contains(data.id()))) {
            findings.report(LiveRule.I2, at, "data with what was stored at the begin", data.toString());
        }
        return type.isInstance(model) ? type.cast(model) : null;
    }

    private static @Nullable OmptData owner(@Nullable Object model) {
        if (model instanceof LiveThread thread) {
            return thread.data;
        }
        if (model instanceof LiveRegion region) {
            return region.data;
        }
        return model instanceof LiveTask task ? task.data : null;
    }

    /** Stands in the data of an initial task's own region, which has no events of its own. */
    void beginInitialRegion(Heard at, OmptData data) {
        isNew(at, "region", data);
        isEmpty(at, data);
        keep(data, new InitialRegion());
    }

    private static final class InitialRegion {}
}
