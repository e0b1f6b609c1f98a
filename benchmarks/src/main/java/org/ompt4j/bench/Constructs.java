package org.ompt4j.bench;

import java.util.List;

/** What of each mapping is measured as a single use: one row at least for each. A new mapping adds its rows here. */
final class Constructs {

    /**
     * @param construct id of the mapping
     * @param benchmark method of {@code ConstructBenchmark}
     * @param title in tables
     * @param agentArguments settings without which it is no construct
     */
    record Row(String construct, String benchmark, String title, List<String> agentArguments) {
        Row(String construct, String benchmark, String title) {
            this(construct, benchmark, title, List.of());
        }
    }

    static final List<Row> ROWS = List.of(
            new Row("synchronized", "monitor", "monitor, taken and released"),
            new Row("synchronized", "elidedMonitor", "monitor that the JIT elides"),
            new Row("reentrant-lock", "lock", "`ReentrantLock`, taken and released"),
            new Row("cyclic-barrier", "barrier", "`CyclicBarrier` of one party"),
            new Row("phaser", "phaser", "`Phaser` of one party"),
            new Row("fork-join-task", "forkJoinTask", "fork/join task without work"),
            new Row("fork-join-pool", "poolInvoke", "task for a pool, from outside"),
            new Row("parallel-stream", "streamLeaf", "leaf of a parallel stream"),
            new Row("park", "park", "park with a permit"),
            new Row("sleep", "sleep", "sleep for no time"),
            new Row("io", "read", "byte read from a file"),
            new Row("thread", "thread", "thread, started and joined"),
            new Row(
                    "defined",
                    "definedLock",
                    "lock of `define.lock`",
                    List.of("define.lock=org.ompt4j.bench.suites.ConstructBenchmark$Latch.acquire/release")));

    private Constructs() {}
}
