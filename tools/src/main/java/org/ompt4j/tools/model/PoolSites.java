package org.ompt4j.tools.model;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** The call sites that make pools, those that made the most, up to a limit. Thread safety: none. */
final class PoolSites {
    private static final int SITES = 2_000;

    private final Rows<Integer, PoolSite> sites = new Rows<>(SITES, PoolSite::new, PoolSite::pools, each -> {});

    /** A pool has ended, perhaps with the run. */
    void ends(PoolQueue queue, long timeNanos) {
        PoolModel pool = queue.pool();
        PoolSite site = of(queue);
        if (site != null && pool != null) {
            site.ends(pool, queue.workersMade(), timeNanos);
        }
    }

    /** A task waited for the worker that was made for it. */
    void waitedForWorker(PoolQueue queue, long fromNanos, long toNanos) {
        PoolSite site = of(queue);
        if (site != null) {
            site.waitedForWorker(fromNanos, toNanos);
        }
    }

    private @Nullable PoolSite of(PoolQueue queue) {
        PoolModel pool = queue.pool();
        int codeptrRa = pool == null ? 0 : pool.begin().codeptrRa();
        return codeptrRa == 0 ? null : sites.at(codeptrRa);
    }

    Collection<PoolSite> all() {
        return sites.all();
    }

    boolean hasForgotten() {
        return sites.given() > 0;
    }
}
