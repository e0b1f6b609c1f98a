package org.ompt4j.emitter.forkjoin;

import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ForkJoinTask;
import org.ompt4j.emitter.Dependences;
import org.ompt4j.emitter.Events;
import org.ompt4j.emitter.Memory;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.DependenceType;
import org.ompt4j.ompt.OmptDependence;

/**
 * Tasks of the JDK that complete in the order of their elements: those of {@code forEachOrdered} and of gatherers. Each depends on the task to its
 * left.
 */
final class OrderedTasks {

    private OrderedTasks() {}

    /** Offset of the field that holds the task to the left; {@link Memory#NO_FIELD} if tasks of this class have no order. */
    static long predecessorOffset(Class<?> type) {
        boolean ofStreams = type.getClassLoader() == null && type.getName().startsWith("java.util.stream.");
        return ofStreams ? Memory.fieldOffset(type, "leftPredecessor") : Memory.NO_FIELD;
    }

    /** Whether a task has an order; false for the root, which is complete when all tasks are. */
    static boolean isOrdered(ForkJoinTask<?> task) {
        return task instanceof CountedCompleter<?> completer && completer.getCompleter() != null;
    }

    /**
     * Says what a task that was created just now depends on, if that is a task: the one to its left can be what its creator goes on with
     * itself.
     */
    static void tellDependences(
            ThreadContext c, Construct construct, long id, ForkJoinTask<?> task, long predecessorOffset) {
        ForkJoinTask<?> left = (ForkJoinTask<?>) Memory.UNSAFE.getReference(task, predecessorOffset);
        long leftId = TaskRecord.id(left);
        OmptDependence[] deps = Dependences.of(c, 2);
        deps[0] = new OmptDependence(id, DependenceType.OUT);
        deps[1] = new OmptDependence(leftId, DependenceType.IN);
        Events.dependences(c, c.clock().lastNow(), construct, id, deps, leftId == 0 ? 1 : 2);
        if (left != null && leftId != 0 && !TaskRecord.isComplete(left)) {
            Events.taskDependence(c, c.clock().lastNow(), construct, leftId, id);
        }
    }
}
