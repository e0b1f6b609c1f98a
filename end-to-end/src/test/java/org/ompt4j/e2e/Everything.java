package org.ompt4j.e2e;

import static org.ompt4j.e2e.ExpectedEvent.mutexAcquired;
import static org.ompt4j.e2e.ExpectedEvent.parallelBegin;
import static org.ompt4j.e2e.ExpectedEvent.syncRegion;
import static org.ompt4j.e2e.ExpectedEvent.taskCreate;
import static org.ompt4j.e2e.TraceAssert.assertThat;

import org.ompt4j.apps.company.EverythingApp;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.SyncRegionKind;

/** What a run of {@link EverythingApp} must show in the profile {@code full}. */
final class Everything {

    private Everything() {}

    static void isIn(ObservedRun run) {
        int rounds = EverythingApp.ROUNDS;
        assertThat(run)
                .has(EverythingApp.FORKS, taskCreate().at("EverythingApp$Halves.compute"))
                .has(
                        EverythingApp.FORKS,
                        syncRegion(SyncRegionKind.TASKWAIT, ScopeEndpoint.BEGIN).at("EverythingApp$Halves.compute"))
                .has(EverythingApp.STREAMS, parallelBegin().of(Construct.PARALLEL_STREAM))
                .has(rounds, mutexAcquired(MutexKind.CRITICAL).at("EverythingApp.count("))
                .has(rounds, mutexAcquired(MutexKind.NEST_LOCK).at("EverythingApp.countLocked"))
                .has(
                        2L * rounds,
                        syncRegion(SyncRegionKind.BARRIER_EXPLICIT, ScopeEndpoint.BEGIN)
                                .at("EverythingApp.meet"));
    }
}
