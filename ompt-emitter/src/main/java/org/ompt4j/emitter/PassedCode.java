package org.ompt4j.emitter;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Finds the function that the application passed to an operation of the JDK. The JDK keeps it in a field, or inside a function of its own.
 *
 * <p>Thread safety: any thread. Fields are looked up once for each class.
 */
public final class PassedCode {
    private static final String FUNCTIONS = "java.util.function.";

    /** Largest depth of the search, for example in a collector of collectors. */
    private static final int DEPTH = 6;

    private static final FactOfClass<Slot[]> SLOTS = new FactOfClass<>() {
        @Override
        protected Slot[] compute(Class<?> type) {
            return slotsOf(type);
        }
    };

    /**
     * A field that holds a function.
     *
     * @param makes whether the function only makes objects for the operation: the function that is searched for can be inside it, but is not this one
     * @param rank the order of the search: functions for each element come first, those that combine partial results last
     */
    private record Slot(long offset, boolean makes, int rank) {}

    private PassedCode() {}

    /** The body id of the first function of the application in an object of the JDK; 0 if there is none. */
    public static int in(@Nullable Object holder) {
        Object found = holder == null ? null : find(holder, DEPTH);
        return found == null ? 0 : Bodies.of(found);
    }

    private static @Nullable Object find(Object holder, int depth) {
        if (depth == 0 || holder.getClass().getClassLoader() != null) {
            return null;
        }
        for (Slot each : SLOTS.of(holder.getClass())) {
            Object function = Memory.UNSAFE.getReference(holder, each.offset);
            if (function == null) {
                continue;
            }
            boolean passed = function.getClass().getClassLoader() != null;
            Object found = passed ? (each.makes ? null : function) : find(function, depth - 1);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    private static Slot[] slotsOf(Class<?> type) {
        List<Slot> slots = new ArrayList<>();
        for (Field each : type.getDeclaredFields()) {
            Class<?> kind = each.getType();
            boolean function = kind.getName().startsWith(FUNCTIONS) || kind == Comparator.class;
            long offset = function && !Modifier.isStatic(each.getModifiers())
                    ? Memory.fieldOffset(type, each.getName())
                    : Memory.NO_FIELD;
            if (offset != Memory.NO_FIELD) {
                slots.add(new Slot(offset, kind == Supplier.class, rankOf(each.getName())));
            }
        }
        slots.sort(new Comparator<>() {
            @Override
            public int compare(Slot one, Slot other) {
                return Integer.compare(one.rank, other.rank);
            }
        });
        return slots.toArray(new Slot[0]);
    }

    private static int rankOf(String field) {
        if (field.endsWith("accumulator") || field.endsWith("integrator")) {
            return 0;
        }
        if (field.endsWith("combiner")) {
            return 3;
        }
        return field.endsWith("reducer") ? 2 : 1;
    }
}
