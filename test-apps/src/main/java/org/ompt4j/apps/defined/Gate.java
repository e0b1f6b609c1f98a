package org.ompt4j.apps.defined;

/** A barrier that the program implements itself, for one use. */
public final class Gate {
    private int missing;

    Gate(int parties) {
        this.missing = parties;
    }

    /** Waits until all parties have arrived. */
    public synchronized void await() throws InterruptedException {
        missing--;
        notifyAll();
        while (missing > 0) {
            wait();
        }
    }
}
