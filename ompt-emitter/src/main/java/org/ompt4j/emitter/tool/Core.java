package org.ompt4j.emitter.tool;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.Carriers;
import org.ompt4j.emitter.Definitions;
import org.ompt4j.emitter.Events;
import org.ompt4j.emitter.Failures;
import org.ompt4j.emitter.Ids;
import org.ompt4j.emitter.Inquiries;
import org.ompt4j.emitter.JdkWaits;
import org.ompt4j.emitter.JvmThreads;
import org.ompt4j.emitter.RegionInfo;
import org.ompt4j.emitter.TaskInfo;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.ThreadRegistry;
import org.ompt4j.emitter.Threads;
import org.ompt4j.ompt.OmptFrame;
import org.ompt4j.ompt.OmptThread;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.State;

/** The part of the event core that tools need; tests replace it. Thread safety: any thread. */
class Core {
    private volatile boolean hasParked;

    /** Makes the sink the only receiver of the events in the mask; null ends delivery. */
    void deliverTo(@Nullable RecordSink sink, long eventMask) {
        Events.deliverTo(sink, eventMask);
    }

    /** Sets the events for which tools have callbacks. */
    void setEventsWithCallbacks(long events) {
        Events.setEventsWithCallbacks(events);
    }

    /** The calling thread; the carrier if a virtual thread is in a callback or {@link #pin}ned; null if the calling thread is not observed. */
    @Nullable
    OmptThread currentThread() {
        ThreadContext begun = Threads.currentIfBegun();
        return begun == null || begun.isVirtual() ? Carriers.inside() : begun;
    }

    /**
     * Keeps the calling thread on its carrier if it is virtual and in no hook, so that {@link #currentThread} and inquiries answer for it.
     *
     * @return to be closed by the calling thread; null if there is nothing to undo
     */
    @Nullable
    Pin pin() {
        ThreadContext entered = ThreadRegistry.isVirtual(Thread.currentThread()) ? Threads.enterUnobserved() : null;
        return entered == null ? null : new Pin(entered);
    }

    /** Keeps a virtual thread on its carrier until it is closed. */
    static final class Pin implements AutoCloseable {
        private final ThreadContext entered;

        private Pin(ThreadContext entered) {
            this.entered = entered;
        }

        @Override
        public void close() {
            entered.leave();
        }
    }

    Collection<? extends OmptThread> threads() {
        return ThreadRegistry.live();
    }

    /** Whether the calling thread is interrupted. */
    boolean isInterrupted() {
        return JvmThreads.isInterrupted();
    }

    /**
     * A tool's code has run on the calling thread: restores the park permit and the interrupt status of the application, which the tool may have used
     * up.
     *
     * @param thread the thread of the callback; null if the calling thread is not observed
     */
    void giveBack(@Nullable OmptThread thread, boolean wasInterrupted) {
        try {
            if (thread instanceof ThreadContext context) {
                showAPark();
                if (JdkWaits.mayLackPermitAfterCallback(context.current())) {
                    LockSupport.unpark(Thread.currentThread());
                }
            }
            if (wasInterrupted && !isInterrupted()) {
                JvmThreads.interruptItself();
            }
        } catch (Throwable thrown) {
            countFailure("end of a callback", thrown);
        }
    }

    /** Called after the first callback in the JVM: parks once, so that it is known whether parks are observed. */
    private void showAPark() {
        if (!hasParked) {
            hasParked = true;
            JdkWaits.forgetParks();
            LockSupport.parkNanos(1);
        }
    }

    /** The state, as seen in callbacks, of the calling thread, or of a thread that the calling thread ends. */
    State state(OmptThread thread) {
        return thread instanceof ThreadContext context ? Inquiries.state(context.current()) : thread.state();
    }

    /** The wait id of such a thread, 0 if it does not wait. */
    long waitId(OmptThread thread) {
        return thread instanceof ThreadContext context ? Inquiries.waitId(context.current()) : thread.waitId();
    }

    /** A task on the stack of the calling thread, or of a thread that the calling thread ends; null if there is none. */
    @Nullable
    TaskInfo task(OmptThread thread, int level) {
        return thread instanceof ThreadContext context ? Inquiries.task(context.current(), level) : null;
    }

    /** A region around the current task of such a thread; null if there is none. */
    @Nullable
    RegionInfo region(OmptThread thread, int level) {
        return thread instanceof ThreadContext context ? Inquiries.region(context.current(), level) : null;
    }

    /** The frame of a task of such a thread on the calling thread's Java stack. */
    OmptFrame frame(OmptThread thread, int level, boolean inRuntime) {
        return thread instanceof ThreadContext context
                ? Inquiries.frame(context.current(), level, inRuntime)
                : OmptFrame.NONE;
    }

    long uniqueId() {
        return Ids.takeOne();
    }

    @Nullable
    String callSite(int codeptrRa) {
        return Definitions.callSiteText(codeptrRa);
    }

    @Nullable
    String body(int body) {
        return Definitions.bodyText(body);
    }

    @Nullable
    String waitObject(long waitId) {
        return Definitions.waitObjectClass(waitId);
    }

    void countFailure(String where, Throwable failure) {
        Failures.count(where, failure);
    }

    Map<String, Long> failures() {
        return Failures.counts();
    }
}
