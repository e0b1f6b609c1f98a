package org.ompt4j.agent;

import java.lang.instrument.Instrumentation;
import org.jspecify.annotations.Nullable;

/**
 * Starts the agent on a JVM that is new enough. No class of the emitter is touched here, so that none of them is loaded from the
 * agent jar before the bootstrap loader has it.
 */
final class AgentMain {

    private AgentMain() {}

    static void start(@Nullable String arguments, Instrumentation instrumentation) {
        if (OmpToolVariable.isDisabled(System.getenv(OmpToolVariable.NAME))) {
            return;
        }
        Bootstrap bootstrap;
        try {
            bootstrap = Bootstrap.define(instrumentation);
        } catch (Throwable failure) {
            System.err.println("ompt4j: cannot start on this JVM (" + failure + "); the program runs on unobserved");
            return;
        }
        if (bootstrap.platform().recordsForAotCache()) {
            // The JVM crashes at the end if Thread, say, was rewritten meanwhile.
            System.err.println(
                    "ompt4j: the JVM records an AOT cache, which cannot hold rewritten classes; the program runs on"
                            + " unobserved");
            return;
        }
        AgentStart.start(arguments, instrumentation, bootstrap);
    }
}
