package org.ompt4j.tools.read;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ompt4j.tools.testing.RandomEvents;
import org.ompt4j.tools.testing.TestRuntime;
import org.ompt4j.tools.testing.TestThread;
import org.ompt4j.tools.trace.RecordLayout;
import org.ompt4j.tools.trace.TraceTool;

/** The number of bytes that events need in a file. */
class StoredBytesTest {
    private static final int CALLS = 20_000;

    @Test
    void recordsAddUpToWhatIsUsedOfTheChunks(@TempDir Path directory) throws IOException {
        Path file = directory.resolve("run.ompt");
        TestRuntime runtime = TestRuntime.writing(file, "trace");
        runtime.start(new TraceTool());
        List<TestThread> threads = List.of(new TestThread(1), new TestThread(2), new TestThread(3));
        runtime.endAt(new RandomEvents(7, threads, System.nanoTime()).feed(runtime.sink(), CALLS), file);

        Map<TraceEvent, Integer> stored = new IdentityHashMap<>();
        long told = 0;
        long bytes = 0;
        try (Trace trace = Traces.open(file)) {
            assertThat(trace.fileBytes()).isEqualTo(Files.size(file));
            for (Iterator<TraceEvent> events = trace.events(stored::put); events.hasNext(); told++) {
                // The second event of a record has no bytes of its own.
                bytes += stored.getOrDefault(events.next(), 0);
            }
            assertThat(TraceRoundTripTest.all(trace)).hasSize((int) told);
        }

        assertThat(stored.size()).isBetween(CALLS / 2, (int) told);
        assertThat(bytes).isEqualTo(usedOfEventChunks(file));
    }

    /** Counts the bytes up to the last one that is not 0: after the records there are zeros, and no number ends with a 0. */
    private static long usedOfEventChunks(Path file) throws IOException {
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        long used = 0;
        int at = bytes.getInt(RecordLayout.HEADER_LENGTH);
        while (at < bytes.capacity() && bytes.getInt(at) > 0) {
            int end = at + bytes.getInt(at);
            if (bytes.get(at + RecordLayout.CHUNK_KIND) == RecordLayout.KIND_EVENTS) {
                int first = at + RecordLayout.CHUNK_OUTER_TASKS + 8 * bytes.get(at + RecordLayout.CHUNK_DEPTH);
                int last = end;
                while (last > first && bytes.get(last - 1) == 0) {
                    last--;
                }
                used += last - first;
            }
            at = end;
        }
        return used;
    }
}
