package org.ompt4j.ompt;

/**
 * The kind of a work region.
 *
 * <p>Spec: OpenMP 5.1, section 4.4.4.15 with the loop schedules of 5.2; numbers are the specification's, names too, without {@code ompt_work_}.
 */
public enum WorkType implements Enumerator {
    LOOP(1),
    SECTIONS(2),
    SINGLE_EXECUTOR(3),
    SINGLE_OTHER(4),
    WORKSHARE(5),
    DISTRIBUTE(6),
    TASKLOOP(7),
    SCOPE(8),
    LOOP_STATIC(10),
    LOOP_DYNAMIC(11),
    LOOP_GUIDED(12),
    LOOP_OTHER(13);

    private static final WorkType[] ALL = values();

    private final int value;

    WorkType(int value) {
        this.value = value;
    }

    @Override
    public int value() {
        return value;
    }

    /** The enumerator with this number; {@link IllegalArgumentException} if there is none. */
    public static WorkType of(int value) {
        return Enumerator.of(ALL, value);
    }
}
