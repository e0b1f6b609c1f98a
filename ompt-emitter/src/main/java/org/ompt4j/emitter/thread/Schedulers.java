package org.ompt4j.emitter.thread;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinWorkerThread;
import org.ompt4j.emitter.Pool;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.Threads;
import org.ompt4j.emitter.WeakSideTable;
import org.ompt4j.ompt.Construct;

/**
 * The pools whose workers are carriers: one in each JVM, unless the application has made schedulers of its own by unsupported means.
 *
 * <p>Thread safety: {@link #join} on the carrier, between enter and leave.
 */
final class Schedulers {
    private static final String NAME_SUFFIX = "-worker-";

    /** The pools by the JDK's object; before a pool was reported, the entry is the context of the carrier that is about to report it. */
    private static final WeakSideTable<Object> POOLS = new WeakSideTable<>();

    private static final List<Pool> OPEN = new ArrayList<>();

    static {
        Threads.beforeFinish(new Runnable() {
            @Override
            public void run() {
                endAll();
            }
        });
    }

    private Schedulers() {}

    /** The carrier works for its pool from now on. If another carrier is just reporting the pool, this carrier joins at its next call. */
    static void join(ThreadContext c) {
        if (!(c.thread() instanceof ForkJoinWorkerThread carrier)) {
            return;
        }
        ForkJoinPool scheduler = carrier.getPool();
        Object known = POOLS.findOrKeep(scheduler, c);
        if (known == c) {
            known = begin(c, scheduler);
        }
        if (known instanceof Pool pool) {
            pool.join(c);
        }
    }

    private static Pool begin(ThreadContext c, ForkJoinPool scheduler) {
        String name = withoutNumber(c.name());
        Pool pool = Pool.begin(c, Construct.VIRTUAL_THREAD, name, scheduler.getParallelism(), 0);
        synchronized (OPEN) {
            OPEN.add(pool);
        }
        POOLS.put(scheduler, pool);
        return pool;
    }

    private static String withoutNumber(String carrier) {
        int end = carrier.lastIndexOf(NAME_SUFFIX);
        return end < 0 ? carrier : carrier.substring(0, end);
    }

    /** Ends every pool, since the runtime ends. Pools end before threads. */
    private static void endAll() {
        List<Pool> left;
        synchronized (OPEN) {
            left = new ArrayList<>(OPEN);
            OPEN.clear();
        }
        ThreadContext c = Threads.currentIfBegun();
        if (c != null) {
            for (Pool each : left) {
                each.end(c);
            }
        }
    }
}
