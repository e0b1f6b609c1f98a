package org.ompt4j.agent;

import java.io.File;
import java.lang.instrument.Instrumentation;
import org.jspecify.annotations.Nullable;
import org.ompt4j.agent.config.Configuration;
import org.ompt4j.agent.config.ConfigurationLoader;

/** Starts the agent on a JVM that is new enough. */
final class AgentMain {

    private static final int WRONG_USAGE = 2;

    private AgentMain() {}

    static void start(@Nullable String arguments, Instrumentation instrumentation) {
        try {
        long t0 = System.nanoTime();
        java.util.Map<String, byte[]> c = EmitterClasses.read();
long t1 = System.nanoTime();
        Bootstrap.define(instrumentation, c);
        long t2 = System.nanoTime();
        Configuration configuration = ConfigurationLoader.load(arguments);
        if (!configuration.errors().isEmpty() && configuration.stopsOnError()) {
            System.exit(WRONG_USAGE);
        }
        long t3 = System.nanoTime();
        System.err.println(c.size() + " read " + (t1-t0)/1000 + " define " + (t2-t1)/1000 + " config " + (t3-t2)/1000);
        } catch (Throwable t) { t.printStackTrace(); }
    }
}
