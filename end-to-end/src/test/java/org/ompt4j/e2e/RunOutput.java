package org.ompt4j.e2e;

import java.util.List;
import java.util.stream.Collectors;

/** The exit code and the output of a process. */
record RunOutput(int exitCode, String stdout, String stderr) {

    private static final String AGENT_PREFIX = "ompt4j: ";

    /** The lines on stderr that the agent wrote. */
    List<String> agentLines() {
        return stderr.lines().filter(each -> each.startsWith(AGENT_PREFIX)).collect(Collectors.toList());
    }

    /** The lines on stderr that the agent did not write. */
    List<String> otherStderrLines() {
        return stderr.lines().filter(each -> !each.startsWith(AGENT_PREFIX)).collect(Collectors.toList());
    }
}
