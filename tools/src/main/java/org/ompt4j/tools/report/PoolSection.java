package org.ompt4j.tools.report;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.model.PoolModel;
import org.ompt4j.tools.model.PoolQueue;
import org.ompt4j.tools.model.QueueModel;
import org.ompt4j.tools.model.Rows;
import org.ompt4j.tools.model.RunModel;
import org.ompt4j.tools.model.RunReader;
import org.ompt4j.tools.model.Steals;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.text.Units;

/** Pools, each from its first worker to its termination: how much of their workers' time was work. */
final class PoolSection implements Section, RunReader.EventListener, RunReader.StateListener {
    private static final int LONGEST_NAME = 30;
    private static final int POOLS = 10_000;
    /** Kinds of tasks in lines under a pool. */
    private static final int KINDS = 3;

    private final Names names;
    private final RunModel run;
    private final QueueModel queues;
    private final Steals steals;
    private final Rows<Long, Pool> pools = new Rows<>(POOLS, Pool::new, each -> each.busyNanos, this::isNotKept);
    private long notKept;
    private long workerNanosNotKept;
    /** The pool that was asked for last: it often is the next one too. */
    private @Nullable Pool latest;

    PoolSection(Names names, RunModel run, QueueModel queues, Steals steals) {
        this.names = names;
        this.run = run;
        this.queues = queues;
        this.steals = steals;
    }

    @Override
    public Set<Event> kinds() {
        return EnumSet.of(Event.POOL, Event.POOL_WORKER, Event.TASK_SCHEDULE);
    }

    @Override
    public void event(TraceEvent event, ThreadModel thread) {
        if (event.event() == Event.POOL && event.endpoint() == ScopeEndpoint.BEGIN) {
            pools.at(event.poolId()).begin = new PoolModel(event);
            return;
        }
        boolean leaves = event.event() == Event.POOL_WORKER && event.endpoint() == ScopeEndpoint.END;
        Pool pool = leaves || isStart(event, thread) ? poolOf(thread.ownOrCarriersPoolId()) : null;
        if (pool != null && leaves) {
            pool.leaves(event.threadId());
        } else if (pool != null) {
            pool.tasks++;
            pool.steals.add(steals);
        }
    }

    private void isNotKept(Pool pool) {
        latest = null;
        notKept++;
        workerNanosNotKept += pool.totalNanos();
    }

    /** Whether this is a task_schedule that starts or resumes another task on the thread; a virtual thread starts once. */
    private boolean isStart(TraceEvent event, ThreadModel thread) {
        return event.event() == Event.TASK_SCHEDULE
                && event.nextTaskId() != 0
                && thread.find(event.nextTaskId()) == null
                && run.switchedBy(event) == null;
    }

    private @Nullable Pool poolOf(long poolId) {
        if (poolId == 0) {
            return null;
        }
        Pool pool = latest;
        if (pool == null || pool.id != poolId) {
            pool = pools.at(poolId);
            latest = pool;
        }
        return pool;
    }

    /** The time of a mounted virtual thread is also its carrier's time. */
    @Override
    public void interval(ThreadModel thread, State state, long nanos) {
        was(thread, state, nanos);
        ThreadModel carrier = thread.carrier();
        if (carrier != null) {
            was(carrier, state, nanos);
        }
    }

    private void was(ThreadModel worker, State state, long nanos) {
        Pool pool = poolOf(worker.poolId());
        if (pool == null) {
            return;
        }
        if (pool.worksWith(worker.id())) {
            pool.isNamedBy(names.thread(worker.id()));
        }
        if (state.isWork()) {
            pool.busyNanos += nanos;
        } else if (state == State.IDLE) {
            pool.idleNanos += nanos;
        } else {
            pool.waitNanos += nanos;
        }
    }

    @Override
    public List<Table<?>> tables() {
        for (PoolModel each : run.pools()) {
            Pool pool = notKept == 0 ? pools.at(each.id()) : pools.find(each.id());
            if (pool != null) {
                pool.begin = each;
            }
        }
        List<Pool> rows = pools.all();
        rows.sort(Comparator.comparing((Pool each) -> -each.busyNanos).thenComparing(each -> each.id));
        Table<Pool> table = Table.of("Pools", "worker threads' time, busiest first", rows, columns())
                .under(this::lines);
        return List.of(notKept == 0 ? table : table.note(notKept()));
    }

    private List<Column<Pool>> columns() {
        List<Column<Pool>> columns = new ArrayList<>(List.of(
                Column.of(
                        Unit.COUNT,
                        "workers",
                        "threads that worked for the pool",
                        each -> each.ofWorkers(each.workers())),
                Column.of(Unit.COUNT, "requested", "parallelism that was asked for", PoolSection::requested),
                Column.of(Unit.COUNT, "tasks", "tasks that its workers ran", each -> each.ofWorkers(each.tasks)),
                share("busy", "working or combining results", each -> each.busyNanos),
                share("waiting", "neither working nor idle", each -> each.waitNanos),
                share("idle", "without work", each -> each.idleNanos),
                Column.time("worker time", "the workers' time in all", Pool::totalNanos),
                queued("submitted", "tasks that were submitted to it and began", Unit.COUNT, PoolQueue::tasks),
                queued("queued", "what these waited for a worker, in sum", Unit.NANOSECONDS, PoolQueue::queuedNanos),
                queued("queued max", "the longest time one of them waited", Unit.NANOSECONDS, PoolQueue::longestNanos),
                queued(
                        "queue length",
                        "how many of these waited on average while the pool was there",
                        Unit.RATIO,
                        PoolQueue::meanQueued),
                queued(
                        "queue length max",
                        "how many of these waited at the same time at most, if that is known",
                        Unit.COUNT,
                        PoolSection::mostQueued),
                queued(
                        "ran",
                        "what these ran, with what they waited for meanwhile",
                        Unit.NANOSECONDS,
                        PoolQueue::ranNanos),
                Column.<Pool>of(Unit.CALL_SITE, "made at", "where the program made it", this::madeAt)
                        .notOnPage(),
                Column.<Pool>of(Unit.TEXT, "pool", "what the JDK names its workers after", this::name)
                        .as(each -> Names.fit(name(each), LONGEST_NAME))));
        columns.addAll(3, StealCount.columns(each -> each.steals));
        return columns;
    }

    private Note notKept() {
        return new Note(
                Units.plural(notKept, "pool") + " more that did little are in no row, with "
                        + Units.time(workerNanosNotKept) + " of their workers' time: there were too many.",
                Map.of("pools_in_no_row", notKept, "worker_time_in_no_row_ns", workerNanosNotKept));
    }

    private List<RowLine> lines(Pool pool) {
        String maker = madeAt(pool);
        List<RowLine> lines = new ArrayList<>();
        if (maker != null) {
            lines.add(new RowLine("made at ", maker));
        }
        lines.addAll(pool.steals.lines());
        PoolQueue queue = queues.queueOf(pool.id);
        if (queue != null && queue.tasks() > 0) {
            double tasks = queue.tasks();
            lines.add(new RowLine(Units.plural(queue.tasks(), "submitted task") + " waited "
                    + Units.time(queue.queuedNanos() / tasks) + " on average, at most "
                    + Units.time(queue.longestNanos()) + ", and ran " + Units.time(queue.ranNanos() / tasks)
                    + " on average"));
            addLength(queue, lines);
            queue.kinds().stream().limit(KINDS).forEach(each -> addKind(each, lines));
        }
        return lines;
    }

    /* The queue length is left out if it rounds to 0: the line before says how long tasks waited. */
    private static void addLength(PoolQueue queue, List<RowLine> lines) {
        String mean = Units.ratio(queue.meanQueued());
        if (!mean.equals(Units.ratio(0))) {
            lines.add(new RowLine("queue length " + mean + " on average, at most " + Units.count(queue.mostQueued())
                    + (queue.isMostQueuedExact() ? "" : " or more")));
        }
    }

    private void addKind(PoolQueue.Kind kind, List<RowLine> lines) {
        double tasks = kind.tasks();
        lines.add(new RowLine(
                Units.count(kind.tasks()) + " waited " + Units.time(kind.queuedNanos() / tasks) + " and ran "
                        + Units.time(kind.ranNanos() / tasks) + ": ",
                names.code(kind.body(), kind.submittedAt())));
        if (kind.body() != 0 && kind.submittedAt() != 0) {
            lines.add(new RowLine("  submitted at ", names.callSite(kind.submittedAt())));
        }
    }

    private @Nullable String madeAt(Pool pool) {
        int maker = pool.begin == null ? 0 : pool.begin.begin().codeptrRa();
        return maker == 0 ? null : names.callSite(maker);
    }

    private Column<Pool> queued(String head, String what, Unit unit, Function<PoolQueue, @Nullable Number> value) {
        return Column.<Pool>of(unit, head, what, each -> {
                    PoolQueue queue = queues.queueOf(each.id);
                    return queue == null || queue.tasks() == 0 ? null : value.apply(queue);
                })
                .notOnPage();
    }

    private static @Nullable Number mostQueued(PoolQueue queue) {
        return queue.isMostQueuedExact() ? queue.mostQueued() : null;
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

    /* The name of the pool, or one made from its workers' names if the trace has none for the pool. */
    private String name(Pool pool) {
        String told = pool.begin == null ? null : pool.begin.name();
        if (told != null) {
            return Names.poolInTable(told);
        }
        String worker = pool.workerName;
        return worker == null ? "(no worker)" : worker.replaceFirst("-worker-\\d+$|-\\d+$", "");
    }

    private static final class Pool {
        final long id;

        /** Null if the trace does not contain the begin of the pool. */
        @Nullable
        PoolModel begin;

        /** The current workers. Former workers are only counted. */
        final Set<Long> workers = new HashSet<>();

        private long formerWorkers;

        /** The alphabetically first name of all workers. */
        @Nullable
        String workerName;

        private long latestWorker;
        long tasks;
        final StealCount steals = new StealCount();
        long busyNanos;
        long idleNanos;
        long waitNanos;

        /** Notes a worker; returns whether it is a new one. */
        boolean worksWith(long threadId) {
            if (threadId == latestWorker) {
                return false;
            }
            latestWorker = threadId;
            return workers.add(threadId);
        }

        long totalNanos() {
            return busyNanos + idleNanos + waitNanos;
        }

        Pool(long id) {
            this.id = id;
        }

        /** A number about the pool's workers; null if no event has shown any worker. */
        @Nullable
        Long ofWorkers(long number) {
            return workers() == 0 ? null : number;
        }

        long workers() {
            return formerWorkers + workers.size();
        }

        void leaves(long worker) {
            formerWorkers += workers.remove(worker) ? 1 : 0;
            latestWorker = 0;
        }

        void isNamedBy(String worker) {
            workerName = workerName == null || worker.compareTo(workerName) < 0 ? worker : workerName;
        }
    }
}
