package org.ompt4j.agent.command;

import java.io.IOException;
import java.util.UUID;
import org.ompt4j.agent.control.AttachAnswer;
import org.ompt4j.agent.control.AttachRequest;
import org.ompt4j.agent.control.ControlRequest;
import picocli.CommandLine.Command;

/** {@code detach}: ends the observation that {@code attach} began, and removes the agent from the JVM. */
@Command(
        name = "detach",
        description = {"End what attach began: finish the trace, restore all code, leave the JVM.", ""},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:the agent has left", "1:it has not, or the JVM cannot be reached", "2:wrong usage"})
final class DetachCommand extends ProcessCommand {

    @Override
    int run() throws IOException {
        try (TargetJvm jvm = TargetJvm.connect(pid())) {
            if (jvm.agentProperty(ControlRequest.AGENT_PROPERTY) == null) {
                return fail("process " + pid() + " runs without the agent, nothing was changed");
            }
            AttachRequest request = new AttachRequest(UUID.randomUUID().toString(), "");
            return answered(AttachAnswer.parse(jvm.request(request.id(), request.detach())));
        }
    }

    private int answered(AttachAnswer answer) {
        if (!answer.done()) {
            return fail("the agent stays in process " + pid() + ": " + String.join("; ", answer.lines()));
        }
        for (String line : answer.lines()) {
            say(line);
        }
        return say("the agent has left process " + pid());
    }
}
