package org.ompt4j.tools.check;

/** What a trace must promise before a rule can be judged, beside the rule's events. */
enum Need {
    /** Which task and region is current on a thread can be followed. */
    STACKS,
    /** The beginning of the run is there: no ring has overwritten it. */
    BEGINNING,
    /** Nothing is missing in between that other threads recorded. */
    NO_LOSS,
    /** Mutex events are recorded at all. */
    MUTEXES,
    /** Every mutex operation is recorded, not only those that wait. */
    EVERY_MUTEX_OPERATION,
    /** Neither include nor exclude leaves call sites out. */
    ALL_CALL_SITES,
    /** Short waits are recorded too. */
    SHORT_WAITS,
    /** The trace holds events. */
    EVENTS,
    /** The trace holds samples of states. */
    SAMPLES,
    /** Something that no trace shows; the rule is named so that nobody takes it for checked. */
    MORE_THAN_A_TRACE
}
