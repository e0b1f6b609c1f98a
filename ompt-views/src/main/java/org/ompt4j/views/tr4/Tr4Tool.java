package org.ompt4j.views.tr4;

import org.jspecify.annotations.Nullable;

/**
 * A tool of the TR4 era, as {@link java.util.ServiceLoader} finds it on the application's class path and in the jars of {@code
 * OMP_TOOL_LIBRARIES}. The implementation has a public constructor without parameters.
 *
 * <p>Thread safety: called once, on one thread. An exception leaves the tool out, with one line.
 *
 * <p>Spec: OpenMP TR4, {@code ompt_start_tool}.
 */
public interface Tr4Tool {

    /** {@code _OPENMP} of TR4. */
    int OMP_VERSION = 201611;

    /**
     * Asks the tool whether it wants to run.
     *
     * @param ompVersion {@link #OMP_VERSION}
     * @param runtimeVersion name and version of OMPT4J and of the JVM
     * @return the tool's initializer and finalizer; null if the tool does not want to run
     */
    @Nullable
    OmptFns startTool(int ompVersion, String runtimeVersion);
}
