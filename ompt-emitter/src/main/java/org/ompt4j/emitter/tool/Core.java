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

/** What tools need of the event core of this JVM; tests put one of their own in its place. Thread safety: any thread. */
class Core {
    private volatile boolean hasParked;

    /** Makes the sink the one receiver of the events of the mask; null ends delivery. */
    void deliverTo(@Nullable RecordSink sink, long eventMask) {
        Events.deliverTo(sink, eventMask);
    }

    /** Says which events tools have callbacks for. */
    void setEventsWithCallbacks(long events) {
        Events.setEventsWithCallbacks(events);
    }

    /** The calling thread, the carrier if a virtual one is in a callback, or null if it is no thread of the OMPT runtime. */
    @Nullable
    OmptThread currentThread() {
        ThreadContext begun = Threads.currentIfBegun();
        return begun == null || begun.isVirtual() ? Carriers.inside() : begun;
    }

    Collection<? extends OmptThread> threads() {
        return ThreadRegistry.live();
    }

    /** Whether the calling thread is interrupted. */
    boolean isInterrupted() {
        return JvmThreads.isInterrupted();
    }

    /**
     * A tool's code has run on the calling thread: what it may have used up of the application's is given back, the permit to park and the interrupt.
     *
     * @param thread whose callback it was; null if the calling thread is none of the runtime's
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

    /** After the first callback of all: where parks are observed, one is seen from then on. */
    private void showAPark() {
        if (!hasParked) {
            hasParked = true;
            JdkWaits.forgetParks();
            LockSupport.parkNanos(1);
        }
    }

    /** The state of the calling thread, or of one that the calling thread ends, as it is in its callbacks. */
    State state(OmptThread thread) {
        return thread instanceof ThreadContext context ? Inquiries.state(context.current()) : thread.state();
    }

    /** What such a thread waits for, 0 if nothing. */
    long waitId(OmptThread thread) {
        return thread instanceof ThreadContext context ? Inquiries.waitId(context.current()) : thread.waitId();
    }

    /** A task on the stack of the calling thread, or of one that the calling thread ends; null if there is none. */
    @Nullable
    TaskInfo task(OmptThread thread, int level) {
        return thread instanceof ThreadContext context ? Inquiries.task(context.current(), level) : null;
    }

    /** A region around the current task of such a thread; null if there is none. */
    @Nullable
    RegionInfo region(OmptThread thread, int level) {
        return thread instanceof ThreadContext context ? Inquiries.region(context.current(), level) : null;
    }

    /** Where a task of such a thread stands on the calling thread's stack. */
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
