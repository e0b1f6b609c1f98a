package org.ompt4j.tools.testing;

import java.util.List;
import java.util.Random;
import org.ompt4j.emitter.testing.EventCalls;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.DependenceType;
import org.ompt4j.ompt.DispatchKind;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.OmptDependence;
import org.ompt4j.ompt.OmptThread;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.WorkType;

/** Calls all methods of a sink with random arguments from a seed: small, large and extreme ones. */
public final class RandomEvents {
    private static final long[] LONGS = {0, 1, 2, 127, 128, 1L << 20, (1L << 53) - 1, 1L << 55, 1L << 56, Long.MAX_VALUE
    };
    private static final int[] INTS = {0, 1, 4, 127, 1 << 20, Integer.MAX_VALUE, Integer.MIN_VALUE, -1, 0x0800_0004};
    private static final long[] ELAPSED = {0, 0, 1, 40, 127, 128, 20_000, 3_000_000_000L};

    private static final int METHODS = 36;

    private final Random random;
    private final List<? extends OmptThread> threads;
    private long timeNanos;

    public RandomEvents(long seed, List<? extends OmptThread> threads, long startNanos) {
        this.random = new Random(seed);
        this.threads = threads;
        this.timeNanos = startNanos;
    }

    /** Calls the sink so many times; returns the time of the last event. */
    public long feed(RecordSink sink, int calls) {
        EventCalls events = new EventCalls(sink);
        for (int i = 0; i < calls; i++) {
            timeNanos += ELAPSED[random.nextInt(ELAPSED.length)];
            call(events, i < METHODS ? i : random.nextInt(METHODS), threads.get(random.nextInt(threads.size())));
        }
        return timeNanos;
    }

    private void call(EventCalls sink, int method, OmptThread t) {
        Construct c = one(Construct.values());
        long time = timeNanos;
        switch (method) {
            case 0 -> sink.threadBegin(t, time, c, one(ThreadType.values()));
            case 1 -> sink.threadEnd(t, time, c);
            case 2 -> sink.parallelBegin(t, time, c, id(), id(), number(), number(), number(), number());
            case 3 -> sink.parallelEnd(t, time, c, id(), id(), number(), number());
            case 4, 5 -> sink.implicitTask(t, time, c, scope(), id(), id(), number(), number(), number());
            case 6 -> sink.work(t, time, c, one(WorkType.values()), scope(), id(), id(), any(), number());
            case 7 -> sink.dispatch(t, time, c, id(), id(), one(DispatchKind.values()), any(), any(), 0);
            case 8, 9 -> sink.taskCreate(t, time, c, id(), id(), number(), random.nextBoolean(), number(), number());
            case 10, 11, 12 -> sink.taskSchedule(t, time, c, id(), one(TaskStatus.values()), id());
            case 13 -> sink.taskDependence(t, time, c, id(), id());
            case 14 -> sink.syncRegion(t, time, c, one(SyncRegionKind.values()), scope(), id(), id(), id(), number());
            case 15 ->
                sink.syncRegionWait(t, time, c, one(SyncRegionKind.values()), scope(), id(), id(), id(), number());
            case 16 -> sink.reduction(t, time, c, one(SyncRegionKind.values()), scope(), id(), id(), number());
            case 17 ->
                sink.mutexAcquire(
                        t, time, c, one(MutexKind.values()), number(), one(MutexImpl.values()), id(), number(), id());
            case 18 -> sink.mutexAcquired(t, time, c, one(MutexKind.values()), id(), number());
            case 19 -> sink.mutexReleased(t, time, c, one(MutexKind.values()), id(), number());
            case 20 -> sink.nestLock(t, time, c, scope(), id(), number());
            case 21 ->
                sink.lockInit(t, time, c, one(MutexKind.values()), number(), one(MutexImpl.values()), id(), number());
            case 22 -> sink.lockDestroy(t, time, c, one(MutexKind.values()), id(), number());
            case 23 -> sink.cancel(t, time, c, id(), number(), number());
            case 24 -> sink.error(t, time, c, one(Severity.values()), text(), number());
            case 25 -> sink.masked(t, time, c, scope(), id(), id(), number());
            case 26 -> sink.dependences(t, time, c, id(), dependences(), 1 + random.nextInt(3));
            case 27 -> sink.flush(t, time, c, number());
            case 28 -> sink.controlTool(t, time, c, any(), any(), number());
            case 29 -> join(sink, t, id(), id(), 2);
            case 30 -> sink.wait(t, time, c, waitScope(), one(State.values()), id(), id(), number());
            case 31 -> sink.pool(t, time, c, waitScope(), text(), id(), number(), number());
            case 32 -> sink.poolWorker(t, time, c, waitScope(), id());
            case 33 -> sink.taskLate(t, time, c, id(), id(), any());
            case 34 -> sink.taskCpuTime(t, time, c, id(), id());
            default -> sink.wakeup(t, time, c, id(), id(), number());
        }
    }

    private ScopeEndpoint waitScope() {
        return random.nextBoolean() ? ScopeEndpoint.BEGIN : ScopeEndpoint.END;
    }

    /** A join that runs the awaited task, which may join other tasks; sometimes an argument is wrong. */
    private void join(EventCalls sink, OmptThread t, long waiting, long awaited, int depth) {
        Construct c = one(Construct.values());
        SyncRegionKind kind = one(SyncRegionKind.values());
        long region = id();
        int site = number();
        sink.taskSchedule(t, timeNanos, c, id(), TaskStatus.SWITCH, waiting);
        sink.syncRegion(t, later(), c, kind, ScopeEndpoint.BEGIN, region, odd(waiting), awaited, site);
        sink.taskSchedule(t, soon(), odd(c), odd(waiting), TaskStatus.SWITCH, odd(awaited));
        for (int i = random.nextInt(3); i > 0 && depth > 0; i--) {
            join(sink, t, awaited, id(), depth - 1);
            sink.taskSchedule(t, later(), c, id(), TaskStatus.SWITCH, awaited);
        }
        TaskStatus status = random.nextInt(8) > 0 ? TaskStatus.COMPLETE : one(TaskStatus.values());
        sink.taskSchedule(t, later(), odd(c), odd(awaited), status, odd(waiting));
        if (random.nextInt(8) == 0) {
            sink.flush(t, timeNanos, c, site);
        }
        SyncRegionKind endKind = random.nextInt(8) > 0 ? kind : one(SyncRegionKind.values());
        int endSite = random.nextInt(8) > 0 ? site : number();
        sink.syncRegion(
                t, soon(), odd(c), endKind, ScopeEndpoint.END, odd(region), odd(waiting), odd(awaited), endSite);
    }

    private long later() {
        timeNanos += ELAPSED[random.nextInt(ELAPSED.length)];
        return timeNanos;
    }

    private long soon() {
        return random.nextInt(8) > 0 ? timeNanos : later();
    }

    private long odd(long expected) {
        return random.nextInt(12) > 0 ? expected : id();
    }

    private Construct odd(Construct expected) {
        return random.nextInt(12) > 0 ? expected : one(Construct.values());
    }

    private OmptDependence[] dependences() {
        OmptDependence[] deps = new OmptDependence[3];
        for (int i = 0; i < deps.length; i++) {
            deps[i] = new OmptDependence(any(), one(DependenceType.values()));
        }
        return deps;
    }

    private <T> T one(T[] values) {
        return values[random.nextInt(values.length)];
    }

    private ScopeEndpoint scope() {
        return one(ScopeEndpoint.values());
    }

    private long id() {
        return random.nextInt(3) > 0 ? 1000 + random.nextInt(100) : LONGS[random.nextInt(LONGS.length)];
    }

    private long any() {
        return random.nextBoolean() ? id() : -id();
    }

    private int number() {
        return INTS[random.nextInt(INTS.length)];
    }

    private String text() {
        return "Ünïcode \uD83D\uDE00 " + random.nextInt(10);
    }
}
