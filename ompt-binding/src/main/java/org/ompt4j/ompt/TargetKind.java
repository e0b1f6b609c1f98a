package org.ompt4j.ompt;

/**
 * The kind of a target region; {@link #TARGET} itself has no further name in the specification.
 *
 * <p>Spec: OpenMP 5.1, section 4.4.4.20; numbers are the specification's.
 */
public enum TargetKind {
    TARGET(1),
    TARGET_ENTER_DATA(2),
    TARGET_EXIT_DATA(3),
    TARGET_UPDATE(4),
    TARGET_NOWAIT(9),
    TARGET_ENTER_DATA_NOWAIT(10),
    TARGET_EXIT_DATA_NOWAIT(11),
    TARGET_UPDATE_NOWAIT(12);

    private static final TargetKind[] ALL = values();

    private final int value;
    private final String specName;

    TargetKind(int value) {
        this.value = value;
        this.specName = name().toLowerCase(java.util.Locale.ROOT);
    }

    /** The number that the specification gives to this enumerator. */
    public int value() {
        return value;
    }

    /** The enumerator's name without its {@code ompt_} prefix, in lower case. */
    public String specName() {
        return specName;
    }

    /**
     * The enumerator with this number.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static TargetKind of(int value) {
        for (TargetKind each : ALL) {
            if (each.value == value) {
                return each;
            }
        }
        throw new IllegalArgumentException("no TargetKind has the number " + value);
    }
}
