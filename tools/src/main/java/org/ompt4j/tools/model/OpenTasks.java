package org.ompt4j.tools.model;

import java.util.Collections;
import java.util.EnumSet;
import java.util.Set;
import org.ompt4j.ompt.Event;
import org.ompt4j.tools.read.IdMap;
import org.ompt4j.tools.read.TraceEvent;

/**
 * A number for each task that was created and is not over, for a limited number of tasks at the same time: further tasks are left out and counted.
 * The end of a task that never runs may not be reported. Thread safety: none.
 */
public final class OpenTasks {
    /** The kinds of events with which a task can be over. */
    public static final Set<Event> ENDS = Collections.unmodifiableSet(EnumSet.of(Event.TASK_SCHEDULE, Event.CANCEL));

    /** At some 32 bytes each. */
    private static final int MOST = 1_000_000;

    private final int most;

    /** Stands for a task that is not known. */
    public static final long NOT_KNOWN = -1;

    private final IdMap numbers = new IdMap();
    private long notFollowed;

    /** Of a million tasks at one time. */
    public OpenTasks() {
        this(MOST);
    }

    /** Of so many tasks at one time. */
    OpenTasks(int most) {
        this.most = most;
    }

    /**
     * A task was created.
     *
     * @param number {@link #NOT_KNOWN} if there is none
     */
    public void created(long taskId, long number) {
        if (taskId == 0 || number == NOT_KNOWN) {
            return;
        }
        if (numbers.size() >= most) {
            notFollowed++;
        } else {
            numbers.put(taskId, number);
        }
    }

    /** The number of this task, or {@link #NOT_KNOWN}. */
    public long of(long taskId) {
        return numbers.get(taskId);
    }

    /** Removes the task; returns its number, or {@link #NOT_KNOWN}. */
    public long forget(long taskId) {
        return numbers.remove(taskId);
    }

    /** Removes the task that is over with this event, if there is one. */
    public void forgetEnded(TraceEvent event) {
        if (event.endsBody()) {
            numbers.remove(event.priorTaskId());
        } else if (event.discardsTask()) {
            numbers.remove(event.taskId());
        }
    }

    /** How many tasks were left out. */
    public long notFollowed() {
        return notFollowed;
    }

    /** Removes all tasks, since it is not known any more which ones are open. */
    public void clear() {
        numbers.clear();
    }
}
