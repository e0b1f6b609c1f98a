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
 * Roots of work that the JDK itself distributes as tasks: sorting and prefix sums of arrays, bulk operations of concurrent maps, and stages of
 * streams that run outside of a terminal operation.
 */
final class JdkRoots {
    private static final ClassValue<Shape> SHAPES = new ClassValue<>() {
        @Override
        protected Shape computeValue(Class<?> type) {
            return new Shape(type);
        }
    };

    /** Offsets of the fields in which the roots of a class keep the elements that they distribute. */
    private static final class Shape {
        final long elements;
        final long size;
        final long origin;
        final long fence;
        final long baseIndex;
        final long baseLimit;

        Shape(Class<?> type) {
            elements = fieldOffset(type, "spliterator");
            size = fieldOffset(type, "size");
            origin = fieldOffset(type, "origin");
            fence = fieldOffset(type, "fence");
            baseIndex = fieldOffset(type, "baseIndex");
            baseLimit = fieldOffset(type, "baseLimit");
        }

        private static long fieldOffset(Class<?> ofRoot, String name) {
            Class<?> type = ofRoot;
            long offset = Memory.fieldOffset(type, name);
            while (offset == Memory.NO_FIELD && type != CountedCompleter.class) {
                type = type.getSuperclass();
                offset = Memory.fieldOffset(type, name);
            }
            return offset;
        }
    }

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

    /** Announces the work that the root distributes. */
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
        long field = SHAPES.get(root.getClass()).elements;
        return field != Memory.NO_FIELD && Memory.UNSAFE.getReference(root, field) instanceof Spliterator<?> elements
                ? elements
                : null;
    }

    /** How many elements there are to sort or to sum up, or bins of a map to look through; 0 if that is not known. */
    private static long lengthOf(CountedCompleter<?> root) {
        Shape shape = SHAPES.get(root.getClass());
        if (shape.size != Memory.NO_FIELD) {
            return Memory.UNSAFE.getInt(root, shape.size);
        }
        return difference(root, shape.origin, shape.fence) + difference(root, shape.baseIndex, shape.baseLimit);
    }

    private static long difference(CountedCompleter<?> root, long from, long to) {
        return from == Memory.NO_FIELD || to == Memory.NO_FIELD
                ? 0
                : (long) Memory.UNSAFE.getInt(root, to) - Memory.UNSAFE.getInt(root, from);
    }
}
