package org.ompt4j.bench.programs;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

/** Fibonacci numbers by recursive tasks; small arguments are computed without tasks. */
final class ForkJoinFib extends RecursiveTask<Integer> {
    private static final long serialVersionUID = 1;

    private final int n;
    private final int cutOff;

    private ForkJoinFib(int n, int cutOff) {
        this.n = n;
        this.cutOff = cutOff;
    }

    @Override
    protected Integer compute() {
        if (n <= cutOff) {
            return sequential(n);
        }
        ForkJoinFib left = new ForkJoinFib(n - 1, cutOff);
        left.fork();
        return new ForkJoinFib(n - 2, cutOff).compute() + left.join();
    }

    private static int sequential(int n) {
        return n < 2 ? n : sequential(n - 1) + sequential(n - 2);
    }

    static int run(int n, int cutOff) {
        return ForkJoinPool.commonPool().invoke(new ForkJoinFib(n, cutOff));
    }
}
