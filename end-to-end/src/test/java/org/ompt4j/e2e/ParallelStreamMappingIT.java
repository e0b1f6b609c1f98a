package org.ompt4j.e2e;

import static java.util.stream.Collectors.groupingBy;
import static org.ompt4j.apps.stream.ParallelStreamApp.COLLECT_REGIONS;
import static org.ompt4j.apps.stream.ParallelStreamApp.FIND_REGIONS;
import static org.ompt4j.apps.stream.ParallelStreamApp.FOR_EACH_REGIONS;
import static org.ompt4j.apps.stream.ParallelStreamApp.INDEXED_REGIONS;
import static org.ompt4j.apps.stream.ParallelStreamApp.INNER_STAGES;
import static org.ompt4j.apps.stream.ParallelStreamApp.MATCH_REGIONS;
import static org.ompt4j.apps.stream.ParallelStreamApp.NESTED_INNER_REGIONS;
import static org.ompt4j.apps.stream.ParallelStreamApp.NESTED_OUTER_REGIONS;
import static org.ompt4j.apps.stream.ParallelStreamApp.ONE_ELEMENT_REGIONS;
import static org.ompt4j.apps.stream.ParallelStreamApp.ORDERED_REGIONS;
import static org.ompt4j.apps.stream.ParallelStreamApp.OWN_POOL_PARALLELISM;
import static org.ompt4j.apps.stream.ParallelStreamApp.OWN_POOL_REGIONS;
import static org.ompt4j.apps.stream.ParallelStreamApp.REDUCE_REGIONS;
import static org.ompt4j.apps.stream.ParallelStreamApp.STATEFUL_REGIONS;
import static org.ompt4j.apps.stream.ParallelStreamApp.THROWING_REGIONS;
import static org.ompt4j.apps.stream.ParallelStreamApp.TO_ARRAY_REGIONS;
import static org.ompt4j.apps.stream.ParallelStreamApp.TWO_CALLERS_REGIONS;
import static org.ompt4j.apps.stream.ParallelStreamApp.WRAPPED_REGIONS;
import static org.ompt4j.apps.stream.ParallelStreamApp.elements;
import static org.ompt4j.apps.stream.ParallelStreamApp.leaves;
import static org.ompt4j.e2e.ExpectedEvent.cancel;
import static org.ompt4j.e2e.ExpectedEvent.dependences;
import static org.ompt4j.e2e.ExpectedEvent.dispatch;
import static org.ompt4j.e2e.ExpectedEvent.implicitTask;
import static org.ompt4j.e2e.ExpectedEvent.mutexAcquired;
import static org.ompt4j.e2e.ExpectedEvent.mutexReleased;
import static org.ompt4j.e2e.ExpectedEvent.parallelBegin;
import static org.ompt4j.e2e.ExpectedEvent.parallelEnd;
import static org.ompt4j.e2e.ExpectedEvent.reduction;
import static org.ompt4j.e2e.ExpectedEvent.syncRegion;
import static org.ompt4j.e2e.ExpectedEvent.syncRegionWait;
import static org.ompt4j.e2e.ExpectedEvent.taskCreate;
import static org.ompt4j.e2e.ExpectedEvent.work;
import static org.ompt4j.e2e.TraceAssert.assertThat;

import java.io.IOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.Assertions;
import org.ompt4j.apps.stream.ParallelStreamApp;
import org.ompt4j.catalog.Case;
import org.ompt4j.catalog.Lacks;
import org.ompt4j.catalog.Shows;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.DependenceType;
import org.ompt4j.ompt.DispatchKind;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.Member;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.WorkType;
import org.ompt4j.tools.read.TraceEvent;

@Lacks(what = Case.TIMEOUT, because = "a terminal operation has no time limit")
class ParallelStreamMappingIT extends ConstructContract {
    /** Leaves of a stream that the main thread opens over the program's usual number of elements. */
    private static final int LEAVES = leaves(elements(1), AppRun.COMMON_PARALLELISM);

    /** Operations of {@code to-array} behind a filter. */
    private static final int UNSIZED_TO_ARRAY = 2;

    @Override
    Construct construct() {
        return Construct.PARALLEL_STREAM;
    }

    @Override
    Class<?> app() {
        return ParallelStreamApp.class;
    }

    private TraceAssert streams(Jdk jdk, String scenario) {
        return assertThat(full(jdk, scenario)).of(Construct.PARALLEL_STREAM);
    }

    @OnEveryJdk
    void callerOfATerminalOperationOpensARegionSharesOutATaskloopAndClosesBoth(Jdk jdk) {
        streams(jdk, "one-element")
                .onThread("main")
                .emitsInOrder(
                        parallelBegin(AppRun.COMMON_PARALLELISM + 1).at("ParallelStreamApp.oneElement"),
                        implicitTask(ScopeEndpoint.BEGIN).where("index 0", found -> found.index() == 0),
                        syncRegion(SyncRegionKind.TASKGROUP, ScopeEndpoint.BEGIN),
                        work(WorkType.TASKLOOP, ScopeEndpoint.BEGIN).count(1),
                        dispatch(DispatchKind.TASKLOOP_CHUNK).count(1),
                        work(WorkType.TASKLOOP, ScopeEndpoint.END),
                        syncRegionWait(SyncRegionKind.TASKGROUP, ScopeEndpoint.BEGIN),
                        syncRegionWait(SyncRegionKind.TASKGROUP, ScopeEndpoint.END),
                        syncRegion(SyncRegionKind.TASKGROUP, ScopeEndpoint.END),
                        syncRegion(SyncRegionKind.BARRIER_IMPLICIT_PARALLEL, ScopeEndpoint.BEGIN),
                        syncRegionWait(SyncRegionKind.BARRIER_IMPLICIT_PARALLEL, ScopeEndpoint.BEGIN),
                        syncRegionWait(SyncRegionKind.BARRIER_IMPLICIT_PARALLEL, ScopeEndpoint.END),
                        syncRegion(SyncRegionKind.BARRIER_IMPLICIT_PARALLEL, ScopeEndpoint.END),
                        implicitTask(ScopeEndpoint.END),
                        parallelEnd())
                .has(ONE_ELEMENT_REGIONS, parallelBegin());
    }

    @OnEveryJdk
    @Shows(what = Case.NORMAL, in = "for-each")
    void everyLeafOfForEachIsDispatchedOnce(Jdk jdk) {
        // The tasks of a stream have no region of their own inside its region.
        assertThat(full(jdk, "for-each"))
                .has(FOR_EACH_REGIONS, parallelBegin())
                .of(Construct.PARALLEL_STREAM)
                .has(FOR_EACH_REGIONS, parallelBegin().at("ParallelStreamApp.forEach"))
                .has(FOR_EACH_REGIONS, parallelEnd())
                .has((long) FOR_EACH_REGIONS * LEAVES, dispatch(DispatchKind.TASKLOOP_CHUNK));
    }

    @OnEveryJdk
    void everyPairOfPartialResultsIsCombinedOnce(Jdk jdk) {
        streams(jdk, "reduce")
                .has(REDUCE_REGIONS, parallelBegin())
                .has((long) REDUCE_REGIONS * LEAVES, dispatch(DispatchKind.TASKLOOP_CHUNK))
                .has((long) REDUCE_REGIONS * (LEAVES - 1), reduction(ScopeEndpoint.BEGIN))
                .has((long) REDUCE_REGIONS * (LEAVES - 1), reduction(ScopeEndpoint.END));
    }

    @OnEveryJdk
    void collectOpensOneRegionEach(Jdk jdk) {
        streams(jdk, "collect")
                .has(COLLECT_REGIONS, parallelBegin())
                .has((long) COLLECT_REGIONS * LEAVES, dispatch(DispatchKind.TASKLOOP_CHUNK));
    }

    @OnEveryJdk
    void toArrayHasAWayOfItsOwnIntoTheJdkAndIsARegionAllTheSame(Jdk jdk) {
        streams(jdk, "to-array")
                .has(TO_ARRAY_REGIONS, parallelBegin())
                .has(TO_ARRAY_REGIONS, parallelEnd())
                // Elements of a source of unknown size are first collected into nodes, which a second taskloop copies.
                .has(TO_ARRAY_REGIONS + UNSIZED_TO_ARRAY, work(WorkType.TASKLOOP, ScopeEndpoint.BEGIN))
                .has(TO_ARRAY_REGIONS + UNSIZED_TO_ARRAY, work(WorkType.TASKLOOP, ScopeEndpoint.END))
                .hasSome(dispatch(DispatchKind.TASKLOOP_CHUNK));
    }

    @OnEveryJdk
    void operationThatFindsWhatItLooksForActivatesACancel(Jdk jdk) {
        streams(jdk, "match")
                .has(MATCH_REGIONS, parallelBegin())
                .hasSome(cancel(CancelFlag.ACTIVATED)
                        .where("of a taskgroup", found -> (found.flags() & CancelFlag.TASKGROUP) != 0))
                .hasNo(cancel(CancelFlag.DISCARDED_TASK));
        streams(jdk, "find").has(FIND_REGIONS, parallelBegin()).hasSome(cancel(CancelFlag.ACTIVATED));
    }

    @OnEveryJdk
    void statefulStageIsATaskloopOfItsOwnThatEndsWithABarrierOfTheCaller(Jdk jdk) {
        streams(jdk, "stateful")
                .has(STATEFUL_REGIONS, parallelBegin())
                .onThread("main")
                .emitsInOrder(
                        parallelBegin(),
                        work(WorkType.TASKLOOP, ScopeEndpoint.BEGIN),
                        work(WorkType.TASKLOOP, ScopeEndpoint.END),
                        syncRegion(SyncRegionKind.TASKGROUP, ScopeEndpoint.END),
                        syncRegion(SyncRegionKind.BARRIER_IMPLICIT_WORKSHARE, ScopeEndpoint.BEGIN),
                        syncRegionWait(SyncRegionKind.BARRIER_IMPLICIT_WORKSHARE, ScopeEndpoint.BEGIN),
                        syncRegionWait(SyncRegionKind.BARRIER_IMPLICIT_WORKSHARE, ScopeEndpoint.END),
                        syncRegion(SyncRegionKind.BARRIER_IMPLICIT_WORKSHARE, ScopeEndpoint.END),
                        work(WorkType.TASKLOOP, ScopeEndpoint.BEGIN),
                        work(WorkType.TASKLOOP, ScopeEndpoint.END),
                        parallelEnd());
    }

    @OnEveryJdk
    void taskOfForEachOrderedDependsOnTheOneToItsLeft(Jdk jdk) throws IOException {
        ObservedRun run = full(jdk, "ordered");

        ExpectedEvent dependent =
                taskCreate().where("with dependences", each -> each.value(Member.HAS_DEPENDENCES) != 0);
        assertThat(run)
                .has(LEAVES - 1, dependent)
                .has(
                        LEAVES - 1,
                        dependences(DependenceType.OUT).where("on itself", each -> variable(each) == each.taskId()))
                .hasSome(dependences(DependenceType.IN));
        Map<Long, Long> leftOf = new HashMap<>();
        for (TraceEvent each : run.events()) {
            if (each.enumerator(Member.DEPENDENCE_TYPE) == DependenceType.IN) {
                leftOf.put(each.taskId(), variable(each));
            } else if (each.event() == Event.TASK_DEPENDENCE) {
                Assertions.assertThat(each.srcTaskId()).isEqualTo(leftOf.get(each.sinkTaskId()));
            }
        }
    }

    private static long variable(TraceEvent dependence) {
        return dependence.value(Member.VARIABLE);
    }

    @OnEveryJdk
    void leavesOfForEachOrderedPassOneAfterTheOther(Jdk jdk) {
        streams(jdk, "ordered")
                .has(ORDERED_REGIONS, parallelBegin())
                .has(LEAVES, dispatch(DispatchKind.TASKLOOP_CHUNK))
                .has(LEAVES, mutexAcquired(MutexKind.ORDERED))
                .has(LEAVES, mutexReleased(MutexKind.ORDERED));
    }

    @OnEveryJdk
    @Shows(what = Case.NESTED, in = "nested")
    void regionsOpenedByElementsOfAnotherAreNestedInIt(Jdk jdk) {
        streams(jdk, "nested").has(NESTED_OUTER_REGIONS + NESTED_INNER_REGIONS, parallelBegin());
    }

    @OnEveryJdk
    void workerThatOpensARegionIsOneOfTheThreadsItAsksFor(Jdk jdk) {
        int leaves = leaves(elements(1), OWN_POOL_PARALLELISM);
        streams(jdk, "own-pool")
                .has(OWN_POOL_REGIONS, parallelBegin(OWN_POOL_PARALLELISM))
                .has((long) OWN_POOL_REGIONS * leaves, dispatch(DispatchKind.TASKLOOP_CHUNK));
    }

    @OnEveryJdk
    @Shows(what = Case.EXCEPTION, in = "throwing")
    void regionThatAnExceptionLeavesStillEnds(Jdk jdk) {
        streams(jdk, "throwing")
                .onThread("main")
                .has(THROWING_REGIONS, parallelBegin())
                .has(THROWING_REGIONS, parallelEnd());
    }

    @OnEveryJdk
    @Shows(what = Case.CONTENDED, in = "two-callers")
    void concurrentCallersOpenTheirRegionsEach(Jdk jdk) {
        streams(jdk, "two-callers").onThread("caller-0").has(TWO_CALLERS_REGIONS, parallelBegin());
    }

    @OnEveryJdk
    void chunkSaysWhereItBeginsInTheSourceWhereTheJdkKeepsThat(Jdk jdk) {
        List<TraceEvent> chunks = full(jdk, "sources").events().stream()
                .filter(each -> each.event() == Event.DISPATCH)
                .toList();

        Map<Long, List<TraceEvent>> byRegion =
                chunks.stream().filter(each -> start(each) >= 0).collect(groupingBy(TraceEvent::parallelId));
        Assertions.assertThat(byRegion).hasSize(INDEXED_REGIONS);
        byRegion.values().forEach(ParallelStreamMappingIT::coversTheSourceWithoutAGap);
        Assertions.assertThat(chunks.stream()
                        .filter(each -> start(each) < 0)
                        .map(TraceEvent::parallelId)
                        .distinct())
                .hasSize(WRAPPED_REGIONS + INNER_STAGES);
    }

    private static void coversTheSourceWithoutAGap(List<TraceEvent> chunks) {
        long next = 0;
        for (TraceEvent each : chunks.stream()
                .sorted(Comparator.comparingLong(ParallelStreamMappingIT::start))
                .toList()) {
            Assertions.assertThat(start(each)).isEqualTo(next);
            next += each.value(Member.ITERATIONS);
        }
        Assertions.assertThat(next).isEqualTo(elements(1));
    }

    private static long start(TraceEvent dispatch) {
        return dispatch.value(Member.START);
    }

    @OnEveryJdk
    void bodyOfARegionIsTheFunctionThatTheApplicationPassed(Jdk jdk) {
        streams(jdk, "for-each")
                .has(FOR_EACH_REGIONS - 1, parallelBegin().body("LongAdder.add"))
                .has(1, parallelBegin().body("ParallelStreamApp.lambda$forEach"));
        streams(jdk, "reduce")
                .has(1, parallelBegin().body("java.lang.Math.max"))
                // The body is the function for the elements, not the one that combines partial results.
                .has(2, parallelBegin().body("ParallelStreamApp.lambda$reduce"));
        streams(jdk, "match").has(MATCH_REGIONS, parallelBegin().body("ParallelStreamApp.lambda$match"));
        streams(jdk, "one-element")
                .has(ONE_ELEMENT_REGIONS, parallelBegin().body("ParallelStreamApp.lambda$oneElement"));
        // The bodies are functions inside collectors of the JDK.
        streams(jdk, "collect").has(3, parallelBegin().body("ParallelStreamApp.lambda$collect"));
        // The body is the function of the last stage that has one of the application.
        streams(jdk, "to-array").has(3, parallelBegin().body("ParallelStreamApp.lambda$toArray"));
    }

    @OnEveryJdk
    @Shows(what = Case.INTERRUPT, in = "interrupt")
    void regionOfAThreadThatIsInterruptedIsOneLikeAnyOther(Jdk jdk) {
        assertThat(full(jdk))
                .of(Construct.PARALLEL_STREAM)
                .onThread("interrupted")
                .has(1, parallelBegin().at("ParallelStreamApp.lambda$interrupt"))
                .has(1, work(WorkType.TASKLOOP, ScopeEndpoint.BEGIN).count(elements(1)))
                .has(1, parallelEnd());
    }
}
