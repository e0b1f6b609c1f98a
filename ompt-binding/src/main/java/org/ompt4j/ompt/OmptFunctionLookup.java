package org.ompt4j.ompt;

import org.jspecify.annotations.Nullable;

/**
 * Finds runtime entry points by name.
 *
 * <p>Spec: OpenMP 5.1, section 4.6.3 ({@code ompt_function_lookup_t}). Thread safety: any thread, any time.
 */
@FunctionalInterface
public interface OmptFunctionLookup {

    /** The entry point with that name, an instance of the interface that names it; null if there is none. */
    @Nullable
    Object lookup(String entryPointName);
}
