package org.ompt4j.agent.attach;

import java.lang.instrument.Instrumentation;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;
import org.ompt4j.agent.control.AttachRequest;
import org.ompt4j.agent.control.ControlRequest;
import org.ompt4j.agent.jar.Bootstrap;
import org.ompt4j.text.OneLine;

/**
 * The agent in a program to which it was attached, in a class loader of its own, from the request to attach to the request to
 * detach. This class uses no class of the emitter, so that none of them is loaded before the bootstrap loader has it.
 *
 * <p>Called on a thread of the JVM, one at a time. Public, with a public constructor, as {@code OmptAgent} makes it from another loader.
 */
public final class AttachedAgent implements BiFunction<String, Instrumentation, Boolean> {
    private @Nullable AttachedRun run;

    /** Carries out a request; returns whether the agent stays. */
    @Override
    public Boolean apply(String request, Instrumentation instrumentation) {
        AttachedRun present = run;
        if (present != null && !present.isOver()) {
            return present.receive(request);
        }
        run = null;
        if (present != null && !request.startsWith(AttachRequest.ATTACH)) {
            // The agent was removed meanwhile, after the request to detach had stopped waiting.
            ControlRequest.refuse(AttachRequest.parse(request), "the agent has left it already");
            return false;
        }
        AttachRequest attach = AttachRequest.parse(request);
        try {
            Bootstrap bootstrap = Bootstrap.defineOnce(instrumentation);
            run = AttachedRun.begin(attach, instrumentation, bootstrap);
        } catch (Throwable failure) {
            System.err.println(
                    OneLine.PREFIX + "cannot attach (" + OneLine.of(failure) + "); the program runs on unobserved");
        }
        return run != null;
    }
}
