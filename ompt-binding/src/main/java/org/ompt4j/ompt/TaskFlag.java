package org.ompt4j.ompt;

import java.util.List;

/**
 * The kind and properties of a task, a disjunction of these.
 *
 * <p>Spec: OpenMP 5.1, section 4.4.4.18; numbers are the specification's.
 */
public final class TaskFlag {
    public static final int INITIAL = 0x00000001;
    public static final int IMPLICIT = 0x00000002;
    public static final int EXPLICIT = 0x00000004;
    public static final int TARGET = 0x00000008;
    public static final int TASKWAIT = 0x00000010;
    /** OpenMP 6.0: the task leaves the region of the task that creates it; it belongs to that of its creator's initial task. */
    public static final int EXPORTING = 0x04000000;

    public static final int UNDEFERRED = 0x08000000;
    public static final int UNTIED = 0x10000000;
    public static final int FINAL = 0x20000000;
    public static final int MERGEABLE = 0x40000000;
    public static final int MERGED = 0x80000000;

    private static final FlagNames NAMES = new FlagNames(TaskFlag.class);

    private TaskFlag() {}

    /** The names of the flags that are set, without their {@code ompt_task_} prefix, lowest bit first. */
    public static List<String> names(int flags) {
        return NAMES.of(flags);
    }
}
