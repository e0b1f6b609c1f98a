package org.ompt4j.e2e;

import static org.ompt4j.apps.memory.FenceApp.CALLS_OF_A_KIND;
import static org.ompt4j.apps.memory.FenceApp.KINDS;
import static org.ompt4j.apps.memory.FenceApp.KINDS_OF_UNSAFE;
import static org.ompt4j.apps.memory.FenceApp.VALUES;
import static org.ompt4j.e2e.ExpectedEvent.event;
import static org.ompt4j.e2e.TraceAssert.assertThat;

import org.ompt4j.apps.memory.FenceApp;
import org.ompt4j.catalog.Case;
import org.ompt4j.catalog.Lacks;
import org.ompt4j.catalog.Shows;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;

@Lacks(what = Case.TIMEOUT, because = "a fence does not wait")
@Lacks(what = Case.INTERRUPT, because = "a fence heeds no interrupt")
@Lacks(what = Case.NESTED, because = "no code runs in a fence")
class FenceMappingIT extends ConstructContract {

    @Override
    Construct construct() {
        return Construct.FENCE;
    }

    @Override
    Class<?> app() {
        return FenceApp.class;
    }

    @OnEveryJdk
    @Shows(what = Case.NORMAL, in = "kinds")
    void everyFenceIsAFlushWhereItIsCalled(Jdk jdk) {
        assertThat(full(jdk, "kinds"))
                .of(Construct.FENCE)
                .has(KINDS * CALLS_OF_A_KIND, event(Event.FLUSH).at("FenceApp.kinds"));
    }

    @OnEveryJdk
    @Shows(what = Case.EXCEPTION, in = "unsafe")
    void fenceOfUnsafeIsOneTooAndNoneOnNull(Jdk jdk) {
        assertThat(full(jdk, "unsafe"))
                .of(Construct.FENCE)
                .has(KINDS_OF_UNSAFE, event(Event.FLUSH).at("FenceApp.unsafe"));
    }

    @OnEveryJdk
    @Shows(what = Case.CONTENDED, in = "published")
    void flushIsThatOfTheThreadThatCalls(Jdk jdk) {
        ObservedRun run = full(jdk, "published");
        for (String thread : new String[] {"reader", "publisher"}) {
            assertThat(run).onThread(thread).of(Construct.FENCE).has(VALUES, event(Event.FLUSH));
        }
    }

    @OnEveryJdk
    void fencesThatNobodyAskedForAreNotObserved(Jdk jdk) {
        assertThat(AppRun.of(app()).on(jdk).profile(Profile.FULL).observedOnce())
                .of(Construct.FENCE)
                .isSilent();
    }
}
