package org.ompt4j.tools.rules;

/** A condition that the events must meet before a rule can be judged, besides including the rule's events. */
public enum Precondition {
    /** The current task and region of each thread can be followed. */
    STACKS,
    /** It is known which virtual thread a carrier runs, if there are any. */
    MOUNTS,
    /** The begin of the run is there: no ring has overwritten it. */
    BEGINNING,
    /** No events of other threads are missing in between. */
    NO_LOSS,
    /** All definitions to which events refer are there. */
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
    /** Something that no trace shows. The rule is listed so that nobody assumes that it is checked. */
    MORE_THAN_A_TRACE
}
