package org.ompt4j.tools.findings;

/**
 * How often a semaphore or a stamped lock was acquired and released in all, for whatever number of permits each time. An object that is acquired more
 * often may have lost permits.
 */
public record PermitCounts(long acquired, long released) {}
