package org.ompt4j.tools.trace;

import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Places counters of throttled call sites in the file.
 *
 * <p>Thread safety: any thread. Creating a counter is rare and takes a lock; counting takes none.
 */
final class CounterLog {
    private static final int CHUNK_BYTES = RecordLayout.PAGE_BYTES;

    final ThrottleLimits limits;
    private final TraceFile file;
    private final CallSites callSites;
    /** The mutexes that unmounted virtual threads hold, by task; few of them hold any. */
    private final Map<Long, Holds> kept = new ConcurrentHashMap<>();

    private @Nullable Chunk chunk;
    private int position;

    CounterLog(TraceFile file, CallSites callSites, ThrottleLimits limits) {
        this.file = file;
        this.callSites = callSites;
        this.limits = limits;
    }

    /** A new counter for the events of this thread at this call site; null if there is no room in the file. */
    synchronized @Nullable Counter newCounter(long threadId, int codeptrRa, int tag, int construct) {
        Chunk to = chunk;
        if (to == null || position + RecordLayout.COUNTER_BYTES > to.sizeBytes()) {
            to = nextChunk();
            if (to == null) {
                return null;
            }
        }
        callSites.use(codeptrRa);
        ByteBuffer bytes = to.bytes;
        int at = position;
        position += RecordLayout.COUNTER_BYTES;
        bytes.putLong(at + RecordLayout.COUNTER_THREAD, threadId);
        bytes.putInt(at + RecordLayout.COUNTER_CALL_SITE, codeptrRa);
        bytes.put(at + RecordLayout.COUNTER_CONSTRUCT, (byte) construct);
        VarHandle.releaseFence();
        bytes.put(at + RecordLayout.COUNTER_TAG, (byte) tag);
        return new Counter(bytes, at, file.startNanos);
    }

    /** Keeps the mutexes that a virtual thread holds until it is mounted again. */
    void keep(long virtualThread, Holds holds) {
        kept.put(virtualThread, holds);
    }

    /** Removes and returns what was kept for a virtual thread; null if nothing was. */
    @Nullable
    Holds takeKept(long virtualThread) {
        return kept.isEmpty() ? null : kept.remove(virtualThread);
    }

    /** Forgets what unmounted virtual threads hold, since recording was paused. */
    void forgetKept() {
        kept.clear();
    }

    private @Nullable Chunk nextChunk() {
        Chunk next = file.cutForDefinitions(CHUNK_BYTES);
        chunk = next;
        if (next != null) {
            position = RecordLayout.CHUNK_OUTER_TASKS;
            next.publish(RecordLayout.KIND_COUNTERS);
            file.throttles();
        }
        return next;
    }
}
