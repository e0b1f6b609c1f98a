package org.ompt4j.tools.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
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
    public List<Table<?>> tables() {
        run.pools().forEach(each -> poolOf(each.id()).begin = each);
        // In the order of their ids where the sort leaves them.
        List<Pool> rows = new ArrayList<>(pools.values());
        rows.sort(Comparator.comparing(each -> -each.busyNanos));
        List<Column<Pool>> columns = List.of(
                Column.count("workers", "threads that worked for the pool", each -> each.workers.size()),
                Column.of(Unit.COUNT, "requested", "parallelism that was asked for", PoolSection::requested),
                Column.count("tasks", "tasks that its workers ran", each -> each.tasks),
                share("busy", "working or combining results", each -> each.busyNanos),
                share("waiting", "neither working nor idle", each -> each.waitNanos),
                share("idle", "without work", each -> each.idleNanos),
                Column.time("worker time", "the workers' time in all", Pool::totalNanos),
                Column.<Pool>of(Unit.CALL_SITE, "made at", "where the program made it", this::madeAt)
                        .notOnPage(),
                Column.<Pool>of(Unit.TEXT, "pool", "what the JDK names its workers after", this::name)
                        .as(each -> Names.fit(name(each), LONGEST_NAME)));
        return List.of(Table.of("Pools", "worker threads' time, busiest first", rows, columns)
                .under(this::lines));
    }

    private List<Line> lines(Pool pool) {
        String maker = madeAt(pool);
        return maker == null ? List.of() : List.of(new Line("made at ", maker));
    }

    private @Nullable String madeAt(Pool pool) {
        int maker = pool.begin == null ? 0 : pool.begin.begin().codeptrRa();
        return maker == 0 ? null : names.callSite(maker);
    }

    private static @Nullable Object requested(Pool pool) {
        long requested = pool.begin == null ? 0 : pool.begin.begin().requestedParallelism();
        return requested > 0 ? requested : null;
    }

    private static Column<Pool> share(String head, String what, ToLongFunction<Pool> nanos) {
        return Column.of(Unit.SHARE, head, "share of the workers' time " + what, each -> {
            long total = each.totalNanos();
            return total == 0 ? null : nanos.applyAsLong(each) / (double) total;
        });
    }

    /* Where the trace does not name the pool, its workers do. */
    private String name(Pool pool) {
        String told = pool.begin == null ? null : pool.begin.name();
        if (told != null) {
            return told;
        }
        String worker =
                pool.workers.stream().map(names::thread).sorted().findFirst().orElse("(no worker)");
        return worker.replaceFirst("-worker-\\d+$|-\\d+$", "");
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

        long totalNanos() {
            return busyNanos + idleNanos + waitNanos;
        }
    }
}
