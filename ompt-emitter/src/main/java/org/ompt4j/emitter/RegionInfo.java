package org.ompt4j.emitter;

/**
 * The answer of an inquiry about a region that encloses the current task.
 *
 * @param teamSize number of threads that were offered to the region, or of those that have joined it, whichever is larger
 * @param over whether the region has ended, so that there is no more information about it
 */
public record RegionInfo(long parallelId, int teamSize, boolean over) {}
