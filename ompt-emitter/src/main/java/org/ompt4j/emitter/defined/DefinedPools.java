package org.ompt4j.emitter.defined;

import org.ompt4j.emitter.Pool;
import org.ompt4j.emitter.Pools;
import org.ompt4j.ompt.Construct;

/** The pools that the configuration defines. A pool is an object of any class. */
final class DefinedPools extends Pools<Object> {
    static final DefinedPools ALL = new DefinedPools();

    private DefinedPools() {
        super(Construct.DEFINED, Object.class, true);
    }

    @Override
    protected boolean hasToDoWithVirtualThreads(Object pool) {
        // A virtual thread is never a worker of a pool; this is checked for each thread.
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

    /** The name is derived from the current thread, which is the pool's first worker. */
    @Override
    protected String nameOf(Object pool) {
        return Pool.nameAfter(Thread.currentThread().getName());
    }
}
