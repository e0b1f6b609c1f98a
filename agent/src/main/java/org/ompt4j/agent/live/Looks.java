package org.ompt4j.agent.live;

import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.agent.live.Tally.PoolFacts;
import org.ompt4j.agent.live.Tally.RegionPlace;
import org.ompt4j.emitter.Definitions;
import org.ompt4j.emitter.Pool;
import org.ompt4j.emitter.Pools;
import org.ompt4j.emitter.Region;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.ThreadRegistry;
import org.ompt4j.ompt.State;

/**
 * Samples all threads of the OMPT runtime from outside: no thread is stopped, no lock is taken, nothing is changed.
 *
 * <p>Thread safety: one thread at a time.
 */
final class Looks {
    /** How often the state is read if it is a wait for a mutex without a wait id, which is not set yet or not set any more. */
    private static final int TRIES = 3;

    private final LockHolders holders = new LockHolders();
    private final Map<Pool, PoolFacts> pools = new IdentityHashMap<>();
    private Tally tally = new Tally();
    private long beginNanos = System.nanoTime();

    /** Samples all threads and pools once. */
    void look() {
        tally.look();
        holders.begin();
        for (ThreadContext each : ThreadRegistry.live()) {
            see(each);
        }
        for (Pools.Queued each : Pools.sampled(LiveWindow.MOST_OTHERS)) {
            tally.queued(factsOf(each.pool()), each.queued());
        }
        holders.tell(tally);
    }

    private void see(ThreadContext thread) {
        long waitId = thread.waitId();
        State state = thread.state();
        for (int i = 1; i < TRIES && state.isForMutex() && waitId == 0; i++) {
            waitId = thread.waitId();
            state = thread.state();
        }
        if (state == State.UNDEFINED) {
            return;
        }
        long region = thread.parallelId();
        Region team = region == 0 ? null : thread.sampledTeam(region);
        Pool pool = Pool.sampledOf(thread);
        tally.see(thread, state, waitId, pool == null ? null : factsOf(pool), region, placeOf(team));
        if (state.isForMutex()) {
            holders.waits(thread, waitId);
        }
    }

    private PoolFacts factsOf(Pool pool) {
        return pools.computeIfAbsent(
                pool,
                each -> new PoolFacts(
                        each.id(),
                        each.construct().id(),
                        each.name(),
                        each.requestedParallelism(),
                        siteOf(each.codeptrRa())));
    }

    private static @Nullable RegionPlace placeOf(@Nullable Region team) {
        return team == null ? null : new RegionPlace(team.construct().id(), siteOf(team.codeptrRa()));
    }

    private static String siteOf(int codeptrRa) {
        String site = codeptrRa == 0 ? null : Definitions.callSiteText(codeptrRa);
        return site == null ? LiveWindow.UNKNOWN : site;
    }

    /** The window of the time since the last call, or since the beginning. */
    LiveWindow end() {
        long now = System.nanoTime();
        LiveWindow window =
                tally.end(now - beginNanos, ThreadRegistry.suspendedVirtualThreads(), Definitions::waitObjectClass);
        tally = new Tally();
        pools.clear();
        beginNanos = now;
        return window;
    }
}
