package org.ompt4j.e2e;

import static org.ompt4j.apps.memory.AtomicApp.ACCUMULATED;
import static org.ompt4j.apps.memory.AtomicApp.RETRIES;
import static org.ompt4j.e2e.ExpectedEvent.mutexAcquire;
import static org.ompt4j.e2e.ExpectedEvent.mutexAcquired;
import static org.ompt4j.e2e.ExpectedEvent.mutexReleased;
import static org.ompt4j.e2e.ExpectedEvent.waits;
import static org.ompt4j.e2e.TraceAssert.assertThat;
import static org.ompt4j.ompt.MutexKind.ATOMIC;
import static org.ompt4j.ompt.ScopeEndpoint.END;

import org.ompt4j.apps.memory.AtomicApp;
import org.ompt4j.catalog.Case;
import org.ompt4j.catalog.Lacks;
import org.ompt4j.catalog.Shows;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.State;

@Lacks(what = Case.TIMEOUT, because = "an update has no time limit")
@Lacks(what = Case.INTERRUPT, because = "an update heeds no interrupt")
class AtomicMappingIT extends ConstructContract {

    @Override
    Construct construct() {
        return Construct.ATOMIC;
    }

    @Override
    Class<?> app() {
        return AtomicApp.class;
    }

    private TraceAssert atomics(Jdk jdk, String scenario) {
        return assertThat(full(jdk, scenario)).of(Construct.ATOMIC);
    }

    @OnEveryJdk
    @Shows(
            what = Case.CONTENDED,
            in = {"values", "arrays", "fields"})
    void updateThatIsTriedAgainIsAWaitWhereItIsCalled(Jdk jdk) {
        for (String scenario : new String[] {"values", "arrays", "fields"}) {
            atomics(jdk, scenario)
                    .onThread("main")
                    .has(RETRIES, mutexAcquire(ATOMIC).at("AtomicApp." + scenario + "("))
                    .has(RETRIES, mutexAcquired(ATOMIC).at("AtomicApp." + scenario + "("))
                    .has(RETRIES, mutexReleased(ATOMIC).at("AtomicApp." + scenario + "("));
        }
    }

    @OnEveryJdk
    @Shows(what = Case.NORMAL, in = "uncontended")
    void updateThatGetsInAtOnceIsNotTold(Jdk jdk) {
        atomics(jdk, "uncontended").isSilent();
        assertThat(usual(jdk, "uncontended")).of(Construct.ATOMIC).isSilent();
    }

    @OnEveryJdk
    void accumulationThatAnotherThreadGetsInBetweenIsAWait(Jdk jdk) {
        atomics(jdk, "accumulators")
                .onThread("main")
                .has(ACCUMULATED, mutexAcquire(ATOMIC).at("AtomicApp.accumulators"))
                .has(ACCUMULATED, mutexAcquired(ATOMIC))
                .has(ACCUMULATED, mutexReleased(ATOMIC));
    }

    @OnEveryJdk
    @Shows(what = Case.EXCEPTION, in = "failing-function")
    void functionThatThrowsEndsTheWaitWithoutTheUpdate(Jdk jdk) {
        atomics(jdk, "failing-function").emitsExactly(mutexAcquire(ATOMIC), waits(State.WAIT_ATOMIC, END));
    }

    @OnEveryJdk
    @Shows(what = Case.NESTED, in = "nested")
    void updateInsideTheFunctionOfAnotherIsNotToldApart(Jdk jdk) {
        atomics(jdk, "nested").emitsExactly(mutexAcquire(ATOMIC), mutexAcquired(ATOMIC), mutexReleased(ATOMIC));
    }
}
