package org.ompt4j.agent.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ompt4j.agent.live.LiveWindow;
import org.ompt4j.agent.live.LiveWindow.DeadlockRow;
import org.ompt4j.agent.live.LiveWindow.MutexRow;
import org.ompt4j.agent.live.LiveWindow.PoolRow;
import org.ompt4j.agent.live.LiveWindow.RegionRow;
import org.ompt4j.agent.live.LiveWindow.Seen;
import org.ompt4j.agent.live.LiveWindow.ThreadRow;

class TopPageTest {
    private static final String LOCK = "java.util.concurrent.locks.ReentrantLock";

    @Test
    void everythingStandsOnAPage() {
        assertThat(String.join("\n", new TopPage(window(3), 4711, 80).all())).isEqualTo("""
                Process 4711: 3 threads, looked at 50 times in 1.00 s
                On average: 1.1 worked, 0.8 waited for mutexes, 0.1 for anything else, 1.0 idle
                Also 2 virtual threads in something without a carrier
                Deadlock: 2 threads wait for each other
                  a waits for java.util.concurrent.locks.ReentrantLock, which b holds
                  b waits for app.Cache, which a holds

                Mutexes that are waited for
                  waiting  at most  % of looks  mutex
                      0.8        3          60  java.util.concurrent.locks.ReentrantLock #17
                            waiting: a, b, c and 2 more
                            held by main at 50 % of the looks at which it was waited for
                      0.1        1          10  (unknown object)
                            waiting: d
                            holder unknown

                Pools
                  queued  at most  workers  working  waiting  idle  pool
                     4.5        6      2.0      1.0      0.5   0.5  pool-1
                            made at Main.main(Main.java:12)
                       -        -      1.0      0.0      0.0   1.0  other

                Regions, by where they are opened
                  threads  at most  working  waiting  regions  region
                      2.0        3      1.5      0.5        7  com.acme.Main.sum(Main.java:9)

                Threads, % of looks
                  working  mutex  waiting  idle                       at last  thread
                        0    100        0     0  lock locks.ReentrantLock #17  worker-0
                        0    100        0     0  lock locks.ReentrantLock #17  worker-1
                        0    100        0     0  lock locks.ReentrantLock #17  worker-2""");
    }

    /** Neither the holder in a deadlock nor the last number of a sentence may be lost. */
    @Test
    void sentencesAreBrokenInsteadOfCut() {
        List<String> lines = new TopPage(window(3), 4711, 60).all();

        assertThat(String.join("\n", lines)).startsWith("""
                Process 4711: 3 threads, looked at 50 times in 1.00 s
                On average: 1.1 worked, 0.8 waited for mutexes, 0.1 for
                  anything else, 1.0 idle
                Also 2 virtual threads in something without a carrier
                Deadlock: 2 threads wait for each other
                  a waits for java.util.concurrent.locks.ReentrantLock,
                    which b holds
                  b waits for app.Cache, which a holds
                """);
    }

    @Test
    void screenIsNoHigherThanTheTerminalAndThreadsGetTheRest() {
        LiveWindow window = window(40);
        for (int height = 4; height < 60; height++) {
            assertThat(new TopPage(window, 1, 100).screen(height)).hasSizeLessThanOrEqualTo(height);
        }

        assertThat(new TopPage(window, 1, 100).screen(30)).hasSize(30).anyMatch(each -> each.contains(" of 40)"));
    }

    @Test
    void linesAreNoLongerThanTheTerminal() {
        for (int width = TopPage.LEAST_WIDTH; width < 200; width++) {
            int most = width;
            assertThat(new TopPage(window(3), 1, width).all())
                    .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(most));
        }
    }

    private static LiveWindow window(int threads) {
        List<ThreadRow> rows = new ArrayList<>();
        for (int i = 0; i < threads; i++) {
            rows.add(new ThreadRow(i, i, "worker-" + i, new Seen(0, 0, 50, 0, 0), "wait_lock", LOCK, 17, ""));
        }
        return new LiveWindow(
                1_000_000_000,
                50,
                threads,
                2,
                new Seen(50, 5, 40, 5, 50),
                List.of(new DeadlockRow(1, "a", LOCK, "b"), new DeadlockRow(1, "b", "app.Cache", "a")),
                rows,
                List.of(
                        new MutexRow(17, LOCK, 30, 40, 3, 5, List.of("a", "b", "c"), "main", 15),
                        new MutexRow(0, "", 5, 5, 1, 1, List.of("d"), "", 0)),
                List.of(
                        new PoolRow(
                                1,
                                "thread-pool-executor",
                                "pool-1",
                                2,
                                "Main.main(Main.java:12)",
                                new Seen(40, 10, 5, 20, 25),
                                40,
                                180,
                                6),
                        new PoolRow(2, "fork-join-pool", "other", 1, "", new Seen(0, 0, 0, 0, 50), 0, 0, 0)),
                List.of(new RegionRow(
                        "parallel-stream", "com.acme.Main.sum(Main.java:9)", 7, new Seen(75, 0, 0, 25, 0), 3)));
    }
}
