package org.ompt4j.tools.findings;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.tools.model.KeptTasks;
import org.ompt4j.tools.model.Rows;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;

/**
 * Finds tasks that a pool did not accept: rejected tasks, dropped tasks, and tasks that the submitting thread ran itself. Memory is bounded. Thread
 * safety: none.
 */
final class SubmissionFinder {
    static final EnumSet<Event> KINDS = EnumSet.of(
            Event.TASK_CREATE,
            Event.TASK_SCHEDULE,
            Event.SYNC_REGION_WAIT,
            Event.ERROR,
            Event.CANCEL,
            Event.THREAD_END);

    /** How a {@code ThreadPoolExecutor} describes itself in the exception for a rejected task. */
    private static final Pattern STATE = Pattern.compile("\\[((\\w[\\w ]*), pool size = .*queued tasks = (\\d+).*)\\]");

    private static final EnumSet<Construct> SUBMITTED = EnumSet.of(
            Construct.THREAD_POOL_EXECUTOR,
            Construct.SCHEDULED_EXECUTOR,
            Construct.FORK_JOIN_POOL,
            Construct.COMPLETABLE_FUTURE,
            Construct.DEFINED);

    private static final int SITES = 20_000;

    /** Tasks that have not begun, or that their submitting threads run. */
    private static final int TASKS = 200_000;

    private final Rows<Integer, Site> sites = new Rows<>(SITES, Site::new, Site::weight, each -> {});
    private final KeptTasks<Created> waiting = new KeptTasks<>(TASKS);
    private final Map<Long, Running> running = new HashMap<>();
    private final DroppedTaskWaits droppedTaskWaits = new DroppedTaskWaits();

    /** Notes that the last event of a thread was the rejection of a task. */
    private final Map<Long, TraceEvent> thrown = new HashMap<>();

    private record Created(Site site, long threadId, Construct construct) {}

    private record Running(Site site, long beganNanos) {}

    /** A number of tasks, and the times of the first and the last one. */
    private static final class Refused {
        long count;
        private long threadId;
        private long firstNanos;
        private long lastNanos;

        void add(TraceEvent event) {
            threadId = count == 0 || threadId == event.threadId() ? event.threadId() : 0;
            firstNanos = count == 0 ? event.timeNanos() : firstNanos;
            lastNanos = event.timeNanos();
            count++;
        }

        Interval interval() {
            return new Interval(threadId, firstNanos, lastNanos);
        }
    }

    private static final class Site {
        final int codeptrRa;
        final Refused rejected = new Refused();
        final Refused dropped = new Refused();
        final DroppedTaskWaits.Of waits = new DroppedTaskWaits.Of();
        long submitted;
        long afterShutdown;
        long mostQueued = -1;
        String poolState = "";
        long poolId;
        boolean hasSeveralPools;
        long ran;
        long ranNanos;

        @Nullable
        Interval longest;

        Site(int codeptrRa) {
            this.codeptrRa = codeptrRa;
        }

        /** Call sites with findings are kept. */
        long weight() {
            return (rejected.count + dropped.count) * 1_000_000 + ranNanos;
        }

        void rejects(TraceEvent error) {
            rejected.add(error);
            String message = error.message();
            Matcher state = STATE.matcher(message == null ? "" : message);
            poolState = "";
            if (state.find()) {
                poolState = state.group(1);
                mostQueued = Math.max(mostQueued, Long.parseLong(state.group(3)));
                afterShutdown += state.group(2).equals("Running") ? 0 : 1;
            }
        }

        void beganIn(long pool) {
            hasSeveralPools |= poolId != 0 && poolId != pool;
            poolId = pool;
        }

        void ranByCaller(Interval interval) {
            ranNanos += interval.nanos();
            longest = longest == null || interval.nanos() > longest.nanos() ? interval : longest;
        }
    }

    /** Before the run takes it into account. */
    void event(TraceEvent event, ThreadModel thread) {
        Event kind = event.event();
        if (kind == null) {
            return;
        }
        TraceEvent error = thrown.isEmpty() ? null : thrown.remove(thread.id());
        switch (kind) {
            case TASK_CREATE -> created(event, thread);
            case TASK_SCHEDULE -> schedule(event, thread);
            case SYNC_REGION_WAIT -> droppedTaskWaits.wait(event, waiting.get(event.waitId()) != null);
            case ERROR -> {
                if (event.isRejection()) {
                    thrown.put(thread.id(), event);
                }
            }
            case CANCEL -> {
                Created task = event.discardsTask() ? waiting.remove(event.taskId()) : null;
                if (task != null) {
                    discards(task, event, error);
                }
            }
            default -> {}
        }
    }

    /* Among cancelled tasks of thread pools, only those that a policy dropped have a call site. */
    private void discards(Created task, TraceEvent event, @Nullable TraceEvent error) {
        if (error != null) {
            task.site.rejects(error);
        } else if (task.construct == Construct.THREAD_POOL_EXECUTOR && event.codeptrRa() != 0) {
            task.site.dropped.add(event);
            droppedTaskWaits.drops(event.taskId(), task.site.waits);
        }
    }

    private void created(TraceEvent event, ThreadModel thread) {
        if (SUBMITTED.contains(event.construct())) {
            Site site = sites.at(event.codeptrRa());
            site.submitted++;
            waiting.created(event.newTaskId(), new Created(site, thread.id(), event.construct()));
        }
    }

    private void schedule(TraceEvent event, ThreadModel thread) {
        Running ended = event.endsBody() ? running.remove(event.priorTaskId()) : null;
        if (ended != null) {
            ended.site.ranByCaller(new Interval(thread.id(), ended.beganNanos, event.timeNanos()));
        }
        droppedTaskWaits.begins(event.nextTaskId());
        Created task = event.nextTaskId() == 0 ? null : waiting.remove(event.nextTaskId());
        if (task == null) {
            return;
        }
        boolean isInside = event.priorTaskId() != 0 && !event.endsBody();
        if (isInside && task.threadId == thread.id() && task.construct == Construct.THREAD_POOL_EXECUTOR) {
            task.site.ran++;
            if (running.size() < TASKS) {
                running.put(event.nextTaskId(), new Running(task.site, event.timeNanos()));
            }
        } else if (thread.poolId() != 0) {
            task.site.beganIn(thread.poolId());
        }
    }

    /** Whether it is a task that the policy of a pool dropped. */
    boolean isDropped(long taskId) {
        return droppedTaskWaits.isDropped(taskId);
    }

    /** @param tellsEnds whether the end of each wait is known */
    List<Finding> find(long leastNanos, boolean tellsEnds) {
        List<Finding> found = new ArrayList<>();
        for (Site each : sites.all()) {
            long pool = each.hasSeveralPools ? 0 : each.poolId;
            if (each.rejected.count > 0) {
                found.add(new RejectedTasks(
                        each.codeptrRa,
                        each.rejected.count,
                        each.submitted,
                        each.afterShutdown,
                        pool,
                        each.mostQueued,
                        each.poolState,
                        each.rejected.interval()));
            }
            if (each.dropped.count > 0) {
                found.add(new DroppedTasks(
                        each.codeptrRa,
                        each.dropped.count,
                        each.submitted,
                        pool,
                        each.waits.sum(tellsEnds),
                        each.dropped.interval()));
            }
            // If no pool began any task of this call site, an executor of the program may run tasks in this way.
            if (each.longest != null && each.ranNanos > leastNanos && pool != 0) {
                found.add(new CallerRanTasks(
                        each.codeptrRa, each.ran, each.submitted, pool, each.ranNanos, each.longest));
            }
        }
        found.sort(Comparator.comparing((Finding each) -> each.callSites().get(0)));
        return found;
    }

    /** Whether some call sites were dropped because there were too many. */
    boolean hasForgotten() {
        return sites.given() > 0;
    }
}
