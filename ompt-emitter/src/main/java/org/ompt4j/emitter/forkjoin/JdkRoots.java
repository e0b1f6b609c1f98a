package org.ompt4j.emitter.forkjoin;

import static org.ompt4j.ompt.Construct.FORK_JOIN_TASK;

import java.util.Spliterator;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ForkJoinTask;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.Memory;
import org.ompt4j.emitter.Taskloops;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.ompt.WorkType;

/**
 * Roots of work that the JDK itself shares out as tasks: sorting and prefix sums of arrays, bulk operations of concurrent maps, and
 * stages of streams that run outside of a terminal operation.
 */
final class JdkRoots {

    private JdkRoots() {}

    static boolean isRoot(ForkJoinTask<?> task) {
        return task instanceof CountedCompleter<?> root
                && root.getClass().getClassLoader() == null
                && root.getCompleter() == null;
    }

    private static WorkType workOf(CountedCompleter<?> root) {
        String name = root.getClass().getName();
        if (name.startsWith("java.util.concurrent.ConcurrentHashMap$")) {
            return WorkType.LOOP_DYNAMIC;
        }
        return name.startsWith("java.util.stream.") ? WorkType.TASKLOOP : WorkType.WORKSHARE;
    }

    /** Announces what the root shares out. */
    static void declare(ThreadContext c, CountedCompleter<?> root, int site) {
        WorkType work = workOf(root);
        if (work == WorkType.TASKLOOP) {
            Taskloops.declare(c, FORK_JOIN_TASK, elementsOf(root), site);
        } else {
            Taskloops.declare(c, FORK_JOIN_TASK, work, lengthOf(root), site);
        }
    }

    /** The source of a stage; null if its root keeps it in another way. */
    private static @Nullable Spliterator<?> elementsOf(CountedCompleter<?> root) {
        long field = fieldOffset(root, "spliterator");
        return field != Memory.NO_FIELD && Memory.UNSAFE.getReference(root, field) instanceof Spliterator<?> elements
                ? elements
                : null;
    }

    /** How many elements there are to sort or to sum up, or bins of a map to look through; 0 if that is not known. */
    private static long lengthOf(CountedCompleter<?> root) {
        long size = fieldOffset(root, "size");
        if (size != Memory.NO_FIELD) {
            return Memory.UNSAFE.getInt(root, size);
        }
        return difference(root, "origin", "fence") + difference(root, "baseIndex", "baseLimit");
    }

    private static long difference(CountedCompleter<?> root, String from, String to) {
        long origin = fieldOffset(root, from);
        long fence = fieldOffset(root, to);
        return origin == Memory.NO_FIELD || fence == Memory.NO_FIELD
                ? 0
                : (long) Memory.UNSAFE.getInt(root, fence) - Memory.UNSAFE.getInt(root, origin);
    }

    private static long fieldOffset(CountedCompleter<?> root, String name) {
        Class<?> type = root.getClass();
        long offset = Memory.fieldOffset(type, name);
        while (offset == Memory.NO_FIELD && type != CountedCompleter.class) {
            type = type.getSuperclass();
            offset = Memory.fieldOffset(type, name);
        }
        return offset;
    }
}
