package org.ompt4j.tools.model;

import java.util.Collection;
import org.jspecify.annotations.Nullable;

/** The call sites that make pools, those that made the most, up to a limit. Thread safety: none. */
final class PoolSites {
    private static final int SITES = 2_000;

    private final Rows<Integer, PoolSite> sites = new Rows<>(SITES, PoolSite::new, PoolSite::pools, each -> {});

    /** A pool has ended. */
    void ends(PoolQueue queue, long timeNanos) {
        PoolSite site = of(queue);
        if (site != null && queue.pool() != null) {
            site.ends(queue.pool(), queue.workersMade(), timeNanos);
        }
    }

    /** A task waited for a worker that began after it was handed over, and that ran it first. */
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
