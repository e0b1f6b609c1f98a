package org.ompt4j.tools.blame;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.model.ThreadModel;

/** The threads of the run, each with its {@link Actor}. */
final class Actors {
    private final Map<Long, Actor> actors = new HashMap<>();
    /** The last used actor: most events are of the same thread as the one before. */
    private @Nullable Actor latest;

    Actor of(ThreadModel thread) {
        Actor known = latest;
        if (known == null || known.thread != thread) {
            known = find(thread);
            if (known == null) {
                known = new Actor(thread);
                actors.put(thread.id(), known);
            }
            latest = known;
        }
        return known;
    }

    /** Null if the thread has done nothing yet. */
    @Nullable
    Actor find(ThreadModel thread) {
        Actor known = actors.get(thread.id());
        return known == null || known.thread != thread ? null : known;
    }

    void remove(Actor actor) {
        actors.remove(actor.thread.id(), actor);
        latest = null;
    }

    int size() {
        return actors.size();
    }

    void clear() {
        actors.clear();
        latest = null;
    }
}
