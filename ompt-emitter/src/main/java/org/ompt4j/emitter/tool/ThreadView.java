package org.ompt4j.emitter.tool;

import org.ompt4j.ompt.OmptThread;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.ThreadType;

/** A thread as one of several sinks sees it: the same thread, with a sink slot of its own. */
final class ThreadView extends OmptThread {
    private final OmptThread thread;

    ThreadView(OmptThread thread) {
        super(thread.id());
        this.thread = thread;
    }

    /** The thread itself. */
    OmptThread thread() {
        return thread;
    }

    @Override
    public String name() {
        return thread.name();
    }

    @Override
    public ThreadType type() {
        return thread.type();
    }

    @Override
    public State state() {
        return thread.state();
    }

    @Override
    public long waitId() {
        return thread.waitId();
    }

    @Override
    public long taskId() {
        return thread.taskId();
    }

    @Override
    public long parallelId() {
        return thread.parallelId();
    }

    @Override
    public String toString() {
        return thread.toString();
    }
}
