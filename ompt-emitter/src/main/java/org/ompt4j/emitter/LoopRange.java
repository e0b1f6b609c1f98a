package org.ompt4j.emitter;

import java.util.Spliterator;
import org.jspecify.annotations.Nullable;

/**
 * The elements that a taskloop distributes, if the JDK keeps their positions in a field: ranges of numbers, arrays, lists over an array. Tells the
 * offset of a part from the first element.
 *
 * <p>Thread safety: made by the region's encountering thread before it makes the first task, and not changed after that.
 */
public final class LoopRange {
    private static final FactOfClass<Position> POSITIONS = new FactOfClass<>() {
        @Override
        protected Position compute(Class<?> type) {
            return positionIn(type);
        }
    };

    /**
     * The field in which a class of spliterators keeps the index of its next element.
     *
     * @param offset of the field; {@link Memory#NO_FIELD} if the class has none that is known
     * @param wide whether it is a long
     */
    private record Position(long offset, boolean wide) {
        static final Position NONE = new Position(Memory.NO_FIELD, false);

        long in(Object spliterator) {
            return wide ? Memory.UNSAFE.getLong(spliterator, offset) : Memory.UNSAFE.getInt(spliterator, offset);
        }
    }

    private final Class<?> type;
    private final Position position;
    private final long origin;
    private @Nullable Object root;

    private LoopRange(Object whole, Position position) {
        this.type = whole.getClass();
        this.position = position;
        this.origin = position.in(whole);
    }

    /** The range of a spliterator from which no element was taken yet; null if the begin of its parts cannot be found. */
    static @Nullable LoopRange of(@Nullable Spliterator<?> whole) {
        if (whole == null) {
            return null;
        }
        Position position = POSITIONS.of(whole.getClass());
        return position.offset == Memory.NO_FIELD ? null : new LoopRange(whole, position);
    }

    private static Position positionIn(Class<?> type) {
        if (type.getClassLoader() != null) {
            return Position.NONE;
        }
        return switch (type.getName()) {
            case "java.util.stream.Streams$RangeIntSpliterator" ->
                new Position(Memory.fieldOffset(type, "from"), false);
            case "java.util.stream.Streams$RangeLongSpliterator" ->
                new Position(Memory.fieldOffset(type, "from"), true);
            case "java.util.Spliterators$ArraySpliterator",
                    "java.util.Spliterators$IntArraySpliterator",
                    "java.util.Spliterators$LongArraySpliterator",
                    "java.util.Spliterators$DoubleArraySpliterator",
                    "java.util.ArrayList$ArrayListSpliterator",
                    "java.util.AbstractList$RandomAccessSpliterator" ->
                new Position(Memory.fieldOffset(type, "index"), false);
            default -> Position.NONE;
        };
    }

    /**
     * The exact number of elements of a spliterator; 0 if it is not known. Only spliterators of the JDK are asked, since one of the application could
     * notice the call.
     */
    public static long exactSize(@Nullable Spliterator<?> spliterator) {
        if (spliterator == null || spliterator.getClass().getClassLoader() != null) {
            return 0;
        }
        return Math.max(0, spliterator.getExactSizeIfKnown());
    }

    /** The estimated number of elements of a part; 0 if it is not known. As in {@link #exactSize}, only spliterators of the JDK are asked. */
    static long estimatedSize(@Nullable Object part) {
        if (!(part instanceof Spliterator<?> spliterator) || part.getClass().getClassLoader() != null) {
            return 0;
        }
        long size = spliterator.estimateSize();
        return size == Long.MAX_VALUE || size < 0 ? 0 : size;
    }

    /** Sets the task from which all tasks of the loop descend. */
    void sharedOutBy(Object rootTask) {
        root = rootTask;
    }

    /** The index of a part's first element, from 0; -1 if the part does not descend from the loop's root, or is stored in another way. */
    long startOf(Object sharedOutBy, @Nullable Object part) {
        if (part == null || part.getClass() != type || sharedOutBy != root) {
            return -1;
        }
        return position.in(part) - origin;
    }
}
