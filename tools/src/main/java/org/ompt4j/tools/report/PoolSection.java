package org.ompt4j.tools.report;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.model.PoolModel;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;

/** Pools, each from its first worker to its termination: how much of their workers' time was work. */
final class PoolSection implements Section {
    private static final int LONGEST_NAME = 30;

    private final Names names;
    private final RunModel run;
    private final Map<Long, Pool> pools = new TreeMap<>();

    PoolSection(Names names, RunModel run) {
        this.names = names;
        this.run = run;
    }

    @Override
    public void event(TraceEvent event, ThreadModel thread) {
        if (Report.isStart(event, thread, run)) {
            Pool pool = poolOf(thread);
            if (pool != null) {
                pool.tasks++;
            }
        }
    }

    private @Nullable Pool poolOf(ThreadModel thread) {
        return thread.poolId() == 0 ? null : poolOf(thread.poolId());
    }

    private Pool poolOf(long poolId) {
        return pools.computeIfAbsent(poolId, id -> new Pool());
    }

    @Override
    public void interval(ThreadModel thread, State state, long nanos) {
        Pool pool = poolOf(thread);
        ThreadModel worker = thread.platformThread();
        if (pool == null || worker == null) {
            return;
        }
        pool.workers.add(worker.id());
        if (Report.isBusy(state)) {
            pool.busyNanos += nanos;
        } else if (state == State.IDLE) {
            pool.idleNanos += nanos;
        } else {
            pool.waitNanos += nanos;
        }
    }

    @Override
    public void write(Page page) throws IOException {
        run.pools().forEach(each -> poolOf(each.id()).begin = each);
        // In the order of their ids where the sort leaves them.
        List<Pool> rows = new ArrayList<>(pools.values());
        rows.sort(Comparator.comparing(each -> -each.busyNanos));
        Table table = new Table("workers", "requested", "tasks", "busy", "waiting", "idle", "worker time", "pool");
        page.section("Pools", "worker threads' time, busiest first", rows, table, each -> row(table, each));
    }

    private void row(Table table, Pool pool) {
        long total = pool.busyNanos + pool.idleNanos + pool.waitNanos;
        table.row(
                Units.count(pool.workers.size()),
                requested(pool),
                Units.count(pool.tasks),
                share(pool.busyNanos, total),
                share(pool.waitNanos, total),
                share(pool.idleNanos, total),
                Units.time(total),
                name(pool));
        int maker = pool.begin == null ? 0 : pool.begin.begin().codeptrRa();
        if (maker != 0) {
            table.continuation("made at ", names.callSite(maker));
        }
    }

    private static String requested(Pool pool) {
        int requested = pool.begin == null ? 0 : pool.begin.begin().requestedParallelism();
        return requested > 0 ? Units.count(requested) : Table.NONE;
    }

    private static String share(long part, long total) {
        return total == 0 ? Table.NONE : Units.percent(part / (double) total);
    }

    /* Where the trace does not name the pool, its workers do. */
    private String name(Pool pool) {
        String told = pool.begin == null ? null : pool.begin.name();
        if (told != null) {
            return Names.fit(told, LONGEST_NAME);
        }
        String worker =
                pool.workers.stream().map(names::thread).sorted().findFirst().orElse("(no worker)");
        String name = worker.replaceFirst("-worker-\\d+$|-\\d+$", "");
        return Names.fit(name, LONGEST_NAME);
    }

    private static final class Pool {
        /** Null if the trace does not have it. */
        @Nullable
        PoolModel begin;

        final Set<Long> workers = new HashSet<>();
        long tasks;
        long busyNanos;
        long idleNanos;
        long waitNanos;
    }
}
