package org.ompt4j.agent.command;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.ompt4j.agent.control.AttachAnswer;
import org.ompt4j.agent.control.AttachRequest;
import org.ompt4j.agent.control.ControlRequest;
import org.ompt4j.agent.jar.AgentJar;
import org.ompt4j.agent.jar.Bootstrap;
import org.ompt4j.tools.trace.ReadingHint;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code attach}: begins to observe a running JVM of the same user. */
@Command(
        name = "attach",
        description = {"Observe a JVM that runs already, until detach or its end.", ""},
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:the JVM is observed", "1:it is not, or cannot be reached", "2:wrong usage"})
final class AttachCommand extends ProcessCommand {
    private static final int OLDEST_JAVA = 17;

    @Parameters(
            index = "1..*",
            paramLabel = "KEY=VALUE",
            description =
                    "Settings, the same as those of -javaagent (config --init lists them). File names are relative to the working"
                            + " directory of that process.")
    private List<String> settings = new ArrayList<>();

    @Override
    int run() throws IOException {
        try (TargetJvm jvm = TargetJvm.connect(pid())) {
            String java = jvm.systemProperty("java.specification.version");
            if (!isNewEnough(java)) {
                return fail("process " + pid() + " runs on Java " + java + ", Java " + OLDEST_JAVA
                        + " or later is needed; nothing was changed");
            }
            if (jvm.agentProperty(ControlRequest.AGENT_PROPERTY) != null) {
                return fail("process " + pid() + " runs with the agent already, nothing was changed");
            }
            String present = jvm.agentProperty(Bootstrap.FINGERPRINT_PROPERTY);
            if (present != null && !present.equals(ownFingerprint())) {
                // The agent of the other version would answer, from its own jar, and observe as before.
                return fail("process " + pid() + " is not observed: " + Bootstrap.OTHER_VERSION);
            }
            AttachRequest request = new AttachRequest(UUID.randomUUID().toString(), String.join(",", settings));
            return answered(AttachAnswer.parse(jvm.request(request.id(), request.attach())));
        }
    }

    /** Versions up to 8 are written as 1.8. */
    private static boolean isNewEnough(String java) {
        try {
            return Runtime.Version.parse(java).feature() >= OLDEST_JAVA;
        } catch (IllegalArgumentException noVersion) {
            return false;
        }
    }

    private static String ownFingerprint() throws IOException {
        try (AgentJar jar = AgentJar.open()) {
            return jar.fingerprint();
        }
    }

    private int answered(AttachAnswer answer) {
        for (String line : answer.lines()) {
            fail(answer.done() ? line : "process " + pid() + " is not observed: " + line);
        }
        return answer.done()
                ? say("process " + pid() + " is observed; to end that: " + ReadingHint.ofDetach(pid()))
                : CommandLine.ExitCode.SOFTWARE;
    }
}
