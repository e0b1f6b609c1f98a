package org.ompt4j.views.tr4;

import org.ompt4j.ompt.OmptFunctionLookup;

/**
 * Initializer and finalizer of a tool, neither of them null.
 *
 * <p>Spec: OpenMP TR4, {@code ompt_fns_t}.
 */
public record OmptFns(Initialize initialize, Finalize finalizer) {

    public OmptFns {
        java.util.Objects.requireNonNull(initialize, "the initializer of ompt_fns_t");
        java.util.Objects.requireNonNull(finalizer, "the finalizer of ompt_fns_t");
    }

    /** {@code ompt_initialize_t}. */
    @FunctionalInterface
    public interface Initialize {

        /**
         * Called once before {@code main} and before any event; the tool registers its callbacks here.
         *
         * @param lookup gives the interfaces of {@link Tr4EntryPoint} by their names, now and later
         * @param fns what {@link Tr4Tool#startTool} returned
         * @return 0 if the tool does not want to run after all
         */
        int initialize(OmptFunctionLookup lookup, OmptFns fns);
    }

    /** {@code ompt_finalize_t}. */
    @FunctionalInterface
    public interface Finalize {

        /** Called once at the end of the run, after the last event. */
        void end(OmptFns fns);
    }
}
