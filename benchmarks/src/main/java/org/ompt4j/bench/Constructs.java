package org.ompt4j.bench;

import java.util.List;

/** What of each mapping is measured as a single use: one row at least for each. A new mapping adds its rows here. */
final class Constructs {

    /**
     * @param construct id of the mapping
     * @param benchmark method of {@code ConstructBenchmark}
     * @param title in tables
     * @param raisesInDefault whether the profile {@code default} has events of it too; of mutexes it has those that are contended only
     * @param agentArguments settings without which it is no construct
     */
    record Row(String construct, String benchmark, String title, boolean raisesInDefault, List<String> agentArguments) {
        private static Row always(String construct, String benchmark, String title) {
            return new Row(construct, benchmark, title, true, List.of());
        }

        private static Row onlyInFull(String construct, String benchmark, String title, String... agentArguments) {
            return new Row(construct, benchmark, title, false, List.of(agentArguments));
        }

        /** Whether a trace of this setting has to hold its events. */
        boolean raisesIn(Setting setting) {
            return setting == Setting.FULL || raisesInDefault && setting == Setting.DEFAULT;
        }
    }

    static final List<Row> ROWS = List.of(
            Row.onlyInFull("synchronized", "monitor", "monitor, taken and released"),
            Row.onlyInFull("synchronized", "elidedMonitor", "monitor that the JIT elides"),
            Row.onlyInFull("reentrant-lock", "lock", "`ReentrantLock`, taken and released"),
            Row.always("cyclic-barrier", "barrier", "`CyclicBarrier` of one party"),
            Row.always("phaser", "phaser", "`Phaser` of one party"),
            Row.always("fork-join-task", "forkJoinTask", "fork/join task without work"),
            Row.always("fork-join-pool", "poolInvoke", "task for a pool, from outside"),
            Row.always("parallel-stream", "streamLeaf", "leaf of a parallel stream"),
            Row.always("park", "park", "park with a permit"),
            Row.always("sleep", "sleep", "sleep for no time"),
            Row.always("io", "read", "byte read from a file"),
            Row.always("thread", "thread", "thread, started and joined"),
            Row.onlyInFull(
                    "defined",
                    "definedLock",
                    "lock of `define`",
                    "define=lock:org.ompt4j.bench.suites.ConstructBenchmark$Latch.acquire/release"));

    private Constructs() {}
}
