package org.ompt4j.tools.rules;

/** What must be certain of the events before a rule can be judged, beside that the rule's events are among them. */
public enum Precondition {
    /** Which task and region is current on a thread can be followed. */
    STACKS,
    /** The beginning of the run is there: no ring has overwritten it. */
    BEGINNING,
    /** Nothing is missing in between that other threads recorded. */
    NO_LOSS,
    /** Whatever an event refers to is there. */
    DEFINITIONS,
    /** Mutex events are recorded at all. */
    MUTEXES,
    /** Every mutex operation is recorded, not only those that wait. */
    EVERY_MUTEX_OPERATION,
    /** Neither include nor exclude leaves call sites out. */
    ALL_CALL_SITES,
    /** Short waits are recorded too. */
    SHORT_WAITS,
    /** There are events. */
    EVENTS,
    /** There are samples of states. */
    SAMPLES,
    /** Something that no trace shows; the rule is named so that it is not taken for checked. */
    MORE_THAN_A_TRACE
}
