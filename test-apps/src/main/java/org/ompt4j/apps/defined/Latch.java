package org.ompt4j.apps.defined;

/** A lock of the program's own. */
public final class Latch {
    private boolean held;

    /** Acquires, and waits for it if need be. */
    public synchronized void acquire() throws InterruptedException {
        while (held) {
            wait();
        }
        held = true;
    }

    /** Acquires only if that is possible at once. */
    public synchronized boolean acquireNow() {
        if (held) {
            return false;
        }
        held = true;
        return true;
    }

    /** Releases. */
    public synchronized void release() {
        held = false;
        notify();
    }
}
