package org.ompt4j.tools.path;

/**
 * A time on a path whose end has no cause on the path: a wait that ended by itself, or the time before a thread's first event.
 *
 * @param before the path up to it
 * @param part the part of this time
 * @param untilNanos when it was over
 * @param isCut whether it had begun on another path, earlier than on this
 */
record Rest(Path before, int part, long untilNanos, boolean isCut) {
    Rest(Path before, int part, long untilNanos) {
        this(before, part, untilNanos, false);
    }

    long sinceNanos() {
        return before.timeNanos();
    }

    /** The path up to a time in it. */
    Path until(long nanos) {
        return before.plus(nanos - sinceNanos(), part);
    }

    /** This from a time on that the other path has come to. */
    Rest cut(Path other) {
        return new Rest(other, part, untilNanos, true);
    }

    /** Whether this is what the other one is the end of. */
    boolean isWholeOf(Rest cut) {
        return untilNanos == cut.untilNanos && part == cut.part && sinceNanos() < cut.sinceNanos();
    }
}
