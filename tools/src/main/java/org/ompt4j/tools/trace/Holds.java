package org.ompt4j.tools.trace;

/**
 * The mutexes that an unmounted virtual thread holds, for {@link Throttle}.
 *
 * @param suspendedWait the mutex that a wait for a condition has released, or 0
 * @param isSuspensionCounted whether that release was counted
 */
record Holds(long[] ids, int[] depth, boolean[] isCounted, long suspendedWait, boolean isSuspensionCounted) {}
