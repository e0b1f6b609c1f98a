package org.ompt4j.mappings.thread;

/** Application code that uses threads. It is rewritten but never run. */
class ThreadSample {

    void calls(Thread thread, OwnThread own) throws InterruptedException {
        thread.start();
        own.start();
        thread.join();
        own.join(1);
        thread.join(1, 2);
        Thread.yield();
    }

    /** A thread that overrides methods which the agent rewrites. */
    static class OwnThread extends Thread {

        @Override
        public void run() {
            super.run();
        }

        @Override
        public synchronized void start() {
            super.start();
        }
    }

    /** A thread whose superclass is no class of the JDK. */
    static class OwnersOwnThread extends OwnThread {

        @Override
        public void run() {
            setName("renamed");
        }
    }

    /** Has a method {@code run}, but is no thread. */
    static class NoThread implements Runnable {

        @Override
        public void run() {
            Runnable other = new NoThread();
            other.run();
        }
    }

    /** Has methods {@code join}, but is no thread. */
    static class Joiner {

        String join(int number) {
            return "joined " + number;
        }

        String joins() {
            return join(1) + String.join(",", "a", "b");
        }
    }
}
