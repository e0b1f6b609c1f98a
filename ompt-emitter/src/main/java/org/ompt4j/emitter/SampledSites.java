package org.ompt4j.emitter;

/**
 * Call sites of waits that are seen inside the JDK, where no call was announced. A stack walk takes some microseconds: it is made at the first wait
 * for each object, and else so rarely that a thread that waits without end spends a hundredth of its time in them at most.
 *
 * <p>Thread safety: the thread it belongs to, between enter and leave.
 */
public final class SampledSites {
    private static final int SLOT = ThreadContext.newSlot();
    private static final long WALK_INTERVAL_NANOS = 1_000_000;

    private long nextWalkNanos = System.nanoTime();

    private SampledSites() {}

    /** The innermost frame outside the JDK of a wait that begins now; 0 if it is not looked for, or there is none. */
    public static int of(ThreadContext c, boolean isFirst) {
        return Events.wantsCallSites() ? ofThread(c).site(isFirst) : 0;
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
}
