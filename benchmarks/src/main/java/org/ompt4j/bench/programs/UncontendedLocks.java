package org.ompt4j.bench.programs;

import java.util.concurrent.locks.ReentrantLock;

/** Accounts with a lock or a monitor each, for which nobody else asks; between two uses lies some tenth of a microsecond of work. */
final class UncontendedLocks implements Workload {
    private static final int ACCOUNTS = 64;
    private static final int TRANSFERS = 1_200_000;
    private static final int WORK = 50;

    private final Account[] accounts = new Account[ACCOUNTS];

    UncontendedLocks() {
        for (int i = 0; i < ACCOUNTS; i++) {
            accounts[i] = new Account();
        }
    }

    @Override
    public void round() {
        for (int i = 0; i < TRANSFERS; i++) {
            long amount = Work.steps(WORK, i);
            accounts[i % ACCOUNTS].pay(amount);
            accounts[(i + 1) % ACCOUNTS].take(amount);
        }
        System.out.println(accounts[0].balance);
    }

    private static final class Account {
        private final ReentrantLock lock = new ReentrantLock();
        private long balance;
        private long turnover;

        void pay(long amount) {
            lock.lock();
            try {
                balance += amount;
            } finally {
                lock.unlock();
            }
        }

        synchronized void take(long amount) {
            turnover -= amount;
        }
    }
}
