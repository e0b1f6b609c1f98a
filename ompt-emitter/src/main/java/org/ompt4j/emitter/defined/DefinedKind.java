package org.ompt4j.emitter.defined;

import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.Events;
import org.ompt4j.emitter.FrameAnchor;
import org.ompt4j.emitter.Mutexes;
import org.ompt4j.emitter.Regions;
import org.ompt4j.emitter.SyncRegions;
import org.ompt4j.emitter.Tasks;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.MutexImpl;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.ParallelFlag;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.WorkType;

/**
 * The kinds of constructs, in OMPT terms, as which the configuration can define a method. Rewritten code refers to a kind by its ordinal.
 *
 * <p>Thread safety: the methods run on the thread that {@code c} belongs to, between enter and leave.
 */
public enum DefinedKind {
    BARRIER(true),
    TASKWAIT(true),
    TASKGROUP(false),
    /** The method acquires. */
    LOCK(true),
    /** The method acquires, or returns false. */
    TEST_LOCK(true),
    /** The method releases; it still holds the lock when it begins. */
    UNLOCK(true),
    /** The method is an ordered region from its begin to its end. */
    ORDERED(true),
    /** The method is an undeferred task of its caller. */
    TASK(false),
    /** Only the caller is a member at first; other threads join with tasks that belong to the region. */
    PARALLEL(false),
    MASKED(false),
    /** How many sections there are is not known. */
    SECTIONS(false),
    REDUCTION(false);

    private static final Construct K = Construct.DEFINED;
    private static final MutexImpl IMPL = MutexImpl.USER_DEFINED;
    private static final DefinedKind[] ALL = values();

    /** Whether threads wait for the object that the method belongs to. */
    final boolean hasWaitId;

    static {
        FrameAnchor.ofTasks(K, FrameAnchor.body());
        FrameAnchor.ofRegions(K, FrameAnchor.body());
    }

    DefinedKind(boolean hasWaitId) {
        this.hasWaitId = hasWaitId;
    }

    static DefinedKind of(int ordinal) {
        return ALL[ordinal];
    }

    void begin(ThreadContext c, Defined d) {
        switch (this) {
            case BARRIER -> waitingBegin(c, d, SyncRegionKind.BARRIER_EXPLICIT);
            case TASKWAIT -> waitingBegin(c, d, SyncRegionKind.TASKWAIT);
            case TASKGROUP -> SyncRegions.begin(c, K, SyncRegionKind.TASKGROUP, 0, d.callSite);
            case LOCK -> acquireBegin(c, d, MutexKind.LOCK);
            case TEST_LOCK -> acquireBegin(c, d, MutexKind.TEST_LOCK);
            case UNLOCK -> Mutexes.released(c, K, MutexKind.LOCK, d.waitId, d.callSite);
            case ORDERED -> Mutexes.acquiredAtOnce(c, K, MutexKind.ORDERED, IMPL, d.waitId, d.callSite);
            case TASK -> {
                long task = Tasks.createNow(c, K, TaskFlag.UNDEFERRED, d.callSite, d.body);
                Tasks.begin(c, K, task, c.tasks().currentRegion());
                c.tasks().setBody(d.body);
            }
            case PARALLEL -> {
                d.region = Regions.begin(c, K, 1, ParallelFlag.INVOKER_PROGRAM, d.callSite, d.body);
                c.tasks().setBody(d.body);
            }
            case MASKED -> Events.masked(c, c.clock().now(), K, ScopeEndpoint.BEGIN, d.callSite);
            case SECTIONS -> Events.work(c, c.clock().now(), K, WorkType.SECTIONS, ScopeEndpoint.BEGIN, 0, d.callSite);
            case REDUCTION -> {
                long time = c.clock().now();
                c.tasks().setReducing(true);
                Events.reduction(c, time, K, ScopeEndpoint.BEGIN, d.callSite);
            }
        }
    }

    /** {@code success} is false if the method returned false to indicate a failure; {@code thrown} is the exception that left it, or null. */
    void end(ThreadContext c, Defined d, boolean success, @Nullable Throwable thrown) {
        switch (this) {
            case BARRIER -> waitingEnd(c, d, SyncRegionKind.BARRIER_EXPLICIT);
            case TASKWAIT -> waitingEnd(c, d, SyncRegionKind.TASKWAIT);
            case TASKGROUP -> {
                // It is not known which part of the method is the wait at its end, so the wait is reported without a
                // duration.
                c.clock().now();
                SyncRegions.emptyWait(c, K, SyncRegionKind.TASKGROUP, 0, d.callSite);
                SyncRegions.end(c, K, SyncRegionKind.TASKGROUP, 0, d.callSite);
            }
            case LOCK -> acquireEnd(c, d, MutexKind.LOCK, success && thrown == null);
            case TEST_LOCK -> acquireEnd(c, d, MutexKind.TEST_LOCK, success && thrown == null);
            case UNLOCK -> c.clock().markStale();
            case ORDERED -> Mutexes.released(c, K, MutexKind.ORDERED, d.waitId, d.callSite);
            case TASK -> {
                if (thrown != null) {
                    Events.error(c, c.clock().now(), K, Severity.WARNING, thrown);
                }
                Tasks.end(c, TaskStatus.COMPLETE);
            }
            case PARALLEL -> {
                if (d.region != null) {
                    Regions.end(c, d.region);
                }
            }
            case MASKED -> Events.masked(c, c.clock().now(), K, ScopeEndpoint.END, d.callSite);
            case SECTIONS -> Events.work(c, c.clock().now(), K, WorkType.SECTIONS, ScopeEndpoint.END, 0, d.callSite);
            case REDUCTION -> {
                c.tasks().setReducing(false);
                Events.reduction(c, c.clock().now(), K, ScopeEndpoint.END, d.callSite);
            }
        }
    }

    private static void waitingBegin(ThreadContext c, Defined d, SyncRegionKind kind) {
        SyncRegions.begin(c, K, kind, d.waitId, d.callSite);
        SyncRegions.waitBegin(c, K, kind, d.waitId, d.callSite);
    }

    private static void waitingEnd(ThreadContext c, Defined d, SyncRegionKind kind) {
        SyncRegions.waitEnd(c, K, kind, d.waitId, d.callSite);
        SyncRegions.end(c, K, kind, d.waitId, d.callSite);
    }

    private static void acquireBegin(ThreadContext c, Defined d, MutexKind kind) {
        d.waitBeginNanos = Mutexes.waitBeginInCode(c, K, kind, IMPL, d.waitId, d.callSite);
    }

    private static void acquireEnd(ThreadContext c, Defined d, MutexKind kind, boolean acquired) {
        if (!Mutexes.outOfCode(c, d.waitId)) {
            return;
        }
        if (acquired) {
            Mutexes.acquired(c, K, kind, IMPL, d.waitId, d.callSite, d.waitBeginNanos);
        } else {
            Mutexes.gaveUp(c, K, kind, IMPL, d.waitId, d.callSite, d.waitBeginNanos);
        }
    }
}
