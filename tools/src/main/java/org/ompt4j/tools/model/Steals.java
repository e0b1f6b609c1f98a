package org.ompt4j.tools.model;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.tools.read.TraceEvent;

/**
 * Finds stolen tasks: tasks that a worker of a fork/join pool made, and that began on another worker of the same pool. Tasks from outside of the
 * pool, and tasks whose creation is not known, do not count.
 *
 * <p>A client of {@link RunModel}: it gets each event before the run model applies it, and then answers questions about this event. Memory grows with
 * tasks that have not begun, up to a limit, and with workers. Thread safety: none.
 */
public final class Steals implements RunReader.EventListener {
    private static final Set<Event> KINDS =
            EnumSet.of(Event.TASK_CREATE, Event.TASK_SCHEDULE, Event.CANCEL, Event.POOL_WORKER);

    private static final Set<Construct> MAKERS = EnumSet.of(Construct.FORK_JOIN_TASK, Construct.FORK_JOIN_POOL);

    private final RunModel run;
    /** The worker that made each task that has not begun. */
    private final OpenTasks makers = new OpenTasks();
    /** By worker that has made a task. */
    private final Map<Long, Long> pools = new HashMap<>();

    private boolean beginsOwn;
    private boolean isSteal;

    /** Of that run. */
    public Steals(RunModel run) {
        this.run = run;
    }

    /** Whether with the last event a worker began a task that was made by a worker of the same pool, itself or another one. */
    public boolean beginsOwn() {
        return beginsOwn;
    }

    /** Whether the task was made by another worker. */
    public boolean isSteal() {
        return isSteal;
    }

    @Override
    public Set<Event> kinds() {
        return KINDS;
    }

    @Override
    public void event(TraceEvent event, ThreadModel thread) {
        beginsOwn = false;
        isSteal = false;
        Event kind = event.event();
        if (kind == Event.TASK_CREATE) {
            created(event, thread);
        } else if (kind == Event.TASK_SCHEDULE && event.nextTaskId() != 0) {
            begins(makers.forget(event.nextTaskId()), thread);
        } else if (event.discardsTask()) {
            makers.forget(event.taskId());
        } else if (kind == Event.POOL_WORKER && event.endpoint() == ScopeEndpoint.END) {
            pools.remove(event.threadId());
        }
    }

    /** Recording was paused: it is not known what is queued when it goes on. */
    @Override
    public void pause() {
        makers.clear();
        pools.clear();
    }

    private void created(TraceEvent event, ThreadModel thread) {
        boolean canBeStolen = MAKERS.contains(event.construct()) && (event.flags() & TaskFlag.UNDEFERRED) == 0;
        if (canBeStolen && isWorker(thread)) {
            makers.created(event.newTaskId(), thread.id());
        }
    }

    private boolean isWorker(ThreadModel thread) {
        long pool = thread.poolId();
        if (pool == 0) {
            return false;
        }
        Long known = pools.get(thread.id());
        if (known == null || known != pool) {
            if (!isForkJoin(run.pool(pool))) {
                return false;
            }
            pools.put(thread.id(), pool);
        }
        return true;
    }

    private static boolean isForkJoin(@Nullable PoolModel pool) {
        return pool != null && pool.begin().construct() == Construct.FORK_JOIN_POOL;
    }

    private void begins(long maker, ThreadModel thread) {
        Long pool = maker == OpenTasks.NOT_KNOWN ? null : pools.get(maker);
        if (pool != null && pool == thread.poolId()) {
            beginsOwn = true;
            isSteal = maker != thread.id();
        }
    }
}
