package org.ompt4j.views.tr2;

import org.ompt4j.ompt.OmptFunctionLookup;

/**
 * A tool that was written for OMPT TR2, as {@link java.util.ServiceLoader} finds it on the application's class path and in the jars of
 * {@code OMP_TOOL_LIBRARIES}. The implementation has a public constructor without parameters.
 *
 * <p>Spec: OMPT TR2, section 6.1.1.
 */
public interface Tr2Tool {

    /**
     * {@code ompt_initialize}: called before {@code main}, and again if the runtime is started again after a shutdown. The tool looks
     * up entry points and registers its callbacks.
     *
     * @param lookup returns {@link org.ompt4j.views.early.EarlyEntryPoint} and {@link Tr2EntryPoint} by name, null for other names
     * @param runtimeVersion name and version of OMPT4J and of the JVM
     * @param omptVersion 1
     * @return 1 if the tool wants to run, 0 if it wants neither callbacks nor inquiries
     */
    int initialize(OmptFunctionLookup lookup, String runtimeVersion, int omptVersion);
}
