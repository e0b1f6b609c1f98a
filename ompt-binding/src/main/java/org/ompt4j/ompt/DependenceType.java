package org.ompt4j.ompt;

/**
 * How a task depends on a location.
 *
 * <p>Spec: OpenMP 5.1, section 4.4.4.23; numbers are the specification's.
 */
public enum DependenceType {
    IN(1),
    OUT(2),
    INOUT(3),
    MUTEXINOUTSET(4),
    SOURCE(5),
    SINK(6),
    INOUTSET(7);

    private static final DependenceType[] ALL = values();

    private final int value;
    private final String specName;

    DependenceType(int value) {
        this.value = value;
        this.specName = name().toLowerCase(java.util.Locale.ROOT);
    }

    /** The number that the specification gives to this enumerator. */
    public int value() {
        return value;
    }

    /** The enumerator's name without its {@code ompt_dependence_type_} prefix, in lower case. */
    public String specName() {
        return specName;
    }

    /**
     * The enumerator with this number.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static DependenceType of(int value) {
        for (DependenceType each : ALL) {
            if (each.value == value) {
                return each;
            }
        }
        throw new IllegalArgumentException("no DependenceType has the number " + value);
    }
}
