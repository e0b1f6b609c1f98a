package org.ompt4j.mappings.defined;

import org.ompt4j.mappings.rewrite.Glob;

/**
 * Methods that are a part of a pool of threads.
 *
 * @param passedOver how the names of classes begin which are no call site of a submission if there is another; empty for none
 */
public record PoolDefinition(Part part, Glob classes, Glob methods, String passedOver, String text)
        implements Definition {

    /** What the methods do. */
    public enum Part {
        /** They hand a task to the pool. */
        SUBMIT,
        /** They run a task. */
        RUN,
        /** A task runs behind them. */
        BEFORE,
        /** A task has run before them. */
        AFTER,
        /** They are the loop of a worker. */
        WORKER,
        /** A worker waits for a task in them. */
        IDLE
    }

    /** A submission tells where it is. What is said of classes to pass over holds for a line that is announced too, so there is none then. */
    @Override
    public boolean wantsCallers() {
        return part == Part.SUBMIT && passedOver.isEmpty();
    }
}
