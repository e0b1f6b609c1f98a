package org.ompt4j.apps.agent;

/**
 * Lets disk operations of the agent hang: a test runs a copy of the agent whose disk operations call {@link #pass}, which does not return
 * while the gate is closed.
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

    /** Opens the gate: disk operations that hang continue. */
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
                // A disk operation that hangs ignores interrupts.
            }
        }
    }
}
