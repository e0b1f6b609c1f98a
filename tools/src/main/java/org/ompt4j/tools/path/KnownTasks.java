package org.ompt4j.tools.path;

import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.DependenceType;
import org.ompt4j.ompt.Member;
import org.ompt4j.tools.model.KeptTasks;
import org.ompt4j.tools.read.TraceEvent;

/** Tasks that were created and have not ended, up to a limit, and which of them wait for which. */
final class KnownTasks {
    /** How many tasks are kept at the same time, at some 300 bytes each. */
    private static final int MOST = 200_000;

    private static final EnumSet<DependenceType> COMES_AFTER =
            EnumSet.of(DependenceType.IN, DependenceType.INOUT, DependenceType.INOUTSET);

    private final KeptTasks<KnownTask> tasks = new KeptTasks<>(MOST, this::forgotten);
    /** Those that wait for a task, by its id. */
    private final Map<Long, Set<KnownTask>> dependents = new HashMap<>();

    /** The task; null if its creation was not seen, or if there were too many. */
    @Nullable
    KnownTask get(long id) {
        return tasks.get(id);
    }

    void created(TraceEvent create, Line line) {
        // If its dependences are not reported, it is not known when it can begin.
        boolean depends = create.value(Member.HAS_DEPENDENCES) != 0;
        tasks.created(create.newTaskId(), new KnownTask(create, depends ? null : line.trail.path()));
    }

    private void forgotten(long id, KnownTask task) {
        Set<KnownTask> dependent = dependents.remove(id);
        if (dependent != null) {
            dependent.forEach(KnownTask::waitsForUnknown);
        }
        for (long each : task.awaited()) {
            Set<KnownTask> waiting = dependents.get(each);
            if (waiting != null && waiting.remove(task) && waiting.isEmpty()) {
                dependents.remove(each);
            }
        }
    }

    /** A task begins. Returns the cause because of which it could begin, null if it is not known. */
    @Nullable
    Path begin(KnownTask task) {
        tasks.keep(task.create().newTaskId());
        return task.begin();
    }

    /** A dependence of a new task was reported: the task can begin when all dependences are met. */
    void depends(TraceEvent dependence, Line line) {
        KnownTask task = tasks.get(dependence.taskId());
        // A task that depends only on itself begins after a delay, like a task of a scheduled executor, or when an
        // executor begins it.
        if (task != null && COMES_AFTER.contains(dependence.enumerator(Member.DEPENDENCE_TYPE))) {
            task.canBegin(line.trail.path());
        }
    }

    /** A task has to end before another one begins. */
    void waits(TraceEvent dependence) {
        KnownTask sink = tasks.get(dependence.sinkTaskId());
        if (sink != null && !sink.hasBegun()) {
            // If a predecessor is not known, its end is not known either, nor when the other task can begin.
            if (tasks.get(dependence.srcTaskId()) == null) {
                sink.waitsForUnknown();
            } else {
                sink.waitsFor(dependence.srcTaskId());
                dependents
                        .computeIfAbsent(dependence.srcTaskId(), any -> new LinkedHashSet<>(2))
                        .add(sink);
            }
        }
    }

    /** A task has ended, or will not run. */
    void ended(long id, Line line) {
        tasks.remove(id);
        Set<KnownTask> waiting = dependents.isEmpty() ? null : dependents.remove(id);
        if (waiting != null) {
            Path path = line.trail.path();
            waiting.forEach(each -> each.hasEnded(id, path));
        }
    }

    void clear() {
        tasks.clear();
        dependents.clear();
    }

    /** How many tasks were not kept because there were too many. */
    long notFollowed() {
        return tasks.notFollowed();
    }
}
