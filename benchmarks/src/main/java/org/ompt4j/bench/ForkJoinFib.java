package org.ompt4j.bench;

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

/** Divide and conquer with a task per call down to a cut-off: {@code ForkJoinFib N CUTOFF}. */
public final class ForkJoinFib extends RecursiveTask<Integer> {
    private static final long serialVersionUID = 1;
    private static final int ROUNDS = 10;

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

    public static void main(String[] args) {
        int sum = 0;
        for (int i = 0; i < ROUNDS; i++) {
            sum += ForkJoinPool.commonPool()
                    .invoke(new ForkJoinFib(Integer.parseInt(args[0]), Integer.parseInt(args[1])));
        }
        System.out.println(sum);
    }
}
