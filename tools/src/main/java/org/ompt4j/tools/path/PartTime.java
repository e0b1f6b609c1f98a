package org.ompt4j.tools.path;

/**
 * How long it was in all.
 *
 * @param nanos at least 1
 */
public record PartTime(Part part, long nanos) {}
