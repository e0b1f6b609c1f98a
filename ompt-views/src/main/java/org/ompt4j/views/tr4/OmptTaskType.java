package org.ompt4j.views.tr4;

/**
 * What a task is: its class in the lowest byte, its properties above, a disjunction of these.
 *
 * <p>Spec: OpenMP TR4, {@code ompt_task_type_t}; numbers are the specification's.
 */
public final class OmptTaskType {
    public static final int INITIAL = 0x1;
    public static final int IMPLICIT = 0x2;
    public static final int EXPLICIT = 0x4;
    public static final int TARGET = 0x8;
    public static final int UNDEFERRED = 0x8000000;
    public static final int UNTIED = 0x10000000;
    public static final int FINAL = 0x20000000;
    public static final int MERGEABLE = 0x40000000;
    public static final int MERGED = 0x80000000;

    private OmptTaskType() {}
}
