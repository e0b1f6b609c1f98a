package org.ompt4j.tools.blame;

import org.ompt4j.ompt.State;

/**
 * Where threads wait: what is summed up as one.
 *
 * @param state how they wait
 * @param waitsAt call site, 0 if it is not known
 * @param waitId what is waited for where the call site is not known, else 0
 */
public record WaitPlace(State state, int waitsAt, long waitId) {}
