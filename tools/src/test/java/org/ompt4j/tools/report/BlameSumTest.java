package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.ompt.Construct.BLOCKING_QUEUE;
import static org.ompt4j.ompt.Construct.COMPLETABLE_FUTURE;
import static org.ompt4j.ompt.Construct.COUNT_DOWN_LATCH;
import static org.ompt4j.ompt.Construct.CYCLIC_BARRIER;
import static org.ompt4j.ompt.Construct.FUTURE_TASK;
import static org.ompt4j.ompt.Construct.SLEEP;
import static org.ompt4j.ompt.Construct.SYNCHRONIZED;
import static org.ompt4j.ompt.Construct.THREAD_POOL_EXECUTOR;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;
import static org.ompt4j.ompt.SyncRegionKind.BARRIER_EXPLICIT;
import static org.ompt4j.ompt.SyncRegionKind.BARRIER_IMPLEMENTATION;
import static org.ompt4j.ompt.SyncRegionKind.TASKWAIT;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.DependenceType;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.testing.ReportData;
import org.ompt4j.tools.testing.RichTrace;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;
import org.ompt4j.tools.testing.VirtualThreadTrace;

/** In random runs the parts of each wait add up to the wait, and the parts of idleness to the time of idleness. */
class BlameSumTest {
    private static final int THREADS = 6;
    private static final int WORKERS = 3;
    private static final int STEPS = 3_000;
    private static final Set<String> OF_SYNC_REGIONS = Set.of("taskwait", "barrier", "end", "group", "stage", "JDK");

    private final TraceBuilder trace = new TraceBuilder();
    private final List<Player> players = new ArrayList<>();
    private final List<Long> queued = new ArrayList<>();
    private final List<Long> unfinished = new ArrayList<>();
    private final List<Long> stages = new ArrayList<>();
    private final long queue = trace.waitId(BLOCKING_QUEUE, "app.Queue");
    private final long latch = trace.waitId(COUNT_DOWN_LATCH, "app.Latch");
    private final long monitor = trace.waitId(SYNCHRONIZED, "app.Monitor");
    private final long barrier = trace.waitId(CYCLIC_BARRIER, "app.Barrier");
    private final long pool = trace.newId();
    private int arrived;

    /** A thread with its present wait, if any, and, for a worker, its present task. */
    private static final class Player {
        final ThreadScript script;
        final boolean isWorker;

        @Nullable
        SyncRegionKind sync;

        @Nullable
        State wait;

        long waitId;
        long task;
        boolean isWoken;

        Player(ThreadScript script, boolean isWorker) {
            this.script = script;
            this.isWorker = isWorker;
        }

        boolean isFree() {
            return sync == null && wait == null && (!isWorker || task != 0);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void partsOfWhatThreadsWaitAddUpToIt(long seed) throws IOException {
        play(new Random(seed));
        assertSums(trace.build(), STEPS / 50);
    }

    @Test
    void partsAddUpInRegionsAndVirtualThreads() throws IOException {
        assertSums(RichTrace.build(), 1);
        assertSums(VirtualThreadTrace.build(), 1);
    }

    private void play(Random random) {
        for (int i = 0; i < THREADS; i++) {
            boolean isWorker = i < WORKERS;
            ThreadScript script = trace.thread("t" + i, isWorker ? ThreadType.WORKER : ThreadType.INITIAL)
                    .begin();
            if (isWorker) {
                script.poolWorker(THREAD_POOL_EXECUTOR, BEGIN, pool);
            } else {
                script.initialTaskBegin();
            }
            players.add(new Player(script, isWorker));
        }
        for (int i = 0; i < STEPS; i++) {
            trace.pass(random.nextInt(4) == 0 ? random.nextInt(3) : random.nextInt(100_000));
            Player player = players.get(random.nextInt(players.size()));
            if (player.isFree()) {
                acts(player, random);
            } else if (player.sync != null || player.wait != null) {
                if (player.isWoken || random.nextInt(40) == 0) {
                    goesOn(player);
                }
            } else if (!queued.isEmpty()) {
                player.task = queued.remove(random.nextInt(queued.size()));
                player.script.start(THREAD_POOL_EXECUTOR, player.task);
            }
        }
    }

    private void acts(Player player, Random random) {
        int site = trace.callSite("app.Main.act(Main.java:" + random.nextInt(4) + ")");
        switch (random.nextInt(13)) {
            case 0 -> waits(player, State.WAIT_QUEUE, queue, site);
            case 1 -> waits(player, State.WAIT_CONDITION, monitor, site);
            case 2 -> waits(player, State.WAIT_SLEEP, 0, site);
            case 3 -> syncs(player, TASKWAIT, latch, site);
            case 4 -> {
                if (!unfinished.isEmpty()) {
                    syncs(player, TASKWAIT, unfinished.get(random.nextInt(unfinished.size())), site);
                }
            }
            case 5 -> arrives(player, site);
            case 6 -> {
                long task = player.script.create(THREAD_POOL_EXECUTOR, 0, site, trace.body("app.Task" + site));
                queued.add(task);
                unfinished.add(task);
            }
            case 7 -> wakes(player, random.nextBoolean() ? queue : random.nextBoolean() ? latch : monitor, site);
            case 8 -> {
                if (!player.isWorker) {
                    syncs(player, BARRIER_IMPLEMENTATION, pool, site);
                    player.isWoken = true;
                }
            }
            case 9 -> stages.add(stage(player, random, site));
            case 10 -> {
                if (!stages.isEmpty()) {
                    runs(player, stages.remove(random.nextInt(stages.size())), random);
                }
            }
            case 11 -> {
                if (!stages.isEmpty()) {
                    long discarded = stages.remove(random.nextInt(stages.size()));
                    player.script.cancel(
                            COMPLETABLE_FUTURE, discarded, CancelFlag.TASKGROUP | CancelFlag.DISCARDED_TASK, 0);
                    isOver(discarded);
                }
            }
            default -> {
                if (player.isWorker) {
                    player.script.complete(THREAD_POOL_EXECUTOR);
                    isOver(player.task);
                    player.task = 0;
                }
            }
        }
    }

    private void isOver(long task) {
        unfinished.remove(task);
        players.forEach(each -> each.isWoken |= each.sync == TASKWAIT && each.waitId == task);
    }

    /** Creates a stage that depends on a task that has not ended, or on a future that no task completes. */
    private long stage(Player player, Random random, int site) {
        long source =
                unfinished.isEmpty() || random.nextBoolean() ? 0 : unfinished.get(random.nextInt(unfinished.size()));
        long stage = player.script.create(COMPLETABLE_FUTURE, 0, true, site, trace.body("app.Stage" + site));
        player.script.depends(COMPLETABLE_FUTURE, stage, stage, DependenceType.OUT, source == 0 ? 1 : 2);
        if (source != 0) {
            player.script.depends(COMPLETABLE_FUTURE, stage, source, DependenceType.IN, 2);
            player.script.dependence(COMPLETABLE_FUTURE, source, stage);
        }
        unfinished.add(stage);
        return stage;
    }

    /** The thread runs a stage inside its present task, in time or late. */
    private void runs(Player player, long stage, Random random) {
        player.script.start(COMPLETABLE_FUTURE, stage);
        if (random.nextInt(3) == 0) {
            trace.pass(-1_000);
            player.script.late(COMPLETABLE_FUTURE, 1 + random.nextInt(200_000), 0);
        }
        trace.pass(random.nextInt(20_000));
        player.script.complete(COMPLETABLE_FUTURE);
        isOver(stage);
    }

    private void waits(Player player, State state, long id, int site) {
        player.wait = state;
        player.waitId = id;
        player.isWoken = state == State.WAIT_SLEEP;
        player.script.wait(SLEEP, state, BEGIN, id, site);
    }

    private void syncs(Player player, SyncRegionKind kind, long id, int site) {
        player.sync = kind;
        player.waitId = id;
        player.isWoken = false;
        player.script.sync(FUTURE_TASK, kind, BEGIN, id, site).syncWait(FUTURE_TASK, kind, BEGIN, id, site);
    }

    private void arrives(Player player, int site) {
        ThreadScript script = player.script;
        script.sync(CYCLIC_BARRIER, BARRIER_EXPLICIT, BEGIN, barrier, site);
        script.syncWait(CYCLIC_BARRIER, BARRIER_EXPLICIT, BEGIN, barrier, site);
        if (++arrived < 3) {
            player.sync = BARRIER_EXPLICIT;
            player.waitId = barrier;
            player.isWoken = false;
            return;
        }
        arrived = 0;
        trace.pass(-1_000);
        script.syncWait(CYCLIC_BARRIER, BARRIER_EXPLICIT, END, barrier, site);
        script.sync(CYCLIC_BARRIER, BARRIER_EXPLICIT, END, barrier, site);
        players.forEach(each -> each.isWoken |= each.sync == BARRIER_EXPLICIT);
    }

    private void wakes(Player player, long id, int site) {
        player.script.wakeup(BLOCKING_QUEUE, id, site);
        for (Player each : players) {
            if (each.waitId == id && !each.isWoken && (each.wait != null || each.sync == TASKWAIT)) {
                each.isWoken = true;
                if (id != latch) {
                    return;
                }
            }
        }
    }

    private void goesOn(Player player) {
        if (player.wait != null) {
            player.script.wait(SLEEP, player.wait, END, player.waitId, 0);
        } else if (player.sync != null) {
            arrived -= player.sync == BARRIER_EXPLICIT && !player.isWoken ? 1 : 0;
            player.script
                    .syncWait(FUTURE_TASK, player.sync, END, player.waitId, 0)
                    .sync(FUTURE_TASK, player.sync, END, player.waitId, 0);
        }
        player.wait = null;
        player.sync = null;
        player.waitId = 0;
        player.isWoken = false;
    }

    /** Compares the sums with those of other tables of the report. */
    private static void assertSums(Trace trace, int fewestWaits) throws IOException {
        JsonNode report = ReportData.of(trace);
        long waits = 0;
        long ofSync = 0;
        for (JsonNode row : rows(report, "who_made_whom_wait")) {
            long parts = 0;
            for (JsonNode each : row.get("portions")) {
                assertThat(each.get("ns").asLong()).isPositive();
                parts += each.get("ns").asLong();
            }
            assertThat(parts)
                    .as(row.toPrettyString())
                    .isEqualTo(row.get("waited").asLong());
            waits += row.get("waits").asLong();
            ofSync += OF_SYNC_REGIONS.contains(row.get("state").asText()) ? parts : 0;
        }
        long inBarriersAndJoins = 0;
        for (JsonNode row : rows(report, "barriers_and_joins")) {
            inBarriersAndJoins += row.get("waited").asLong();
        }
        assertThat(waits).isGreaterThanOrEqualTo(fewestWaits);
        assertThat(ofSync).isEqualTo(inBarriersAndJoins);
        long idle = 0;
        for (JsonNode row : rows(report, "who_worked_while_workers_were_idle")) {
            idle += row.get("idle").asLong();
        }
        long ofThreads = 0;
        for (JsonNode row : rows(report, "threads")) {
            double share = row.has("idle") ? row.get("idle").asDouble() : 0;
            ofThreads += Math.round(share * row.get("time").asLong());
        }
        assertThat(idle).isEqualTo(ofThreads);
    }

    private static Iterable<JsonNode> rows(JsonNode report, String key) {
        for (JsonNode each : report.get("tables")) {
            if (each.get("key").asText().equals(key)) {
                return each.get("rows");
            }
        }
        return List.of();
    }
}
