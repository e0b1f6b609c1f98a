package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.ompt4j.apps.agent.ProcessorTimeApp;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.Member;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.testing.ReportData;

/** The processor time of the members of a region. */
class ProcessorTimeIT {

    @OnEveryJdk
    void eachMemberTellsForHowLongItHadAProcessor(Jdk jdk) throws IOException {
        assumeLibrary();

        ObservedRun run = app(jdk, "platform").with("tool", "profile").observedOnce();

        List<Long> times = cpuTimes(run);
        assertThat(times).hasSize(2);
        assertThat(Collections.max(times)).isGreaterThanOrEqualTo(ProcessorTimeApp.COMPUTED_NANOS);
        assertThat(Collections.min(times)).isLessThan(ProcessorTimeApp.COMPUTED_NANOS);
        JsonNode region = ReportData.table(ProfileIT.json(run.traceFile()), "parallel_regions")
                .at("/rows/0");
        assertThat(region.get("processor_time").asLong()).isEqualTo(times.get(0) + times.get(1));
        assertThat(region.get("worked").asLong()).isGreaterThan(ProcessorTimeApp.COMPUTED_NANOS);
    }

    @OnEveryJdk
    void ofAVirtualThreadItIsNotKnown(Jdk jdk) throws IOException {
        assumeLibrary();
        Assumptions.assumeTrue(jdk.hasVirtualThreads(), "has virtual threads");

        ObservedRun run = app(jdk, "virtual").with("tool", "profile").observed();

        assertThat(cpuTimes(run)).hasSize(1);
        assertThat(cpuTimes(run).get(0)).isGreaterThanOrEqualTo(ProcessorTimeApp.COMPUTED_NANOS);
    }

    /** With {@code full} the JVM does not report monitors, but the native library is loaded. */
    @OnEveryJdk
    void inFullToo(Jdk jdk) throws IOException {
        assumeLibrary();

        ObservedRun run = app(jdk, "platform")
                .profile(Profile.FULL)
                .with("tool", "profile")
                .observed();

        assertThat(cpuTimes(run)).hasSize(2);
    }

    @OnEveryJdk
    void withoutSamplesNobodyAsks(Jdk jdk) {
        assertThat(cpuTimes(app(jdk, "platform").observed())).isEmpty();
    }

    @OnEveryJdk
    void whereTheLibraryIsNotUsedItIsNotTold(Jdk jdk) throws IOException {
        ObservedRun run = app(jdk, "platform")
                .with("tool", "profile")
                .with("native", "off")
                .observed();

        assertThat(cpuTimes(run)).isEmpty();
        assertThat(ReportData.table(ProfileIT.json(run.traceFile()), "parallel_regions")
                        .at("/rows/0/processor_time")
                        .isNull())
                .isTrue();
    }

    private static void assumeLibrary() throws IOException {
        Assumptions.assumeTrue(JvmMonitorsIT.hasLibrary(), "the build had a C compiler for this machine");
    }

    private static AppRun app(Jdk jdk, String opener) {
        return AppRun.of(ProcessorTimeApp.class).on(jdk).arguments(opener).profile(Profile.DEFAULT);
    }

    private static List<Long> cpuTimes(ObservedRun run) {
        return run.events().stream()
                .filter(each -> each.event() == Event.TASK_CPU_TIME)
                .map((TraceEvent each) -> each.value(Member.CPU_TIME))
                .toList();
    }
}
