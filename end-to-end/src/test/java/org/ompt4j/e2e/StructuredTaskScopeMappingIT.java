package org.ompt4j.e2e;

import static org.ompt4j.apps.executor.StructuredTaskScopeApp.NESTED;
import static org.ompt4j.apps.executor.StructuredTaskScopeApp.SUBTASKS;
import static org.ompt4j.e2e.ExpectedEvent.syncRegion;
import static org.ompt4j.e2e.ExpectedEvent.syncRegionWait;
import static org.ompt4j.e2e.ExpectedEvent.taskCreate;
import static org.ompt4j.e2e.TraceAssert.assertThat;
import static org.ompt4j.ompt.ScopeEndpoint.BEGIN;
import static org.ompt4j.ompt.ScopeEndpoint.END;
import static org.ompt4j.ompt.SyncRegionKind.TASKGROUP;

import org.junit.jupiter.api.Assumptions;
import org.ompt4j.apps.executor.StructuredTaskScopeApp;
import org.ompt4j.catalog.Case;
import org.ompt4j.catalog.Lacks;
import org.ompt4j.catalog.Shows;
import org.ompt4j.ompt.Construct;

@Lacks(what = Case.CONTENDED, because = "nobody but its owner may use a scope")
class StructuredTaskScopeMappingIT extends ConstructContract {

    @Override
    Construct construct() {
        return Construct.STRUCTURED_TASK_SCOPE;
    }

    @Override
    Class<?> app() {
        return StructuredTaskScopeApp.class;
    }

    @OnEveryJdk
    @Override
    void raisesWhatItIsSaidToRaiseAndNothingElse(Jdk jdk) {
        if (has(jdk)) {
            super.raisesWhatItIsSaidToRaiseAndNothingElse(jdk);
        } else {
            assertThat(full(jdk)).of(construct()).isSilent();
        }
    }

    private static boolean has(Jdk jdk) {
        return jdk.major() >= 25;
    }

    private TraceAssert owner(Jdk jdk, String scenario) {
        Assumptions.assumeTrue(has(jdk), "has scopes");
        return assertThat(full(jdk, scenario)).onThread("main");
    }

    private static ExpectedEvent begins() {
        return syncRegion(TASKGROUP, BEGIN).at("StructuredTaskScopeApp");
    }

    private static ExpectedEvent ends() {
        return syncRegion(TASKGROUP, END).at("StructuredTaskScopeApp");
    }

    @OnEveryJdk
    @Shows(what = Case.NORMAL, in = "join")
    void subtasksAreMadeInATaskgroup(Jdk jdk) {
        owner(jdk, "join")
                .of(construct(), Construct.VIRTUAL_THREAD)
                .has(SUBTASKS, taskCreate().body("AtomicInteger.incrementAndGet"))
                .emitsInOrder(begins(), taskCreate(), taskCreate(), taskCreate(), ends());
    }

    @OnEveryJdk
    @Shows(what = Case.NORMAL, in = "waits")
    @Shows(what = Case.TIMEOUT, in = "timeout")
    @Shows(what = Case.INTERRUPT, in = "interrupted")
    @Shows(what = Case.EXCEPTION, in = "failed")
    void ownerWaitsInItWhicheverWayThatEnds(Jdk jdk) {
        for (String scenario : new String[] {"waits", "failed", "interrupted", "timeout"}) {
            owner(jdk, scenario)
                    .of(construct())
                    .emitsExactly(begins(), syncRegionWait(TASKGROUP, BEGIN), syncRegionWait(TASKGROUP, END), ends());
        }
        owner(jdk, "waits").of(Construct.PARK).isSilent();
    }

    @OnEveryJdk
    void scopeThatIsNotJoinedEndsAsItIsClosed(Jdk jdk) {
        owner(jdk, "unjoined").of(construct()).emitsExactly(begins(), ends());
    }

    @OnEveryJdk
    @Shows(what = Case.NESTED, in = "nested")
    void scopesNest(Jdk jdk) {
        owner(jdk, "nested").of(construct()).has(NESTED, begins()).has(NESTED, ends());
    }
}
