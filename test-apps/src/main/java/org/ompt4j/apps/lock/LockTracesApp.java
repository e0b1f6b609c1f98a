package org.ompt4j.apps.lock;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import org.ompt4j.apps.Scenarios;
import org.ompt4j.apps.Threads;

/** Stack traces of the exceptions that pass through calls of a {@code ReentrantLock}, printed in full. */
public final class LockTracesApp {

    private LockTracesApp() {}

    public static void main(String[] args) throws Exception {
        ReentrantLock nonfair = new ReentrantLock();
        ReentrantLock fair = new ReentrantLock(true);
        new Scenarios()
                .add("unlock", scale -> Threads.traceOf(() -> nonfair.unlock()))
                .add("unlock-by-reference", scale -> Threads.traceOf(nonfair::unlock))
                .add("interrupted-lock", scale -> interrupted(() -> nonfair.lockInterruptibly()))
                .add("interrupted-fair-lock", scale -> interrupted(() -> fair.lockInterruptibly()))
                .add("interrupted-try", scale -> interrupted(() -> nonfair.tryLock(1, TimeUnit.HOURS)))
                .add("interrupted-fair-try", scale -> interrupted(() -> fair.tryLock(1, TimeUnit.HOURS)))
                .add("interrupted-interface", scale -> interrupted(() -> ((Lock) fair).lockInterruptibly()))
                .add("without-unit", scale -> Threads.traceOf(() -> nonfair.tryLock(1, null)))
                .add("interrupted-while-waiting", scale -> interruptedWhileWaiting(nonfair))
                .add("interrupted-while-waiting-fair", scale -> interruptedWhileWaiting(fair))
                .add(
                        "await-not-owner",
                        scale -> Threads.traceOf(() -> nonfair.newCondition().await()))
                .add(
                        "signal-not-owner",
                        scale -> Threads.traceOf(() -> nonfair.newCondition().signal()))
                .add("interrupted-await", scale -> interruptedAwait(nonfair))
                .add("own-stack", scale -> ownStack())
                .run(args);
    }

    private static String interrupted(Threads.Body body) {
        return Threads.traceOf(() -> {
            Thread.currentThread().interrupt();
            body.run();
        });
    }

    private static String interruptedWhileWaiting(ReentrantLock lock) throws InterruptedException {
        StringBuilder trace = new StringBuilder();
        lock.lock();
        try {
            Thread waiter =
                    Threads.start("waiter", () -> trace.append(Threads.traceOf(() -> lock.lockInterruptibly())));
            Threads.awaitQueued(waiter, lock);
            waiter.interrupt();
            waiter.join();
        } finally {
            lock.unlock();
        }
        return trace.toString();
    }

    private static String interruptedAwait(ReentrantLock lock) {
        Condition never = lock.newCondition();
        lock.lock();
        try {
            return interrupted(() -> never.await());
        } finally {
            lock.unlock();
        }
    }

    /** The stack that an overriding method sees when a hook calls it. */
    private static String ownStack() {
        StringBuilder stack = new StringBuilder();
        ReentrantLock telling = new ReentrantLock() {
            @Override
            public void lock() {
                for (StackTraceElement each : new Throwable().getStackTrace()) {
                    stack.append("\n    ").append(each);
                }
                super.lock();
            }
        };
        telling.lock();
        telling.unlock();
        Runnable byReference = telling::lock;
        byReference.run();
        telling.unlock();
        return stack.toString();
    }
}
