package org.ompt4j.tools.testing;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The numbers of elements that can be reached from objects of this project, by the field that has them. */
public final class Retained {
    private static final String OURS = "org.ompt4j.";

    private final Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    private final Deque<Held> next = new ArrayDeque<>();
    private final Map<String, Long> elements = new TreeMap<>();

    private record Held(Object object, String by) {}

    private Retained() {}

    /** The elements of all collections, maps and arrays that can be reached, by class and field. */
    public static Map<String, Long> by(Object... roots) {
        Retained retained = new Retained();
        for (Object each : roots) {
            retained.find(each, "root");
        }
        while (!retained.next.isEmpty()) {
            retained.visit(retained.next.remove());
        }
        return retained.elements;
    }

    /** The fields that have far more elements than before, with both numbers. */
    public static List<String> grown(Map<String, Long> before, Map<String, Long> after) {
        List<String> grown = new ArrayList<>();
        after.forEach((field, count) -> {
            long was = before.getOrDefault(field, 0L);
            if (count > 1.5 * was + 100) {
                grown.add(field + ": " + was + " " + count);
            }
        });
        return grown;
    }

    private void find(@Nullable Object object, String by) {
        if (object != null && !object.getClass().isEnum() && seen.add(object)) {
            next.add(new Held(object, by));
        }
    }

    private void visit(Held held) {
        Object object = held.object;
        if (object instanceof Collection<?> all) {
            count(held.by, all.size());
            all.forEach(each -> find(each, held.by));
        } else if (object instanceof Map<?, ?> all) {
            count(held.by, all.size());
            all.forEach((key, value) -> {
                find(key, held.by);
                find(value, held.by);
            });
        } else if (object.getClass().isArray()) {
            count(held.by, Array.getLength(object));
            if (object instanceof Object[] all) {
                for (Object each : all) {
                    find(each, held.by);
                }
            }
        }
        if (object.getClass().getName().startsWith(OURS)) {
            fields(object);
        }
    }

    private void fields(Object object) {
        for (Class<?> each = object.getClass(); each != null && each.getName().startsWith(OURS); ) {
            for (Field field : each.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !field.getType().isPrimitive()) {
                    find(value(field, object), each.getSimpleName() + "." + field.getName());
                }
            }
            each = each.getSuperclass();
        }
    }

    private static @Nullable Object value(Field field, Object object) {
        try {
            field.setAccessible(true);
            return field.get(object);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    private void count(String by, long more) {
        elements.merge(by, more, Long::sum);
    }
}
