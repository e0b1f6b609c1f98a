package org.ompt4j.tools.path;

import java.util.List;
import org.ompt4j.tools.read.TraceEvent;

/**
 * The critical path of one region.
 *
 * @param begin its parallel_begin
 * @param nanos its length
 * @param parts they add up to it, the longest first
 */
public record RegionPath(TraceEvent begin, long nanos, List<PartTime> parts) {}
