package org.ompt4j.tools.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ompt4j.tools.testing.RandomEvents;
import org.ompt4j.tools.testing.TestRuntime;
import org.ompt4j.tools.testing.TestThread;
import org.ompt4j.tools.trace.RecordLayout;
import org.ompt4j.tools.trace.TraceTool;

class DamagedTraceTest {
    private static final int CALLS = 60;
    private static final int HEADER_BYTES = RecordLayout.HEADER_TEXT;

    @TempDir
    Path directory;

    private Path smallTrace() {
        Path file = directory.resolve("small.ompt");
        TestRuntime runtime = TestRuntime.writing(file, "trace").with("max-size", "256k");
        runtime.start(new TraceTool());
        runtime.sink().defineCallSite(1, "a.B.c(B.java:1)");
        List<TestThread> threads = List.of(new TestThread(1), new TestThread(2));
        new RandomEvents(42, threads, System.nanoTime()).feed(runtime.sink(), CALLS);
        runtime.end();
        return file;
    }

    private static Map<Long, List<TraceEvent>> byThread(Trace trace) throws IOException {
        Map<Long, List<TraceEvent>> events = new HashMap<>();
        for (TraceEvent event : TraceRoundTripTest.all(trace)) {
            events.computeIfAbsent(event.threadId(), id -> new ArrayList<>()).add(event);
        }
        return events;
    }

    @Test
    void aTraceCutAnywhereIsReadUpToTheCutOrRefusedWithOneLine() throws IOException {
        Path file = smallTrace();
        Map<Long, List<TraceEvent>> whole;
        try (Trace trace = Traces.open(file)) {
            whole = byThread(trace);
        }
        int headerLength = headerLength(file);
        int lastCount = whole.values().stream().mapToInt(List::size).sum();
        for (long length = Files.size(file); length >= 0; length--) {
            try (RandomAccessFile cut = new RandomAccessFile(file.toFile(), "rw")) {
                cut.setLength(length);
            }
            int count = readWhatIsLeft(file, whole, length, headerLength);
            if (count > lastCount) {
                fail("more events in " + length + " bytes than in one byte more");
            }
            lastCount = count;
        }
        assertThat(lastCount).isZero();
    }

    private static int readWhatIsLeft(Path file, Map<Long, List<TraceEvent>> whole, long length, int headerLength)
            throws IOException {
        try (Trace trace = Traces.open(file)) {
            assertThat(length).isGreaterThanOrEqualTo(headerLength);
            int count = 0;
            for (Map.Entry<Long, List<TraceEvent>> entry : byThread(trace).entrySet()) {
                if (!isPartOf(whole.get(entry.getKey()), entry.getValue())) {
                    fail("other events in " + length + " bytes");
                }
                count += entry.getValue().size();
            }
            assertThat(trace.losses().truncatedBytes()).isBetween(0L, length);
            return count;
        } catch (TraceFormatException e) {
            assertThat(length).isLessThan(headerLength);
            assertThat(e.getMessage()).startsWith(file.toString()).doesNotContain("\n");
            return 0;
        }
    }

    /**
     * Whether some events are in others, in the same order. Not always the first ones: a thread that found no chunk prepared
     * made one behind those that it used later, and a cut takes that first.
     */
    private static boolean isPartOf(List<TraceEvent> all, List<TraceEvent> some) {
        int next = 0;
        for (TraceEvent each : all) {
            if (next < some.size() && some.get(next).equals(each)) {
                next++;
            }
        }
        return next == some.size();
    }

    private static int headerLength(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
            channel.read(header, 0);
            return header.getInt(RecordLayout.HEADER_LENGTH);
        }
    }

    @Test
    void bytesCutFromARecordAreCounted() throws IOException {
        Path file = smallTrace();
        int whole;
        try (Trace trace = Traces.open(file)) {
            whole = TraceRoundTripTest.all(trace).size();
        }
        try (RandomAccessFile cut = new RandomAccessFile(file.toFile(), "rw")) {
            byte[] bytes = Files.readAllBytes(file);
            int last = bytes.length - 1;
            while (bytes[last] == 0) {
                last--;
            }
            cut.setLength(last);
        }
        try (Trace trace = Traces.open(file)) {
            assertThat(TraceRoundTripTest.all(trace)).hasSizeBetween(whole - 2, whole - 1);
            assertThat(trace.losses().truncatedBytes()).isPositive();
        }
    }

    @Test
    void overwrittenBytesNeverThrowAnythingElse() throws IOException {
        Path file = smallTrace();
        byte[] good = Files.readAllBytes(file);
        Random random = new Random(7);
        for (int round = 0; round < 2000; round++) {
            byte[] bad = good.clone();
            for (int i = 0; i < 1 + round % 5; i++) {
                bad[random.nextInt(bad.length)] = (byte) random.nextInt(256);
            }
            Files.write(file, bad);
            try (Trace trace = Traces.open(file)) {
                TraceRoundTripTest.all(trace);
                trace.threads();
                trace.losses();
            } catch (TraceFormatException e) {
                assertThat(e.getMessage()).startsWith(file.toString()).doesNotContain("\n");
            }
        }
    }

    private void assertRefused(Path file, String... words) {
        assertThatThrownBy(() -> Traces.open(file))
                .isInstanceOf(TraceFormatException.class)
                .message()
                .startsWith(file.toString())
                .contains(words)
                .doesNotContain("\n");
    }

    @Test
    void anEmptyFileIsRefused() throws IOException {
        assertRefused(Files.createFile(directory.resolve("empty")), "is empty");
    }

    @Test
    void aMissingFileIsRefused() {
        assertRefused(directory.resolve("missing"), "no such file");
    }

    @Test
    void aDirectoryIsRefused() {
        assertRefused(directory, "is a directory");
    }

    @Test
    void aForeignFileIsRefused() throws IOException {
        assertRefused(Files.writeString(directory.resolve("a.txt"), "x".repeat(10_000)), "not an OMPT4J trace");
        assertRefused(Files.writeString(directory.resolve("b.txt"), "x"), "not an OMPT4J trace");
    }

    @Test
    void anUnreadableFileIsRefused() throws IOException {
        Path file = Files.createFile(directory.resolve("secret"));
        assumeTrue(file.toFile().setReadable(false, false) && !Files.isReadable(file), "not for root");
        assertRefused(file, "cannot be read by this user");
    }

    @Test
    void aNewerTraceIsRefused() throws IOException {
        Path file = smallTrace();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            ByteBuffer version = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN);
            version.putInt(0, RecordLayout.VERSION + 1);
            channel.write(version, RecordLayout.HEADER_VERSION);
        }
        assertRefused(file, "format version " + (RecordLayout.VERSION + 1), "newer");
    }
}
