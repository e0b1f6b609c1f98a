package org.ompt4j.tools.blame;

import org.ompt4j.ompt.State;

/**
 * A place where threads wait, by which waits are summed up.
 *
 * @param state how they wait
 * @param waitsAt call site, 0 if it is not known
 * @param waitId the awaited object if the call site is not known, else 0
 */
public record WaitPlace(State state, int waitsAt, long waitId) {}
