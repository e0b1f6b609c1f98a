package org.ompt4j.tools.report;

import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.EventShape;
import org.ompt4j.tools.model.OpenTasks;
import org.ompt4j.tools.model.RunReader;
import org.ompt4j.tools.model.ThreadModel;
import org.ompt4j.tools.read.TraceEvent;

/**
 * The code and the place of creation of each task that is not over. The sections of a report use it and get each event after this object; a task
 * is forgotten once all sections have got its end.
 */
final class TaskPlaces implements RunReader.EventListener, RunReader.AppliedListener {
    /** The value for a task that is not known. */
    static final long NOT_KNOWN = OpenTasks.NOT_KNOWN;

    private final OpenTasks tasks = new OpenTasks();

    @Override
    public Set<Event> kinds() {
        return EnumSet.of(Event.TASK_CREATE);
    }

    @Override
    public void event(TraceEvent create, ThreadModel thread) {
        tasks.created(create.newTaskId(), EventShape.place(create.codeptrRa(), create.body()));
    }

    @Override
    public Set<Event> appliedKinds() {
        return OpenTasks.ENDS;
    }

    @Override
    public void applied(TraceEvent event, ThreadModel thread, @Nullable ThreadModel switched) {
        tasks.forgetEnded(event);
    }

    @Override
    public void pause() {
        tasks.clear();
    }

    /** Call site and body of this task, as {@link EventShape#place} has them, or {@link #NOT_KNOWN}. */
    long of(long taskId) {
        return tasks.of(taskId);
    }

    /** How many tasks are not known because there were too many at one time. */
    long notFollowed() {
        return tasks.notFollowed();
    }
}
