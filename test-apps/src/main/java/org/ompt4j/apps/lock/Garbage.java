package org.ompt4j.apps.lock;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.locks.ReentrantLock;

/** Locks that become unreachable while the program runs. */
public final class Garbage {

    private Garbage() {}

    /**
     * Creates, uses and drops locks. After each of them was garbage collected another one is created, when the agent looks for locks that were
     * collected.
     */
    public static String ofNewLocks(int count) throws InterruptedException {
        ReferenceQueue<Object> dead = new ReferenceQueue<>();
        int collected = 0;
        for (int i = 0; i < count; i++) {
            collected += collected(usedLock(dead), dead);
            // The agent's reference to the lock may be queued after ours, but before references to an object that is
            // collected later.
            collected(new WeakReference<>(new Object(), dead), dead);
            new ReentrantLock().lock();
        }
        return "collected " + collected;
    }

    private static Reference<Object> usedLock(ReferenceQueue<Object> dead) {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        lock.unlock();
        return new WeakReference<>(lock, dead);
    }

    private static int collected(Reference<Object> watched, ReferenceQueue<Object> dead) throws InterruptedException {
        do {
            System.gc();
        } while (dead.remove(10) != watched);
        return 1;
    }
}
