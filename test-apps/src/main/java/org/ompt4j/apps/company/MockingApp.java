package org.ompt4j.apps.company;

import static org.mockito.Mockito.doReturn;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.spy;
import static org.mockito.Mockito.times;
import static org.mockito.Mockito.verify;
import static org.mockito.Mockito.verifyNoMoreInteractions;
import static org.mockito.Mockito.when;

import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.IntStream;
import org.ompt4j.apps.Threads;

/**
 * Like a test of an application: mocks and a spy of a final class with locks, for which a mocking library rewrites that class while it is in use.
 *
 * <p>Known by construction: after the class was mocked, the thread {@code payer} calls a method with a lock {@link #PAID} times, and a
 * synchronized method once.
 */
public final class MockingApp {

    public static final int PAID = 25;

    private MockingApp() {}

    /** The class that is mocked. */
    static final class Account {
        private final ReentrantLock lock = new ReentrantLock();
        private int balance;

        synchronized int pay(int amount) {
            balance += amount;
            return balance;
        }

        int payLocked(int amount) {
            lock.lock();
            try {
                balance += amount;
                return balance;
            } finally {
                lock.unlock();
            }
        }

        int sum() {
            return IntStream.range(0, 100).parallel().sum();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        System.out.println("before: " + pay(new Account()));
        Account mocked = mock(Account.class);
        when(mocked.pay(3)).thenReturn(30);
        System.out.println("mocked: " + mocked.pay(3) + " " + mocked.pay(4) + " " + mocked.payLocked(5));
        verify(mocked, times(2)).pay(org.mockito.ArgumentMatchers.anyInt());
        System.out.println("after: " + pay(new Account()));
        Account spied = spy(new Account());
        doReturn(7).when(spied).payLocked(1);
        System.out.println(
                "spied: " + spied.pay(1) + " " + spied.payLocked(1) + " " + spied.payLocked(2) + " " + spied.sum());
        ReentrantLock lock = mock(ReentrantLock.class);
        when(lock.isLocked()).thenReturn(true);
        lock.lock();
        System.out.println("lock: " + lock.isLocked() + " " + lock.tryLock() + " " + new ReentrantLock().isLocked());
        lock.unlock();
        verify(lock).lock();
        verify(lock).isLocked();
        verify(lock).tryLock();
        verify(lock).unlock();
        verifyNoMoreInteractions(lock);
        Threads.join(Threads.start("payer", () -> System.out.println("on a thread: " + pay(new Account()))));
    }

    private static int pay(Account account) {
        for (int i = 0; i < PAID; i++) {
            account.pay(1);
            account.payLocked(1);
        }
        return account.pay(0);
    }
}
