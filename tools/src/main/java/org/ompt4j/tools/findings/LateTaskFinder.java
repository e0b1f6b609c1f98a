package org.ompt4j.tools.findings;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.HdrHistogram.PackedHistogram;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.EventShape;
import org.ompt4j.ompt.Member;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.model.KeptTasks;
import org.ompt4j.tools.model.QueueModel;
import org.ompt4j.tools.model.Rows;
import org.ompt4j.tools.model.StackOfWait;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.model.WaitSums;
import org.ompt4j.tools.read.Pause;
import org.ompt4j.tools.read.TraceEvent;

/**
 * Finds scheduled tasks that begin after they were due because their threads run something else, and periodic ones that an exception ended. Memory grows with pools, their code and their
 * threads, and with scheduled tasks that are not over, up to limits.
 *
 * <p>Thread safety: none.
 */
final class LateTaskFinder {
    /*
     * Overview. Each run of a periodic task is a task of its own, which the previous run creates without a call site; it gets the call site of
     * the first run. So the same code that is scheduled several times is distinguished by the first runs; entries with equal periods are merged
     * at the end. A run cannot begin before the previous run is over, on whatever thread, and then waits for the thread that begins it. A late
     * run counts if scheduled tasks delayed it in this way for most of the time since it was due: if the thread was idle, the machine caused the
     * delay. The runs of one thread begin in the order in which they are due, so the time in which some run was due is known when each one
     * begins.
     */

    /** Only these events are told to {@link #event}. */
    static final Set<Event> KINDS = EnumSet.of(
            Event.TASK_CREATE, Event.TASK_SCHEDULE, Event.TASK_LATE, Event.CANCEL, Event.ERROR, Event.THREAD_END);

    /** Share of the period up to which a run is not late. */
    static final double LITTLE = 0.1;

    private static final int TASKS = 200_000;
    private static final int POOLS = 2_000;
    private static final int CODES = 5_000;
    /** How many of the latest runs are kept for each thread, and for the runs that delayed one task. */
    private static final int RUNS = 64;

    /** How many periodic tasks that threw are kept. */
    private static final int THROWN = 100;

    private final PausesPassed pauses;
    private final StackOfWait stacks;
    private final List<ThrownPeriodicTask> thrown = new ArrayList<>();
    private boolean hasScheduled;
    private final KeptTasks<Scheduled> scheduled = new KeptTasks<>(TASKS);
    private final Map<Long, Worker> workers = new HashMap<>();
    private final Rows<Long, Pool> pools = new Rows<>(POOLS, Pool::new, each -> each.nanos, each -> {});
    private final Rows<Key, Code> codes = new Rows<>(CODES, Code::new, each -> each.lateNanos, each -> {});

    LateTaskFinder(List<Pause> pauses, StackOfWait stacks) {
        this.stacks = stacks;
        this.pauses = new PausesPassed(pauses);
    }

    /** A task that was created and is not over. */
    private record Scheduled(long place, long createdNanos, Chain chain) {}

    /** What the program scheduled: one task, or all runs of a periodic one. */
    private static final class Chain {
        final long scheduledNanos;
        /** The first run of a periodic task; 0 as long as the task is not known to be periodic. */
        long first;
        /** The code of the run that began last. */
        @Nullable
        Key code;

        long runs;
        long begunNanos;
        /** When the run that began last ended; 0 as long as it is running. */
        long endedNanos;

        boolean isLate;
        /** The run before the one that began last. */
        @Nullable
        Ran before;
        /** The runs that delayed the begin of the run that began last, if it is late. */
        final Runs kept = new Runs();

        Chain(long scheduledNanos) {
            this.scheduledNanos = scheduledNanos;
        }

        /**
         * @param createdNanos when this run was created: the previous run was over by then, or its end is reported a little later
         */
        void begins(Key nextCode, long nanos, long createdNanos) {
            before = code == null ? null : new Ran(code, begunNanos, endedNanos == 0 ? createdNanos : endedNanos);
            if (!isLate) {
                // Runs before the previous one were over when this one was due.
                kept.latest.clear();
            }
            code = nextCode;
            runs++;
            begunNanos = nanos;
            endedNanos = 0;
            isLate = false;
        }

        void isLate(Worker worker) {
            isLate = true;
            if (before != null) {
                kept.add(before);
            }
            long sinceNanos = before == null ? 0 : before.toNanos;
            worker.runs.latest.stream()
                    .filter(each -> each.toNanos > sinceNanos)
                    .forEach(each -> kept.add(each.since(sinceNanos)));
        }
    }

    private record Ran(Key code, long fromNanos, long toNanos) {
        long nanosSince(long nanos) {
            return Math.max(0, toNanos - Math.max(fromNanos, nanos));
        }

        Ran since(long nanos) {
            return fromNanos >= nanos ? this : new Ran(code, nanos, toNanos);
        }
    }

    /** Runs one after the other. */
    private static final class Runs {
        final Deque<Ran> latest = new ArrayDeque<>();

        void add(Ran ran) {
            if (latest.size() == RUNS) {
                latest.removeFirst();
            }
            latest.addLast(ran);
        }

        /** Whether they took most of the time, as far as they are known still. */
        boolean tookMost(long fromNanos, long toNanos) {
            long from = latest.size() < RUNS ? fromNanos : Math.max(fromNanos, latest.getFirst().fromNanos);
            long ran = latest.stream().mapToLong(each -> each.nanosSince(from)).sum();
            return 2 * ran > toNanos - from;
        }
    }

    /**
     * Code of a pool.
     *
     * @param first the first run of a periodic task; 0 for all tasks that run once
     */
    private record Key(long pool, long place, long first) {}

    /** What the report distinguishes. */
    private record Kind(long pool, long place, long periodNanos) {
        static Kind of(Code code) {
            return new Kind(code.key.pool, code.key.place, code.periodNanos());
        }
    }

    private static final class Worker {
        final Runs runs = new Runs();
        long running;
        long begunNanos;
        /** Its waits since then. */
        final WaitSums waits = new WaitSums();
    }

    private static final class Pool {
        final long key;
        boolean isTimer;
        final Set<Long> threads = new HashSet<>(2);
        final Map<Key, Long> meanwhile = new HashMap<>(2);
        /** Up to which time it is counted that some task was due. */
        long countedNanos;

        long nanos;

        @Nullable
        Interval longest;

        Pool(long key) {
            this.key = key;
        }
    }

    private static final class Code {
        final Key key;
        long begun;
        long ended;
        long ranNanos;
        long longestRunNanos;
        /** The waits of these runs. */
        final WaitSums waits = new WaitSums();

        long late;
        long lateNanos;
        long longestNanos;
        long periodNanos;
        boolean arePeriodsEqual = true;

        @Nullable
        PackedHistogram times;

        Code(Key key) {
            this.key = key;
        }

        void ran(long nanos) {
            ended++;
            ranNanos += nanos;
            longestRunNanos = Math.max(longestRunNanos, nanos);
        }

        void late(long nanos, long period) {
            late++;
            lateNanos += nanos;
            longestNanos = Math.max(longestNanos, nanos);
            arePeriodsEqual &= late == 1 || period == periodNanos;
            periodNanos = period;
            times().recordValue(nanos);
        }

        private PackedHistogram times() {
            PackedHistogram all = times == null ? new PackedHistogram(2) : times;
            times = all;
            return all;
        }

        /** The period of all late tasks of this code; 0 if they have several, or none was late. */
        long periodNanos() {
            return arePeriodsEqual ? periodNanos : 0;
        }

        /** Adds what is of the same kind. */
        void add(Code other) {
            begun += other.begun;
            ended += other.ended;
            ranNanos += other.ranNanos;
            longestRunNanos = Math.max(longestRunNanos, other.longestRunNanos);
            waits.add(other.waits);
            late += other.late;
            lateNanos += other.lateNanos;
            longestNanos = Math.max(longestNanos, other.longestNanos);
            periodNanos = other.periodNanos;
            arePeriodsEqual &= other.arePeriodsEqual;
            if (other.times != null) {
                times().add(other.times);
            }
        }
    }

    void event(TraceEvent event, ThreadModel thread) {
        Event kind = event.event();
        if (kind == Event.TASK_CREATE) {
            created(event, thread);
        } else if (!hasScheduled) {
            return;
        } else if (kind == Event.TASK_SCHEDULE) {
            switches(event, thread);
        } else if (kind == Event.TASK_LATE) {
            late(event, thread);
        } else if (kind == Event.ERROR) {
            threw(event);
        } else if (event.discardsTask()) {
            scheduled.remove(event.taskId());
        } else if (kind == Event.THREAD_END) {
            workers.remove(thread.id());
        }
    }

    private void created(TraceEvent event, ThreadModel thread) {
        if (QueueModel.SCHEDULERS.contains(event.construct())) {
            hasScheduled = true;
            Scheduled creator = event.codeptrRa() == 0 ? scheduled.get(event.encounteringTaskId()) : null;
            // The next run of a periodic task has the place of the first.
            boolean isNextRun = creator != null && EventShape.body(creator.place) == event.body();
            scheduled.created(
                    event.newTaskId(),
                    creator != null && isNextRun ? nextRun(event, creator, thread) : firstRun(event));
        }
    }

    private static Scheduled firstRun(TraceEvent created) {
        long place = EventShape.place(created.codeptrRa(), created.body());
        return new Scheduled(place, created.timeNanos(), new Chain(created.timeNanos()));
    }

    private Scheduled nextRun(TraceEvent created, Scheduled creator, ThreadModel thread) {
        isPeriodic(creator, created.encounteringTaskId(), thread);
        return new Scheduled(creator.place, created.timeNanos(), creator.chain);
    }

    /** Notes that the task, which has begun, is the first run of a periodic task, unless an earlier run is known. */
    private void isPeriodic(Scheduled task, long taskId, ThreadModel thread) {
        if (task.chain.first == 0) {
            code(task, thread).begun--;
            task.chain.first = taskId;
            task.chain.code = key(task, thread);
            code(task, thread).begun++;
        }
    }

    private Code code(Scheduled task, ThreadModel thread) {
        return codes.at(key(task, thread));
    }

    private static Key key(Scheduled task, ThreadModel thread) {
        return new Key(key(thread), task.place, task.chain.first);
    }

    private void switches(TraceEvent event, ThreadModel thread) {
        if (event.endsBody()) {
            Scheduled ended = scheduled.remove(event.priorTaskId());
            if (ended != null) {
                ended(event, ended, thread);
            }
        }
        Scheduled next = event.nextTaskId() == 0 ? null : scheduled.get(event.nextTaskId());
        if (next != null && thread.find(event.nextTaskId()) == null) {
            scheduled.keep(event.nextTaskId());
            Worker worker = workers.computeIfAbsent(thread.id(), id -> new Worker());
            worker.running = event.nextTaskId();
            worker.begunNanos = event.timeNanos();
            worker.waits.clear();
            code(next, thread).begun++;
            next.chain.begins(key(next, thread), event.timeNanos(), next.createdNanos);
        }
    }

    private void ended(TraceEvent event, Scheduled task, ThreadModel thread) {
        Worker worker = workers.get(thread.id());
        if (worker == null || worker.running != event.priorTaskId()) {
            return;
        }
        Code code = code(task, thread);
        code.ran(event.timeNanos() - worker.begunNanos);
        code.waits.add(worker.waits);
        worker.running = 0;
        worker.runs.add(new Ran(code.key, worker.begunNanos, event.timeNanos()));
        if (task.chain.begunNanos == worker.begunNanos) {
            task.chain.endedNanos = event.timeNanos();
        }
    }

    /** A rejection ends a task of another pool, not the one that submitted it. */
    private void threw(TraceEvent error) {
        Scheduled task = error.isRejection() ? null : scheduled.get(error.taskId());
        if (task != null && task.chain.first != 0 && thrown.size() < THROWN) {
            thrown.add(new ThrownPeriodicTask(
                    EventShape.body(task.place),
                    EventShape.codeptrRa(task.place),
                    error.errorClass(),
                    error.codeptrRa(),
                    task.chain.runs,
                    error.construct() == Construct.TIMER));
        }
    }

    /** The periodic tasks that an exception ended, as far as another run is known of each. */
    List<ThrownPeriodicTask> thrown() {
        return List.copyOf(thrown);
    }

    /** The thread was in one state for this time. */
    void interval(ThreadModel thread, State state, long nanos) {
        Worker worker = hasScheduled ? workers.get(thread.id()) : null;
        TraceEvent wait = worker == null || worker.running == 0 ? null : thread.innermostWait();
        if (worker != null && wait != null) {
            worker.waits.add(state, wait, stacks.codeUnlessSiteIsKnown(thread, wait), nanos);
        }
    }

    /** A timer has no pool; its thread stands for the pool. */
    private static long key(ThreadModel thread) {
        return thread.poolId() == 0 ? -thread.id() : thread.poolId();
    }

    private void late(TraceEvent event, ThreadModel thread) {
        Scheduled task = scheduled.get(event.taskId());
        Worker worker = workers.get(thread.id());
        if (task == null || worker == null) {
            return;
        }
        long lateness = event.value(Member.LATENESS);
        long period = event.value(Member.PERIOD);
        long due = event.dueNanos();
        if (period != 0) {
            isPeriodic(task, event.taskId(), thread);
        }
        boolean isTimer = event.construct() == Construct.TIMER;
        // A timer also accepts times in the past, and makes up for the runs that would have been due by now.
        boolean isMadeUpFor = isTimer && due < task.chain.scheduledNanos - QueueModel.TIMER_STEP_NANOS;
        task.chain.isLate(worker);
        if (!QueueModel.wasQueued(event, task.createdNanos)
                && !isMadeUpFor
                && lateness > LITTLE * Math.abs(period)
                && task.chain.kept.tookMost(due, event.timeNanos())) {
            Interval interval = new Interval(thread.id(), Math.max(0, due), event.timeNanos());
            code(task, thread).late(lateness, period);
            Pool pool = pools.at(key(thread));
            pool.isTimer = isTimer;
            count(pool, task.chain.kept, interval);
        }
    }

    private void count(Pool pool, Runs kept, Interval late) {
        long from = Math.max(Math.max(late.fromNanos(), pool.countedNanos), pauses.endBefore(late.toNanos()));
        pool.countedNanos = Math.max(pool.countedNanos, late.toNanos());
        pool.nanos += Math.max(0, late.toNanos() - from);
        pool.threads.add(late.threadId());
        Iterator<Ran> latest = kept.latest.descendingIterator();
        while (latest.hasNext()) {
            Ran each = latest.next();
            if (each.toNanos <= from) {
                break;
            }
            pool.meanwhile.merge(each.code, each.nanosSince(from), Long::sum);
        }
        if (pool.longest == null || late.nanos() > pool.longest.nanos()) {
            pool.longest = late;
        }
    }

    /** The recording ends, or is paused, while the thread is where it is: the end of what it runs is not seen. */
    void end(ThreadModel thread) {
        workers.remove(thread.id());
    }

    /** Whether there were tasks that could be late. */
    boolean hasScheduled() {
        return hasScheduled;
    }

    /** Whether some tasks, code or pools were dropped. */
    boolean hasForgotten() {
        return scheduled.notFollowed() + codes.given() + pools.given() > 0;
    }

    List<LateTasks> find(long leastNanos) {
        Map<Long, List<LateTasks.Task>> tasks = new HashMap<>();
        lateCodes()
                .forEach((key, code) -> tasks.computeIfAbsent(key.pool, any -> new ArrayList<>())
                        .add(task(code)));
        List<LateTasks> found = new ArrayList<>();
        for (Pool each : pools.kept().values()) {
            List<LateTasks.Task> late = tasks.get(each.key);
            if (late != null && each.longest != null && each.nanos > leastNanos) {
                late.sort(Comparator.comparingLong((LateTasks.Task one) -> -one.late() * one.medianNanos())
                        .thenComparing(LateTasks.Task::body)
                        .thenComparing(LateTasks.Task::codeptrRa)
                        .thenComparing(LateTasks.Task::periodNanos));
                found.add(lateTasks(each, late, each.longest));
            }
        }
        return found;
    }

    /** The late tasks; one entry for all of the same place and period. */
    private Map<Kind, Code> lateCodes() {
        Map<Kind, Code> late = new HashMap<>();
        for (Code each : codes.kept().values()) {
            if (each.times != null) {
                late.computeIfAbsent(Kind.of(each), kind -> new Code(each.key)).add(each);
            }
        }
        return late;
    }

    private LateTasks lateTasks(Pool pool, List<LateTasks.Task> late, Interval longest) {
        Map<Kind, Long> times = new HashMap<>();
        Map<Kind, Code> ran = new HashMap<>();
        pool.meanwhile.forEach((key, nanos) -> {
            Code code = codes.find(key);
            Kind kind = code == null ? new Kind(key.pool, key.place, 0) : Kind.of(code);
            times.merge(kind, nanos, Long::sum);
            ran.computeIfAbsent(kind, any -> new Code(key)).add(code == null ? new Code(key) : code);
        });
        List<LateTasks.Meanwhile> meanwhile = new ArrayList<>();
        ran.forEach((kind, code) -> meanwhile.add(new LateTasks.Meanwhile(
                EventShape.body(kind.place),
                EventShape.codeptrRa(kind.place),
                kind.periodNanos,
                times.getOrDefault(kind, 0L),
                code.ended,
                code.ranNanos,
                code.waits.sorted())));
        meanwhile.sort(Comparator.comparingLong((LateTasks.Meanwhile each) -> -each.nanos())
                .thenComparing(LateTasks.Meanwhile::body)
                .thenComparing(LateTasks.Meanwhile::codeptrRa)
                .thenComparing(LateTasks.Meanwhile::periodNanos));
        return new LateTasks(
                pool.isTimer,
                Math.max(0, pool.key),
                longest.threadId(),
                pool.threads.size(),
                List.copyOf(late),
                List.copyOf(meanwhile),
                pool.nanos,
                longest);
    }

    private static LateTasks.Task task(Code code) {
        long median = code.times == null ? 0 : code.times.getValueAtPercentile(50);
        return new LateTasks.Task(
                EventShape.body(code.key.place),
                EventShape.codeptrRa(code.key.place),
                Math.max(code.begun, code.late),
                code.late,
                Math.min(code.longestNanos, median),
                code.longestNanos,
                code.periodNanos(),
                code.ranNanos / Math.max(1, code.ended),
                code.longestRunNanos);
    }
}
