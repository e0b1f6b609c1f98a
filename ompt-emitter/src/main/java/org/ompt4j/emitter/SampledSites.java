package org.ompt4j.emitter;

import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Call sites that no call has announced: of waits that are seen inside the JDK, of calls by method reference, by reflection, or from code of the JDK's. A stack walk
 * takes some microseconds, so it is made as long as the {@link StackWalkBudget} of the whole program allows it. But for the first wait for each object, a
 * thread that waits without end moreover spends a hundredth of its time in walks at most, and as much where it ends waits.
 *
 * <p>Thread safety: the thread it belongs to, between enter and leave.
 */
public final class SampledSites {
    private static final int SLOT = ThreadContext.newSlot();
    private static final long WALK_INTERVAL_NANOS = 1_000_000;

    private final Walks waits = new Walks(StackWalkBudget.WAITS);

    /** Apart: who ends a wait of others mostly waits next, for as long as they make it. */
    private final Walks releases = new Walks(StackWalkBudget.RELEASES);

    private SampledSites() {}

    /**
     * The innermost frame outside the JDK of a wait that begins now, or of the JDK's code where there is no other, but for what that calls to wait; 0 if it
     * is not looked for, or there is none.
     */
    public static int of(ThreadContext c, boolean isFirst) {
        return Events.wantsCallSites() ? ofThread(c).site(isFirst, c.isVirtual()) : 0;
    }

    /**
     * As {@link #of}, for what {@code include} and {@code exclude} can leave out: where one of them is set the stack is walked each time.
     *
     * @return negative if the call site is in a class that is not observed
     */
    public static int ofObserved(ThreadContext c, boolean isFirst) {
        return ObservedClasses.areAll() ? of(c, isFirst) : observed();
    }

    /** As {@link #ofObserved}, for what ends a wait of other threads. */
    public static int ofObservedRelease(ThreadContext c) {
        if (!ObservedClasses.areAll()) {
            return observed();
        }
        return Events.wantsCallSites() ? ofThread(c).releases.site(System.nanoTime(), c.isVirtual()) : 0;
    }

    /** What a stack walk finds as the first thread is about to wait for something; null if none is to be made. */
    public static <T> @Nullable T atFirstWait(Supplier<@Nullable T> walk) {
        long begin = System.nanoTime();
        if (!Events.wantsCallSites() || !StackWalkBudget.FIRST_WAITS.allowsWalk(begin)) {
            return null;
        }
        T found = walk.get();
        StackWalkBudget.FIRST_WAITS.use(begin, System.nanoTime());
        return found;
    }

    private static int observed() {
        int callSite = StackSites.innermostObserved();
        return callSite < 0 || Events.wantsCallSites() ? callSite : 0;
    }

    private static SampledSites ofThread(ThreadContext c) {
        Object known = c.slot(SLOT);
        if (known != null) {
            return (SampledSites) known;
        }
        SampledSites made = new SampledSites();
        c.setSlot(SLOT, made);
        return made;
    }

    /** The innermost frame outside the JDK of a call that nothing announced; 0 if it is not looked for, or there is none. */
    public static int ofCall() {
        long begin = beginOfCall();
        return begin == 0 ? 0 : find(StackSites.INNERMOST, StackWalkBudget.CALLS, begin);
    }

    /** As {@link #ofCall}; negative if {@code include} and {@code exclude} leave the call site out. */
    public static int ofObservedCall() {
        return ObservedClasses.areAll() ? ofCall() : observed();
    }

    /** As {@link #ofCall}: the caller of the method that called the hook, in whatever class. */
    public static int ofCaller() {
        long begin = beginOfCall();
        return begin == 0 ? 0 : find(StackSites.CALLER, StackWalkBudget.CALLS, begin);
    }

    /**
     * As {@link #ofCall}: the innermost frame outside the JDK, a class and its superclasses.
     *
     * @param passedOver how names of classes begin that are left out too, if there is a frame of others; empty for none
     */
    public static int ofCallOutside(Class<?> type, String passedOver) {
        long begin = beginOfCall();
        return begin == 0 ? 0 : find(StackSites.outside(type, passedOver), StackWalkBudget.CALLS, begin);
    }

    /** Where an exception comes from, the innermost frame outside the JDK; 0 if it is not looked for, or does not tell. */
    static int ofThrown(Throwable thrown) {
        long begin = System.nanoTime();
        if (!Events.wantsCallSites() || !StackWalkBudget.EXCEPTIONS.allowsWalk(begin)) {
            return 0;
        }
        int callSite = StackSites.innermostOf(thrown);
        StackWalkBudget.EXCEPTIONS.use(begin, System.nanoTime());
        return callSite;
    }

    /** When a walk for a call begins; 0 if none is to be made. */
    private static long beginOfCall() {
        if (!Events.wantsCallSites()) {
            return 0;
        }
        long now = System.nanoTime();
        return StackWalkBudget.CALLS.allowsWalk(now) ? now : 0;
    }

    private static int find(
            Function<Stream<StackWalker.StackFrame>, Integer> frame, StackWalkBudget budget, long beginNanos) {
        int callSite = StackSites.find(frame);
        budget.use(beginNanos, System.nanoTime());
        return callSite;
    }

    private int site(boolean isFirst, boolean isVirtual) {
        long now = System.nanoTime();
        if (isFirst && StackWalkBudget.FIRST_WAITS.allowsWalk(now)) {
            return find(StackSites.OF_WAIT, StackWalkBudget.FIRST_WAITS, now);
        }
        return waits.site(now, isVirtual);
    }

    /** The walks of one thread for one kind of event, with a time between two of them. */
    private static final class Walks {
        private final StackWalkBudget budget;
        private long nextNanos = System.nanoTime();

        Walks(StackWalkBudget budget) {
            this.budget = budget;
        }

        /** @param isVirtual what is kept of a virtual thread is another one's by the time of its next wait, so that its walks have no time between them */
        int site(long nowNanos, boolean isVirtual) {
            if (!isVirtual && nowNanos - nextNanos < 0 || !budget.allowsWalk(nowNanos)) {
                return 0;
            }
            nextNanos = nowNanos + WALK_INTERVAL_NANOS;
            return find(StackSites.OF_WAIT, budget, nowNanos);
        }
    }
}
