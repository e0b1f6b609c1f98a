package org.ompt4j.ompt;

import org.jspecify.annotations.Nullable;

/**
 * A tool, as {@link java.util.ServiceLoader} finds it on the application's class path and in the jars of {@code
 * OMP_TOOL_LIBRARIES}. The implementation has a public constructor without parameters.
 *
 * <p>Thread safety: called once, on one thread. If it throws, the tool does not run, with one line.
 *
 * <p>Spec: OpenMP 5.1, section 4.2.1 ({@code ompt_start_tool}).
 */
public interface OmptTool {

    /**
     * Asks the tool whether it wants to run.
     *
     * @param ompVersion version of OpenMP whose OMPT is offered, 202011 for 5.1 unless the setting {@code omp-version} names another one
     * @param runtimeVersion name and version of OMPT4J and of the JVM
     * @return the tool's initializer and finalizer; null if the tool does not want to run
     */
    @Nullable
    OmptStartToolResult startTool(int ompVersion, String runtimeVersion);
}
