package org.ompt4j.apps.agent;

import java.nio.ByteBuffer;
import java.util.concurrent.locks.ReentrantLock;

/** Takes all direct memory that the JVM may have: {@code -XX:MaxDirectMemorySize=1m}. */
public final class DirectMemoryApp {

    /** How much it takes. */
    public static final int BYTES = 1 << 20;

    private DirectMemoryApp() {}

    public static void main(String[] args) {
        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        try {
            System.out.println("taken: " + ByteBuffer.allocateDirect(BYTES).capacity());
        } finally {
            lock.unlock();
        }
    }
}
