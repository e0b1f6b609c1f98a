package org.ompt4j.emitter;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The numbered periods of observation (epochs) in one JVM. An epoch lasts from the start of the program, or an attach, to the end of the program, or
 * a detach. The emitter's classes are never unloaded: a second attach uses those of the first.
 *
 * <p>Rewritten methods that are running when an epoch ends keep running and may call hooks in a later epoch. Hooks then ignore operations that began
 * in an earlier epoch: they compare the number of the epoch, here or in the thread's context.
 *
 * <p>Thread safety: any thread; {@link #beginAttached}, {@link #open}, {@link #close} and {@link #end} on one thread at a time.
 */
public final class AttachEpoch {
    /** Instead of an epoch's number: nothing is observed now. */
    static final int NONE = -1;

    /**
     * The number of the present epoch, or {@link #NONE}. Hooks read this field directly: they have raised their guard by then, and a method call that
     * fails because the stack is full would leave the guard raised.
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
     * Begins to observe. Must not be called before the tools are ready for events: rewritten methods may already be running, and their hooks would
     * begin their threads.
     */
    public static void open() {
        Failures.prepare();
        beginNanos = System.nanoTime();
        running = last;
    }

    /** Ends observation. The state of the runtime is kept until {@link #end}. */
    static void close() {
        running = NONE;
    }

    /** Whether anything is observed now. */
    static boolean isOpen() {
        return running != NONE;
    }

    /** Whether the present epoch began with an attach, so that earlier operations of the program are not known. */
    public static boolean isAttached() {
        return attached;
    }

    /** The number of the present or last epoch; 0 for one that began with the program. */
    public static int current() {
        return last;
    }

    /** Whether a time that a hook has noted, in nanoseconds, is before the begin of the present epoch. */
    public static boolean isBefore(long nanos) {
        return attached && nanos - beginNanos < 0;
    }

    /** Registers an action that clears the state of a class when an epoch ends. */
    public static synchronized void atEnd(Runnable forgetting) {
        FORGETTING.add(forgetting);
    }

    /** Runs all actions that were registered by {@link #atEnd}. */
    static synchronized void end() {
        for (Runnable each : FORGETTING) {
            each.run();
        }
    }

    /** The token that a rewritten method got from a hook; false if it got the token in an earlier epoch. */
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
