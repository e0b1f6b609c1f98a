package org.ompt4j.bench.programs;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveTask;

/**
 * The processor time that a worker spends on one fork/join task, with everything that belongs to it: {@code TaskCost WORK ROUNDS} prints
 * the median of the rounds' second half, in nanoseconds.
 *
 * <p>One worker in a pool of its own makes a tree of tasks, each of which does the same work, and forks and joins all but the root.
 * Its processor time hardly depends on what else the machine does, other than times by the wall clock.
 */
public final class TaskCost {
    /** Steps of work that take a microsecond at 3.7 GHz, as fast as the machines ran on which this was tried. */
    public static final int ONE_MICROSECOND = 730;

    /** Tasks of one tree, the root among them. */
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
