package org.ompt4j.agent;

import java.lang.instrument.Instrumentation;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.ompt4j.agent.config.Configuration;
import org.ompt4j.agent.config.ConfigurationLoader;

/** Starts the agent on a JVM that is new enough. */
final class AgentMain {

    private static final int WRONG_USAGE = 2;

    private AgentMain() {}

    static void start(@Nullable String arguments, Instrumentation instrumentation) {
        Configuration configuration = ConfigurationLoader.load(arguments);
        report(configuration.warnings());
        report(configuration.errors());
        if (!configuration.errors().isEmpty() && configuration.stopsOnError()) {
            System.exit(WRONG_USAGE);
        }
    }

    private static void report(List<String> lines) {
        for (String line : lines) {
            System.err.println("ompt4j: " + line);
        }
    }
}
