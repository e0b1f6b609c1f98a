package org.ompt4j.apps.defined;

/** A barrier of the program's own: the last party to arrive opens it, once. */
public final class Gate {
    private int missing;

    Gate(int parties) {
        this.missing = parties;
    }

    /** Waits until all parties are here. */
    public synchronized void await() throws InterruptedException {
        missing--;
        notifyAll();
        while (missing > 0) {
            wait();
        }
    }
}
