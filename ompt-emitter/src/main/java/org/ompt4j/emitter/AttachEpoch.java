package org.ompt4j.emitter;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The periods of observation in one JVM, numbered: from the start of the program, or from an attach, to the end of the program or a detach.
 * The emitter's classes stay in the JVM for good, so that a second attach finds those of the first.
 *
 * <p>Rewritten methods that are running when an epoch ends run on as they are. What they report in a later epoch of things that began
 * in an earlier one is left out: hooks compare the number of the epoch, here or in the thread's context.
 *
 * <p>Thread safety: any thread; {@link #beginAttached}, {@link #open}, {@link #close} and {@link #end} on one thread at a time.
 */
public final class AttachEpoch {
    /** Instead of an epoch's number: nothing is observed now. */
    static final int NONE = -1;

    /**
     * The number of the present epoch, or {@link #NONE}. A plain read: hooks have raised their guard when they read it, and a call that failed
     * for want of stack would leave it raised.
     */
    static int running;

    private static int last;
    private static boolean attached;
    private static long beginNanos;
    private static final List<Runnable> FORGETTING = new ArrayList<>();

    private AttachEpoch() {}

    /** Prepares an epoch of a program that is attached to; nothing is observed before {@link #open}. */
    static void beginAttached() {
        running = NONE;
        attached = true;
        last++;
    }

    /**
     * Begins to observe. Not before tools can hear of it: rewritten methods of an earlier epoch, or those that are rewritten while the tools
     * start, may be running, and would begin their threads.
     */
    public static void open() {
        Failures.prepare();
        beginNanos = System.nanoTime();
        running = last;
    }

    /** Ends observation; what is known stays until {@link #end}. */
    static void close() {
        running = NONE;
    }

    /** Whether anything is observed now. */
    static boolean isOpen() {
        return running != NONE;
    }

    /** Whether the present epoch began while the program ran, so that what happened before it is not known. */
    public static boolean isAttached() {
        return attached;
    }

    /** The number of the present or last epoch; 0 for one that began with the program. */
    public static int current() {
        return last;
    }

    /** Whether a time that a hook noted, in nanoseconds, is of an earlier epoch. */
    public static boolean isBefore(long nanos) {
        return attached && nanos - beginNanos < 0;
    }

    /** Registers what forgets all that a class knows of an epoch that is over. */
    public static synchronized void atEnd(Runnable forgetting) {
        FORGETTING.add(forgetting);
    }

    /** Runs what {@link #atEnd} has registered. */
    static synchronized void end() {
        for (Runnable each : FORGETTING) {
            each.run();
        }
    }

    /** What a rewritten method got from a hook, or nothing if that was in an earlier epoch. */
    public static boolean token(boolean token, int epoch) {
        return token && epoch == running;
    }

    /** As {@link #token(boolean, int)}, for a number. */
    public static int token(int token, int epoch) {
        return epoch == running ? token : 0;
    }

    /** As {@link #token(boolean, int)}, for a long number. */
    public static long token(long token, int epoch) {
        return epoch == running ? token : 0;
    }

    /** As {@link #token(boolean, int)}, for an object. */
    public static @Nullable Object token(@Nullable Object token, int epoch) {
        return epoch == running ? token : null;
    }
}
