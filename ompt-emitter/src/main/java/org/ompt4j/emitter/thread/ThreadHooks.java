package org.ompt4j.emitter.thread;

import static org.ompt4j.ompt.Construct.THREAD;
import static org.ompt4j.ompt.Construct.VIRTUAL_THREAD;

import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.CallSites;
import org.ompt4j.emitter.Carriers;
import org.ompt4j.emitter.Events;
import org.ompt4j.emitter.Failures;
import org.ompt4j.emitter.Guarded;
import org.ompt4j.emitter.Guarded.Needed;
import org.ompt4j.emitter.InitialTasks;
import org.ompt4j.emitter.JvmThreads;
import org.ompt4j.emitter.Permits;
import org.ompt4j.emitter.SampledSites;
import org.ompt4j.emitter.Tasks;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.ThreadRegistry;
import org.ompt4j.emitter.Threads;
import org.ompt4j.emitter.Wakeups;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;

/**
 * The begin and end of a thread. Called by the rewritten {@link Thread} and by the {@code run} of its subclasses; see {@code
 * docs/mappings/thread.md}.
 */
public final class ThreadHooks extends ThreadGuards {

    /** Whether the application has registered a shutdown hook. */
    private static boolean haveHooks;

    private ThreadHooks() {}

    /**
     * {@code run} is entered. The thread begins if this is the first call, on the thread itself; calls on another thread, and further calls, have no
     * effect.
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
                // The thread was started by a call that is not rewritten: it is an initial thread without a creator.
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

    @Guarded("beginning of a thread")
    static void beginTask(ThreadContext c, long taskId) {
        Tasks.begin(c, THREAD, taskId, null);
    }

    /** {@code Thread.exit}: the last thing that the JVM does on a thread, after an uncaught exception was handled. */
    public static void exit(Thread thread) {
        try {
            KnownThreads.Known known = KnownThreads.find(thread);
            if (known != null) {
                // No effect if the thread has begun before. Its run is in a class that is not rewritten.
                run(thread);
            }
            Threads.leaveBeforeEnd();
            ThreadContext c = Threads.enterIfBegun();
            if (c != null) {
                end(c);
            } else {
                Carriers.exit();
            }
        } catch (Throwable t) {
            Failures.count("end of a thread", t);
        }
    }

    /** A thread of the JDK enters its {@code run}; it runs code of the application only incidentally. */
    public static void runOfJdk(Thread thread) {
        try {
            Threads.begin(thread, ThreadType.OTHER);
        } catch (Throwable t) {
            Failures.count("begin of a thread", t);
        }
        run(thread);
    }

    /** The thread of a timer, which the JDK starts, enters its {@code run}; it may never reach another hook. */
    public static void runOfTimer(Thread thread) {
        run(thread);
        try {
            if (Threads.canObserve(thread)) {
                Threads.current();
            }
        } catch (Throwable t) {
            Failures.count("beginning of a thread", t);
        }
    }

    /** Ends the thread, which stays inside the runtime. */
    private static void end(ThreadContext c) {
        if (c.tasks().inExplicitTask()) {
            Tasks.end(c, TaskStatus.COMPLETE);
        }
        Threads.end(c);
    }

    /** The current thread is about to interrupt this one, which wakes it if it waits. */
    public static void interrupts(Thread thread) {
        try {
            long permit =
                    Events.wanted(Event.WAKEUP) && thread != Thread.currentThread() ? Permits.ifWaiting(thread) : 0;
            if (permit != 0 && !Threads.isJvmThreadThatHasNotBegun()) {
                tellInterrupt(permit);
            }
        } catch (Throwable t) {
            Failures.count("interrupt of a thread", t);
        }
    }

    @Guarded("interrupt of a thread")
    static void tellInterrupt(ThreadContext c, long permit) {
        Wakeups.tell(c, THREAD, permit);
    }

    /** An uncaught exception is about to be passed to the thread's handler. */
    @Guarded(value = "uncaught exception of a thread", begins = false)
    public static void uncaught(ThreadContext c, @Needed Throwable thrown) {
        Events.error(c, c.clock().now(), THREAD, Severity.FATAL, thrown);
    }

    /** A shutdown hook was registered. */
    public static void shutdownHook(@Nullable Thread thread) {
        try {
            if (thread != null) {
                KnownThreads.put(thread, ThreadType.OTHER, 0);
                haveHooks |= Threads.canObserve(thread);
            }
        } catch (Throwable t) {
            Failures.count("shutdown hook", t);
        }
    }

    /** The current thread is about to start the shutdown hooks. */
    public static void startsShutdownHooks() {
        if (haveHooks) {
            jvmEnds();
        }
    }

    /** If the JVM ends because all non-daemon threads have ended, it uses a thread of its own for that, which begins here. */
    @Guarded("shutdown hook")
    static void jvmEnds(ThreadContext c) {
        InitialTasks.ensure(c);
    }

    /**
     * An executor with a thread for each task, or a task scope, is about to start one.
     *
     * @return the id of the thread's task, for {@link #notStarted}; 0 if the start will fail, or the thread is not observed or virtual
     */
    public static long startForTask(Thread thread) {
        return ThreadRegistry.isVirtual(thread) ? 0 : createForTask(thread);
    }

    @Guarded("start of a thread")
    static long createForTask(ThreadContext c, Thread thread) {
        if (!Threads.canObserve(thread) || Threads.isInternal(thread) || !JvmThreads.isNew(thread)) {
            return 0;
        }
        // Takes the call site announced for virtual threads, which the executor may start too: a call site that is
        // announced for threads means a start by the application itself.
        int callSite = CallSites.takeOrWalk(c, VIRTUAL_THREAD);
        long task = Tasks.createNow(c, THREAD, 0, callSite, ThreadCode.bodyOfTask(thread));
        KnownThreads.put(thread, ThreadType.INITIAL, task);
        return task;
    }

    /** The thread did not start, for example for lack of memory. */
    public static void notStarted(Throwable thrown, long task, Thread thread) {
        if (task != 0) {
            ThreadCalls.discard(thread, task, 0);
        }
    }

    /**
     * A thread is about to be started that no call has reported: by a builder in one step (since 21), which the application's call has announced; by
     * code of the JDK; or by reflection.
     */
    @Guarded(value = "start of a thread", begins = false)
    public static void starts(ThreadContext c, Thread thread) {
        int announced = CallSites.take(c, THREAD);
        boolean mayBeTold = Threads.canObserve(thread) && JvmThreads.isNew(thread) && KnownThreads.find(thread) == null;
        if (!mayBeTold || announced == 0 && !isTask(thread)) {
            return;
        }
        int callSite = announced == 0 ? SampledSites.ofObservedCall() : announced;
        if (callSite >= 0) {
            long task = Tasks.createNow(c, THREAD, 0, callSite, ThreadCode.body(thread));
            KnownThreads.putInStart(thread, task);
        }
    }

    /** Whether the code of a thread that was started by the JDK, or by reflection, is reported as a task of the thread. */
    private static boolean isTask(Thread thread) {
        return !Threads.isInternal(thread)
                && ThreadCode.tellsOfItsRun(thread)
                && !ThreadCode.isStage(thread)
                && !ThreadCode.isOfFlightRecorder(thread);
    }

    /** {@code start} has thrown, for example for lack of memory. A task that was reported at the call is discarded there. */
    public static void didNotStart(Throwable thrown, Thread thread) {
        try {
            KnownThreads.Known known = KnownThreads.find(thread);
            if (known != null && known.isToldInStart && JvmThreads.isNew(thread)) {
                ThreadCalls.discard(thread, known.taskId, 0);
            }
        } catch (Throwable t) {
            Failures.count("start of a thread", t);
        }
    }
}
