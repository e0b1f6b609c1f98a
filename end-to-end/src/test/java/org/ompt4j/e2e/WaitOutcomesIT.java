package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.ompt4j.apps.blocking.WaitOutcomesApp;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.WaitOutcome;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;

/** What ended a wait, where that was a timeout or an interrupt. */
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
    void waitThatTheProgramDoesNotOutliveSaysThatItIsNotOver(Jdk jdk) {
        judge(jdk, "left", WaitOutcome.NOT_ENDED);
    }

    private static void judge(Jdk jdk, String scenario, WaitOutcome expected) {
        judge(jdk, Profile.DEFAULT, scenario, expected);
        judge(jdk, Profile.FULL, scenario, expected);
    }

    private static void judge(Jdk jdk, Profile profile, String scenario, WaitOutcome expected) {
        ObservedRun run = AppRun.of(WaitOutcomesApp.class)
                .on(jdk)
                .profile(profile)
                .arguments(scenario)
                .observedOnce();
        Map<String, List<WaitOutcome>> found = new LinkedHashMap<>();
        for (String way : WaitOutcomesApp.ways()) {
            List<WaitOutcome> all = outcomes(run, way);
            found.put(way, way.startsWith("park") ? all.subList(Math.max(0, all.size() - 1), all.size()) : all);
        }
        assertThat(found).as(run.toString()).isEqualTo(each(List.of(expected)));
    }

    private static Map<String, List<WaitOutcome>> each(List<WaitOutcome> outcomes) {
        return WaitOutcomesApp.ways().stream().collect(Collectors.toMap(Function.identity(), way -> outcomes));
    }

    /** Those of all waits of a thread but those for mutexes, in their order. */
    private static List<WaitOutcome> outcomes(ObservedRun run, String thread) {
        return run.events().stream()
                .filter(WaitOutcomesIT::endsWait)
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
