package org.ompt4j.tools.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Severity;
import org.ompt4j.tools.testing.RandomEvents;
import org.ompt4j.tools.testing.TestRuntime;
import org.ompt4j.tools.testing.TestThread;
import org.ompt4j.tools.trace.RecordLayout;
import org.ompt4j.tools.trace.TraceTool;

class DamagedTraceTest {
    private static final int CALLS = 60;
    private static final ThreadMXBean MEMORY = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int HEADER_BYTES = RecordLayout.HEADER_TEXT;

    @TempDir
    Path directory;

    private Path smallTrace() throws IOException {
        Path file = directory.resolve("small.ompt");
        TestRuntime runtime = TestRuntime.writing(file, "trace").with("max-size", "256k");
        runtime.start(new TraceTool());
        runtime.sink().defineCallSite(1, "a.B.c(B.java:1)");
        List<TestThread> threads = List.of(new TestThread(1), new TestThread(2));
        runtime.endAt(new RandomEvents(42, threads, System.nanoTime()).feed(runtime.sink(), CALLS), file);
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
        long wholeLength = Files.size(file);
        int lastCount = whole.values().stream().mapToInt(List::size).sum();
        for (long length = wholeLength; length >= 0; length--) {
            try (RandomAccessFile cut = new RandomAccessFile(file.toFile(), "rw")) {
                cut.setLength(length);
            }
            int count = readWhatIsLeft(file, whole, wholeLength, length, headerLength);
            if (count > lastCount) {
                fail("more events in " + length + " bytes than in one byte more");
            }
            lastCount = count;
        }
        assertThat(lastCount).isZero();
    }

    private static int readWhatIsLeft(
            Path file, Map<Long, List<TraceEvent>> whole, long wholeLength, long length, int headerLength)
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
            assertThat(trace.losses().missingBytes()).isEqualTo(wholeLength - length);
            return count;
        } catch (TraceFormatException e) {
            assertThat(length).isLessThan(headerLength);
            assertThat(e.getMessage()).startsWith(file.toString()).doesNotContain("\n");
            return 0;
        }
    }

    /**
     * Whether the first list contains the second one, in the same order. These need not be the first events of the list: a thread that has found no
     * prepared chunk has appended one to the file, which a cut removes before chunks that the thread has used later.
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
    @Timeout(20)
    void whatIsNoRegularFileIsRefusedAtOnce() throws Exception {
        assumeTrue(Files.exists(Path.of("/dev/zero")), "not for Windows");
        Path pipe = directory.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();

        assertRefused(pipe, "is no regular file");
        assertRefused(Path.of("/dev/zero"), "is no regular file");
    }

    @ParameterizedTest
    @CsvSource({"4, id", "1, length"})
    void anIdOrALengthOfAMessageThatIsFarBeyondTheFileTakesNoMemory(int bytesBeforeText, String what)
            throws IOException {
        Path file = directory.resolve("message.ompt");
        TestRuntime runtime = TestRuntime.writing(file, "trace");
        runtime.start(new TraceTool());
        String message = "a message that is found again";
        runtime.events().error(new TestThread(1), System.nanoTime(), Construct.THREAD, Severity.WARNING, message, 0);
        runtime.end();
        byte[] bytes = Files.readAllBytes(file);
        int text = new String(bytes, StandardCharsets.ISO_8859_1).indexOf(message);
        // Replaces four numbers of one byte, the id, two others and the length, by one number of four bytes.
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(text - bytesBeforeText, (1 << 27) << 4 | 8);
        Files.write(file, bytes);

        long before = MEMORY.getCurrentThreadAllocatedBytes();
        try (Trace trace = Traces.open(file)) {
            assertThat(TraceRoundTripTest.all(trace)).hasSize(1);
            assertThat(trace.losses().damagedBytes() > 0).as(what).isEqualTo(bytesBeforeText == 1);
        }
        assertThat(MEMORY.getCurrentThreadAllocatedBytes() - before).isLessThan(8 << 20);
    }

    @Test
    void aBaseOfTimeThatCannotBeIsDamageAndNoTime() throws IOException {
        Path file = smallTrace();
        long duration;
        try (Trace trace = Traces.open(file)) {
            duration = trace.losses().durationNanos();
        }
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        int chunk = headerLength(file);
        while (bytes.get(chunk + RecordLayout.CHUNK_KIND) != RecordLayout.KIND_EVENTS) {
            chunk += bytes.getInt(chunk);
        }
        for (long forged : new long[] {Long.MIN_VALUE, -1, duration + 2_000_000_000L, Long.MAX_VALUE}) {
            bytes.putLong(chunk + RecordLayout.CHUNK_BASE_TIME, forged);
            Files.write(file, bytes.array());
            try (Trace trace = Traces.open(file)) {
                assertThat(TraceRoundTripTest.all(trace)).isNotEmpty().allMatch(each -> each.timeNanos() <= duration);
                assertThat(trace.losses().durationNanos()).isEqualTo(duration);
                assertThat(trace.losses().damagedBytes()).isGreaterThanOrEqualTo(RecordLayout.MIN_CHUNK_BYTES);
            }
        }
    }

    @Test
    void aLengthOfTheRunThatCannotBeIsRefused() throws IOException {
        Path file = smallTrace();
        byte[] bytes = Files.readAllBytes(file);
        for (long forged : new long[] {-1, 1L << 60}) {
            ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(RecordLayout.HEADER_DURATION_NANOS, forged);
            assertRefused(Files.write(file, bytes), "its header is damaged");
        }
    }

    @Test
    void aLengthOfTheFileThatCannotBeIsDamageAndTheRestIsRead() throws IOException {
        Path file = smallTrace();
        byte[] bytes = Files.readAllBytes(file);
        for (long forged : new long[] {Long.MIN_VALUE, -1, Long.MAX_VALUE}) {
            ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(RecordLayout.HEADER_FILE_LENGTH, forged);
            try (Trace trace = Traces.open(Files.write(file, bytes))) {
                assertThat(TraceRoundTripTest.all(trace)).isNotEmpty();
                assertThat(trace.losses().missingBytes()).isZero();
                assertThat(trace.losses().damagedBytes()).isEqualTo(Long.BYTES);
            }
        }
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

    @Test
    void aTraceWithConstructsThatAreNotKnownIsRefused() throws IOException {
        Path file = smallTrace();
        int known = Construct.values().length;
        String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
        String text = RecordLayout.TEXT_CONSTRUCTS + "\2\0\0\0";
        Files.writeString(file, bytes.replace(text + known, text + "99"), StandardCharsets.ISO_8859_1);

        assertRefused(file, "events of 99 constructs, this program knows " + known, "newer");
    }
}
