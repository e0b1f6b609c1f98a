package org.ompt4j.tools.report;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.model.RunReader;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.text.Units;

/**
 * Counts the waits, and the releases that end them, that have no call site. If no call was observed, stacks are walked at a bounded rate
 * only.
 */
final class UnknownCallSites implements RunReader.EventListener {
    private long waits;
    private long unknownWaits;
    private long releases;
    private long unknownReleases;

    @Override
    public Set<Event> kinds() {
        return EnumSet.of(Event.MUTEX_ACQUIRE, Event.WAIT, Event.MUTEX_RELEASED);
    }

    @Override
    public void event(TraceEvent event, ThreadModel thread) {
        int unknown = event.codeptrRa() == 0 ? 1 : 0;
        if (event.event() == Event.MUTEX_RELEASED) {
            releases++;
            unknownReleases += unknown;
        } else if (event.event() == Event.MUTEX_ACQUIRE || isSampledWait(event)) {
            waits++;
            unknownWaits += unknown;
        }
    }

    /** Whether stacks are walked for this wait. Other waits, such as sleep and input, have a call site only if a call was observed. */
    private static boolean isSampledWait(TraceEvent event) {
        State state = event.endpoint() == ScopeEndpoint.BEGIN ? event.state() : null;
        return state != null && (state == State.WAIT_CONDITION || state == State.WAIT_PARK || state.isForQueue());
    }

    /** Adds a sentence about the waits and one about the releases, if any have no call site. */
    void say(List<String> lines) {
        say(lines, unknownWaits, waits, "wait", " for mutexes, conditions and queues, and in park");
        say(lines, unknownReleases, releases, "release", "");
    }

    private static void say(List<String> lines, long unknown, long all, String what, String kinds) {
        if (unknown > 0) {
            lines.add("The call sites of " + Units.count(unknown) + " of " + Units.plural(all, what) + kinds
                    + ": stacks are walked for a bounded share of the time, and some are of the JDK alone.");
        }
    }
}
