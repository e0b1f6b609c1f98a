package org.ompt4j.views.v2;

import org.jspecify.annotations.Nullable;

/**
 * A tool for OMPT v2, the draft of chapter 4. {@link java.util.ServiceLoader} finds it on the application's class path and in the jars of
 * {@code OMP_TOOL_LIBRARIES}. The implementation has a public constructor without parameters.
 *
 * <p>Thread safety: called once, on one thread. If it throws, a line on stderr says so and the tool is not used.
 *
 * <p>Spec: OMPT v2, chapter 4, section 1.
 */
public interface V2Tool {

    /** {@code ompt_tool}: returns the initializer of the tool, or null if the tool declines. Called before the runtime is initialized. */
    @Nullable
    OmptInitializer tool();
}
