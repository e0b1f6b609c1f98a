package org.ompt4j.tools.blame;

import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.State;

/** Records what each thread did, since the begin of the first open wait. */
final class ThreadTimes {
    private final Actors actors;
    private final OpenBegins open;
    private final CurrentCauses doing;

    ThreadTimes(Actors actors, OpenBegins open, CurrentCauses doing) {
        this.actors = actors;
        this.open = open;
        this.doing = doing;
    }

    /** The thread was in that state, and in that wait if it waits for others. */
    void was(Actor actor, State state, @Nullable OpenWait wait, long fromNanos, long toNanos) {
        if (wait != null && wait.group == null && wait.round == null) {
            putOff(actor, wait, fromNanos, toNanos);
        } else {
            say(actor);
            did(actor, fromNanos, toNanos, doing.of(actor, state));
        }
    }

    /* The cause of a wait is known when the wait is over. */
    private void putOff(Actor actor, OpenWait wait, long fromNanos, long toNanos) {
        if (actor.unsaid == wait && actor.unsaidToNanos == fromNanos) {
            actor.unsaidToNanos = toNanos;
            return;
        }
        say(actor);
        actor.unsaid = wait;
        actor.unsaidFromNanos = fromNanos;
        actor.unsaidToNanos = toNanos;
    }

    /** The thread did something else in the middle of a wait: the time before is recorded only as a wait. */
    private void say(Actor actor) {
        OpenWait wait = actor.unsaid;
        if (wait != null) {
            actor.unsaid = null;
            did(actor, actor.unsaidFromNanos, actor.unsaidToNanos, doing.ofWait(wait));
        }
    }

    private void did(Actor actor, long fromNanos, long toNanos, int cause) {
        if (open.isEmpty()) {
            actor.doings.clear();
            return;
        }
        actor.doings.forgetBefore(open.first());
        actor.doings.keepAsOneOf(actors.size());
        actor.doings.add(fromNanos, toNanos, cause, open.pinNanos(), open.times());
    }
}
