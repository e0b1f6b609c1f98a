package org.ompt4j.emitter.thread;

import static org.ompt4j.ompt.Construct.THREAD;

import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.CallSites;
import org.ompt4j.emitter.Events;
import org.ompt4j.emitter.Failures;
import org.ompt4j.emitter.Tasks;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.Threads;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;

/**
 * A thread's own beginning and end, called by the rewritten {@link Thread} and by the {@code run} of its subclasses; see {@code
 * docs/mappings/thread.md}.
 */
public final class ThreadHooks {

    private ThreadHooks() {}

    /**
     * {@code run} is entered: for the first time on the thread itself, which begins, or on another thread or again, which means
     * nothing.
     */
    public static void run(Thread thread) {
        try {
            if (thread == Thread.currentThread() && Threads.canObserve(thread)) {
                begin(thread);
            }
        } catch (Throwable t) {
            Failures.count("beginning of a thread", t);
        }
    }

    private static void begin(Thread thread) {
        KnownThreads.Known known = KnownThreads.find(thread);
        if (known == null) {
            if (ThreadCode.isApplications(thread)) {
                // Started where no call site was rewritten: it is its own initial thread, without a creator.
                Threads.current();
            }
            return;
        }
        if (!known.begins() || known.taskId == 0 && Threads.isInternal(thread)) {
            return;
        }
        Threads.begin(thread, known.type);
        if (known.taskId != 0) {
            beginTask(known.taskId);
        }
    }

    private static void beginTask(long taskId) {
        ThreadContext c = Threads.enter();
        if (c == null) {
            return;
        }
        try {
            Tasks.begin(c, THREAD, taskId, null);
        } finally {
            c.leave();
        }
    }

    /** {@code Thread.exit}: the last thing that the JVM does on a thread, after an uncaught exception was handled. */
    public static void exit(Thread thread) {
        try {
            KnownThreads.Known known = KnownThreads.find(thread);
            if (known != null) {
                // Unless it began long ago: its run is in a class that is not rewritten.
                run(thread);
            }
            Threads.leaveBeforeEnd();
            ThreadContext c = Threads.enterIfBegun();
            if (c != null) {
                end(c);
            }
        } catch (Throwable t) {
            Failures.count("end of a thread", t);
        }
    }

    /** The thread does not leave the runtime any more. */
    private static void end(ThreadContext c) {
        if (c.tasks().inExplicitTask()) {
            Tasks.end(c, TaskStatus.COMPLETE);
        }
        Threads.end(c);
    }

    /** An exception that nobody caught is about to be handed to the thread's handler. */
    public static void uncaught(@Nullable Throwable thrown) {
        ThreadContext c = thrown == null ? null : Threads.enterIfBegun();
        if (c == null || thrown == null) {
            return;
        }
        try {
            Events.error(c, c.clock().now(), THREAD, Severity.FATAL, thrown, 0);
        } catch (Throwable t) {
            Failures.count("uncaught exception of a thread", t);
        } finally {
            c.leave();
        }
    }

    /** A shutdown hook was registered. */
    public static void shutdownHook(@Nullable Thread thread) {
        try {
            if (thread != null) {
                KnownThreads.put(thread, ThreadType.OTHER, 0);
            }
        } catch (Throwable t) {
            Failures.count("shutdown hook", t);
        }
    }

    /** A thread that was built and is started in one step (since 21): the call site says that the application does it. */
    public static void startOfBuilt(Thread thread) {
        ThreadContext c = Threads.enterIfBegun();
        if (c == null) {
            return;
        }
        try {
            int site = CallSites.take(c, THREAD);
            if (site != 0 && Threads.canObserve(thread)) {
                KnownThreads.put(
                        thread, ThreadType.INITIAL, Tasks.createNow(c, THREAD, 0, site, ThreadCode.body(thread)));
            }
        } catch (Throwable t) {
            Failures.count("start of a thread", t);
        } finally {
            c.leave();
        }
    }
}
