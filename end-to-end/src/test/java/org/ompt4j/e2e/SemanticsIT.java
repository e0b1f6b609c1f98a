package org.ompt4j.e2e;

import java.util.List;
import org.junit.jupiter.api.Order;
import org.ompt4j.apps.semantics.BarrierSemanticsApp;
import org.ompt4j.apps.semantics.ExecutorSemanticsApp;
import org.ompt4j.apps.semantics.ForkJoinSemanticsApp;
import org.ompt4j.apps.semantics.FutureSemanticsApp;
import org.ompt4j.apps.semantics.GeneratedProgramApp;
import org.ompt4j.apps.semantics.LockSemanticsApp;
import org.ompt4j.apps.semantics.MonitorSemanticsApp;
import org.ompt4j.apps.semantics.StreamSemanticsApp;

/** Under the agent the constructs of java.util.concurrent behave as specified, in correct and in wrong use. */
@Order(2)
class SemanticsIT {

    private static final List<Class<?>> PROGRAMS = List.of(
            LockSemanticsApp.class,
            MonitorSemanticsApp.class,
            BarrierSemanticsApp.class,
            ForkJoinSemanticsApp.class,
            ExecutorSemanticsApp.class,
            FutureSemanticsApp.class,
            StreamSemanticsApp.class,
            GeneratedProgramApp.class);

    @OnEveryJdkAndProfile
    void answersAreThoseOfARunWithoutTheAgent(Jdk jdk, Profile profile) {
        allOn(jdk).profile(profile).observed();
    }

    /** All programs in one JVM; each result is a line, which must be the same as without the agent. */
    static AppRun allOn(Jdk jdk) {
        return ConstructPrograms.inTurn(PROGRAMS.stream()).on(jdk);
    }
}
