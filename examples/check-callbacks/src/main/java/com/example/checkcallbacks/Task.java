package com.example.checkcallbacks;

import org.ompt4j.ompt.OmptData;
import org.ompt4j.ompt.TaskFlag;

/** A task: initial, implicit or explicit. */
final class Task extends Kept {
    private final int flags;

    /** Of an implicit or initial task; null for explicit tasks. */
    final Region region;

    /** Of an implicit or initial task: what the thread ran before, and runs again afterwards. */
    final Task below;

    /** Null until the task begins to run. */
    volatile Course runner;

    /** What an untied task is in that goes on later, perhaps on another thread. Null before, and while it runs. */
    volatile Course suspended;

    volatile boolean isDetached;

    /** The task that this one waits for. */
    Task awaited;

    Task(OmptData data, int flags, Region region, Task below) {
        super(data);
        this.flags = flags;
        this.region = region;
        this.below = below;
    }

    /** Whether another thread may go on with it. */
    boolean isUntied() {
        return (flags & TaskFlag.UNTIED) != 0;
    }
}
