package org.ompt4j.bench;

import java.nio.file.Path;
import java.util.List;

/** One way to run: without the agent, or with it in one of its profiles. */
enum Setting {
    OFF(""),
    STATES("profile=states,tool=none"),
    DEFAULT("profile=default"),
    FULL("profile=full");

    private final String agentArguments;

    Setting(String agentArguments) {
        this.agentArguments = agentArguments;
    }

    String id() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    /** Options of a JVM that runs this way; traces go where they are thrown away. */
    List<String> jvmArguments(Path agentJar, Path traces) {
        if (this == OFF) {
            return List.of();
        }
        return List.of("-javaagent:" + agentJar + "=quiet=true,ring=true,max-size=256m,output="
                + traces.resolve("%m-%p.ompt") + "," + agentArguments);
    }
}
