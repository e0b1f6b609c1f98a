package org.ompt4j.e2e;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.groups.Tuple.tuple;

import java.util.List;
import java.util.Map;
import org.ompt4j.apps.agent.UnobservedApp;
import org.ompt4j.ompt.ClassScan;
import org.ompt4j.ompt.UnobservedUse;
import org.ompt4j.ompt.UnobservedUse.Reason;

/** A run reports exactly the constructs that the program used and that were not observed. */
class UnobservedIT {

    private static final String NOTHING = "Nothing was dropped, nothing failed, nothing was switched off.";

    @OnEveryJdk
    void programOfExecutorsFuturesAndAPublisherIsToldWhatWasNotObserved(Jdk jdk) throws Exception {
        ObservedRun run = executors(jdk).observed();

        assertThat(scan(run).uses())
                .extracting(
                        UnobservedUse::reason, UnobservedUse::construct, UnobservedUse::uses, UnobservedUse::classes)
                .containsExactly(tuple(Reason.NOT_MAPPED, "submission-publisher", 3L, 1L));
        assertThat(report(run))
                .doesNotContain(NOTHING)
                .contains("Not observed: what the tables below list, which the 2 classes of the program")
                .containsPattern("(?m)^ +3 +1( +[-\\d]+)? +submission-publisher$");
    }

    @OnEveryJdk
    void tasksAndParksThatHooksSawAreCounted(Jdk jdk) {
        ObservedRun run = program(jdk, "waits").observed();

        Map<String, Long> times = scan(run).uses().stream()
                .filter(each -> each.times() != 0)
                .collect(toMap(UnobservedUse::construct, UnobservedUse::times));
        assertThat(times).containsOnlyKeys("synchronizer-implementation");
    }

    @OnEveryJdk
    void programOfMappedConstructsMissedNothing(Jdk jdk) throws Exception {
        ObservedRun run = program(jdk, "mapped").with("profile", "full").observed();

        assertThat(scan(run)).isEqualTo(new ClassScan(2, List.of()));
        assertThat(report(run))
                .contains("Not observed: nothing that the 2 classes of the program")
                .doesNotContain("Not observed (");
    }

    @OnEveryJdk
    void unobservedConstructsAreReportedForSamplesToo(Jdk jdk) throws Exception {
        ObservedRun run = executors(jdk).with("tool", "sample").observed();

        assertThat(scan(run).uses()).extracting(UnobservedUse::construct).contains("submission-publisher");
        assertThat(report(run))
                .doesNotContain(NOTHING)
                .containsPattern("(?m)^ +3 +1( +[-\\d]+)? +submission-publisher$");
    }

    @OnEveryJdk
    void whatTheUserSwitchedOffOrLeftOutIsToldApart(Jdk jdk) throws Exception {
        ObservedRun off =
                program(jdk, "mapped").with("constructs", "-reentrant-lock").observed();
        ObservedRun out =
                program(jdk, "mapped").with("exclude", "*OfMappedConstructs").observed();

        assertThat(scan(off).uses())
                .extracting(UnobservedUse::reason, UnobservedUse::construct, UnobservedUse::uses)
                .containsExactly(tuple(Reason.SWITCHED_OFF, "reentrant-lock", 4L));
        assertThat(report(off)).contains("\nSwitched off by the setting constructs");
        assertThat(scan(out).classes()).isEqualTo(2);
        assertThat(scan(out).uses())
                .extracting(UnobservedUse::reason, UnobservedUse::construct, UnobservedUse::uses)
                .contains(tuple(Reason.LEFT_OUT, "reentrant-lock", 4L), tuple(Reason.LEFT_OUT, "synchronized", 1L));
    }

    private static AppRun executors(Jdk jdk) {
        return program(jdk, "executors").with("profile", "full");
    }

    private static AppRun program(Jdk jdk, String scenario) {
        return AppRun.of(UnobservedApp.class).on(jdk).jvm(ForkedJvm.BRIEF).arguments(scenario);
    }

    private static ClassScan scan(ObservedRun run) {
        return run.trace().header().classScan();
    }

    private static String report(ObservedRun run) {
        return CommandLineRun.here("report", run.traceFile().toString()).stdout();
    }
}
