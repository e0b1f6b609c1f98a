package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Order;
import org.ompt4j.apps.agent.MemoryApp;

/** The memory of the agent, heap and metaspace: what a program uses after garbage collections, minus what it uses without the agent. */
@Order(1)
class MemoryIT {
    /** 4.5 megabytes. A construct needs 10 to 55 KB, used or not, since its hooks are loaded before the program begins. */
    private static final long MOST_BYTES = 36L << 17;

    private static final long MOST_BYTES_PER_THREAD = 64L << 10;
    private static final long MOST_HEAP_BYTES_PER_THREAD = 16L << 10;
    private static final long MOST_BYTES_PER_VIRTUAL_THREAD = 100;

    /** The id of a dropped lock is kept until a thread has reported {@code lock_destroy}. */
    private static final long MOST_BYTES_PER_DROPPED_LOCK = 16;

    /** Runs differ by this much, with or without the agent, because of caches. A leak is larger. */
    private static final long SPREAD_BYTES = 2L << 20;

    /** The same for a program that mainly starts virtual threads: a leak of 53 bytes for each of them would be larger. */
    private static final long SPREAD_BYTES_OF_VIRTUAL_THREADS = 1L << 20;

    /** With this collector the memory in use is exact, and softly reachable objects are dropped. */
    private static final String[] EXACT = {"-XX:+UseSerialGC", "-XX:SoftRefLRUPolicyMSPerMB=0", "-Xint"};

    private static final String[] SCENARIOS = {"rest", "threads", "threads-ended", "churn", "objects"};

    private record InUse(long heap, long metaspace, int threads) {}

    /**
     * The program is interpreted, since the amount of the JVM's data about compiled code depends on the time that it has for compilation. benchmarks/run
     * measures this data.
     */
    private static AppRun interpreted(Jdk jdk, String... scenarios) {
        return AppRun.of(MemoryApp.class).on(jdk).jvm(EXACT).arguments(scenarios);
    }

    private static Map<String, InUse> inUse(RunOutput output) {
        assertThat(output.exitCode()).as(output.stderr()).isZero();
        Map<String, InUse> found = new HashMap<>();
        output.stdout().lines().forEach(line -> {
            String[] parts = line.split("[: ]+");
            found.put(
                    parts[0],
                    new InUse(Long.parseLong(parts[1]), Long.parseLong(parts[2]), Integer.parseInt(parts[3])));
        });
        return found;
    }

    /** The memory of the agent after each scenario. */
    private static Map<String, InUse> kept(AppRun run) {
        return kept(inUse(run.plain()), run);
    }

    private static Map<String, InUse> kept(Map<String, InUse> off, AppRun run) {
        Map<String, InUse> on = inUse(run.observedUnjudged().output());
        Map<String, InUse> kept = new HashMap<>();
        on.forEach((scenario, with) -> {
            InUse without = off.get(scenario);
            kept.put(scenario, new InUse(with.heap - without.heap, with.metaspace - without.metaspace, with.threads));
        });
        return kept;
    }

    private static void assertSmall(Map<String, InUse> kept) {
        assertThat(kept).containsOnlyKeys(SCENARIOS);
        // Later scenarios are not checked: the JVM has more data about code that runs, of the agent and of others, in
        // metaspace too.
        for (String each : new String[] {"rest", "threads"}) {
            InUse in = kept.get(each);
            assertThat(in.heap + in.metaspace)
                    .as("%s: %s", each, in)
                    .isLessThanOrEqualTo(MOST_BYTES + MOST_BYTES_PER_THREAD * in.threads);
        }
        long before = kept.get("rest").heap;
        assertThat(kept.get("threads").heap - before)
                .as("of %d live threads", MemoryApp.LIVE_THREADS)
                .isLessThan(MOST_HEAP_BYTES_PER_THREAD * MemoryApp.LIVE_THREADS);
        for (String each : new String[] {"threads-ended", "churn"}) {
            assertThat(kept.get(each).heap - before).as(each).isLessThan(SPREAD_BYTES);
        }
        assertThat(kept.get("objects").heap - before)
                .as("of monitors, locks and tasks that are gone")
                .isLessThan(SPREAD_BYTES + MOST_BYTES_PER_DROPPED_LOCK * MemoryApp.DROPPED_LOCKS);
    }

    @OnEveryJdkAndProfile
    void theAgentIsSmallWhateverComesAndGoes(Jdk jdk, Profile profile) {
        assertSmall(kept(interpreted(jdk, SCENARIOS).profile(profile)));
    }

    @OnEveryJdk
    void nothingIsKeptOfThreadsWhoseEndNobodySees(Jdk jdk) {
        // In the profile full each of these threads has events.
        AppRun run = interpreted(jdk, "rest", "churn").profile(Profile.FULL).with("constructs", "[all;-thread]");

        // Compares with the run of all scenarios, which is shared: without the agent they leave nothing in memory.
        Map<String, InUse> kept = kept(inUse(interpreted(jdk, SCENARIOS).plain()), run);

        assertThat(kept.get("churn").heap - kept.get("rest").heap)
                .as("of %d threads that came and went", MemoryApp.ENDED_THREADS)
                .isLessThan(SPREAD_BYTES);
    }

    @OnEveryJdk
    void virtualThreadsLeaveNothing(Jdk jdk) {
        Assumptions.assumeTrue(jdk.hasVirtualThreads(), "has virtual threads");
        Map<String, InUse> kept = kept(interpreted(jdk, "rest", "virtual", "virtual-ended"));

        long before = kept.get("rest").heap;
        assertThat(kept.get("virtual").heap - before)
                .as("of %d live virtual threads", MemoryApp.LIVE_VIRTUAL_THREADS)
                .isLessThan(MOST_BYTES_PER_VIRTUAL_THREAD * MemoryApp.LIVE_VIRTUAL_THREADS);
        assertThat(kept.get("virtual-ended").heap - before)
                .as("of virtual threads that have ended")
                .isLessThan(SPREAD_BYTES_OF_VIRTUAL_THREADS);
    }

    /** The program is compiled, since it would take too long otherwise; compiled code is not in the heap. */
    @OnEveryJdk
    void tasksAndVirtualThreadsOneAfterTheOtherLeaveNothing(Jdk jdk) {
        AppRun run = AppRun.of(MemoryApp.class)
                .on(jdk)
                .jvm("-XX:+UseSerialGC", "-XX:SoftRefLRUPolicyMSPerMB=0")
                .arguments("rest", "virtual-churn", "task-churn");

        Map<String, InUse> kept = kept(run);

        assertThat(kept.get("virtual-churn").heap - kept.get("rest").heap)
                .as("of %d virtual threads that came and went", MemoryApp.ENDED_VIRTUAL_THREADS)
                .isLessThan(SPREAD_BYTES);
        assertThat(kept.get("task-churn").heap - kept.get("rest").heap)
                .as("of %d tasks that a pool has run", MemoryApp.ENDED_TASKS)
                .isLessThan(SPREAD_BYTES);
    }
}
