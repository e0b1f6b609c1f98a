package org.ompt4j.tools.testing;

import org.ompt4j.ompt.OmptThread;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.ThreadType;

/** A thread whose state and other properties the test sets. */
public class TestThread extends OmptThread {
    public volatile State state = State.WORK_SERIAL;
    public volatile long waitId;
    public volatile long taskId;
    public volatile long parallelId;
    private final String name;
    private final ThreadType type;

    public TestThread(long id, String name, ThreadType type) {
        super(id);
        this.name = name;
        this.type = type;
    }

    public TestThread(long id) {
        this(id, "thread " + id, ThreadType.WORKER);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public ThreadType type() {
        return type;
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
