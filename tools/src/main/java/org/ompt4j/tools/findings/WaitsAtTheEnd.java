package org.ompt4j.tools.findings;

import java.util.HashMap;
import java.util.Map;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.WaitOutcome;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;

/**
 * Which threads were in a wait with a timeout as the run ended. After a kill nothing is known, nor of a virtual thread without a carrier. Thread safety:
 * none.
 */
final class WaitsAtTheEnd {
    private final boolean tellsTimeouts;
    /** The outcomes of the innermost waits. */
    private final Map<Long, WaitOutcome> outcomes = new HashMap<>();

    /** @param tellsTimeouts whether waits that were not over say whether they have a timeout */
    WaitsAtTheEnd(boolean tellsTimeouts) {
        this.tellsTimeouts = tellsTimeouts;
    }

    /** Takes the end of a wait into account. */
    void event(TraceEvent event, ThreadModel thread) {
        WaitOutcome outcome = event.outcome();
        if (outcome.isOpen() && event.endpoint() == ScopeEndpoint.END) {
            outcomes.putIfAbsent(thread.id(), outcome);
        }
    }

    /** Recording was paused: what threads wait for when it goes on is something else. */
    void pause() {
        outcomes.clear();
    }

    /** Whether the thread was in a wait with a timeout. */
    boolean hasTimeout(long threadId) {
        return outcomes.get(threadId) == WaitOutcome.BEFORE_TIMEOUT;
    }

    /** Whether it is known that the thread was in a wait without a timeout. */
    boolean hasNoTimeout(long threadId) {
        return tellsTimeouts && outcomes.get(threadId) == WaitOutcome.NOT_ENDED;
    }
}
