package org.ompt4j.emitter;

/**
 * Call sites of waits that are seen inside the JDK, where no call was announced. A stack walk takes some microseconds: it is made at the first wait
 * for each object, and else so rarely that a thread that waits without end spends a hundredth of its time in them at most, and as much where it ends waits.
 *
 * <p>Thread safety: the thread it belongs to, between enter and leave.
 */
public final class SampledSites {
    private static final int SLOT = ThreadContext.newSlot();
    private static final long WALK_INTERVAL_NANOS = 1_000_000;

    private long nextWalkNanos = System.nanoTime();

    /** Apart: who ends a wait of others mostly waits next, for as long as they make it. */
    private long nextWalkAtReleaseNanos = nextWalkNanos;

    private SampledSites() {}

    /** The innermost frame outside the JDK of a wait that begins now; 0 if it is not looked for, or there is none. */
    public static int of(ThreadContext c, boolean isFirst) {
        return Events.wantsCallSites() ? ofThread(c).site(isFirst) : 0;
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
        return Events.wantsCallSites() ? ofThread(c).siteOfRelease() : 0;
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

    private int site(boolean isFirst) {
        long now = System.nanoTime();
        if (!isFirst && now - nextWalkNanos < 0) {
            return 0;
        }
        nextWalkNanos = now + WALK_INTERVAL_NANOS;
        return StackSites.innermost();
    }

    private int siteOfRelease() {
        long now = System.nanoTime();
        if (now - nextWalkAtReleaseNanos < 0) {
            return 0;
        }
        nextWalkAtReleaseNanos = now + WALK_INTERVAL_NANOS;
        return StackSites.innermost();
    }
}
