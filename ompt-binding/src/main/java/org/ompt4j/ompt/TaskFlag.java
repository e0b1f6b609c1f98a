package org.ompt4j.ompt;

import java.util.ArrayList;
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
    public static final int UNDEFERRED = 0x08000000;
    public static final int UNTIED = 0x10000000;
    public static final int FINAL = 0x20000000;
    public static final int MERGEABLE = 0x40000000;
    public static final int MERGED = 0x80000000;

    private static final String[] NAMES = {
        "initial", "implicit", "explicit", "target", "taskwait", "undeferred", "untied", "final", "mergeable", "merged"
    };
    private static final int[] VALUES = {
        INITIAL, IMPLICIT, EXPLICIT, TARGET, TASKWAIT, UNDEFERRED, UNTIED, FINAL, MERGEABLE, MERGED
    };

    private TaskFlag() {}

    /** The names of the flags that are set, without their {@code ompt_task_} prefix, lowest bit first. */
    public static List<String> names(int flags) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < VALUES.length; i++) {
            if ((flags & VALUES[i]) != 0) {
                names.add(NAMES[i]);
            }
        }
        return names;
    }
}
