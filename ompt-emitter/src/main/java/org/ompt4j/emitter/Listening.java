package org.ompt4j.emitter;

/**
 * Whether a recording is running, and which one. {@link Events} knows which events are wanted; this class needs no other one.
 *
 * <p>Thread safety: any thread reads; {@link #change} under the lock of {@link Definitions}.
 */
final class Listening {
    private static boolean any;
    private static int starts;

    private Listening() {}

    /**
     * Another receiver gets the events from now on.
     *
     * @param goesOn whether some event was wanted before and still is
     * @param toAny whether it wants any event
     */
    static void change(boolean goesOn, boolean toAny) {
        if (!goesOn) {
            starts++;
        }
        any = toAny;
    }

    /** Whether anyone wants any event. */
    static boolean any() {
        return any;
    }

    /** A number that changes with each start of a recording: what was noted before a pause may not be true any more. */
    static int starts() {
        return starts;
    }
}
