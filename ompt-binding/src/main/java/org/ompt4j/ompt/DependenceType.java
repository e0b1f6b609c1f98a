package org.ompt4j.ompt;

/**
 * How a task depends on a location.
 *
 * <p>Spec: OpenMP 5.1, section 4.4.4.23; numbers are the specification's, names too, without {@code ompt_dependence_type_}.
 */
public enum DependenceType implements Enumerator {
    IN(1),
    OUT(2),
    INOUT(3),
    MUTEXINOUTSET(4),
    SOURCE(5),
    SINK(6),
    INOUTSET(7);

    private static final DependenceType[] ALL = values();

    private final int value;

    DependenceType(int value) {
        this.value = value;
    }

    @Override
    public int value() {
        return value;
    }

    /** The enumerator with this number; {@link IllegalArgumentException} if there is none. */
    public static DependenceType of(int value) {
        return Enumerator.of(ALL, value);
    }
}
