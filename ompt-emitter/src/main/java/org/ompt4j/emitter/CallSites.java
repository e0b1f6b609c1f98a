package org.ompt4j.emitter;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;

/**
 * How a call site in application code reaches an event that is raised inside the JDK.
 *
 * <p>Rewritten application code announces the call site right before the call; the hook inside the JDK that raises the event takes it.
 * What constructs the call can reach is part of the number, so that a call site that was not taken is not mistaken for another construct's.
 *
 * <p>Thread safety: any thread; the announcement is the thread's own.
 */
public final class CallSites {
    private static final int CONSTRUCT_BITS = 6;
    private static final int CONSTRUCT_MASK = (1 << CONSTRUCT_BITS) - 1;

    /**
     * For numbers from the highest down that stand for several constructs: which, as a bit mask. Filled while classes are rewritten; null before. No
     * initializer makes it: one that fails would make the class unusable.
     */
    private static volatile long @Nullable [] several;

    private CallSites() {}

    /** The number that rewritten code announces: call-site id and construct. */
    public static int packed(int codeptrRa, Construct construct) {
        return codeptrRa << CONSTRUCT_BITS | construct.ordinal();
    }

    /** As {@link #packed(int, Construct)} for a call that can reach several constructs, one at least. */
    public static int packed(int codeptrRa, Set<Construct> constructs) {
        return constructs.size() == 1
                ? packed(codeptrRa, constructs.iterator().next())
                : codeptrRa << CONSTRUCT_BITS | numberOf(constructs);
    }

    private static synchronized int numberOf(Set<Construct> constructs) {
        long[] masks = several;
        if (masks == null) {
            masks = new long[CONSTRUCT_MASK + 1];
            several = masks;
        }
        long mask = 0;
        for (Construct each : constructs) {
            mask |= 1L << each.ordinal();
        }
        int number = CONSTRUCT_MASK;
        while (masks[number] != mask && masks[number] != 0) {
            number--;
        }
        masks[number] = mask;
        return number;
    }

    private static boolean isOneOf(int number, Construct construct) {
        long[] masks = several;
        return masks != null && (masks[number] >>> construct.ordinal() & 1) != 0;
    }

    /** Called by rewritten application code, right before it calls a construct; nothing is kept if no tool wants call sites. */
    public static void at(int packed) {
        // The hooks of threads tell by the call site what the application does itself, whichever tool listens.
        if (!Events.wantsCallSites() && (packed & CONSTRUCT_MASK) != Construct.THREAD.ordinal()) {
            return;
        }
        try {
            ThreadContext context = Threads.currentOfEpoch();
            if (context != null) {
                context.tasks().setCallSite(packed);
            }
        } catch (Throwable t) {
            Failures.count("call site", t);
        }
    }

    /** The announced call site if it can be one of this construct, else 0; whatever was announced is used up. */
    public static int take(ThreadContext c, Construct construct) {
        int packed = c.tasks().callSite();
        if (packed == 0) {
            return 0;
        }
        c.tasks().setCallSite(0);
        int announced = packed & CONSTRUCT_MASK;
        boolean isMeant = announced == construct.ordinal() || isOneOf(announced, construct);
        return isMeant ? packed >>> CONSTRUCT_BITS : 0;
    }

    /** As {@link #takeOrWalk} where the call goes on to reach other constructs, for which the announced call site stays. */
    public static int seeOrWalk(ThreadContext c, Construct construct) {
        int packed = c.tasks().callSite();
        int site = takeOrWalk(c, construct);
        c.tasks().setCallSite(packed);
        return site;
    }

    /** The announced call site, or where none was announced the innermost frame outside the JDK; not for events of single tasks. */
    public static int takeOrWalk(ThreadContext c, Construct construct) {
        int announced = take(c, construct);
        return announced != 0 || !Events.wantsCallSites() ? announced : StackSites.innermost();
    }

    /** As {@link #takeOrWalk} for events of single tasks, which may be very many: 0 where walks have taken their share of time. */
    public static int takeOrSample(ThreadContext c, Construct construct) {
        int announced = take(c, construct);
        return announced != 0 ? announced : SampledSites.ofCall();
    }
}
