package org.ompt4j.emitter;

/**
 * Whether anyone wants events, and how often that has begun. {@link Events} knows which events are wanted, but needs the classes that ask here.
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

    /** A number that changes whenever events are wanted again after nobody wanted any: what was noted before may not be true any more. */
    static int starts() {
        return starts;
    }
}
