package org.ompt4j.apps.defined;

/** A lock that the program implements itself. */
public final class Latch {
    private boolean held;

    /** Acquires the lock; waits while another thread holds it. */
    public synchronized void acquire() throws InterruptedException {
        while (held) {
            wait();
        }
        held = true;
    }

    /** Acquires the lock if it is free; returns whether it was. */
    public synchronized boolean acquireNow() {
        if (held) {
            return false;
        }
        held = true;
        return true;
    }

    /** Releases the lock. */
    public synchronized void release() {
        held = false;
        notify();
    }
}
