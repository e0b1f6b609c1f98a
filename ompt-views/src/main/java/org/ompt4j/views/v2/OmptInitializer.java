package org.ompt4j.views.v2;

import org.ompt4j.ompt.OmptFunctionLookup;

/**
 * Initializes a tool of OMPT v2. The tool can no longer decline: only {@link V2Tool#tool} can.
 *
 * <p>Spec: OMPT v2, chapter 4, section 2 ({@code ompt_initialize_fn_t}).
 */
@FunctionalInterface
public interface OmptInitializer {

    /**
     * Called before {@code main}, once; the tool looks up what it needs and registers its callbacks.
     *
     * @param lookup returns the entry points of {@link org.ompt4j.views.early.EarlyEntryPoint} and {@link V2EntryPoint} by name, null for other
     *     names
     * @param runtimeVersion name and version of OMPT4J and of the JVM
     * @param omptVersion 2
     */
    void initialize(OmptFunctionLookup lookup, String runtimeVersion, int omptVersion);
}
