package org.ompt4j.emitter;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;

/**
 * Passes a call site from application code to an event that is raised inside the JDK.
 *
 * <p>Rewritten application code announces the call site right before the call. The hook inside the JDK that raises the event takes it. The announced
 * number also says which constructs the call can reach, so that another construct does not take a call site that was left over.
 *
 * <p>Thread safety: any thread; the announcement is the thread's own.
 */
public final class CallSites {
    private static final int CONSTRUCT_BITS = 6;
    private static final int CONSTRUCT_MASK = (1 << CONSTRUCT_BITS) - 1;

    /**
     * Sets of constructs as bit masks, for the construct numbers that stand for several constructs; these are given from the highest number down.
     * Filled while classes are rewritten, null before. Not made by an initializer, since one that fails would make the class unusable.
     */
    private static volatile long @Nullable [] several;

    private CallSites() {}

    /** The number that rewritten code announces: the id of the call site and the construct. */
    public static int packed(int codeptrRa, Construct construct) {
        return codeptrRa << CONSTRUCT_BITS | construct.ordinal();
    }

    /** As {@link #packed(int, Construct)}, for a call that can reach one or more constructs. */
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
        // The hooks of threads need the call site in any case: it shows which calls come from the application.
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

    /** Takes the announced call site. Returns 0 if there is none, or it cannot be one of this construct. */
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

    /** As {@link #takeOrWalk}, but leaves the announced call site in place for other constructs that the same call reaches later. */
    public static int seeOrWalk(ThreadContext c, Construct construct) {
        int packed = c.tasks().callSite();
        int site = takeOrWalk(c, construct);
        c.tasks().setCallSite(packed);
        return site;
    }

    /**
     * Takes the announced call site; if there is none, walks the stack for the innermost frame outside the JDK. Not for events of single tasks, see
     * {@link #takeOrSample}.
     */
    public static int takeOrWalk(ThreadContext c, Construct construct) {
        int announced = take(c, construct);
        return announced != 0 || !Events.wantsCallSites() ? announced : StackSites.innermost();
    }

    /** As {@link #takeOrWalk}, for events of single tasks, of which there may be very many. Returns 0 if the budget for stack walks is used up. */
    public static int takeOrSample(ThreadContext c, Construct construct) {
        int announced = take(c, construct);
        return announced != 0 ? announced : SampledSites.ofCall();
    }
}
