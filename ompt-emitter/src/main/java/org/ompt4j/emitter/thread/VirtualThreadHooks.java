package org.ompt4j.emitter.thread;

import static org.ompt4j.ompt.Construct.VIRTUAL_THREAD;

import java.util.concurrent.TimeUnit;
import org.ompt4j.emitter.CallSites;
import org.ompt4j.emitter.Carriers;
import org.ompt4j.emitter.Events;
import org.ompt4j.emitter.Failures;
import org.ompt4j.emitter.Guarded;
import org.ompt4j.emitter.InitialTasks;
import org.ompt4j.emitter.Pool;
import org.ompt4j.emitter.Tasks;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.ThreadRegistry;
import org.ompt4j.emitter.Waits;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;

/**
 * Called by the rewritten {@code VirtualThread}; see {@code docs/mappings/virtual-thread.md}.
 *
 * <p>Thread safety: any thread. Each hook is about the virtual thread in its argument; all except {@link #starts} and {@link #canGoOn} are called on
 * its carrier.
 */
public final class VirtualThreadHooks extends VirtualThreadGuards {
    private VirtualThreadHooks() {}

    /** The agent was attached to a running program: virtual threads may have been started unseen, and may still be until {@link #rewritten}. */
    public static void attached() {
        VirtualThreads.attached();
    }

    /** Every start of a virtual thread calls {@link #starts} from now on. */
    public static void rewritten() {
        VirtualThreads.rewritten();
    }

    /** The virtual thread is about to be started; no carrier can run it yet. */
    public static void starts(Thread virtual) {
        try {
            if (VirtualThreads.isNew(virtual) && !create(virtual)) {
                VirtualThreads.startedUnseen(virtual);
            }
        } catch (Throwable t) {
            Failures.count("virtual thread", t);
        }
    }

    /** The thread that starts it creates a task. */
    @Guarded("virtual thread")
    static boolean create(ThreadContext c, Thread virtual) {
        InitialTasks.ensure(c);
        // The JDK makes internal virtual threads when others wait for sockets.
        Waits.interrupt(c);
        try {
            int exporting = c.tasks().exportingTo(c.tasks().initialRegion());
            Object code = VirtualThreads.code(virtual);
            int site = VirtualThreads.isOfJdk(code) ? 0 : CallSites.takeOrSample(c, VIRTUAL_THREAD);
            int body = VirtualThreads.body(code);
            Tasks.createAs(c, VIRTUAL_THREAD, VirtualThreads.taskOf(virtual), TaskFlag.UNTIED | exporting, site, body);
        } finally {
            Waits.goOn(c);
        }
        VirtualThreads.startedSeen(virtual);
        return true;
    }

    /**
     * An uncaught exception is about to be passed to the current thread's handler. No effect in platform threads, for which there is another hook.
     */
    public static void threw(Throwable thrown) {
        if (ThreadRegistry.isVirtual(Thread.currentThread())) {
            tellThrown(thrown);
        }
    }

    @Guarded(value = "virtual thread", begins = false)
    static void tellThrown(ThreadContext c, Throwable thrown) {
        Events.error(c, c.clock().now(), VIRTUAL_THREAD, Severity.FATAL, thrown);
    }

    /** The current thread is about to mount the virtual thread. */
    public static void mounts(Thread virtual) {
        ThreadContext c = null;
        try {
            c = Carriers.enter();
            if (c != null) {
                mount(c, virtual);
            }
        } catch (Throwable t) {
            Failures.count("virtual thread", t);
        } finally {
            if (c != null) {
                Carriers.leave(c);
            }
        }
    }

    private static void mount(ThreadContext c, Thread virtual) {
        if (!Pool.hasJoined(c)) {
            Schedulers.join(c);
        }
        if (VirtualThreads.isUntold(virtual)) {
            Tasks.createAs(
                    c,
                    VIRTUAL_THREAD,
                    VirtualThreads.taskOf(virtual),
                    TaskFlag.UNTIED,
                    0,
                    VirtualThreads.body(VirtualThreads.code(virtual)));
            // The creator is not known; the carrier itself has no task.
            Tasks.outOfTasks(c);
        }
        Tasks.begin(c, VIRTUAL_THREAD, VirtualThreads.taskOf(virtual), null);
        Carriers.mounted(c, virtual);
    }

    /** The virtual thread is about to be submitted to its scheduler, which runs it when a carrier is free. */
    public static void canGoOn(Thread virtual) {
        canGoOnAfter(0, virtual);
    }

    /**
     * The virtual thread has left its carrier, for at most this time. The thread that ends its wait may need a carrier too.
     *
     * @param unit of the delay: nanoseconds if the thread is parked; another unit if it waits for a notification, after which it may have to wait for
     *     a monitor
     */
    public static void leftFor(Thread virtual, long delay, TimeUnit unit) {
        if (unit == TimeUnit.NANOSECONDS) {
            canGoOnAfter(delay, virtual);
        }
    }

    private static void canGoOnAfter(long delayNanos, Thread virtual) {
        try {
            if (Events.wanted(Event.TASK_LATE)) {
                Carriers.canGoOn(virtual, VirtualThreads.taskOf(virtual), delayNanos);
            }
        } catch (Throwable t) {
            Failures.count("virtual thread", t);
        }
    }

    /** The virtual thread was unmounted and goes on later; no carrier can run it yet. */
    public static void yields(Thread virtual) {
        leaves(virtual, TaskStatus.SWITCH);
    }

    /** The virtual thread has ended, and threads that join it are not woken yet; or it could not be started. */
    public static void ends(Thread virtual) {
        try {
            if (Carriers.isCurrent()) {
                leaves(virtual, TaskStatus.COMPLETE);
            } else {
                discard(virtual);
            }
        } catch (Throwable t) {
            Failures.count("virtual thread", t);
        }
    }

    private static void leaves(Thread virtual, TaskStatus status) {
        ThreadContext c = null;
        try {
            c = Carriers.enterIfBegun();
            if (c != null && Tasks.isRunning(c, VirtualThreads.taskOf(virtual))) {
                leave(c, status);
            }
        } catch (Throwable t) {
            Failures.count("virtual thread", t);
        } finally {
            if (c != null) {
                Carriers.leave(c);
            }
        }
    }

    private static void leave(ThreadContext c, TaskStatus status) {
        try {
            Carriers.unmounts(c, status == TaskStatus.SWITCH);
        } finally {
            Tasks.end(c, status);
            Tasks.idle(c);
        }
    }

    @Guarded("virtual thread")
    static void discard(ThreadContext c, Thread virtual) {
        if (!VirtualThreads.isUntold(virtual)) {
            Tasks.discard(c, VIRTUAL_THREAD, VirtualThreads.taskOf(virtual));
        }
    }
}
