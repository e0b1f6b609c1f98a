package org.ompt4j.tools.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.ompt4j.emitter.testing.EventCalls;
import org.ompt4j.ompt.ClassScan;
import org.ompt4j.ompt.CollectionPauses;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.ControlCommand;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.UnobservedUse;
import org.ompt4j.ompt.UnobservedUse.Reason;
import org.ompt4j.tools.read.Pause;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.read.Traces;
import org.ompt4j.tools.testing.TestRuntime;
import org.ompt4j.tools.testing.TestThread;

class RecordingTest {
    @TempDir
    Path directory;

    /** A disk that is full after some bytes. */
    private static final class SmallDisk implements Storage {
        private final Storage disk;
        private volatile long roomBytes;

        SmallDisk(TraceOutput output, long roomBytes) {
            this.disk = new DiskStorage(new TestRuntime(), output.channel());
            this.roomBytes = roomBytes;
        }

        @Override
        public void write(long position, byte[] bytes, int count) throws IOException {
            if (position + count > roomBytes) {
                throw new IOException("No space left on device");
            }
            disk.write(position, bytes, count);
        }

        @Override
        public ByteBuffer map(long position, int sizeBytes) throws IOException {
            return disk.map(position, sizeBytes);
        }

        @Override
        public void cut(long lengthBytes) throws IOException {
            disk.cut(lengthBytes);
        }

        @Override
        public void close() throws IOException {
            disk.close();
        }
    }

    /** A disk whose operations block while it hangs. */
    private static final class HangingDisk implements Storage {
        private final Storage disk;
        private boolean hangs;

        HangingDisk(TraceOutput output) {
            this.disk = new DiskStorage(new TestRuntime(), output.channel());
        }

        synchronized void hang(boolean now) {
            hangs = now;
            notifyAll();
        }

        private synchronized void pass() {
            while (hangs) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    // A disk operation ignores interrupts.
                }
            }
        }

        @Override
        public void write(long position, byte[] bytes, int count) throws IOException {
            pass();
            disk.write(position, bytes, count);
        }

        @Override
        public ByteBuffer map(long position, int sizeBytes) throws IOException {
            pass();
            return disk.map(position, sizeBytes);
        }

        @Override
        public void cut(long lengthBytes) throws IOException {
            pass();
            disk.cut(lengthBytes);
        }

        @Override
        public void close() throws IOException {
            pass();
            disk.close();
        }
    }

    private Path file() {
        return directory.resolve("run.ompt");
    }

    /** Raises events that are numbered by their wait id. */
    private static void acquire(EventCalls sink, TestThread thread, int from, int to) {
        for (int i = from; i < to; i++) {
            sink.mutexAcquired(thread, System.nanoTime(), Construct.SYNCHRONIZED, MutexKind.CRITICAL, i + 1, 0);
        }
    }

    private static void acquireAt(EventCalls sink, TestThread thread, int codeptrRa) {
        sink.mutexAcquired(
                thread, System.nanoTime(), Construct.SYNCHRONIZED, MutexKind.CRITICAL, codeptrRa + 1L, codeptrRa);
    }

    private static List<Long> waitIds(Trace trace, long threadId) throws IOException {
        List<Long> ids = new ArrayList<>();
        for (Iterator<TraceEvent> events = trace.events(); events.hasNext(); ) {
            TraceEvent event = events.next();
            if (event.threadId() == threadId && event.waitId() != 0) {
                ids.add(event.waitId());
            }
        }
        return ids;
    }

    private static long lastEventNanos(Trace trace) throws IOException {
        long last = 0;
        for (Iterator<TraceEvent> events = trace.events(); events.hasNext(); ) {
            last = events.next().timeNanos();
        }
        return last;
    }

    private static void assertConsecutive(List<Long> ids) {
        for (int i = 1; i < ids.size(); i++) {
            assertThat(ids.get(i)).isEqualTo(ids.get(i - 1) + 1);
        }
    }

    @Test
    void aFullDiskStopsRecordingWithOneMessageAndCountsWhatIsDropped() throws IOException {
        TestRuntime runtime = TestRuntime.writing(file(), "trace");
        RunHeader header = RunHeader.of(runtime, "trace");
        TraceOutput output = TraceOutput.create(new TestRuntime(), file().toFile(), header);
        SmallDisk disk = new SmallDisk(output, 400 << 10);
        Recording recording = Recording.begin(runtime, header, output, disk);
        EventCalls sink = new EventCalls(new TraceSink(recording));
        TestThread thread = new TestThread(7);
        TestThread late = new TestThread(8);
        acquire(sink, thread, 0, 500_000);
        acquire(sink, late, 0, 10);
        recording.finish();

        assertThat(runtime.messages).hasSize(2);
        assertThat(runtime.messages.get(0)).contains("No space left on device").contains("recording stops here");
        try (Trace trace = Traces.open(file())) {
            List<Long> ids = waitIds(trace, 7);
            assertThat(ids).hasSizeGreaterThan(10_000).startsWith(1L);
            assertConsecutive(ids);
            assertThat(trace.losses().droppedEvents()).isEqualTo(500_010 - ids.size());
            assertThat(trace.losses().endReason()).contains("disk");
            assertThat(trace.losses().finished()).isTrue();
        }
    }

    @Test
    void aRingOnAFullDiskGoesOnWithTheRoomItHas() throws IOException {
        TestRuntime runtime = TestRuntime.writing(file(), "trace").with("ring", "true");
        RunHeader header = RunHeader.of(runtime, "trace");
        TraceOutput output = TraceOutput.create(new TestRuntime(), file().toFile(), header);
        SmallDisk disk = new SmallDisk(output, 400 << 10);
        Recording recording = Recording.begin(runtime, header, output, disk);
        acquire(new EventCalls(new TraceSink(recording)), new TestThread(7), 0, 500_000);
        recording.finish();
        try (Trace trace = Traces.open(file())) {
            List<Long> ids = waitIds(trace, 7);
            assertThat(ids).hasSizeGreaterThan(1000).endsWith(500_000L);
            assertConsecutive(ids);
            assertThat(trace.losses().droppedEvents()).isEqualTo(500_000 - ids.size());
        }
    }

    @Test
    @Timeout(60)
    void aDiskThatHangsMakesAGapAndWhatIsDroppedIsCounted() throws IOException {
        TestRuntime runtime = TestRuntime.writing(file(), "trace").with("max-stall", "250ms");
        RunHeader header = RunHeader.of(runtime, "trace");
        TraceOutput output = TraceOutput.create(new TestRuntime(), file().toFile(), header);
        HangingDisk disk = new HangingDisk(output);
        Recording recording = Recording.begin(runtime, header, output, disk);
        EventCalls sink = new EventCalls(new TraceSink(recording));
        TestThread thread = new TestThread(7);
        disk.hang(true);
        acquire(sink, thread, 0, 500_000);
        acquire(sink, new TestThread(8), 0, 10);
        disk.hang(false);
        Awaitility.await()
                .untilAsserted(() -> assertThat(runtime.messages)
                        .anyMatch(each -> each.contains("the disk is too slow for the trace")));
        acquire(sink, thread, 500_000, 500_100);
        recording.finish();

        try (Trace trace = Traces.open(file())) {
            List<Long> ids = waitIds(trace, 7);
            int kept = ids.size() - 100;
            assertThat(kept).isBetween(1_000, 499_999);
            assertThat(ids).startsWith(1L);
            assertConsecutive(ids.subList(0, kept));
            assertThat(ids.subList(kept, ids.size())).startsWith(500_001L).endsWith(500_100L);
            assertConsecutive(ids.subList(kept, ids.size()));
            assertThat(trace.losses().droppedEvents())
                    .isEqualTo(500_110 - ids.size() - waitIds(trace, 8).size());
            assertThat(trace.pauses()).hasSize(1);
            assertThat(trace.losses().failures().keySet()).anyMatch(each -> each.contains("too slow"));
            assertThat(trace.losses().finished()).isTrue();
        }
    }

    @Test
    @Timeout(60)
    void aDiskThatHangsForLessThanMaxStallLosesNothing() throws Exception {
        TestRuntime runtime = TestRuntime.writing(file(), "trace").with("max-stall", "50s");
        RunHeader header = RunHeader.of(runtime, "trace");
        TraceOutput output = TraceOutput.create(new TestRuntime(), file().toFile(), header);
        HangingDisk disk = new HangingDisk(output);
        Recording recording = Recording.begin(runtime, header, output, disk);
        disk.hang(true);
        Thread writer =
                new Thread(() -> acquire(new EventCalls(new TraceSink(recording)), new TestThread(7), 0, 500_000));
        writer.start();
        awaitWaitForTheDisk(writer);
        disk.hang(false);
        writer.join();
        recording.finish();

        try (Trace trace = Traces.open(file())) {
            assertThat(waitIds(trace, 7)).hasSize(500_000);
            assertThat(trace.losses().droppedEvents()).isZero();
            assertThat(trace.pauses()).isEmpty();
        }
    }

    @Test
    @Timeout(60)
    void theEndOfRecordingEndsEveryWaitForTheDisk() throws Exception {
        TestRuntime runtime = TestRuntime.writing(file(), "trace").with("max-stall", "1000s");
        RunHeader header = RunHeader.of(runtime, "trace");
        TraceOutput output = TraceOutput.create(new TestRuntime(), file().toFile(), header);
        HangingDisk disk = new HangingDisk(output);
        Recording recording = Recording.begin(runtime, header, output, disk);
        disk.hang(true);
        Thread writer =
                new Thread(() -> acquire(new EventCalls(new TraceSink(recording)), new TestThread(7), 0, 500_000));
        writer.start();
        awaitWaitForTheDisk(writer);

        recording.end();
        writer.join();

        disk.hang(false);
        try (Trace trace = Traces.open(file())) {
            List<Long> ids = waitIds(trace, 7);
            assertConsecutive(ids);
            assertThat(trace.losses().droppedEvents()).isEqualTo(500_000 - ids.size());
        }
    }

    private static void awaitWaitForTheDisk(Thread writer) {
        Awaitility.await()
                .until(() -> Stream.of(writer.getStackTrace())
                        .anyMatch(each -> each.getMethodName().equals("waitForPiece")));
    }

    @Test
    @Timeout(60)
    void definitionsThatFindNoRoomHoldNobodyUp() throws IOException {
        TestRuntime runtime =
                TestRuntime.writing(file(), "trace").with("max-size", "512k").with("max-stall", "1000s");
        runtime.start(new TraceTool());
        acquire(runtime.events(), new TestThread(7), 0, 500_000);
        for (int i = 1; i <= 100_000; i++) {
            runtime.sink().defineWaitId(i, Construct.SYNCHRONIZED, "some.Lock");
        }
        runtime.end();

        assertThat(Files.size(file())).isLessThanOrEqualTo((512 << 10) + (512 << 8) + RecordLayout.MAX_CHUNK_BYTES);
        try (Trace trace = Traces.open(file())) {
            assertThat(trace.losses().finished()).isTrue();
        }
    }

    @Test
    @Timeout(60)
    void aDiskThatHangsAtTheEndHoldsNobodyUpForLong() throws IOException {
        TestRuntime runtime = TestRuntime.writing(file(), "trace").with("max-stall", "250ms");
        RunHeader header = RunHeader.of(runtime, "trace");
        TraceOutput output = TraceOutput.create(new TestRuntime(), file().toFile(), header);
        HangingDisk disk = new HangingDisk(output);
        Recording recording = Recording.begin(runtime, header, output, disk);
        EventCalls sink = new EventCalls(new TraceSink(recording));
        disk.hang(true);
        acquire(sink, new TestThread(7), 0, 500_000);
        for (int i = 0; i < 10_000; i++) {
            sink.defineCallSite(i, "some.Site.number(Site.java:" + i + ")");
        }
        recording.finish();

        try (Trace trace = Traces.open(file())) {
            List<Long> ids = waitIds(trace, 7);
            assertThat(ids).startsWith(1L);
            assertConsecutive(ids);
            assertThat(trace.losses().droppedEvents()).isEqualTo(500_000 - ids.size());
            assertThat(trace.losses().endReason()).contains("disk");
            assertThat(trace.losses().finished()).isTrue();
        }
        disk.hang(false);
    }

    @Test
    @Timeout(60)
    void aRingOnADiskThatHangsKeepsTheNewestEvents() throws IOException {
        TestRuntime runtime =
                TestRuntime.writing(file(), "trace").with("max-stall", "0").with("ring", "true");
        RunHeader header = RunHeader.of(runtime, "trace");
        TraceOutput output = TraceOutput.create(new TestRuntime(), file().toFile(), header);
        HangingDisk disk = new HangingDisk(output);
        Recording recording = Recording.begin(runtime, header, output, disk);
        disk.hang(true);
        acquire(new EventCalls(new TraceSink(recording)), new TestThread(7), 0, 500_000);
        disk.hang(false);
        recording.finish();

        try (Trace trace = Traces.open(file())) {
            List<Long> ids = waitIds(trace, 7);
            assertThat(ids).hasSizeGreaterThan(1000).endsWith(500_000L);
            assertConsecutive(ids);
            assertThat(trace.losses().droppedEvents()).isEqualTo(500_000 - ids.size());
        }
    }

    @Test
    void aDiskThatIsFullFromTheBeginningGivesNoTrace() throws IOException {
        TestRuntime runtime = TestRuntime.writing(Path.of("/dev/full"), "trace");
        RunHeader header = RunHeader.of(runtime, "trace");
        TraceOutput output = TraceOutput.create(new TestRuntime(), file().toFile(), header);
        SmallDisk disk = new SmallDisk(output, 100);
        assertThatThrownBy(() -> Recording.begin(runtime, header, output, disk)).hasMessageContaining("No space left");
    }

    @Test
    void theSizeLimitStopsRecordingAndIsSaid() throws IOException {
        TestRuntime runtime = TestRuntime.writing(file(), "trace").with("max-size", "512k");
        runtime.start(new TraceTool());
        acquire(runtime.events(), new TestThread(7), 0, 500_000);
        runtime.end();
        assertThat(runtime.messages.get(0)).contains("max-size").contains("512k");
        assertThat(Files.size(file())).isLessThanOrEqualTo(512 << 10);
        try (Trace trace = Traces.open(file())) {
            List<Long> ids = waitIds(trace, 7);
            assertThat(ids).startsWith(1L);
            assertConsecutive(ids);
            assertThat(trace.losses().droppedEvents()).isEqualTo(500_000 - ids.size());
            assertThat(trace.losses().endReason()).contains("max-size");
            assertThat(trace.losses().durationNanos()).isEqualTo(lastEventNanos(trace));
            assertThat(trace.losses().unrecordedNanos()).isPositive();
            assertThat(trace.header().configuration()).containsEntry("max-size", "512k");
        }
    }

    @Test
    void aSizeWithEverySuffixThatTheAgentTakesIsTaken() throws IOException {
        TestRuntime runtime = TestRuntime.writing(file(), "trace").with("max-size", "1mb");
        runtime.start(new TraceTool());
        acquire(runtime.events(), new TestThread(7), 0, 500_000);
        runtime.end();
        assertThat(runtime.messages.get(0)).contains("max-size").contains("1024k");
        assertThat(Files.size(file())).isBetween(512L << 10, 1024L << 10);
    }

    @Test
    void aRingKeepsTheNewestEventsOfEachThread() throws IOException {
        TestRuntime runtime =
                TestRuntime.writing(file(), "trace").with("max-size", "512k").with("ring", "true");
        runtime.start(new TraceTool());
        TestThread quiet = new TestThread(6);
        TestThread thread = new TestThread(7);
        acquire(runtime.events(), quiet, 0, 10);
        acquire(runtime.events(), thread, 0, 500_000);
        runtime.end();
        assertThat(Files.size(file())).isLessThanOrEqualTo(768 << 10);
        assertThat(runtime.messages)
                .containsExactly("trace written to " + file() + "; to read it: " + ReadingHint.of(file().toFile()));
        try (Trace trace = Traces.open(file())) {
            List<Long> ids = waitIds(trace, 7);
            assertThat(ids).hasSizeGreaterThan(20_000).endsWith(500_000L);
            assertConsecutive(ids);
            assertThat(waitIds(trace, 6)).hasSize(10);
            assertThat(trace.losses().droppedEvents()).isEqualTo(500_000 - ids.size());
            assertThat(trace.losses().endReason()).isEmpty();
        }
    }

    @Test
    void inARingWhereEveryChunkIsTakenAThreadOverwritesItsOwn() throws IOException {
        TestRuntime runtime =
                TestRuntime.writing(file(), "trace").with("max-size", "256k").with("ring", "true");
        runtime.start(new TraceTool());
        List<TestThread> threads = new ArrayList<>();
        for (int i = 1; i <= 80; i++) {
            threads.add(new TestThread(i));
        }
        for (int i = 0; i < 20_000; i++) {
            for (TestThread thread : threads) {
                acquire(runtime.events(), thread, i, i + 1);
            }
        }
        runtime.end();
        try (Trace trace = Traces.open(file())) {
            long kept = 0;
            int threadsSeen = 0;
            for (TestThread thread : threads) {
                List<Long> ids = waitIds(trace, thread.id());
                assertConsecutive(ids);
                kept += ids.size();
                if (!ids.isEmpty()) {
                    threadsSeen++;
                    assertThat(ids).endsWith(20_000L);
                }
            }
            assertThat(threadsSeen).isGreaterThan(20);
            assertThat(kept + trace.losses().droppedEvents()).isEqualTo(80 * 20_000);
        }
    }

    @Test
    void anInterruptedThreadLosesNoEventAndStaysInterrupted() throws Exception {
        TestRuntime runtime = TestRuntime.writing(file(), "trace");
        runtime.start(new TraceTool());
        boolean[] interrupted = new boolean[1];
        Thread worker = new Thread(() -> {
            Thread.currentThread().interrupt();
            acquire(runtime.events(), new TestThread(7), 0, 500_000);
            interrupted[0] = Thread.currentThread().isInterrupted();
        });
        worker.start();
        worker.join();
        runtime.end();
        assertThat(interrupted[0]).isTrue();
        try (Trace trace = Traces.open(file())) {
            assertThat(waitIds(trace, 7)).hasSize(500_000);
            assertThat(trace.losses().droppedEvents()).isZero();
        }
    }

    @Test
    void shortLivedThreadsShareChunks() throws IOException {
        TestRuntime runtime = TestRuntime.writing(file(), "trace");
        runtime.start(new TraceTool());
        for (int i = 1; i <= 1000; i++) {
            TestThread thread = new TestThread(i);
            runtime.events().threadBegin(thread, System.nanoTime(), Construct.THREAD, ThreadType.OTHER);
            acquire(runtime.events(), thread, 0, 20);
            runtime.events().threadEnd(thread, System.nanoTime(), Construct.THREAD);
        }
        runtime.end();
        assertThat(Files.size(file())).isLessThan(5 << 20);
        try (Trace trace = Traces.open(file())) {
            assertThat(trace.threads()).hasSize(1000);
            assertThat(waitIds(trace, 1)).hasSize(20);
            assertThat(waitIds(trace, 1000)).hasSize(20);
        }
    }

    @Test
    void threadsThatLiveAtOnceAndDoLittleTakeLittle() throws IOException {
        TestRuntime runtime = TestRuntime.writing(file(), "trace");
        runtime.start(new TraceTool());
        int together = 1000;
        int generations = 25;
        for (int i = 0; i < generations; i++) {
            List<TestThread> threads = new ArrayList<>();
            for (int k = 1; k <= together; k++) {
                TestThread thread = new TestThread((long) i * together + k);
                threads.add(thread);
                runtime.events().threadBegin(thread, System.nanoTime(), Construct.THREAD, ThreadType.OTHER);
                acquire(runtime.events(), thread, 0, 10);
            }
            for (TestThread thread : threads) {
                runtime.events().threadEnd(thread, System.nanoTime(), Construct.THREAD);
            }
        }
        runtime.end();

        assertThat(Files.size(file()) / (together * generations)).isLessThan(512);
        try (Trace trace = Traces.open(file())) {
            assertThat(trace.threads()).hasSize(together * generations);
            assertThat(trace.losses().droppedEvents()).isZero();
            assertThat(waitIds(trace, 1)).hasSize(10);
            assertThat(waitIds(trace, together * generations)).hasSize(10);
        }
    }

    @Test
    void whatIsObservedCostsNothingAnyMoreWhenTheTraceIsFull() {
        TestRuntime runtime = TestRuntime.writing(file(), "trace").with("max-size", "512k");
        runtime.start(new TraceTool());
        assertThat(runtime.eventMask()).isNotZero();

        acquire(runtime.events(), new TestThread(7), 0, 500_000);

        Awaitility.await().untilAsserted(() -> assertThat(runtime.eventMask()).isZero());
        runtime.control(ControlCommand.PAUSE);
        runtime.control(ControlCommand.START);
        assertThat(runtime.eventMask()).as("it cannot go on").isZero();
        runtime.end();
    }

    @Test
    void aShortRunLeavesASmallFile() throws IOException {
        TestRuntime runtime = TestRuntime.writing(file(), "trace");
        runtime.start(new TraceTool());
        acquire(runtime.events(), new TestThread(7), 0, 10);
        runtime.end();
        assertThat(Files.size(file())).isLessThan(80 << 10);
    }

    @Test
    void eventsAndDefinitionsAfterTheEndDoNoHarm() throws IOException {
        TestRuntime runtime = TestRuntime.writing(file(), "trace");
        runtime.start(new TraceTool());
        EventCalls sink = runtime.events();
        TestThread thread = new TestThread(7);
        acquire(sink, thread, 0, 10);
        runtime.end();
        long length = Files.size(file());
        acquire(sink, thread, 10, 100_000);
        acquire(sink, new TestThread(8), 0, 10);
        for (int i = 0; i < 10_000; i++) {
            sink.defineCallSite(i, "late.Site.number(Site.java:" + i + ")");
            acquireAt(sink, thread, i);
            sink.defineBody(i, "late.Body.number" + i);
        }
        assertThat(Files.size(file())).isEqualTo(length);
        try (Trace trace = Traces.open(file())) {
            assertThat(waitIds(trace, 7)).hasSize(10);
        }
    }

    @Test
    void definitionsComeBack() throws IOException {
        TestRuntime runtime = TestRuntime.writing(file(), "trace");
        runtime.notObserved.add("one");
        runtime.start(new TraceTool());
        EventCalls sink = runtime.events();
        for (int i = 1; i <= 20_000; i++) {
            sink.defineCallSite(i, "a.B.c(B.java:" + i + ")");
            sink.defineBody(-i, "a.Body.run" + i);
            sink.defineWaitId(1L << 40 | i, Construct.PHASER, "a.Lock" + i % 3);
        }
        sink.defineCallSite(30_000, "ä".repeat(100_000));
        TestThread thread = new TestThread(5, "Fädchen \uD83D\uDE00", ThreadType.OTHER);
        for (int site : new int[] {1, 3, 20_000, 30_000, 3, 40_000}) {
            acquireAt(sink, thread, site);
        }
        runtime.notObserved.add(0, "two");
        runtime.failures.put("it broke", 3L);
        runtime.end();
        try (Trace trace = Traces.open(file())) {
            assertThat(trace.callSite(1)).isEqualTo("a.B.c(B.java:1)");
            assertThat(trace.callSite(20_000)).isEqualTo("a.B.c(B.java:20000)");
            assertThat(trace.callSite(2)).as("a call site of no event").isNull();
            assertThat(trace.callSite(40_000)).isNull();
            assertThat(trace.callSite(30_000)).startsWith("äää").endsWith("...");
            assertThat(trace.body(-77)).isEqualTo("a.Body.run77");
            assertThat(trace.waitObject(1L << 40 | 20))
                    .isEqualTo(new Trace.WaitObject(1L << 40 | 20, Construct.PHASER, "a.Lock2"));
            assertThat(trace.waitObject(20)).isNull();
            assertThat(trace.threads())
                    .containsExactly(new Trace.TraceThread(5, "Fädchen \uD83D\uDE00", ThreadType.OTHER));
            assertThat(trace.header().notObserved()).containsExactly("one", "two");
            assertThat(trace.losses().failures()).isEqualTo(Map.of("it broke", 3L));
        }
    }

    @Test
    void garbageCollectionsSinceItsBeginAreInTheTraceAndThoseThatWereNotKeptAreCounted() throws IOException {
        TestRuntime runtime = TestRuntime.writing(file(), "trace");
        long before = System.nanoTime();
        runtime.collectionPauses = new CollectionPauses(5, new long[] {before - 9_000, before - 8_000});
        runtime.start(new TraceTool());
        long now = System.nanoTime();
        runtime.collectionPauses = new CollectionPauses(9, new long[] {now, now + 100, now + 200, now + 500});
        runtime.end();

        try (Trace trace = Traces.open(file())) {
            assertThat(trace.collections()).extracting(Pause::nanos).containsExactly(100L, 300L);
            assertThat(trace.losses().failures())
                    .isEqualTo(Map.of("the time of a garbage collection was not kept", 3L));
        }
    }

    @Test
    void usesThatGrowAreReadAsTheyWereLast() throws IOException {
        TestRuntime runtime = TestRuntime.writing(file(), "trace");
        UnobservedUse one = new UnobservedUse(Reason.NOT_MAPPED, "semaphore", "its permits", 1, 1, 0);
        UnobservedUse more = new UnobservedUse(Reason.NOT_MAPPED, "semaphore", "its permits", 300, 7, 1_000_000);
        UnobservedUse other = new UnobservedUse(Reason.LEFT_OUT, "semaphore", "its permits", 2, 1, 0);
        runtime.classScan = new ClassScan(1, List.of(one));
        runtime.start(new TraceTool());
        runtime.classScan = new ClassScan(5_000, List.of(other, more));
        runtime.end();

        try (Trace trace = Traces.open(file())) {
            assertThat(trace.header().classScan()).isEqualTo(new ClassScan(5_000, List.of(more, other)));
        }
    }

    @Test
    void whatChangesWhileTheRunLastsIsInTheFileBeforeItsEnd() throws IOException {
        TestRuntime runtime = TestRuntime.writing(file(), "trace");
        runtime.start(new TraceTool());
        runtime.notObserved.add("grown");
        runtime.failures.put("broken", 1L);
        runtime.failures.put("broken", 2L);
        Awaitility.await().untilAsserted(() -> {
            try (Trace trace = Traces.open(file())) {
                assertThat(trace.header().notObserved()).containsExactly("grown");
                assertThat(trace.losses().failures()).isEqualTo(Map.of("broken", 2L));
                assertThat(trace.losses().finished()).isFalse();
            }
        });
        runtime.end();
    }

    @Test
    void theHeaderSaysWhatRan() throws IOException {
        TestRuntime runtime = TestRuntime.writing(file(), "trace").with("profile", "full");
        runtime.start(new TraceTool());
        runtime.end();
        try (Trace trace = Traces.open(file())) {
            assertThat(trace.header().formatVersion()).isEqualTo(RecordLayout.VERSION);
            assertThat(trace.header().tool()).isEqualTo("trace");
            assertThat(trace.header().agentVersion()).isEqualTo("1.2.3-test");
            assertThat(trace.header().pid()).isEqualTo(ProcessHandle.current().pid());
            assertThat(trace.header().host()).isNotBlank();
            assertThat(trace.header().javaVersion()).isEqualTo(System.getProperty("java.version"));
            assertThat(trace.header().jvmName()).contains(System.getProperty("java.vm.name"));
            assertThat(trace.header().commandLine()).isNotEmpty();
            assertThat(trace.header().availableProcessors())
                    .isEqualTo(Runtime.getRuntime().availableProcessors());
            assertThat(trace.header().configuration()).isEqualTo(runtime.configuration);
            assertThat(trace.header().startedAt()).isBetween(Instant.now().minusSeconds(60), Instant.now());
        }
    }

    @Test
    void theToolRunsOnlyIfItIsChosen() {
        assertThat(TestRuntime.writing(file(), "sample").start(new TraceTool())).isFalse();
        assertThat(new TestRuntime().start(new TraceTool())).isFalse();
        assertThat(file()).doesNotExist();
    }
}
