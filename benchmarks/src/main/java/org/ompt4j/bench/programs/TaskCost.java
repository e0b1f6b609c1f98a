package org.ompt4j.bench.programs;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveTask;

/**
 * Measures the processor time that a worker needs for one fork/join task, including its fork and join: {@code TaskCost WORK ROUNDS} prints the
 * median of the second half of the rounds, in nanoseconds.
 *
 * <p>One worker in a pool of its own creates a tree of tasks, each of which does the same work, and forks and joins all of them except the root.
 * Unlike times of the wall clock, its processor time hardly depends on the load of the machine.
 */
public final class TaskCost {
    /** Steps of work that take a microsecond at 3.7 GHz. */
    public static final int ONE_MICROSECOND = 730;

    /** Tasks of one tree, including the root. */
    public static final int TASKS = 2047;

    private static final int LEAVES = (TASKS + 1) / 2;
    private static final long ROUND_NANOS = 10_000_000;
    private static final int TREES_BETWEEN_LOOKS = 4;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private TaskCost() {}

    public static void main(String[] args) throws Exception {
        int work = Integer.parseInt(args[0]);
        double[] rounds = new double[Integer.parseInt(args[1])];
        ForkJoinPool pool = new ForkJoinPool(1);
        for (int i = 0; i < rounds.length; i++) {
            rounds[i] = pool.submit(() -> nanosPerTask(work)).get();
        }
        double[] warm = Arrays.copyOfRange(rounds, rounds.length / 2, rounds.length);
        Arrays.sort(warm);
        System.out.println(warm[warm.length / 2]);
    }

    /** The root of a tree of {@link #TASKS} tasks with so many steps of work each. */
    public static ForkJoinTask<Long> treeOf(int work) {
        return new Tree(LEAVES, work);
    }

    private static double nanosPerTask(int work) {
        long begin = THREADS.getCurrentThreadCpuTime();
        long end = begin;
        long trees = 0;
        while (end - begin < ROUND_NANOS) {
            for (int i = 0; i < TREES_BETWEEN_LOOKS; i++) {
                treeOf(work).invoke();
            }
            trees += TREES_BETWEEN_LOOKS;
            end = THREADS.getCurrentThreadCpuTime();
        }
        return (double) (end - begin) / trees / TASKS;
    }

    private static final class Tree extends RecursiveTask<Long> {
        private static final long serialVersionUID = 1;

        private final int leaves;
        private final int work;

        Tree(int leaves, int work) {
            this.leaves = leaves;
            this.work = work;
        }

        @Override
        protected Long compute() {
            long done = Work.steps(work, work);
            if (leaves == 1) {
                return done;
            }
            Tree left = new Tree(leaves / 2, work);
            Tree right = new Tree(leaves - leaves / 2, work);
            left.fork();
            right.fork();
            return done + right.join() + left.join();
        }
    }
}
