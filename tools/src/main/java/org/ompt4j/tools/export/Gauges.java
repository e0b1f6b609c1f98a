package org.ompt4j.tools.export;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.model.PoolModel;
import org.ompt4j.tools.model.RunModel;

/** The changing numbers of a run. Each change is passed on once for each time. */
final class Gauges {
    private final RunModel run;
    private final TimelineSink sink;
    private final Gauge working = new Gauge(Gauge.Kind.WORKING, 0, "threads that work");
    private final Map<Long, Gauge> pools = new HashMap<>();
    private final Map<Construct, Gauge> waiting = new EnumMap<>(Construct.class);
    private final List<Gauge> changed = new ArrayList<>();
    private long nowNanos;

    /** @param run the run with the names of pools */
    Gauges(RunModel run, TimelineSink sink) {
        this.run = run;
        this.sink = sink;
    }

    /** Advances the time and passes on all changes up to now. */
    void passTo(long timeNanos) throws IOException {
        if (timeNanos > nowNanos) {
            tell();
            nowNanos = timeNanos;
        }
    }

    void tell() throws IOException {
        for (Gauge each : changed) {
            each.isChanged = false;
            if (each.value != each.told) {
                each.told = each.value;
                sink.gauge(each, each.value, nowNanos);
            }
        }
        changed.clear();
    }

    /** The pool has ended, or a worker leaves it. Ends the gauge if no worker works; it comes again if one does. */
    void poolIsLeft(long poolId) throws IOException {
        Gauge gauge = pools.get(poolId);
        if (gauge != null && gauge.value == 0) {
            tell();
            pools.remove(poolId);
            sink.ended(gauge);
        }
    }

    /**
     * Notes that a thread is in this state from now on. Has to be called before the track is updated.
     *
     * @param poolId the pool for which the thread works; 0 if none
     */
    void enter(Track track, @Nullable State state, long poolId) {
        boolean works = state != null && state.isWork();
        boolean worked = track.state != null && track.state.isWork();
        // A working virtual thread is counted through its carrier.
        if (works != worked && !track.isVirtual()) {
            add(working, works ? 1 : -1);
        }
        Gauge pool = works && poolId != 0 ? pool(poolId) : null;
        if (pool != track.pool) {
            if (track.pool != null) {
                add(track.pool, -1);
            }
            if (pool != null) {
                add(pool, 1);
            }
            track.pool = pool;
        }
    }

    private Gauge pool(long poolId) {
        return pools.computeIfAbsent(poolId, id -> {
            PoolModel pool = run.pool(id);
            String told = pool == null ? null : pool.name();
            String name = told == null || told.isEmpty() ? "pool #" + id : told;
            return new Gauge(Gauge.Kind.POOL, id, name + ": workers that work");
        });
    }

    /** Changes the number of tasks of this construct that were created and have not begun. */
    void waitsToBegin(Construct construct, int change) {
        add(
                waiting.computeIfAbsent(
                        construct,
                        key -> new Gauge(Gauge.Kind.WAITING_TASKS, key.ordinal(), key.id() + ": tasks not begun")),
                change);
    }

    /** Resets the numbers of tasks that have not begun, so that only tasks created later are counted. */
    void nothingWaitsToBegin() {
        waiting.values().forEach(each -> add(each, -each.value));
    }

    private void add(Gauge gauge, long change) {
        gauge.value += change;
        if (!gauge.isChanged) {
            gauge.isChanged = true;
            changed.add(gauge);
        }
    }
}
