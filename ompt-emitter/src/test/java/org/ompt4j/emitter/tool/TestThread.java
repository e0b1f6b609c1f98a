package org.ompt4j.emitter.tool;

import java.util.ArrayList;
import java.util.List;
import org.ompt4j.emitter.RegionInfo;
import org.ompt4j.emitter.TaskInfo;
import org.ompt4j.ompt.OmptFrame;
import org.ompt4j.ompt.OmptThread;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.ThreadType;

/** A thread whose state, tasks and regions the test sets. */
class TestThread extends OmptThread {
    State state = State.WORK_SERIAL;
    long waitId;
    long taskId;
    long parallelId;
    OmptFrame frame = OmptFrame.NONE;

    /** The tasks on the stack, the current one first. */
    final List<TaskInfo> tasks = new ArrayList<>();

    /** The regions, the innermost one first. */
    List<RegionInfo> regions = new ArrayList<>();

    TestThread(long id) {
        super(id);
    }

    @Override
    public String name() {
        return "test-" + id();
    }

    @Override
    public ThreadType type() {
        return ThreadType.INITIAL;
    }

    @Override
    public State state() {
        return state;
    }

    @Override
    public long waitId() {
        return waitId;
    }

    @Override
    public long taskId() {
        return taskId;
    }

    @Override
    public long parallelId() {
        return parallelId;
    }
}
