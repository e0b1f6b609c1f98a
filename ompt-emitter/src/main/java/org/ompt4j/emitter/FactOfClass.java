package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;

/**
 * A value that is computed once for each class, like {@link ClassValue}, but with a faster look-up for classes of the JDK, which are never unloaded.
 * Hooks look such values up for every task.
 *
 * <p>Thread safety: any thread, if the value is immutable. Only the first look-up for a class allocates.
 *
 * @param <T> the type of the value
 */
public abstract class FactOfClass<T> {
    /** A power of 2. A class whose place is taken by another one is looked up like a class of the application. */
    private static final int PLACES = 64;

    private final ClassValue<T> all = new ClassValue<>() {
        @Override
        protected T computeValue(Class<?> type) {
            return compute(type);
        }
    };

    private final @Nullable Known<?>[] known = new Known<?>[PLACES];

    /** Has final fields, so that other threads see it complete. */
    private record Known<T>(Class<?> type, T fact) {}

    /** Computes the value for a class. If threads race, this is called more than once for the class. */
    protected abstract T compute(Class<?> type);

    /** The value for a class. */
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
