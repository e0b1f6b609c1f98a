package org.ompt4j.agent.start;

import java.lang.instrument.Instrumentation;
import java.util.function.BiFunction;
import org.ompt4j.agent.control.AttachRequest;
import org.ompt4j.agent.control.ControlRequest;
import org.ompt4j.agent.control.TopRequest;

/**
 * Handles requests of other processes to an agent that was started with the program. Called on a thread of the JVM; returns true, since such an
 * agent stays.
 */
final class AgentRequests implements BiFunction<String, Instrumentation, Boolean> {

    @Override
    public Boolean apply(String request, Instrumentation instrumentation) {
        if (request.startsWith(ControlRequest.PREFIX)) {
            ControlRequest.receive(request.substring(ControlRequest.PREFIX.length()));
        } else if (request.startsWith(TopRequest.PREFIX)) {
            TopRequest.receive(request);
        } else if (request.startsWith(AttachRequest.ATTACH)) {
            ControlRequest.refuse(AttachRequest.parse(request), "the agent runs in it already");
        } else if (request.startsWith(AttachRequest.DETACH)) {
            ControlRequest.refuse(
                    AttachRequest.parse(request),
                    "it was started with -javaagent, and only what was attached can be detached; control PID end ends recording");
        }
        return true;
    }
}
