package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Order;
import org.ompt4j.apps.agent.ProfileApp;
import org.ompt4j.apps.forkjoin.ForkJoinTaskApp;
import org.ompt4j.tools.testing.CollapsedFile;
import org.ompt4j.tools.testing.FirefoxFile;
import org.ompt4j.tools.testing.JfrFile;
import org.ompt4j.tools.testing.PerfettoFile;
import org.ompt4j.tools.testing.SpeedscopeFile;
import org.ompt4j.tools.testing.WhatHappened;

/** Traces of real runs in the formats of other viewers, written by the shipped jar and read by independent readers. */
@Order(2)
class ExportIT {

    @OnEveryJdk
    void perfettoHasEveryRegionTaskAndWaitOfTheTrace(Jdk jdk) throws IOException, InterruptedException {
        ObservedRun run = tasks(jdk);
        WhatHappened happened = new WhatHappened(run.trace());

        PerfettoFile file = new PerfettoFile(Files.readAllBytes(export(jdk, run, "perfetto")));

        assertThat(happened.begunTasks).isNotEmpty();
        assertThat(count(file, "task")).isEqualTo(happened.begunTasks.size());
        assertThat(count(file, "sync region")).isEqualTo(happened.syncRegions);
        assertThat(file.slices().stream().filter(each -> each.annotations.containsKey("parallel_id")))
                .hasSameSizeAs(happened.regions);
        assertThat(file.counters().get("threads that work"))
                .last()
                .extracting(PerfettoFile.Value::value)
                .isEqualTo(0L);
    }

    @OnEveryJdk
    void speedscopeHasEveryBarrierAndTaskwaitOfTheTrace(Jdk jdk) throws IOException, InterruptedException {
        ObservedRun run = tasks(jdk);
        WhatHappened happened = new WhatHappened(run.trace());

        SpeedscopeFile file = new SpeedscopeFile(Files.readAllBytes(export(jdk, run, "speedscope")));

        assertThat(file.opened("(taskwait|taskgroup|barrier\\w*) .*")).isEqualTo(happened.syncRegions);
        assertThat(file.opened("wait_(taskwait|taskgroup|barrier\\w*)")).isEqualTo(happened.syncWaits);
    }

    @OnEveryJdk
    void jfrHasEveryTaskAndSyncRegionOfTheTrace(Jdk jdk) throws IOException, InterruptedException {
        ObservedRun run = tasks(jdk);
        WhatHappened happened = new WhatHappened(run.trace());

        JfrFile file = new JfrFile(export(jdk, run, "jfr"));

        assertThat(file.events("Task")).hasSize(happened.begunTasks.size());
        assertThat(file.events("Sync")).hasSize(happened.syncRegions);
        assertThat(file.events("Region")).hasSameSizeAs(happened.regions);
    }

    @OnEveryJdk
    void samplesStandUnderTheCodeThatMadeTheirTask(Jdk jdk) throws IOException, InterruptedException {
        ObservedRun run =
                AppRun.of(ProfileApp.class).on(jdk).with("tool", "profile").observedOnce();

        CollapsedFile stacks = new CollapsedFile(Files.readAllBytes(export(jdk, run, "collapsed")));
        FirefoxFile profile = new FirefoxFile(Files.readAllBytes(export(jdk, run, "firefox")));

        String app = ProfileApp.class.getName();
        assertThat(stacks.stacks().keySet())
                .anySatisfy(each -> assertThat(each)
                        .anyMatch(frame -> frame.startsWith(app + ".tree("))
                        .contains(app + ".workOfTree"));
        long placed = stacks.stacks().entrySet().stream()
                .filter(each -> !each.getKey().get(0).startsWith("<no stack"))
                .mapToLong(Map.Entry::getValue)
                .sum();
        assertThat(profile.threads().stream()
                        .distinct()
                        .mapToLong(each -> profile.samples(each).size())
                        .sum())
                .isEqualTo(placed);
    }

    /** The run of the test of this construct, which is used again. */
    private static ObservedRun tasks(Jdk jdk) {
        return AppRun.of(ForkJoinTaskApp.class)
                .on(jdk)
                .jvm(ForkedJvm.BRIEF)
                .profile(Profile.FULL)
                .observedOnce();
    }

    private static int count(PerfettoFile file, String category) {
        return (int) file.slices().stream()
                .filter(each -> each.category.equals(category))
                .count();
    }

    private static Path export(Jdk jdk, ObservedRun run, String format) throws IOException, InterruptedException {
        Path out = run.directory().resolve("exported." + format);
        RunOutput said = CommandLineRun.run(
                jdk,
                "export",
                "-f",
                format,
                "-o",
                out.toString(),
                run.traceFile().toString());
        assertThat(said.exitCode()).as("%s", said).isZero();
        assertThat(said.stderr()).isEmpty();
        return out;
    }
}
