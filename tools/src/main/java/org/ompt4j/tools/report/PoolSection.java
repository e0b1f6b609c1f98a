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
import org.ompt4j.ompt.Construct.Trait;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.model.RegionModel;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.TaskFrame;
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
        if (event.event() == Event.PARALLEL_BEGIN && event.construct().has(Trait.POOL_REGIONS)) {
            pools.put(event.parallelId(), new Pool(event));
        } else if (event.event() == Event.IMPLICIT_TASK && event.endpoint() == ScopeEndpoint.BEGIN) {
            join(event);
        } else if (Report.isStart(event, thread)) {
            Pool pool = poolOf(thread);
            if (pool != null) {
                pool.tasks++;
            }
        }
    }

    private void join(TraceEvent event) {
        RegionModel region = run.region(event.parallelId());
        if (region == null || !region.isPool()) {
            pools.remove(event.parallelId());
        }
        Pool pool = pools.get(event.parallelId());
        if (pool != null) {
            pool.workers.add(event.threadId());
        }
    }

    private @Nullable Pool poolOf(ThreadModel thread) {
        TaskFrame membership = thread.poolMembership();
        return membership == null ? null : pools.get(membership.regionId());
    }

    @Override
    public void interval(ThreadModel thread, State state, long nanos) {
        Pool pool = poolOf(thread);
        if (pool == null) {
            return;
        }
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
        List<Pool> rows = new ArrayList<>(pools.values());
        rows.sort(Comparator.comparing((Pool each) -> -each.busyNanos).thenComparing(each -> each.begin.parallelId()));
        Table table = new Table("workers", "requested", "tasks", "busy", "waiting", "idle", "worker time", "pool");
        page.section("Pools", "worker threads' time, busiest first", rows, table, each -> row(table, each));
    }

    private void row(Table table, Pool pool) {
        long total = pool.busyNanos + pool.idleNanos + pool.waitNanos;
        table.row(
                Units.count(pool.workers.size()),
                pool.begin.requestedParallelism() > 0 ? Units.count(pool.begin.requestedParallelism()) : Table.NONE,
                Units.count(pool.tasks),
                share(pool.busyNanos, total),
                share(pool.waitNanos, total),
                share(pool.idleNanos, total),
                Units.time(total),
                name(pool));
        if (pool.begin.codeptrRa() != 0) {
            table.continuation("made at ", names.callSite(pool.begin.codeptrRa()));
        }
    }

    private static String share(long part, long total) {
        return total == 0 ? Table.NONE : Units.percent(part / (double) total);
    }

    /* Pools have no name of their own; their workers do. */
    private String name(Pool pool) {
        String worker =
                pool.workers.stream().map(names::thread).sorted().findFirst().orElse("(no worker)");
        String name = worker.replaceFirst("-worker-\\d+$|-\\d+$", "");
        return Names.fit(name, LONGEST_NAME);
    }

    private static final class Pool {
        final TraceEvent begin;
        final Set<Long> workers = new HashSet<>();
        long tasks;
        long busyNanos;
        long idleNanos;
        long waitNanos;

        Pool(TraceEvent begin) {
            this.begin = begin;
        }
    }
}
