package org.ompt4j.emitter;

import org.jspecify.annotations.Nullable;

/**
 * A region together with the number of a section. The record of a task holds it instead of the region if the task is a section and a tool wants its
 * number.
 *
 * <p>Thread safety: immutable.
 */
public final class Section {
    /** Stands for the number of a section that is not known. */
    public static final int UNKNOWN = -1;

    private final @Nullable Region region;
    private final int number;

    Section(@Nullable Region region, int number) {
        this.region = region;
        this.number = number;
    }

    /** The object that a record is to hold. */
    public static @Nullable Object inRecord(@Nullable Region region, int number) {
        if (number == UNKNOWN) {
            return region;
        }
        return region == null ? new Section(null, number) : region.section(number);
    }

    /** The region of a record that holds a region or a section. */
    public static @Nullable Region regionIn(@Nullable Object held) {
        if (held instanceof Region region) {
            return region;
        }
        return held == null ? null : ((Section) held).region;
    }

    /** The number that a record holds, from 0; or {@link #UNKNOWN}. */
    public static int numberIn(@Nullable Object held) {
        return held instanceof Section section ? section.number : UNKNOWN;
    }

    int number() {
        return number;
    }
}
