package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.ompt4j.apps.blocking.WaitOutcomesApp;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.WaitOutcome;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;

/** Outcomes of waits that end by a timeout or an interrupt. */
class WaitOutcomesIT {

    @OnEveryJdk
    void waitWhoseTimeIsOverSaysSo(Jdk jdk) {
        judge(jdk, "timeout", WaitOutcome.TIMEOUT);
    }

    @OnEveryJdk
    void waitThatIsInterruptedSaysSo(Jdk jdk) {
        judge(jdk, "interrupt", WaitOutcome.INTERRUPT);
    }

    @OnEveryJdk
    void waitThatAnotherThreadEndsSaysNeither(Jdk jdk) {
        judge(jdk, "woken", WaitOutcome.UNSPECIFIED);
    }

    @OnEveryJdk
    void waitThatIsNotOverWhenTheProgramEndsSaysWhetherItHasATimeout(Jdk jdk) {
        judge(jdk, "left", WaitOutcome.BEFORE_TIMEOUT);
        judge(jdk, "left-for-ever", WaitOutcome.NOT_ENDED);
    }

    @OnEveryJdk
    void timeoutOfDaysIsMeantAsNone(Jdk jdk) {
        judge(jdk, "left-for-days", WaitOutcome.NOT_ENDED);
    }

    @OnEveryJdk
    void attemptAtAMutexSaysSoToo(Jdk jdk) {
        for (Profile each : List.of(Profile.DEFAULT, Profile.FULL)) {
            judgeAttempts(run(jdk, each, "attempts-timeout"), WaitOutcome.TIMEOUT);
            judgeAttempts(run(jdk, each, "attempts-interrupt"), WaitOutcome.INTERRUPT);
        }
    }

    @OnEveryJdk
    void waitForAConditionSaysSoIfTheLockIsHeldThen(Jdk jdk) {
        for (Profile each : List.of(Profile.DEFAULT, Profile.FULL)) {
            judgeWhileHeld(run(jdk, each, "timeout-while-held"), WaitOutcome.TIMEOUT);
            judgeWhileHeld(run(jdk, each, "interrupt-while-held"), WaitOutcome.INTERRUPT);
        }
    }

    private static void judgeWhileHeld(ObservedRun run, WaitOutcome expected) {
        assertThat(outcomes(run, WaitOutcomesApp.WHILE_HELD, WaitOutcomesIT::endsWait))
                .as(run.toString())
                .containsExactly(expected);
    }

    private static void judgeAttempts(ObservedRun run, WaitOutcome expected) {
        Map<String, List<WaitOutcome>> found = new LinkedHashMap<>();
        for (String way : WaitOutcomesApp.attempts()) {
            found.put(way, outcomes(run, way, TraceEvent::endsAttempt));
        }
        assertThat(found).as(run.toString()).isEqualTo(each(WaitOutcomesApp.attempts(), expected));
    }

    private static void judge(Jdk jdk, String scenario, WaitOutcome expected) {
        judge(run(jdk, Profile.DEFAULT, scenario), expected);
        judge(run(jdk, Profile.FULL, scenario), expected);
    }

    private static void judge(ObservedRun run, WaitOutcome expected) {
        Map<String, List<WaitOutcome>> found = new LinkedHashMap<>();
        for (String way : WaitOutcomesApp.ways()) {
            List<WaitOutcome> all = outcomes(run, way, WaitOutcomesIT::endsWait);
            found.put(way, way.startsWith("park") ? all.subList(Math.max(0, all.size() - 1), all.size()) : all);
        }
        assertThat(found).as(run.toString()).isEqualTo(each(WaitOutcomesApp.ways(), expected));
    }

    private static ObservedRun run(Jdk jdk, Profile profile, String scenario) {
        return AppRun.of(WaitOutcomesApp.class)
                .on(jdk)
                .scenarioTimes()
                .profile(profile)
                .observedOnce()
                .part(scenario);
    }

    private static Map<String, List<WaitOutcome>> each(List<String> ways, WaitOutcome outcome) {
        return ways.stream().collect(Collectors.toMap(Function.identity(), way -> List.of(outcome)));
    }

    /** The outcomes of a thread's waits of a kind, in their order. */
    private static List<WaitOutcome> outcomes(ObservedRun run, String thread, Predicate<TraceEvent> ends) {
        return run.events().stream()
                .filter(ends)
                .filter(each -> isOf(run, thread, each))
                .map(TraceEvent::outcome)
                .toList();
    }

    private static boolean isOf(ObservedRun run, String name, TraceEvent event) {
        Trace.TraceThread thread = run.trace().thread(event.threadId());
        return thread != null && thread.name().equals(name);
    }

    private static boolean endsWait(TraceEvent event) {
        return event.endpoint() == ScopeEndpoint.END
                && (event.event() == Event.SYNC_REGION_WAIT || event.event() == Event.WAIT && !event.endsAttempt());
    }
}
