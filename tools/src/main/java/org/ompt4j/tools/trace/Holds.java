package org.ompt4j.tools.trace;

/**
 * What a virtual thread holds that is not mounted, as {@link Throttle} has it.
 *
 * @param suspendedWait the mutex that a condition has released, or 0; then whether that was counted
 */
record Holds(long[] ids, int[] depth, boolean[] isCounted, long suspendedWait, boolean isSuspensionCounted) {}
