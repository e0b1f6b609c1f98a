package org.ompt4j.bench.programs;

import java.util.Arrays;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.ompt4j.apps.real.EjmlApp;
import org.ompt4j.apps.real.H2App;
import org.ompt4j.apps.real.LuceneApp;

/** The workloads by their ids. */
public final class Workloads {
    private static final String[] SCALE_ONE = {"1"};
    private static final int SERVER_THREADS = 8;

    private Workloads() {}

    /** @throws IllegalArgumentException if there is no workload with this id */
    public static Workload byId(String id) throws Exception {
        return switch (id) {
            case "fork-join-1us" -> new MicrosecondTasks();
            case "fib-2" -> fib(30, 2);
            case "fib-8" -> fib(36, 8);
            case "fib-16" -> fib(38, 16);
            case "streams" -> Workloads::streams;
            case "sort" -> Workloads::sorts;
            case "monitor-uncontended" -> new UncontendedLocks(Guard::monitor);
            case "monitor-contended" -> new ContendedLocks(Guard.monitor());
            case "lock-uncontended" -> new UncontendedLocks(Guard::lock);
            case "lock-contended" -> new ContendedLocks(Guard.lock());
            case "barrier" -> new BarrierParties();
            case "executor-1us" -> new PooledTasks();
            case "stages-5us" -> new Stages();
            case "virtual-5us" -> new BriefThreads(virtualThreads());
            case "ejml" -> () -> EjmlApp.main(SCALE_ONE);
            case "jtransforms" -> new Transforms();
            case "lucene" -> () -> LuceneApp.main(SCALE_ONE);
            case "h2" -> () -> H2App.main(SCALE_ONE);
            case "server-pool" -> new Server(Executors.newFixedThreadPool(SERVER_THREADS));
            case "server-virtual" -> new Server(virtualThreads());
            default -> throw new IllegalArgumentException("unknown program '" + id + "'");
        };
    }

    private static Workload fib(int n, int cutOff) {
        return () -> ForkJoinFib.run(n, cutOff);
    }

    /** Long streams and many short ones. */
    private static void streams() {
        long sum = 0;
        for (int i = 0; i < 8; i++) {
            sum += LongStream.range(0, 4_000_000)
                    .parallel()
                    .filter(n -> n % 3 != 0)
                    .map(n -> n * n % 7)
                    .sum();
        }
        for (int i = 0; i < 3_000; i++) {
            sum += IntStream.range(0, 20_000).parallel().map(n -> n ^ n >>> 3).sum();
        }
        System.out.println(sum);
    }

    private static void sorts() {
        int[] numbers = new int[1_000_000];
        for (int i = 0; i < 2; i++) {
            Arrays.setAll(numbers, n -> (int) Work.steps(1, n));
            Arrays.parallelSort(numbers);
        }
        System.out.println(numbers[0]);
    }

    /** Uses reflection, since this class is compiled for JDKs without virtual threads. */
    private static Executor virtualThreads() throws ReflectiveOperationException {
        return (Executor)
                Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
    }
}
