package org.ompt4j.emitter.defined;

import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.Events;
import org.ompt4j.emitter.FrameAnchor;
import org.ompt4j.emitter.Mutexes;
import org.ompt4j.emitter.Region;
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
 * What a method that the configuration defines as a construct is, in OMPT terms. Rewritten code knows a kind by its ordinal.
 *
 * <p>Thread safety: the methods run on the thread that {@code c} belongs to, between enter and leave.
 */
public enum DefinedKind {
    BARRIER(true) {
        @Override
        void begin(ThreadContext c, Defined d) {
            waitingBegin(c, d, SyncRegionKind.BARRIER_EXPLICIT);
        }

        @Override
        void end(ThreadContext c, Defined d, boolean success, @Nullable Throwable thrown) {
            waitingEnd(c, d, SyncRegionKind.BARRIER_EXPLICIT);
        }
    },
    TASKWAIT(true) {
        @Override
        void begin(ThreadContext c, Defined d) {
            waitingBegin(c, d, SyncRegionKind.TASKWAIT);
        }

        @Override
        void end(ThreadContext c, Defined d, boolean success, @Nullable Throwable thrown) {
            waitingEnd(c, d, SyncRegionKind.TASKWAIT);
        }
    },
    /** Nobody can tell how much of the method is the wait at its end, so that is given no time. */
    TASKGROUP(false) {
        @Override
        void begin(ThreadContext c, Defined d) {
            SyncRegions.begin(c, K, SyncRegionKind.TASKGROUP, 0, d.site);
        }

        @Override
        void end(ThreadContext c, Defined d, boolean success, @Nullable Throwable thrown) {
            c.clock().now();
            SyncRegions.emptyWait(c, K, SyncRegionKind.TASKGROUP, 0, d.site);
            SyncRegions.end(c, K, SyncRegionKind.TASKGROUP, 0, d.site);
        }
    },
    /** The method acquires. */
    LOCK(true) {
        @Override
        void begin(ThreadContext c, Defined d) {
            acquireBegin(c, d, MutexKind.LOCK);
        }

        @Override
        void end(ThreadContext c, Defined d, boolean success, @Nullable Throwable thrown) {
            acquireEnd(c, d, MutexKind.LOCK, success && thrown == null);
        }
    },
    /** The method acquires, or answers false. */
    TEST_LOCK(true) {
        @Override
        void begin(ThreadContext c, Defined d) {
            acquireBegin(c, d, MutexKind.TEST_LOCK);
        }

        @Override
        void end(ThreadContext c, Defined d, boolean success, @Nullable Throwable thrown) {
            acquireEnd(c, d, MutexKind.TEST_LOCK, success && thrown == null);
        }
    },
    /** The method releases; it still holds the lock when it begins. */
    UNLOCK(true) {
        @Override
        void begin(ThreadContext c, Defined d) {
            Mutexes.released(c, K, MutexKind.LOCK, d.waitId, d.site);
        }

        @Override
        void end(ThreadContext c, Defined d, boolean success, @Nullable Throwable thrown) {
            c.clock().markStale();
        }
    },
    /** The method holds what orders it from its begin to its end. */
    ORDERED(true) {
        @Override
        void begin(ThreadContext c, Defined d) {
            Mutexes.acquiredAtOnce(c, K, MutexKind.ORDERED, IMPL, d.waitId, d.site);
        }

        @Override
        void end(ThreadContext c, Defined d, boolean success, @Nullable Throwable thrown) {
            Mutexes.released(c, K, MutexKind.ORDERED, d.waitId, d.site);
        }
    },
    /** The method is an undeferred task of its caller. */
    TASK(false) {
        @Override
        void begin(ThreadContext c, Defined d) {
            long task = Tasks.createNow(c, K, TaskFlag.UNDEFERRED, d.site, d.body);
            Tasks.begin(c, K, task, c.tasks().currentTeam());
            c.tasks().setBody(d.body);
        }

        @Override
        void end(ThreadContext c, Defined d, boolean success, @Nullable Throwable thrown) {
            if (thrown != null) {
                Events.error(c, c.clock().now(), K, Severity.WARNING, thrown, d.site);
            }
            Tasks.end(c, TaskStatus.COMPLETE);
        }
    },
    /** Only the caller is known to take part in the region; others join with the tasks that they get from it. */
    PARALLEL(false) {
        @Override
        void begin(ThreadContext c, Defined d) {
            d.region = Regions.begin(c, K, 1, ParallelFlag.INVOKER_PROGRAM, d.site, d.body);
            c.tasks().setBody(d.body);
        }

        @Override
        void end(ThreadContext c, Defined d, boolean success, @Nullable Throwable thrown) {
            Region region = d.region;
            if (region != null) {
                Regions.end(c, region);
            }
        }
    },
    MASKED(false) {
        @Override
        void begin(ThreadContext c, Defined d) {
            Events.masked(c, c.clock().now(), K, ScopeEndpoint.BEGIN, d.site);
        }

        @Override
        void end(ThreadContext c, Defined d, boolean success, @Nullable Throwable thrown) {
            Events.masked(c, c.clock().now(), K, ScopeEndpoint.END, d.site);
        }
    },
    /** How many sections there are is not known. */
    SECTIONS(false) {
        @Override
        void begin(ThreadContext c, Defined d) {
            Events.work(c, c.clock().now(), K, WorkType.SECTIONS, ScopeEndpoint.BEGIN, 0, d.site);
        }

        @Override
        void end(ThreadContext c, Defined d, boolean success, @Nullable Throwable thrown) {
            Events.work(c, c.clock().now(), K, WorkType.SECTIONS, ScopeEndpoint.END, 0, d.site);
        }
    },
    REDUCTION(false) {
        @Override
        void begin(ThreadContext c, Defined d) {
            long time = c.clock().now();
            c.tasks().setReducing(true);
            Events.reduction(c, time, K, ScopeEndpoint.BEGIN, d.site);
        }

        @Override
        void end(ThreadContext c, Defined d, boolean success, @Nullable Throwable thrown) {
            c.tasks().setReducing(false);
            Events.reduction(c, c.clock().now(), K, ScopeEndpoint.END, d.site);
        }
    };

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

    abstract void begin(ThreadContext c, Defined d);

    /** {@code success} is false if the method said so by answering false; {@code thrown} is what left it, if anything. */
    abstract void end(ThreadContext c, Defined d, boolean success, @Nullable Throwable thrown);

    private static void waitingBegin(ThreadContext c, Defined d, SyncRegionKind kind) {
        SyncRegions.begin(c, K, kind, d.waitId, d.site);
        SyncRegions.waitBegin(c, K, kind, d.waitId, d.site);
    }

    private static void waitingEnd(ThreadContext c, Defined d, SyncRegionKind kind) {
        SyncRegions.waitEnd(c, K, kind, d.waitId, d.site);
        SyncRegions.end(c, K, kind, d.waitId, d.site);
    }

    private static void acquireBegin(ThreadContext c, Defined d, MutexKind kind) {
        d.waitBeginNanos = Mutexes.waitBeginInCode(c, K, kind, IMPL, d.waitId, d.site);
    }

    private static void acquireEnd(ThreadContext c, Defined d, MutexKind kind, boolean acquired) {
        if (!Mutexes.outOfCode(c, d.waitId)) {
            return;
        }
        if (acquired) {
            Mutexes.acquired(c, K, kind, IMPL, d.waitId, d.site, d.waitBeginNanos);
        } else {
            Mutexes.gaveUp(c, K, kind, IMPL, d.waitId, d.site, d.waitBeginNanos);
        }
    }
}
