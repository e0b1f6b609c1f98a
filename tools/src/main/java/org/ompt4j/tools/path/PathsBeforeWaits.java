package org.ompt4j.tools.path;

import org.ompt4j.ompt.State;
import org.ompt4j.tools.path.Part.Kind;
import org.ompt4j.tools.read.TraceEvent;

/** What came before a wait is on the path of the thread that waited, where whoever ended the wait had only rested until then. Thread safety: none. */
final class PathsBeforeWaits {
    /*
     * Overview. Who ended a wait has a past of its own, from before the wait began. Mostly that is what led to the end of the wait, and the waiting
     * thread would only have waited for longer if it had come earlier. Not so of a thread that looks every few milliseconds whether it should end,
     * or of one that waits for input until it is closed: as the other one began to wait for it, it was in one of its many waits, or in a long one, and
     * went on soon. The run is as long as what the waiting thread did until then. Such a wait is a rest. The latest rests are kept with each path.
     *
     * Which of the two it was no event tells. So this is only done where the other thread had rested for several times as long as the wait took: what
     * the waiting thread did could have taken longer by no more than that, without the run being longer.
     */
    /** How many times as long as the wait. */
    private static final int LONGER = 4;

    private final Parts parts;

    /** When a thread last began to wait for another. */
    private long begunNanos;

    PathsBeforeWaits(Parts parts) {
        this.parts = parts;
    }

    /** A thread begins to wait in this state. */
    void begins(State state, long nanos) {
        if (state != State.WAIT_SLEEP && state != State.WAIT_IO) {
            begunNanos = nanos;
        }
    }

    /** The thread works from now on: what it did before may be a rest. */
    void works(Line line) {
        Trail trail = line.trail;
        int part = trail.restedIn();
        if (part >= 0
                && mayBeAskedFor(trail.restedSinceNanos())
                && parts.get(part).isWaitEndedByNoThread()) {
            trail.restIsOver();
        }
    }

    /** This path, which is the one before followed by what a virtual thread waited in. */
    Path afterWait(Path path, Path before, int part) {
        boolean isRest = parts.get(part).isWaitEndedByNoThread() && mayBeAskedFor(before.timeNanos());
        return isRest ? path.afterRest(before, part) : path;
    }

    /* Only by a thread that began to wait in it. */
    private boolean mayBeAskedFor(long restedSinceNanos) {
        return begunNanos >= restedSinceNanos;
    }

    /**
     * What led to the end of a wait.
     *
     * @param path of whoever ended it, up to then
     * @param own that of the waiting thread, up to when it began to wait
     */
    Path of(TraceEvent begin, State state, Path path, Path own) {
        long began = begin.timeNanos();
        if (path.timeNanos() < began) {
            return own;
        }
        Path ended = path.withPastOf(own);
        Rest rest = own.timeNanos() == began ? ended.restAt(began) : null;
        return rest != null && isRatherOwn(own, rest, ended) && !looksAgainAndAgain(own, rest, state, begin)
                ? ended.after(own, rest)
                : ended;
    }

    private boolean isRatherOwn(Path own, Rest rest, Path ended) {
        Part part = parts.get(rest.part());
        if (!part.isWaitEndedByNoThread()) {
            return true;
        }
        // How long a sleep takes is known before. Input may come because of what the waiting thread did.
        Path rested = part.state() == State.WAIT_IO ? rest.until(own.timeNanos()) : rest.before();
        long longer = rested.nanosOf(rest.part()) - own.nanosOf(rest.part());
        return longer > LONGER * (ended.timeNanos() - own.timeNanos());
    }

    /* The waiting thread itself has done so, at this place, until its time was over. */
    private boolean looksAgainAndAgain(Path own, Rest rest, State state, TraceEvent begin) {
        int timedOut = parts.number(Kind.TIMED_OUT, state, 0, begin.codeptrRa());
        return own.nanosOf(timedOut) > rest.before().nanosOf(timedOut);
    }
}
