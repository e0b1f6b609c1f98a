package org.ompt4j.apps.forkjoin;

import java.util.concurrent.RecursiveTask;

/** The textbook example of a recursive task: forks one half, computes the other one itself, and joins. */
public final class Fibonacci extends RecursiveTask<Integer> {
    private static final long serialVersionUID = 1;

    private final int n;

    public Fibonacci(int n) {
        this.n = n;
    }

    /** The n-th Fibonacci number, with 1 as the first and second. */
    public static int fibonacci(int n) {
        int previous = 0;
        int current = 1;
        for (int i = 1; i < n; i++) {
            int next = previous + current;
            previous = current;
            current = next;
        }
        return current;
    }

    /** How often {@code new Fibonacci(n)} forks, all of its descendants included. */
    public static int forks(int n) {
        return fibonacci(n + 1) - 1;
    }

    @Override
    protected Integer compute() {
        if (n < 2) {
            return n;
        }
        Fibonacci left = new Fibonacci(n - 1);
        left.fork();
        int right = new Fibonacci(n - 2).compute();
        return left.join() + right;
    }
}
