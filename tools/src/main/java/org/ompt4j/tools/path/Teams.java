package org.ompt4j.tools.path;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The pools that have had several workers at the same time, until the pool and its workers have ended. */
final class Teams {
    private final Map<Long, Integer> workers = new HashMap<>();
    private final Set<Long> teams = new HashSet<>();
    /** Pools that have ended before their workers. */
    private final Set<Long> ended = new HashSet<>();

    boolean contains(long poolId) {
        return teams.contains(poolId);
    }

    void workerBegins(long poolId) {
        hasMoreWorkers(poolId, 1);
    }

    void workerEnds(long poolId) {
        hasMoreWorkers(poolId, -1);
    }

    /* The number is negative where the begins of workers were not recorded. */
    private void hasMoreWorkers(long poolId, int more) {
        int now = workers.merge(poolId, more, Integer::sum);
        if (now > 1) {
            teams.add(poolId);
        } else if (now <= 0) {
            workers.remove(poolId);
            if (ended.remove(poolId)) {
                teams.remove(poolId);
            }
        }
    }

    void poolEnds(long poolId) {
        if (workers.containsKey(poolId)) {
            ended.add(poolId);
        } else {
            teams.remove(poolId);
        }
    }

    /** Recording was paused: it is not known which workers end meanwhile. */
    void pause() {
        workers.clear();
        ended.clear();
    }
}
