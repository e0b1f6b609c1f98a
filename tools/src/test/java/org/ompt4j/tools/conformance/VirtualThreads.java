package org.ompt4j.tools.conformance;

import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;

import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.tools.conformance.ScriptedRuntime.Played;
import org.ompt4j.tools.conformance.ScriptedRuntime.Region;

/** A run in which a virtual thread changes its carrier inside a region and a wait and with a monitor, while others are mounted meanwhile. */
final class VirtualThreads {
    private static final int SITE = 7;

    private VirtualThreads() {}

    /** Plays the run until the carriers end, following all rules. */
    static void play(ScriptedRuntime run, Played main) {
        Played virtual = run.createVirtual(main);
        Played other = run.createVirtual(main);
        Played one = run.carrier();
        Played two = run.carrier();
        Region region = beginOn(run, one, virtual);
        run.mount(one, other);
        run.acquire(MutexKind.CRITICAL, 1, SITE);
        run.unmount(one, other);
        run.mount(two, virtual);
        run.syncWait(SyncRegionKind.TASKGROUP, END, region.data(), two.task(), SITE);
        run.syncRegion(SyncRegionKind.TASKGROUP, END, region.data(), two.task(), SITE);
        run.endRegion(two, region);
        run.released(MutexKind.CRITICAL, 1);
        run.mount(one, other);
        run.acquired(MutexKind.CRITICAL, 1, SITE);
        run.released(MutexKind.CRITICAL, 1);
        run.complete(one);
        run.on(two);
        run.complete(two);
        run.threadEnd(two.data);
        run.on(one);
        run.threadEnd(one.data);
        run.on(main);
    }

    /** A virtual thread runs on a carrier until it waits for the tasks of its region, with a monitor, and is unmounted. */
    static Region beginOn(ScriptedRuntime run, Played carrier, Played virtual) {
        run.mount(carrier, virtual);
        run.acquire(MutexKind.CRITICAL, 1, SITE);
        run.acquired(MutexKind.CRITICAL, 1, SITE);
        Region region = run.region(carrier);
        run.syncRegion(SyncRegionKind.TASKGROUP, BEGIN, region.data(), carrier.task(), SITE);
        run.syncWait(SyncRegionKind.TASKGROUP, BEGIN, region.data(), carrier.task(), SITE);
        run.unmount(carrier, virtual);
        return region;
    }
}
