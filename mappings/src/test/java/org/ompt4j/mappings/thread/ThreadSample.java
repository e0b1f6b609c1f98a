package org.ompt4j.mappings.thread;

/** Application code that uses threads; compiled, rewritten, and only looked at. */
class ThreadSample {

    void calls(Thread thread, OwnThread own) throws InterruptedException {
        thread.start();
        own.start();
        thread.join();
        own.join(1);
        thread.join(1, 2);
        Thread.yield();
    }

    /** Overrides what the agent looks at. */
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

    /** A thread by its superclass. */
    static class OwnersOwnThread extends OwnThread {

        @Override
        public void run() {
            setName("renamed");
        }
    }

    /** Has a run of its own, and is no thread. */
    static class NoThread implements Runnable {

        @Override
        public void run() {
            Runnable other = new NoThread();
            other.run();
        }
    }

    /** Looks like a join, and is none. */
    static class Joiner {

        String join(int number) {
            return "joined " + number;
        }

        String joins() {
            return join(1) + String.join(",", "a", "b");
        }
    }
}
