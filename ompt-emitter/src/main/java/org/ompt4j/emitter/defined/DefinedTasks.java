package org.ompt4j.emitter.defined;

import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.AttachEpoch;
import org.ompt4j.emitter.Bodies;
import org.ompt4j.emitter.Events;
import org.ompt4j.emitter.InitialTasks;
import org.ompt4j.emitter.PendingTask;
import org.ompt4j.emitter.PendingTasks;
import org.ompt4j.emitter.Region;
import org.ompt4j.emitter.Section;
import org.ompt4j.emitter.Tasks;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;

/**
 * The tasks that were submitted to pools of the configuration. If an object is submitted several times before it has run, each submission is a task;
 * these begin in the order of their submission. Objects are not kept alive.
 *
 * <p>Thread safety: any thread; every method on the thread that {@code c} belongs to, between enter and leave.
 */
final class DefinedTasks {
    private static final Construct K = Construct.DEFINED;

    private static final PendingTasks PENDING = new PendingTasks();

    private DefinedTasks() {}

    /** A task that a thread is handing to a pool. */
    static final class Submission {
        final int epoch = AttachEpoch.current();
        final Object task;
        final @Nullable Object outer;

        Submission(Object task, @Nullable Object outer) {
            this.task = task;
            this.outer = outer;
        }
    }

    /** A task that a thread runs. */
    static final class Running {
        final int epoch = AttachEpoch.current();
        final Object task;
        final long id;

        /** What the thread ran when it began this one. */
        final @Nullable Running outer;

        /** Whether the end of the task is reported by another method. */
        boolean endsApart;

        private Running(Object task, long id, @Nullable Running outer) {
            this.task = task;
            this.id = id;
            this.outer = outer;
        }
    }

    /** Creates a task that is about to be queued. It belongs to the region of the submitter's initial task. */
    static void submit(ThreadContext c, Object task, int site) {
        InitialTasks.ensure(c);
        Region region = c.tasks().initialRegion();
        int flags = c.tasks().exportingTo(region);
        int body = Events.wantsTaskCreate() ? Bodies.of(task) : 0;
        PENDING.add(task, Tasks.createNow(c, K, flags, site, body), region);
    }

    /** The task that came last was not accepted, unless it has begun. */
    static void refused(ThreadContext c, Object task, @Nullable Throwable thrown) {
        PendingTask last = PENDING.takeYoungest(task);
        if (last != null) {
            if (thrown != null) {
                Events.error(c, c.clock().now(), K, Severity.WARNING, thrown);
            }
            Tasks.discard(c, K, last.id());
        }
    }

    /**
     * The current thread begins the oldest task of the object. If no submission was seen, it begins an undeferred task of its own.
     *
     * @param method body id of the method that runs it
     */
    static Running begin(ThreadContext c, Object task, int method, @Nullable Running outer) {
        PendingTask oldest = PENDING.takeOldest(task);
        InitialTasks.ensure(c);
        long id = oldest != null ? oldest.id() : Tasks.createNow(c, K, TaskFlag.UNDEFERRED, 0, Bodies.of(task));
        Tasks.begin(
                c,
                K,
                id,
                oldest != null ? Section.regionIn(oldest.place()) : c.tasks().currentRegion());
        c.tasks().setBody(method);
        return new Running(task, id, outer);
    }

    /** The code of a task has returned, or has thrown. */
    static void end(ThreadContext c, Running begun, @Nullable Throwable thrown) {
        if (thrown != null && Tasks.isRunning(c, begun.id)) {
            Events.error(c, c.clock().now(), K, Severity.WARNING, thrown);
        }
        Tasks.end(c, begun.id, TaskStatus.COMPLETE);
    }
}
