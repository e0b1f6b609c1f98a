package org.ompt4j.emitter;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rounds of observation in one JVM: from the start of the program, or from an attach, to the end of the program or a detach. The
 * emitter's classes stay in the JVM for good, so that a second attach finds those of the first.
 *
 * <p>Rewritten methods that are running when a round ends run on as they are. What they report in a later round of things that began
 * in an earlier one is left out: hooks compare the number of the round, here or in the thread's context.
 *
 * <p>Thread safety: any thread; {@link #beginAttached}, {@link #open} and {@link #end} on one thread at a time.
 */
public final class Rounds {
    /** Instead of a round's number: nothing is observed now. */
    static final int NONE = -1;

    /**
     * The number of the present round, or {@link #NONE}. Hooks read it inside: a call there could fail for want of stack, and they
     * would stay inside.
     */
    static int running;

    private static int last;
    private static boolean attached;
    private static long beginNanos;
    private static final List<Runnable> FORGETTING = new ArrayList<>();

    private Rounds() {}

    /** Prepares a round of a program that is attached to; nothing is observed before {@link #open}. */
    public static void beginAttached() {
        running = NONE;
        attached = true;
        last++;
        Threads.newRound();
    }

    /**
     * Begins to observe. Not before tools can hear of it: rewritten methods of an earlier round may be running, and would begin their
     * threads.
     */
    public static void open() {
        beginNanos = System.nanoTime();
        running = last;
    }

    /** Whether the present round began while the program ran, so that what happened before it is not known. */
    public static boolean isAttached() {
        return attached;
    }

    /** The number of the present or last round; 0 for one that began with the program. */
    public static int current() {
        return last;
    }

    /** Whether a time that a hook noted, in nanoseconds, is of an earlier round. */
    public static boolean isBefore(long nanos) {
        return attached && nanos - beginNanos < 0;
    }

    /** Registers what forgets all that a family knows of a round that is over. */
    public static synchronized void atEnd(Runnable forgetting) {
        FORGETTING.add(forgetting);
    }

    /** Forgets the round that {@link Threads#finish} has ended. */
    public static synchronized void end() {
        for (Runnable each : FORGETTING) {
            each.run();
        }
        Threads.forget();
        WaitIds.forget();
        SideNotes.forget();
        Definitions.forgetObjects();
        Failures.forget();
    }

    /** What a rewritten method got from a hook, or nothing if that was in an earlier round. */
    public static boolean token(boolean token, int round) {
        return token && round == running;
    }

    /** The same for a number. */
    public static int token(int token, int round) {
        return round == running ? token : 0;
    }

    /** The same for a long number. */
    public static long token(long token, int round) {
        return round == running ? token : 0;
    }

    /** The same for an object. */
    public static @Nullable Object token(@Nullable Object token, int round) {
        return round == running ? token : null;
    }
}
