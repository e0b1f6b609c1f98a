package org.ompt4j.emitter;

/**
 * What an inquiry says of one region that encloses the current task.
 *
 * @param teamSize threads that were offered to the region, or have joined it if that is more
 * @param over the region has ended: what there is to say of it is gone
 */
public record RegionInfo(long parallelId, int teamSize, boolean over) {}
