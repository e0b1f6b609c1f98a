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
import org.ompt4j.ompt.Construct;

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
    void subtasksAreMadeInATaskgroup(Jdk jdk) {
        owner(jdk, "join")
                .of(construct(), Construct.VIRTUAL_THREAD)
                .has(SUBTASKS, taskCreate())
                .emitsInOrder(begins(), taskCreate(), taskCreate(), taskCreate(), ends());
    }

    @OnEveryJdk
    void ownerWaitsInItWhicheverWayThatEnds(Jdk jdk) {
        for (String scenario : new String[] {"waits", "failed", "interrupted"}) {
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
    void scopesNest(Jdk jdk) {
        owner(jdk, "nested").of(construct()).has(NESTED, begins()).has(NESTED, ends());
    }
}
