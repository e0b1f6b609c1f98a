package org.ompt4j.views.v2;

import org.jspecify.annotations.Nullable;

/**
 * A tool that was written for OMPT v2, the draft of chapter 4, as {@link java.util.ServiceLoader} finds it on the application's class
 * path and in the jars of {@code OMP_TOOL_LIBRARIES}. The implementation has a public constructor without parameters.
 *
 * <p>Thread safety: called once, on one thread. An exception leaves the tool out, with one line.
 *
 * <p>Spec: OMPT v2, chapter 4, section 1.
 */
public interface V2Tool {

    /** {@code ompt_tool}: what initializes the tool, or null if it does not want to run. Called before the runtime begins. */
    @Nullable
    OmptInitializer tool();
}
