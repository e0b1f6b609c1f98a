package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;

/**
 * The classes of the application that are observed according to {@code include} and {@code exclude}; used for events that do not come from rewritten
 * code of the application.
 *
 * <p>Thread safety: any thread; {@link #choose} before the first hook of an epoch.
 */
public final class ObservedClasses {
    private static volatile @Nullable Filter chosen;

    private ObservedClasses() {}

    /** Decides which classes are observed. */
    public interface Filter {
        /** Whether what a class does is observed; the name has dots. */
        boolean includes(String className);
    }

    /** Sets the filter of an epoch; null if all classes are observed. */
    public static void choose(@Nullable Filter filter) {
        chosen = filter;
    }

    /** Whether every class is observed. */
    public static boolean areAll() {
        return chosen == null;
    }

    /** Whether what a class does is observed; the name has dots. */
    public static boolean include(String className) {
        Filter filter = chosen;
        return filter == null || filter.includes(className);
    }
}
