package org.ompt4j.emitter.tool;

import org.ompt4j.ompt.OmptThread;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.ThreadType;

/** A thread of a runtime that is not there. */
final class TestThread extends OmptThread {
    State state = State.WORK_SERIAL;
    long waitId;

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
        return 0;
    }

    @Override
    public long parallelId() {
        return 0;
    }
}
