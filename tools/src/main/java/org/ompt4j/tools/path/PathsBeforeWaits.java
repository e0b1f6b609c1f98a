package org.ompt4j.tools.path;

import org.ompt4j.ompt.State;
import org.ompt4j.tools.path.Part.Kind;
import org.ompt4j.tools.read.TraceEvent;

/**
 * Decides whether the path goes on with the waiting thread instead of the thread that ended the wait: this is so if the latter had only rested until
 * then. Thread safety: none.
 */
final class PathsBeforeWaits {
    /*
     * Overview. The thread that ended a wait has a past from before the wait began. Mostly this past led to the end of the wait, and the waiting
     * thread would only have waited longer if it had come earlier. This is not so for a thread that checks every few milliseconds whether it should
     * end, or that waits for input until the input is closed: when the other thread began to wait for it, it was in one of its many short waits, or
     * in a long one, and went on soon. Then the length of the run depends on what the waiting thread did before. Such a wait of the ending thread is
     * called a rest. The latest rests are kept with each path.
     *
     * No event tells which of the two cases it was. So the second case is only assumed if the ending thread had rested for several times as long as
     * the wait took: the work of the waiting thread could have taken longer by at most the length of the wait without making the run longer.
     *
     * The same holds for the end of the run, for which the JVM waits until the last thread has ended.
     */
    /** How many times as long as the wait a rest must be. */
    private static final int LONGER = 4;

    private final Parts parts;

    /** When a thread last began to wait for another one, or ended. */
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

    /** A thread ends: if the run ends later, it may have waited for another thread since then. */
    void ends(long nanos) {
        begunNanos = Math.max(begunNanos, nanos);
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

    /** This path, which is the former path followed by the wait of a virtual thread. */
    Path afterWait(Path path, Path before, int part) {
        boolean isRest = parts.get(part).isWaitEndedByNoThread() && mayBeAskedFor(before.timeNanos());
        return isRest ? path.afterRest(before, part) : path;
    }

    /* Only if the waiting thread began to wait during the rest. */
    private boolean mayBeAskedFor(long restedSinceNanos) {
        return begunNanos >= restedSinceNanos;
    }

    /**
     * The path that led to the end of a wait.
     *
     * @param path the path of the thread that ended it, up to then
     * @param own the path of the waiting thread, up to the begin of its wait
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

    /**
     * The path that led to the end of the run.
     *
     * @param one the path of a thread that has ended, up to its last work
     * @param other the same of another thread
     */
    Path ofLast(Path one, Path other) {
        Path first = one.timeNanos() < other.timeNanos() ? one : other;
        Path last = first == one ? other : one;
        Path ended = last.withPastOf(first);
        Rest rest = ended.restAt(first.timeNanos());
        return rest != null && isRatherOwn(first, rest, ended) ? ended.after(first, rest) : last;
    }

    private boolean isRatherOwn(Path own, Rest rest, Path ended) {
        Part part = parts.get(rest.part());
        if (!part.isWaitEndedByNoThread()) {
            return true;
        }
        // The length of a sleep is known before. Input may come because of what the waiting thread did.
        Path rested = part.state() == State.WAIT_IO ? rest.until(own.timeNanos()) : rest.before();
        long longer = rested.nanosOf(rest.part()) - own.nanosOf(rest.part());
        return longer > LONGER * (ended.timeNanos() - own.timeNanos());
    }

    /* Whether the waiting thread itself has waited at this place until a timeout. */
    private boolean looksAgainAndAgain(Path own, Rest rest, State state, TraceEvent begin) {
        int timedOut = parts.number(Kind.TIMED_OUT, state, 0, begin.codeptrRa());
        return own.nanosOf(timedOut) > rest.before().nanosOf(timedOut);
    }
}
