package org.ompt4j.emitter.forkjoin;

import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ForkJoinTask;
import org.ompt4j.emitter.Memory;
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

    static WorkType workOf(CountedCompleter<?> root) {
        String name = root.getClass().getName();
        if (name.startsWith("java.util.concurrent.ConcurrentHashMap$")) {
            return WorkType.LOOP_DYNAMIC;
        }
        return name.startsWith("java.util.stream.") ? WorkType.TASKLOOP : WorkType.WORKSHARE;
    }

    /** How many elements there are to sort or to sum up; 0 if that is not known. */
    static long lengthOf(CountedCompleter<?> root) {
        if (workOf(root) != WorkType.WORKSHARE) {
            return 0;
        }
        Class<?> type = root.getClass();
        long size = Memory.fieldOffset(type, "size");
        if (size >= 0) {
            return Memory.UNSAFE.getInt(root, size);
        }
        long origin = Memory.fieldOffset(type, "origin");
        long fence = Memory.fieldOffset(type, "fence");
        return origin < 0 || fence < 0 ? 0 : Memory.UNSAFE.getInt(root, fence) - Memory.UNSAFE.getInt(root, origin);
    }
}
