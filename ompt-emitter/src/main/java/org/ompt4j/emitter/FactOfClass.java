package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;

/**
 * Something that is computed once for each class, as by {@link ClassValue}, and is found faster for classes of the JDK, which are never unloaded: hooks
 * ask for it with every task.
 *
 * <p>Thread safety: any thread, if what is computed does not change. Nothing is allocated but for the first question about a class.
 *
 * @param <T> what is known of a class
 */
public abstract class FactOfClass<T> {
    /** A power of 2. A class that finds its place taken is looked up like those of the application. */
    private static final int PLACES = 64;

    private final ClassValue<T> all = new ClassValue<>() {
        @Override
        protected T computeValue(Class<?> type) {
            return compute(type);
        }
    };

    private final @Nullable Known<?>[] known = new Known<?>[PLACES];

    /** Final fields, so that a thread that sees it sees all of it. */
    private record Known<T>(Class<?> type, T fact) {}

    /** Computes what is known of a class, once or, where threads race, more often. */
    protected abstract T compute(Class<?> type);

    /** What is known of a class. */
    @SuppressWarnings("unchecked")
    public final T of(Class<?> type) {
        Known<?> found = known[type.hashCode() & PLACES - 1];
        return found != null && found.type == type ? (T) found.fact : find(type);
    }

    private T find(Class<?> type) {
        T fact = all.get(type);
        int place = type.hashCode() & PLACES - 1;
        if (type.getClassLoader() == null && known[place] == null) {
            known[place] = new Known<>(type, fact);
        }
        return fact;
    }
}
