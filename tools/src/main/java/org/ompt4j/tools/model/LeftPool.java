package org.ompt4j.tools.model;

/**
 * A pool that existed when the run ended, with workers of which none had a task.
 *
 * @param workers how many it had then
 * @param freeSinceNanos since when none of its workers had a task
 */
public record LeftPool(PoolModel pool, int workers, long freeSinceNanos) {}
