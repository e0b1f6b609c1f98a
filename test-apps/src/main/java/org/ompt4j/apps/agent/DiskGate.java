package org.ompt4j.apps.agent;

/**
 * Where the calls of an agent to its disk pass, if a test has made a copy of the agent that comes by here: closed, the disk hangs.
 *
 * <p>Thread safety: any thread.
 */
public final class DiskGate {
    private static boolean hangs;

    private DiskGate() {}

    /** Every call to the disk from now on hangs. */
    public static synchronized void close() {
        hangs = true;
    }

    /** What hangs goes on. */
    public static synchronized void open() {
        hangs = false;
        DiskGate.class.notifyAll();
    }

    /** Returns while the gate is open. */
    public static synchronized void pass() {
        while (hangs) {
            try {
                DiskGate.class.wait();
            } catch (InterruptedException e) {
                // A disk does not care.
            }
        }
    }
}
