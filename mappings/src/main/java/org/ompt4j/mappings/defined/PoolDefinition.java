package org.ompt4j.mappings.defined;

import org.ompt4j.mappings.rewrite.Glob;

/**
 * A definition of methods that are a part of a thread pool.
 *
 * @param passedOver prefix of the names of classes that are skipped in the search for the call site of a submission, unless there is no other; empty
 *     for none
 */
public record PoolDefinition(Part part, Glob classes, Glob methods, String passedOver, String text)
        implements Definition {

    /** What the methods do. */
    public enum Part {
        /** They submit a task to the pool. */
        SUBMIT,
        /** They run a task. */
        RUN,
        /** A task runs after them. */
        BEFORE,
        /** A task runs before them. */
        AFTER,
        /** They are the loop of a worker. */
        WORKER,
        /** A worker waits for a task in them. */
        IDLE
    }

    /**
     * Only for submissions, since these have a call site. Not if classes are to be skipped, because an announced call site could be in one of these.
     */
    @Override
    public boolean wantsCallers() {
        return part == Part.SUBMIT && passedOver.isEmpty();
    }
}
