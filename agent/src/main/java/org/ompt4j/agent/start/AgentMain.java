package org.ompt4j.agent.start;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.ompt4j.agent.jar.Bootstrap;
import org.ompt4j.agent.run.OmpToolVariable;
import org.ompt4j.text.OneLine;

/**
 * Starts the agent on a JVM that is new enough. This class uses no class of the emitter, so that none of them is loaded from the
 * agent jar before the bootstrap loader has it.
 */
public final class AgentMain {

    private AgentMain() {}

    /** Returns null if nothing is observed. {@code OmptAgent} reports exceptions. */
    public static @Nullable BiFunction<String, Instrumentation, Boolean> start(
            @Nullable String arguments, Instrumentation instrumentation)
            throws IOException, ReflectiveOperationException {
        if (OmpToolVariable.isDisabled(System.getenv(OmpToolVariable.NAME))) {
            return null;
        }
        Bootstrap bootstrap = Bootstrap.define(instrumentation);
        if (bootstrap.platform().recordsForAotCache()) {
            // The JVM would crash at its end if a class such as Thread was rewritten meanwhile.
            System.err.println(OneLine.ofOurs(
                    "the JVM records an AOT cache, which cannot hold rewritten classes; the program runs on"
                            + " unobserved"));
            return null;
        }
        AgentStart.start(arguments, instrumentation, bootstrap);
        return new AgentRequests();
    }
}
