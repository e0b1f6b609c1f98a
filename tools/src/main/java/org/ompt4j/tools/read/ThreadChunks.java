package org.ompt4j.tools.read;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The chunks of one thread in their order. A chunk that begins before the time of the previous one is damaged. */
final class ThreadChunks {
    private final Source source;
    private final Texts texts;
    private final int version;
    private final TimeRange times;
    private final Damage damage;
    private final List<ChunkInfo> chunks;

    /**
     * @param version the version of the trace's format
     * @param chunks the chunks in any order
     * @param times the possible times of the trace
     * @param damage gets chunks that are left out, and bytes in other chunks that are no event
     */
    ThreadChunks(Source source, Texts texts, int version, List<ChunkInfo> chunks, TimeRange times, Damage damage) {
        this.source = source;
        this.texts = texts;
        this.version = version;
        this.times = times;
        this.damage = damage;
        this.chunks = inOrder(chunks);
    }

    private List<ChunkInfo> inOrder(List<ChunkInfo> all) {
        List<ChunkInfo> bySequence = new ArrayList<>(all);
        bySequence.sort(Comparator.comparingInt(ChunkInfo::sequence));
        List<ChunkInfo> kept = new ArrayList<>();
        for (ChunkInfo each : bySequence) {
            if (!times.has(each.baseTime())) {
                leaveOut(each);
                continue;
            }
            int last = kept.size() - 1;
            if (last >= 0 && kept.get(last).baseTime() > each.baseTime()) {
                boolean earlierOneFits = last > 0 && kept.get(last - 1).baseTime() > each.baseTime();
                leaveOut(earlierOneFits ? each : kept.remove(last));
                if (earlierOneFits) {
                    continue;
                }
            }
            kept.add(each);
        }
        return kept;
    }

    private void leaveOut(ChunkInfo chunk) {
        damage.add(chunk.position(), chunk.endPosition() - chunk.position());
    }

    int count() {
        return chunks.size();
    }

    ChunkInfo get(int index) {
        return chunks.get(index);
    }

    /** @param stored gets the lengths of the chunk's records; may be null */
    ChunkReader open(int index, @Nullable StoredBytes stored) {
        boolean isLast = index == chunks.size() - 1;
        TimeRange own = isLast ? times : times.upTo(chunks.get(index + 1).baseTime());
        return new ChunkReader(source, chunks.get(index), texts, version, own, damage, stored);
    }
}
