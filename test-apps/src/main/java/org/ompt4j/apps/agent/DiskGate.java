package org.ompt4j.apps.agent;

/**
 * A gate for the disk operations of an agent: a test runs a copy of the agent whose disk operations call this class. While the gate is closed, they
 * hang.
 *
 * <p>Thread safety: any thread.
 */
public final class DiskGate {
    private static boolean hangs;

    private DiskGate() {}

    /** Closes the gate: every disk operation from now on hangs. */
    public static synchronized void close() {
        hangs = true;
    }

    /** Opens the gate: operations that hang go on. */
    public static synchronized void open() {
        hangs = false;
        DiskGate.class.notifyAll();
    }

    /** Returns once the gate is open. */
    public static synchronized void pass() {
        while (hangs) {
            try {
                DiskGate.class.wait();
            } catch (InterruptedException e) {
                // An interrupt has no effect on a disk operation.
            }
        }
    }
}
