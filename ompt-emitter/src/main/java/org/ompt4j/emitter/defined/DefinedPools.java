package org.ompt4j.emitter.defined;

import org.ompt4j.emitter.Pool;
import org.ompt4j.emitter.Pools;
import org.ompt4j.ompt.Construct;

/** What is known of the pools that the configuration defines, each an object of any class. */
final class DefinedPools extends Pools<Object> {
    static final DefinedPools ALL = new DefinedPools();

    private DefinedPools() {
        super(Construct.DEFINED, Object.class, true);
    }

    @Override
    protected boolean hasToDoWithVirtualThreads(Object pool) {
        // A virtual thread is no worker of any pool: it is asked for itself.
        return false;
    }

    @Override
    protected int parallelismOf(Object pool) {
        return 0;
    }

    @Override
    protected long queuedIn(Object pool) {
        return UNKNOWN_LENGTH;
    }

    /** After the current thread, which is the pool's first worker. */
    @Override
    protected String nameOf(Object pool) {
        return Pool.nameAfter(Thread.currentThread().getName());
    }
}
