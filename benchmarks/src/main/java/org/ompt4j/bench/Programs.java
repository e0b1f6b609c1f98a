package org.ompt4j.bench;

import java.util.List;

/** The programs that run in rounds. */
final class Programs {
    static final int OLDEST_WITH_VIRTUAL_THREADS = 21;
    static final String MICROSECOND_TASKS = "fork-join-1us";

    /**
     * @param id the id in {@code Workloads}
     * @param real whether the limits for real programs apply
     * @param oldestJdk feature version of the oldest JDK on which it runs
     */
    record Row(String id, String title, Subject.Rounds rounds, boolean real, int oldestJdk) {
        Row(String id, String title, int warmUp, int rounds, boolean real) {
            this(id, title, new Subject.Rounds(warmUp, rounds), real, 17);
        }

        boolean hasBar() {
            return real || id.equals(MICROSECOND_TASKS);
        }
    }

    static final List<Row> ROWS = List.of(
            new Row("ejml", "EJML", 20, 20, true),
            new Row("jtransforms", "JTransforms", 30, 30, true),
            new Row("lucene", "Lucene", 130, 40, true),
            new Row("h2", "H2", 100, 80, true),
            new Row(
                    "server-virtual",
                    "server, a virtual thread per request",
                    new Subject.Rounds(100, 50),
                    true,
                    OLDEST_WITH_VIRTUAL_THREADS),
            new Row("server-pool", "server with a fixed pool", 20, 10, false),
            new Row(MICROSECOND_TASKS, "fork/join tasks of 1 µs", 20, 20, false),
            new Row("fib-2", "fork/join fib(30), cut-off 2", 12, 10, false),
            new Row("fib-8", "fork/join fib(36), cut-off 8", 12, 10, false),
            new Row("fib-16", "fork/join fib(38), cut-off 16", 8, 10, false),
            new Row("streams", "parallel streams", 12, 10, false),
            new Row("sort", "parallel sort", 12, 10, false),
            new Row("monitor-uncontended", "monitors, uncontended", 8, 10, false),
            new Row("monitor-contended", "a monitor, contended", 12, 10, false),
            new Row("lock-uncontended", "`ReentrantLock`, uncontended", 8, 10, false),
            new Row("lock-contended", "a `ReentrantLock`, contended", 12, 10, false),
            new Row("barrier", "`CyclicBarrier` of two parties", 12, 10, false),
            new Row("executor-1us", "thread pool, tasks of 1 µs", 20, 20, false),
            new Row("stages-5us", "`CompletableFuture`, stages of 5 µs", 20, 20, false),
            new Row(
                    "virtual-5us",
                    "virtual threads of 5 µs",
                    new Subject.Rounds(20, 20),
                    false,
                    OLDEST_WITH_VIRTUAL_THREADS));

    private Programs() {}
}
