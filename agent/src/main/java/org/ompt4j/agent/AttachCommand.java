package org.ompt4j.agent;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code attach}: begins to observe a JVM of the same user that runs already. */
@Command(
        name = "attach",
        description = "Observe a JVM that runs already, until detach or its end.",
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {"0:the JVM is observed", "1:it is not, or cannot be reached", "2:wrong usage"})
final class AttachCommand extends ProcessCommand {
    private static final int OLDEST_JAVA = 17;

    @Parameters(
            index = "1..*",
            paramLabel = "KEY=VALUE",
            description =
                    "Settings as those of -javaagent. File names are those of the other process, in its directory.")
    private List<String> settings = new ArrayList<>();

    @Override
    int run() throws IOException {
        try (TargetJvm jvm = TargetJvm.connect(pid())) {
            String java = jvm.systemProperty("java.specification.version");
            if (feature(java) < OLDEST_JAVA) {
                return fail("process " + pid() + " runs on Java " + java + ", Java " + OLDEST_JAVA
                        + " or later is needed; nothing was changed");
            }
            if (jvm.agentProperty(ControlRequest.AGENT_PROPERTY) != null) {
                return fail("process " + pid() + " runs with the agent already, nothing was changed");
            }
            AttachRequest request = new AttachRequest(UUID.randomUUID().toString(), String.join(",", settings));
            return answered(jvm.request(request.id(), request.attach()));
        }
    }

    private int answered(String answer) {
        List<String> lines = List.of(answer.split("\n"));
        boolean done = lines.get(0).equals(ControlRequest.DONE);
        for (String line : lines.subList(1, lines.size())) {
            fail(done ? line : "process " + pid() + " is not observed: " + line);
        }
        return done
                ? say("process " + pid() + " is observed; to end that: java -jar " + jarName() + " detach " + pid())
                : FAILED;
    }

    private static String jarName() {
        try {
            return AgentJar.file().getName();
        } catch (IOException e) {
            return "ompt-agent.jar";
        }
    }

    /** 8 for {@code 1.8}, 17 for {@code 17}; 0 for what is no version. */
    private static int feature(String specificationVersion) {
        String text = specificationVersion.startsWith("1.") ? specificationVersion.substring(2) : specificationVersion;
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            return 0;
        }
    }
}
