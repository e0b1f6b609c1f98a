package org.ompt4j.emitter.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.ompt4j.emitter.testing.EventCalls;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.DependenceType;
import org.ompt4j.ompt.DispatchKind;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.OmptDependence;
import org.ompt4j.ompt.OmptRecord;
import org.ompt4j.ompt.OmptRecordOmpt;
import org.ompt4j.ompt.OmptThread;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.RecordType;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.SetResult;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.WorkType;

class HostTraceTest {
    private static final Construct ANY = Construct.FORK_JOIN_TASK;

    /** A thread's ring grows from 256 to 16,384 events, each time by a segment of twice the size. */
    private static final int RING_CAPACITY = 256 + 512 + 1024 + 2048 + 4096 + 8192 + 16_384;

    private TracingTool tool = new TracingTool();

    @AfterEach
    void end() {
        tool.trace.finish();
        assertThat(tool.callbackThreads).allMatch(name -> name.startsWith("ompt4j-"));
    }

    private static final class AThread extends OmptThread {
        AThread(long id) {
            super(id);
        }

        @Override
        public String name() {
            return "thread";
        }

        @Override
        public ThreadType type() {
            return ThreadType.WORKER;
        }

        @Override
        public State state() {
            return State.WORK_PARALLEL;
        }

        @Override
        public long waitId() {
            return 0;
        }

        @Override
        public long taskId() {
            return 0;
        }

        @Override
        public long parallelId() {
            return 0;
        }
    }

    private AThread thread(long id) {
        AThread made = new AThread(id);
        tool.alive.add(made);
        return made;
    }

    private void flushes(AThread thread, int count) {
        RecordSink sink = tool.trace.sink();
        for (int i = 0; i < count; i++) {
            sink.record(thread, Event.FLUSH.shape(), i, ANY.ordinal(), 0, 0, 0, 0, i);
        }
    }

    private EventCalls events() {
        return new EventCalls(tool.trace.sink());
    }

    private int flush() {
        return tool.trace.flushTrace(tool.host);
    }

    private List<Integer> sites() {
        return tool.records.stream()
                .map(each -> ((OmptRecord.Flush) each.record()).codeptrRa())
                .toList();
    }

    @SuppressWarnings("unchecked")
    private <T> T entryPoint(String name) {
        return (T) tool.trace.lookup(name);
    }

    // ---------------------------------------------------------------- records

    @Test
    void whoTracesReleasesAsksForThem() {
        TracingTool tool = new TracingTool();
        tool.trace.setTraceOmpt(tool.host, 1, Event.MUTEX_ACQUIRED);
        tool.trace.setTraceOmpt(tool.host, 0, Event.MUTEX_RELEASED);
        assertThat(tool.releasesAskedFor).isZero();

        tool.trace.setTraceOmpt(tool.host, 1, Event.MUTEX_RELEASED);
        tool.trace.setTraceOmpt(tool.host, 1, null);

        assertThat(tool.releasesAskedFor).isEqualTo(2);
    }

    @Test
    void everyRecordHasTheMembersOfTheSpecification() {
        AThread thread = thread(3);
        tool.start((Event) null);
        EventCalls s = events();
        s.threadBegin(thread, 1, ANY, ThreadType.WORKER);
        s.parallelBegin(thread, 2, ANY, 10, 20, 4, 0x8000_0002, 7, 1);
        s.implicitTask(thread, 3, ANY, ScopeEndpoint.BEGIN, 20, 30, 4, 1, 2);
        s.work(thread, 4, ANY, WorkType.TASKLOOP, ScopeEndpoint.END, 20, 30, 1L << 40, 7);
        s.dispatch(thread, 5, ANY, 20, 30, DispatchKind.TASKLOOP_CHUNK, -1, 64, 0);
        s.taskCreate(thread, 6, ANY, 30, 31, 4, true, 7, 1);
        OmptDependence in = new OmptDependence(29, DependenceType.IN);
        OmptDependence out = new OmptDependence(31, DependenceType.OUT);
        s.dependences(thread, 7, ANY, 31, new OmptDependence[] {in, out, in}, 2);
        s.taskDependence(thread, 8, ANY, 29, 31);
        s.taskSchedule(thread, 9, ANY, 30, TaskStatus.SWITCH, 31);
        s.masked(thread, 10, ANY, ScopeEndpoint.BEGIN, 20, 30, 7);
        s.syncRegion(thread, 11, ANY, SyncRegionKind.TASKWAIT, ScopeEndpoint.BEGIN, 20, 30, 5, 7);
        s.syncRegionWait(thread, 12, ANY, SyncRegionKind.TASKGROUP, ScopeEndpoint.END, 20, 30, 5, 7);
        s.reduction(thread, 13, ANY, SyncRegionKind.REDUCTION, ScopeEndpoint.BEGIN, 20, 30, 7);
        s.mutexAcquire(thread, 14, ANY, MutexKind.NEST_LOCK, 8, MutexImpl.USER_DEFINED, 99, 7);
        s.lockInit(thread, 15, ANY, MutexKind.LOCK, 0, MutexImpl.MONITOR, 99, 7);
        s.mutexAcquired(thread, 16, ANY, MutexKind.CRITICAL, 99, 7);
        s.mutexReleased(thread, 17, ANY, MutexKind.ORDERED, 99, 7);
        s.lockDestroy(thread, 18, ANY, MutexKind.LOCK, 99, 0);
        s.nestLock(thread, 19, ANY, ScopeEndpoint.END, 99, 7);
        s.flush(thread, 20, ANY, 7);
        s.cancel(thread, 21, ANY, 30, 0x48, 7);
        s.controlTool(thread, 22, ANY, 64, -1, 7);
        s.error(thread, 23, ANY, Severity.FATAL, "Ünïcode", 7);
        s.wakeup(thread, 24, ANY, 30, 99, 7);
        s.wait(thread, 25, ANY, ScopeEndpoint.BEGIN, State.WAIT_PARK, 30, 99, 7);
        s.parallelEnd(thread, 26, ANY, 20, 10, 2, 7);
        s.threadEnd(thread, 27, ANY);

        assertThat(flush()).isEqualTo(1);

        assertThat(tool.records)
                .extracting(OmptRecordOmpt::record)
                .containsExactly(
                        new OmptRecord.ThreadBegin(ThreadType.WORKER),
                        new OmptRecord.ParallelBegin(10, 20, 4, 0x8000_0002, 7),
                        new OmptRecord.ImplicitTask(ScopeEndpoint.BEGIN, 20, 30, 4, 1, 2),
                        new OmptRecord.Work(WorkType.TASKLOOP, ScopeEndpoint.END, 20, 30, 1L << 40, 7),
                        new OmptRecord.Dispatch(20, 30, DispatchKind.TASKLOOP_CHUNK, -1, 64),
                        new OmptRecord.TaskCreate(30, 31, 4, true, 7),
                        new OmptRecord.Dependences(31, in, 2),
                        new OmptRecord.Dependences(31, out, 2),
                        new OmptRecord.TaskDependence(29, 31),
                        new OmptRecord.TaskSchedule(30, TaskStatus.SWITCH, 31),
                        new OmptRecord.Masked(ScopeEndpoint.BEGIN, 20, 30, 7),
                        new OmptRecord.SyncRegion(SyncRegionKind.TASKWAIT, ScopeEndpoint.BEGIN, 20, 30, 7),
                        new OmptRecord.SyncRegion(SyncRegionKind.TASKGROUP, ScopeEndpoint.END, 20, 30, 7),
                        new OmptRecord.SyncRegion(SyncRegionKind.REDUCTION, ScopeEndpoint.BEGIN, 20, 30, 7),
                        new OmptRecord.MutexAcquire(MutexKind.NEST_LOCK, 8, MutexImpl.USER_DEFINED, 99, 7),
                        new OmptRecord.MutexAcquire(MutexKind.LOCK, 0, MutexImpl.MONITOR, 99, 7),
                        new OmptRecord.Mutex(MutexKind.CRITICAL, 99, 7),
                        new OmptRecord.Mutex(MutexKind.ORDERED, 99, 7),
                        new OmptRecord.Mutex(MutexKind.LOCK, 99, 0),
                        new OmptRecord.NestLock(ScopeEndpoint.END, 99, 7),
                        new OmptRecord.Flush(7),
                        new OmptRecord.Cancel(30, 0x48, 7),
                        new OmptRecord.ControlTool(64, -1, 7),
                        new OmptRecord.RuntimeError(Severity.FATAL, "Ünïcode", 7, 7),
                        new OmptRecord.Wakeup(30, 99, 7),
                        new OmptRecord.Wait(State.WAIT_PARK, ScopeEndpoint.BEGIN, 30, 99, 7),
                        new OmptRecord.ParallelEnd(20, 10, 2, 7),
                        null);
        assertThat(tool.records.stream().map(OmptRecordOmpt::type).distinct()).hasSize(27);
    }

    @Test
    void wrapperSaysWhichEventWhenAndWhere() {
        tool.start((Event) null);
        events().threadEnd(thread(3), 55, ANY);
        flush();

        assertThat(tool.records).containsExactly(new OmptRecordOmpt(Event.THREAD_END, 55, 3, 0, null));
    }

    @Test
    void aLongMessageIsCutAndItsLengthKept() {
        tool.start((Event) null);
        events().error(thread(3), 1, ANY, Severity.WARNING, "x".repeat(5_000), 7);
        flush();

        assertThat(tool.records.get(0).record())
                .isEqualTo(new OmptRecord.RuntimeError(Severity.WARNING, "x".repeat(1_000), 5_000, 7));
    }

    @Test
    void buffersOfEveryKindWillDo() {
        tool = new TracingTool() {
            @Override
            ByteBuffer makeBuffer(int bytes) {
                ByteBuffer direct = ByteBuffer.allocateDirect(bytes + 100).order(ByteOrder.LITTLE_ENDIAN);
                return direct.position(17).limit(20);
            }
        };
        tool.start((Event) null);
        flushes(thread(3), 500);
        flush();

        assertThat(sites()).hasSize(500).isSorted();
        assertThat(tool.completions).isGreaterThan(1);
    }

    // ---------------------------------------------------------------- order and loss

    @Test
    void eventsOfEachThreadKeepTheirOrderOverManyBuffers() throws InterruptedException {
        tool.start((Event) null);
        int events = 20_000;
        List<Thread> threads = new ArrayList<>();
        for (long id = 1; id <= 3; id++) {
            AThread observed = thread(id);
            Thread producer = new Thread(() -> flushes(observed, events));
            threads.add(producer);
            producer.start();
        }
        for (Thread each : threads) {
            each.join();
        }
        assertThat(flush()).isEqualTo(1);

        // The events of each thread fit into its ring, so that none may be lost.
        assertThat(events).isLessThan(RING_CAPACITY);
        assertThat(tool.records).hasSize(3 * events);
        for (long id = 1; id <= 3; id++) {
            long wanted = id;
            assertThat(tool.records.stream()
                            .filter(each -> each.threadId() == wanted)
                            .map(OmptRecordOmpt::time))
                    .hasSize(events)
                    .isSorted();
        }
        assertThat(tool.trace.getDroppedRecords(tool.host)).isZero();
    }

    @Test
    void whatATakerIsTooSlowForIsLostAndCounted() throws InterruptedException {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch answer = new CountDownLatch(1);
        tool = new TracingTool() {
            @Override
            public void bufferRequest(int deviceNum, @Nullable ByteBuffer[] buffer, long[] bytes) {
                asked.countDown();
                awaitUninterruptibly(answer);
                super.bufferRequest(deviceNum, buffer, bytes);
            }
        };
        AThread thread = thread(3);
        tool.start((Event) null);
        flushes(thread, 1);
        asked.await();
        flushes(thread, 40_000);
        answer.countDown();
        flush();

        assertThat(tool.trace.getDroppedRecords(tool.host)).isEqualTo(40_001 - RING_CAPACITY);
        assertThat(tool.records).hasSize(RING_CAPACITY);
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void notingAnEventAllocatesNothingOnceTheRingHasGrown() throws InterruptedException {
        CountDownLatch grown = new CountDownLatch(1);
        tool = new TracingTool() {
            @Override
            public void bufferRequest(int deviceNum, @Nullable ByteBuffer[] buffer, long[] bytes) {
                awaitUninterruptibly(grown);
                super.bufferRequest(deviceNum, buffer, bytes);
            }
        };
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        AThread thread = thread(3);
        tool.start((Event) null);
        flushes(thread, RING_CAPACITY);
        grown.countDown();
        flush();
        threads.getCurrentThreadAllocatedBytes();

        // The JVM itself may allocate in one round; events that allocate do so in each round.
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 3; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            flushes(thread, 10_000);
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
            flush();
        }

        assertThat(least).isZero();
        assertThat(tool.records).hasSize(RING_CAPACITY + 30_000);
    }

    @Test
    void ringsOfThreadsThatEndedAreForgottenButNotTheirLosses() {
        AThread thread = thread(3);
        tool.bytesToGive = 0;
        tool.start((Event) null);
        flushes(thread, 5);
        flush();
        assertThat(tool.trace.ringCount()).isEqualTo(1);
        tool.alive.clear();
        flush();

        assertThat(tool.trace.ringCount()).isZero();
        assertThat(tool.trace.getDroppedRecords(tool.host)).isEqualTo(5);
    }

    @Test
    void ringThatAThreadIsGivenWhileThoseOfOthersAreLookedThroughStays() {
        BufferFiller[] filler = new BufferFiller[1];
        TracingTool asked = new TracingTool() {
            @Override
            public Collection<? extends OmptThread> threads() {
                filler[0].newRing(3);
                return List.of();
            }
        };
        filler[0] = new BufferFiller(asked.trace, asked);
        filler[0].start(asked, asked);
        filler[0].flush();

        assertThat(filler[0].ringCount()).isEqualTo(1);
        filler[0].end();
    }

    // ---------------------------------------------------------------- buffers

    @Test
    void zeroBytesStopRecordingUntilTheTraceIsStartedAgain() {
        AThread thread = thread(3);
        tool.bytesToGive = 0;
        tool.start((Event) null);
        flushes(thread, 1);
        flush();
        tool.bytesToGive = 4096;
        flushes(thread, 10);
        flush();

        assertThat(tool.requests).isEqualTo(1);
        assertThat(tool.records).isEmpty();
        assertThat(tool.trace.getDroppedRecords(tool.host)).isEqualTo(11);
        assertThat(tool.said).isEmpty();

        tool.start();
        flushes(thread, 2);
        flush();
        assertThat(sites()).containsExactly(0, 1);
    }

    @Test
    void traceThatIsStartedAgainWhileNoBufferIsGivenGoesOn() {
        TracingTool giver = tool;
        tool = new TracingTool() {
            @Override
            public void bufferRequest(int deviceNum, @Nullable ByteBuffer[] buffer, long[] bytes) {
                requests++;
                trace.startTrace(host, giver, this);
                bytes[0] = 0;
            }
        };
        AThread thread = thread(3);
        tool.start((Event) null);
        flushes(thread, 2);
        flush();

        assertThat(tool.requests).isEqualTo(1);
        assertThat(giver.requests).isEqualTo(1);
        assertThat(sites()).containsExactly(0, 1);
    }

    @Test
    void bufferThatIsTooSmallComesBackEmptyWithOneLine() {
        tool.bytesToGive = 79;
        tool.start((Event) null);
        flushes(thread(3), 3);
        flush();

        assertThat(tool.said)
                .containsExactly(
                        "gave a buffer of 79 bytes, too small for a record of 80; give 4096 or more. Nothing is"
                                + " recorded until it starts the trace again");
        assertThat(tool.emptyBuffers).isEqualTo(1);
        assertThat(tool.trace.getDroppedRecords(tool.host)).isEqualTo(3);
    }

    @Test
    void bufferOfExactlyOneRecordIsEnough() {
        tool.bytesToGive = 80;
        tool.start((Event) null);
        flushes(thread(3), 3);
        flush();

        assertThat(sites()).containsExactly(0, 1, 2);
        assertThat(tool.completions).isEqualTo(3);
    }

    @Test
    void bufferThatIsNotWhatTheToolSaysIsRefusedWithOneLine() {
        tool = new TracingTool() {
            @Override
            ByteBuffer makeBuffer(int bytes) {
                return requests == 1 ? ByteBuffer.allocate(bytes).asReadOnlyBuffer() : ByteBuffer.allocate(bytes - 1);
            }
        };
        AThread thread = thread(3);
        tool.start((Event) null);
        flushes(thread, 1);
        flush();
        tool.start();
        flushes(thread, 1);
        flush();

        assertThat(tool.said).hasSize(2).allMatch(line -> line.contains("give a writable one of at least that size"));
        assertThat(tool.records).isEmpty();
        assertThat(tool.completions).isZero();
    }

    @Test
    void toolThatThrowsInItsRequestIsAskedAgainOnlyAfterTheNextStart() {
        tool = new TracingTool() {
            @Override
            public void bufferRequest(int deviceNum, @Nullable ByteBuffer[] buffer, long[] bytes) {
                requests++;
                throw new IllegalStateException("boom");
            }
        };
        AThread thread = thread(3);
        tool.start((Event) null);
        flushes(thread, 2);
        assertThat(flush()).isEqualTo(1);

        assertThat(tool.thrown).containsExactly("buffer_request: boom");
        assertThat(tool.trace.getDroppedRecords(tool.host)).isEqualTo(2);
    }

    @Test
    void toolThatThrowsWhenItTakesABufferGoesOnTracing() {
        tool = new TracingTool() {
            @Override
            public void bufferComplete(int deviceNum, ByteBuffer buffer, long bytes, long begin, int owned) {
                super.bufferComplete(deviceNum, buffer, bytes, begin, owned);
                throw new IllegalStateException("boom");
            }
        };
        AThread thread = thread(3);
        tool.start((Event) null);
        flushes(thread, 1);
        flush();
        flushes(thread, 1);
        flush();

        assertThat(tool.records).hasSize(2);
        assertThat(tool.thrown).containsExactly("buffer_complete: boom", "buffer_complete: boom");
    }

    // ---------------------------------------------------------------- start, pause, flush, stop, finish

    @Test
    void nothingIsRecordedWhilePaused() {
        AThread thread = thread(3);
        tool.start((Event) null);
        events().flush(thread, 1, ANY, 1);
        assertThat(tool.trace.pauseTrace(tool.host, 1)).isEqualTo(1);
        assertThat(tool.trace.eventMask()).isZero();
        events().flush(thread, 2, ANY, 2);
        assertThat(tool.trace.pauseTrace(tool.host, 0)).isEqualTo(1);
        assertThat(tool.trace.eventMask()).isNotZero();
        events().flush(thread, 3, ANY, 3);
        flush();

        assertThat(sites()).containsExactly(1, 3);
        assertThat(tool.trace.getDroppedRecords(tool.host)).isZero();
    }

    @Test
    void flushIsPossibleWhilePaused() {
        tool.start((Event) null);
        flushes(thread(3), 2);
        tool.trace.pauseTrace(tool.host, 1);

        assertThat(flush()).isEqualTo(1);
        assertThat(tool.records).hasSize(2);
    }

    @Test
    void stopHandsOverWhatWasRecordedAndStartGoesOnAfterIt() {
        AThread thread = thread(3);
        tool.start((Event) null);
        events().flush(thread, 1, ANY, 1);
        assertThat(tool.trace.stopTrace(tool.host)).isEqualTo(1);
        assertThat(sites()).containsExactly(1);
        events().flush(thread, 2, ANY, 2);
        assertThat(tool.trace.stopTrace(tool.host)).isZero();
        assertThat(flush()).isZero();

        tool.start();
        events().flush(thread, 3, ANY, 3);
        tool.trace.stopTrace(tool.host);
        assertThat(sites()).containsExactly(1, 3);
    }

    @Test
    void stopWhileEventsFlowLosesNothingThatCameBefore() throws InterruptedException {
        AThread thread = thread(3);
        AThread other = thread(4);
        tool.start((Event) null);
        CountDownLatch flowing = new CountDownLatch(1);
        Thread producer = new Thread(() -> {
            flushes(other, 1);
            flowing.countDown();
            flushes(other, 20_000);
        });
        producer.start();
        flowing.await();
        flushes(thread, 100);
        assertThat(tool.trace.stopTrace(tool.host)).isEqualTo(1);
        List<OmptRecordOmpt> handedOver = List.copyOf(tool.records);
        producer.join();

        assertThat(handedOver).filteredOn(each -> each.threadId() == 3).hasSize(100);
        assertThat(handedOver).filteredOn(each -> each.threadId() == 4).isNotEmpty();
    }

    @Test
    void finishWithoutAStopHandsOverEverythingAndIsTheEnd() {
        AThread thread = thread(3);
        tool.start((Event) null);
        flushes(thread, 10);
        tool.trace.finish();
        assertThat(tool.records).hasSize(10);
        flushes(thread, 10);
        tool.trace.finish();

        assertThat(tool.records).hasSize(10);
        assertThat(tool.trace.startTrace(tool.host, tool, tool)).isZero();
        assertThat(flush()).isZero();
        assertThat(tool.trace.stopTrace(tool.host)).isZero();
        assertThat(tool.trace.pauseTrace(tool.host, 1)).isZero();
        assertThat(tool.trace.setTraceOmpt(tool.host, 1, Event.WORK)).isEqualTo(SetResult.ERROR);
        assertThat(tool.said).isEmpty();
    }

    @Test
    void toolMayControlTheTraceFromItsCallbacks() throws InterruptedException {
        CountDownLatch noted = new CountDownLatch(1);
        CountDownLatch handedOver = new CountDownLatch(1);
        List<Integer> answers = new ArrayList<>();
        tool = new TracingTool() {
            @Override
            public void bufferRequest(int deviceNum, @Nullable ByteBuffer[] buffer, long[] bytes) {
                awaitUninterruptibly(noted);
                super.bufferRequest(deviceNum, buffer, bytes);
            }

            @Override
            public void bufferComplete(int deviceNum, ByteBuffer buffer, long bytes, long begin, int owned) {
                super.bufferComplete(deviceNum, buffer, bytes, begin, owned);
                answers.add(trace.flushTrace(host));
                answers.add(trace.stopTrace(host));
                trace.finish();
                handedOver.countDown();
            }
        };
        AThread thread = thread(3);
        tool.start((Event) null);
        flushes(thread, 200);
        noted.countDown();
        handedOver.await();

        assertThat(answers).startsWith(1, 1);
        assertThat(tool.records).hasSize(200);
    }

    @Test
    void theHostIsTheOnlyDeviceOfThisInterface() {
        assertThat(tool.trace.startTrace(() -> 1, tool, tool)).isZero();
        assertThat(tool.trace.setTraceOmpt(() -> 1, 1, Event.WORK)).isEqualTo(SetResult.ERROR);
        assertThat(tool.trace.setTraceNative(() -> 1, 1, 1)).isEqualTo(SetResult.ERROR);
        assertThat(tool.trace.getDeviceNumProcs(() -> 1)).isZero();
        assertThat(tool.trace.getDeviceNumProcs(tool.host))
                .isEqualTo(Runtime.getRuntime().availableProcessors());
    }

    @Test
    void oneBufferOfTheRecommendedSizeIsEnough() {
        int[] buffers = {0};
        long[] bytes = {0};

        tool.trace.getBufferLimits(() -> 1, buffers, bytes);
        assertThat(bytes).containsExactly(0);
        tool.trace.getBufferLimits(tool.host, null, null);
        tool.trace.getBufferLimits(tool.host, buffers, bytes);

        assertThat(buffers).containsExactly(1);
        assertThat(bytes).containsExactly(65_536);
    }

    // ---------------------------------------------------------------- what is recorded

    @Test
    void eventsAreChosenOneByOneAndNoneAtFirst() {
        tool.start();
        assertThat(tool.trace.eventMask()).isZero();
        assertThat(tool.trace.setTraceOmpt(tool.host, 1, Event.WORK)).isEqualTo(SetResult.ALWAYS);
        assertThat(tool.trace.setTraceOmpt(tool.host, 1, Event.TASK_CREATE)).isEqualTo(SetResult.ALWAYS);
        assertThat(tool.trace.setTraceOmpt(tool.host, 0, Event.WORK)).isEqualTo(SetResult.ALWAYS);

        assertThat(tool.trace.eventMask()).isEqualTo(Event.TASK_CREATE.bit());
        assertThat(tool.changes).isEqualTo(4);
    }

    @Test
    void answersAreThoseOfTheRunAndNeverForDevices() {
        assertThat(tool.trace.setTraceOmpt(tool.host, 1, Event.FLUSH)).isEqualTo(SetResult.NEVER);
        assertThat(tool.trace.setTraceOmpt(tool.host, 1, Event.WAIT)).isEqualTo(SetResult.ALWAYS);
        assertThat(tool.trace.setTraceOmpt(tool.host, 1, Event.CONTROL_TOOL)).isEqualTo(SetResult.SOMETIMES);
        assertThat(tool.trace.setTraceOmpt(tool.host, 1, Event.TARGET_EMI)).isEqualTo(SetResult.NEVER);
        assertThat(tool.trace.setTraceOmpt(tool.host, 1, Event.DEVICE_LOAD)).isEqualTo(SetResult.NEVER);
        assertThat(tool.trace.setTraceOmpt(tool.host, 1, null)).isEqualTo(SetResult.SOMETIMES);
        assertThat(tool.trace.setTraceNative(tool.host, 1, 0xFF)).isEqualTo(SetResult.NEVER);
        tool.start();

        long devices = Arrays.stream(Event.values())
                .filter(each -> each.name().startsWith("TARGET") || each.name().startsWith("DEVICE"))
                .mapToLong(Event::bit)
                .sum();
        assertThat(tool.trace.eventMask() & devices).isZero();
        assertThat(Long.bitCount(tool.trace.eventMask())).isEqualTo(Event.values().length - 12);
    }

    // ---------------------------------------------------------------- times, cursors, lookup

    @Test
    void deviceTimeIsHostTime() {
        long before = System.nanoTime();
        long device = tool.trace.getDeviceTime(tool.host);

        assertThat(device).isBetween(before, System.nanoTime());
        assertThat(tool.trace.translateTime(tool.host, 1_500_000_000L)).isEqualTo(1.5);
    }

    @Test
    void cursorsThatPointNowhereFindNothing() {
        ByteBuffer zeros = ByteBuffer.allocate(100);
        ByteBuffer ones = ByteBuffer.allocate(100);
        Arrays.fill(ones.array(), (byte) 0xFF);
        long[] next = {77};
        for (long cursor : new long[] {-1, 0, 50, 99, 100, Long.MAX_VALUE, Long.MIN_VALUE}) {
            for (ByteBuffer each : List.of(zeros, ones, ByteBuffer.allocate(0))) {
                assertThat(tool.trace.getRecordType(each, cursor)).isEqualTo(RecordType.INVALID);
                assertThat(tool.trace.getRecordOmpt(each, cursor)).isNull();
                assertThat(tool.trace.getRecordNative(each, cursor, null)).isNull();
                assertThat(tool.trace.advanceBufferCursor(tool.host, each, 100, cursor, next))
                        .isZero();
            }
        }
        assertThat(next[0]).isEqualTo(77);
        assertThat(tool.trace.getRecordAbstract(new Object())).isNull();
    }

    @Test
    void everyEntryPointIsFoundByItsName() {
        for (Class<?> each : org.ompt4j.ompt.OmptTracing.class.getDeclaredClasses()) {
            String name = nameOf(each);
            assertThat(name).startsWith("ompt");
            Object found = entryPoint(name);
            assertThat(each.isInstance(found)).as(name).isTrue();
        }
        assertThat(tool.trace.lookup("ompt_set_callback")).isNull();
    }

    private static String nameOf(Class<?> entryPoint) {
        try {
            return (String) entryPoint.getField("NAME").get(null);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
