package org.ompt4j.emitter;

import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Finds call sites that were not announced, by stack walks: for waits that are seen inside the JDK, and for calls by method reference, by reflection,
 * or from code of the JDK. A walk takes some microseconds, so it is made only while the {@link StackWalkBudget} of the whole program allows it. In
 * addition, a single thread spends at most a hundredth of its time in walks for waits, and as much in walks for releases; the first wait for each
 * object is not limited in this way.
 *
 * <p>Thread safety: the thread it belongs to, between enter and leave.
 */
public final class SampledSites {
    private static final int SLOT = ThreadContext.newSlot();
    private static final long WALK_INTERVAL_NANOS = 1_000_000;

    private final Walks waits = new Walks(StackWalkBudget.WAITS);

    /** Separate, since a thread that has ended a wait of another thread often begins to wait itself right afterwards. */
    private final Walks releases = new Walks(StackWalkBudget.RELEASES);

    private SampledSites() {}

    /**
     * The call site of a wait that begins now: the innermost frame outside the JDK, or, if only JDK code is on the stack, its innermost frame that is
     * not in code that others call to wait. 0 if the stack is not walked, or there is no such frame.
     */
    public static int of(ThreadContext c, boolean isFirst) {
        return Events.wantsCallSites() ? ofThread(c).site(isFirst, c.isVirtual()) : 0;
    }

    /**
     * As {@link #of}, for events that {@code include} and {@code exclude} can leave out: if one of them is set, the stack is always walked.
     *
     * @return negative if the call site is in a class that is not observed
     */
    public static int ofObserved(ThreadContext c, boolean isFirst) {
        return ObservedClasses.areAll() ? of(c, isFirst) : observed();
    }

    /** As {@link #ofObserved}, for a call that ends a wait of other threads. */
    public static int ofObservedRelease(ThreadContext c) {
        if (!ObservedClasses.areAll()) {
            return observed();
        }
        return Events.wantsCallSites() ? ofThread(c).releases.site(System.nanoTime(), c.isVirtual()) : 0;
    }

    /** The result of a stack walk for the first wait for an object; null if the budget does not allow the walk. */
    public static <T> @Nullable T atFirstWait(Supplier<@Nullable T> walk) {
        long begin = beginOfWalk(StackWalkBudget.FIRST_WAITS);
        if (begin == 0) {
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

    /** The innermost frame outside the JDK of a call that was not announced; 0 if the stack is not walked, or there is no such frame. */
    public static int ofCall() {
        long begin = beginOfWalk(StackWalkBudget.CALLS);
        return begin == 0 ? 0 : find(StackSites.INNERMOST, StackWalkBudget.CALLS, begin);
    }

    /** As {@link #ofCall}; negative if {@code include} and {@code exclude} leave the call site out. */
    public static int ofObservedCall() {
        return ObservedClasses.areAll() ? ofCall() : observed();
    }

    /** As {@link #ofCall}: the caller of the method that called the hook, in whatever class. */
    public static int ofCaller() {
        long begin = beginOfWalk(StackWalkBudget.CALLS);
        return begin == 0 ? 0 : find(StackSites.CALLER, StackWalkBudget.CALLS, begin);
    }

    /**
     * As {@link #ofCall}: the innermost frame outside the JDK, a class and its superclasses.
     *
     * @param passedOver prefix of the names of classes that are skipped too, unless there is no other frame; empty for none
     */
    public static int ofCallOutside(Class<?> type, String passedOver) {
        long begin = beginOfWalk(StackWalkBudget.CALLS);
        return begin == 0 ? 0 : find(StackSites.outside(type, passedOver), StackWalkBudget.CALLS, begin);
    }

    /**
     * The call site of the innermost frame outside the JDK in an exception's stack trace; 0 if there is none, or the budget does not allow the
     * search.
     */
    static int ofThrown(Throwable thrown) {
        long begin = beginOfWalk(StackWalkBudget.EXCEPTIONS);
        if (begin == 0) {
            return 0;
        }
        int callSite = StackSites.innermostOf(thrown);
        StackWalkBudget.EXCEPTIONS.use(begin, System.nanoTime());
        return callSite;
    }

    /** The begin time of a walk; 0 if call sites are not wanted, or the budget does not allow a walk. */
    private static long beginOfWalk(StackWalkBudget budget) {
        if (!Events.wantsCallSites()) {
            return 0;
        }
        long now = System.nanoTime();
        return budget.allowsWalk(now) ? now : 0;
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

    /** The walks of one thread for one kind of event, with a minimum time between two walks. */
    private static final class Walks {
        private final StackWalkBudget budget;
        private long nextNanos = System.nanoTime();

        Walks(StackWalkBudget budget) {
            this.budget = budget;
        }

        /**
         * @param isVirtual if true, there is no minimum time: the data kept for a virtual thread belongs to another thread at its next wait
         */
        int site(long nowNanos, boolean isVirtual) {
            if (!isVirtual && nowNanos - nextNanos < 0 || !budget.allowsWalk(nowNanos)) {
                return 0;
            }
            nextNanos = nowNanos + WALK_INTERVAL_NANOS;
            return find(StackSites.OF_WAIT, budget, nowNanos);
        }
    }
}
