package org.ompt4j.tools.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ompt4j.tools.read.TraceEvent;

/**
 * Functions of futures that have to wait for tasks, from their creation until the last of these has ended. Memory is bounded: of too many not all are
 * followed. Thread safety: none.
 */
final class StagesBefore {
    /** At one time, and dependences of them. */
    private static final int MOST = 100_000;

    private final Map<Long, Stage> stages = new HashMap<>();
    /** By the task that they wait for. */
    private final Map<Long, List<Stage>> after = new HashMap<>();

    private int dependences;

    private static final class Stage {
        final TraceEvent create;
        /** Tasks that have not ended. */
        final List<Long> open = new ArrayList<>(1);

        Stage(TraceEvent create) {
            this.create = create;
        }
    }

    /** Takes a stage whose last task has ended. */
    interface Due {
        void is(TraceEvent create);
    }

    /** A function was created that depends on others. */
    void created(TraceEvent create) {
        if (stages.size() < MOST) {
            stages.put(create.newTaskId(), new Stage(create));
        }
    }

    /** One function cannot begin before a task has ended. */
    void depends(TraceEvent dependence) {
        Stage stage = stages.get(dependence.sinkTaskId());
        if (stage == null) {
            return;
        }
        if (dependences == MOST) {
            remove(dependence.sinkTaskId());
            return;
        }
        dependences++;
        stage.open.add(dependence.srcTaskId());
        after.computeIfAbsent(dependence.srcTaskId(), any -> new ArrayList<>(1)).add(stage);
    }

    /** A task has ended for good. */
    void ended(long taskId, Due due) {
        List<Stage> waiting = after.isEmpty() ? null : after.remove(taskId);
        if (waiting == null) {
            return;
        }
        dependences -= waiting.size();
        for (Stage each : waiting) {
            each.open.remove(taskId);
            if (each.open.isEmpty()) {
                stages.remove(each.create.newTaskId());
                due.is(each.create);
            }
        }
    }

    /** The function begins, or never will. */
    void remove(long taskId) {
        Stage stage = stages.isEmpty() ? null : stages.remove(taskId);
        if (stage == null) {
            return;
        }
        for (Long source : stage.open) {
            List<Stage> waiting = after.get(source);
            if (waiting != null && waiting.remove(stage)) {
                dependences--;
                if (waiting.isEmpty()) {
                    after.remove(source);
                }
            }
        }
    }

    void clear() {
        stages.clear();
        after.clear();
        dependences = 0;
    }
}
