package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.ompt4j.apps.agent.EndingApp;
import org.ompt4j.apps.agent.ProfileApp;
import org.ompt4j.tools.profile.Samples;
import org.ompt4j.tools.profile.UserStacks;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.Traces;
import org.ompt4j.tools.testing.PageData;
import org.ompt4j.tools.testing.ReportData;
import org.ompt4j.tools.testing.ReportText;

/** Samples that are taken together with a trace, and their stacks in the report. */
@AnotherRun
class ProfileIT {
    private static final String APP = ProfileApp.class.getName();

    /** A row of the profile and its callers, down to the outermost one. */
    private static final Pattern ROW =
            Pattern.compile("(?m)^ +(?<samples>\\d+) +[0-9.<]+ % +(?<code>\\S+)\n(?<callers>(?: +called by .*\n)*)");

    /** Stacks that begin with main and a method that main had called when it created a region or task. */
    private static final Pattern UNDER_MAIN = Pattern.compile(
            Pattern.quote(APP) + "\\.main;" + Pattern.quote(APP) + "\\.(tree|stream|executor|futures);.*");

    private static final double LEAST_SHARE = 0.98;

    @OnEveryJdk
    void workOfTasksStandsUnderTheCodeThatMadeThem(Jdk jdk) throws IOException {
        ObservedRun run = app(jdk).observedOnce();

        String profile = profile(run.traceFile());
        assertWorkStandsUnder(profile, "workOfTree", APP + ".tree(");
        assertWorkStandsUnder(profile, "workOfStream", APP + ".stream(");
        assertWorkStandsUnder(profile, "workOfExecutor", APP + ".executor(");
        assertWorkStandsUnder(profile, "workOfFuture", APP + ".futures(");
        assertThat(profile).doesNotContain("its task was made before the trace");
        try (Trace trace = Traces.open(run.traceFile())) {
            assertThat(trace.threads())
                    .as("the Flight Recorder's own are not the program's")
                    .noneMatch(each -> each.name().startsWith("JFR"));
        }
    }

    @OnEveryJdk
    void allThatMainMadeStandsUnderWhatItHadCalled(Jdk jdk) throws IOException {
        JsonNode report = json(app(jdk).observedOnce().traceFile());

        long work = 0;
        long underMain = 0;
        for (JsonNode each : ReportData.table(report, "profile").get("rows")) {
            String stack = each.get("stack").asText();
            if (stack.contains(APP + ".workOf")) {
                work += each.get("samples").asLong();
                underMain += UNDER_MAIN.matcher(stack).matches()
                        ? each.get("samples").asLong()
                        : 0;
            }
        }
        assertThat(work).isPositive();
        assertThat((double) underMain / work).as("%s", report).isGreaterThanOrEqualTo(LEAST_SHARE);
        assertOthersStandUnderTheProgram(report);
    }

    /** At least 98 % of the samples of threads other than main, or all but one of a few, are below main. */
    static void assertOthersStandUnderTheProgram(JsonNode report) {
        long all = 0;
        long underProgram = 0;
        for (JsonNode table : report.get("tables")) {
            if (table.get("key").asText().equals("samples_of_other_threads")) {
                for (JsonNode each : table.get("rows")) {
                    long samples = each.get("samples").asLong();
                    all += samples;
                    underProgram += each.get("under").asText().equals(UserStacks.UNDER_PROGRAM) ? samples : 0;
                }
            }
        }
        assertThat(underProgram).as("%s", report).isGreaterThanOrEqualTo((long) (LEAST_SHARE * all) - 1);
    }

    /** Asserts that the samples of a method have that caller, and that main's own part of the work has the whole stack of main. */
    private static void assertWorkStandsUnder(String profile, String work, String creator) {
        Map<String, Long> found = new LinkedHashMap<>();
        long all = 0;
        long right = 0;
        for (Matcher row = ROW.matcher(profile); row.find(); ) {
            String stack = row.group("code") + "\n" + row.group("callers");
            if (stack.contains(APP + "." + work)) {
                long samples = Long.parseLong(row.group("samples"));
                all += samples;
                right += stack.contains("called by " + creator) ? samples : 0;
                found.merge(stack, samples, Long::sum);
            }
        }
        assertThat(all).as("samples of %s in\n%s", work, profile).isGreaterThan(5);
        assertThat((double) right / all).as("%s: %s", work, found).isGreaterThanOrEqualTo(LEAST_SHARE);
    }

    @OnEveryJdk
    void waitsAndBlameStandUnderAllThatHadCalledToWait(Jdk jdk) throws IOException {
        Path file = app(jdk).arguments(ProfileApp.WAITS).observedOnce().traceFile();

        PageData page;
        try (Trace trace = Traces.open(file)) {
            page = PageData.of(trace, Samples.beside(file, trace));
        }
        assertLocksAreCalledBy(report(file));
        assertMonitorOfTheJdkNamesTheProgram(report(file));
        for (String tree : List.of("waits", "blame")) {
            // Elsewhere the program also waits for monitors of the Flight Recorder's classes.
            for (String wait : List.of("<lock wait: ", "<monitor wait: java.lang.Object>")) {
                assertWaitsStandUnder(page.frames(tree), wait, ".*APP\\.(first|second);APP\\.guarded;.*");
            }
        }
        assertWaitsStandUnder(page.frames("waits"), "<queue: ", "APP\\.main;APP\\.waits;APP\\.item;.*");
        assertThat(page.tree("blame").get("amount").asLong()).isEqualTo(page.sumOf("locks_and_monitors", "waited"));
    }

    private static void assertLocksAreCalledBy(String report) {
        assertThat(report.substring(report.indexOf("\n\nLocks and monitors")))
                .containsPattern("waited at " + Pattern.quote(APP) + "\\.guarded\\(ProfileApp\\.java:\\d+\\)\n"
                        + " +[0-9.]+ % called by " + Pattern.quote(APP) + "\\.(first|second)\\b");
    }

    private static void assertMonitorOfTheJdkNamesTheProgram(String report) throws IOException {
        if (JvmMonitorsIT.hasLibrary()) {
            assertThat(report)
                    .containsPattern(
                            "waited at Hashtable\\.compute\\(Hashtable\\.java:\\d+\\) \\(called by ProfileApp\\.guarded");
        }
    }

    /** All waits except short ones: waits of ten milliseconds and more have their own stack. */
    private static void assertWaitsStandUnder(Map<String, Long> frames, String wait, String path) {
        Pattern right = Pattern.compile(path.replace("APP", Pattern.quote(APP)));
        long all = 0;
        long under = 0;
        for (Map.Entry<String, Long> each : frames.entrySet()) {
            if (each.getKey().contains(";" + wait)) {
                all += each.getValue();
                under += right.matcher(each.getKey()).matches() ? each.getValue() : 0;
            }
        }
        assertThat(all).as("%s in %s", wait, frames).isPositive();
        assertThat((double) under / all).as("%s: %s", wait, frames).isGreaterThanOrEqualTo(LEAST_SHARE);
    }

    @OnEveryJdk
    void pausesOfTheJvmAreThoseThatTheProgramMade(Jdk jdk) throws IOException {
        ObservedRun run = app(jdk).arguments(ProfileApp.PAUSES).observedOnce();
        List<String> measured = Files.readAllLines(run.directory().resolve(ProfileApp.MEASURED_PAUSES));

        JsonNode report = json(run.traceFile());
        long count = 0;
        long nanos = 0;
        for (JsonNode each : ReportData.table(report, "pauses_of_the_jvm").get("rows")) {
            if (each.get("cause").asText().startsWith("System.gc() (")) {
                assertThat(each.get("for").asText()).isEqualTo("collection");
                count += each.get("count").asLong();
                nanos += each.get("total").asLong();
            }
        }
        assertThat(count).isEqualTo(Long.parseLong(measured.get(0)));
        assertThat(nanos).isPositive().isLessThanOrEqualTo(Long.parseLong(measured.get(1)));
        assertThat(report.at("/findings").toString())
                .containsPattern(
                        "\"Pauses: the JVM kept all threads stopped for [0-9.]+ m?s, [0-9.]+ % of a run of [0-9.]+ m?s: "
                                + "\\d+ pauses, the longest [0-9.]+ m?s\\.\"")
                .containsPattern("[0-9.]+ m?s: " + count + " collections, System\\.gc\\(\\) \\(\\w+\\)\\.");
    }

    @OnEveryJdk
    @DisabledOnOs(OS.WINDOWS)
    void samplesOfAProgramThatIsEndedAreThereAndOthersCannotReadThem(Jdk jdk) throws Exception {
        AppRun app = app(jdk).arguments("stay");
        Path directory = app.newDirectory();
        try (ForkedJvm jvm = app.start(directory)) {
            await().atMost(Duration.ofMinutes(2)).until(() -> jvm.stdout().contains(ProfileApp.STAYS));
            assumeFalse(jvm.ignores(15), "this build was started with TERM ignored");
            jvm.signal("TERM");
            assertThat(jvm.exitCode()).isEqualTo(128 + 15);
        }

        Path trace = ObservedRun.traceFiles(directory).get(0);
        assertThat(profile(trace)).contains(APP + ".workOfStream");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(Path.of(trace + ".jfr"))))
                .isEqualTo("rw-------");
    }

    /** The Flight Recorder itself would print to the program's standard output. */
    @OnEveryJdk
    @DisabledOnOs(OS.WINDOWS)
    void whereTheDirectoryOfTheSamplesIsRemovedStandardOutputIsTheProgramsAlone(Jdk jdk) throws Exception {
        AppRun app = app(jdk).arguments("stay").with("output", "removed/run.ompt");
        Path directory = app.newDirectory();
        Path removed = directory.resolve("removed");
        try (ForkedJvm jvm = app.start(directory)) {
            await().atMost(Duration.ofMinutes(2))
                    .until(() ->
                            jvm.stdout().contains(ProfileApp.STAYS) && Files.exists(removed.resolve("run.ompt.jfr")));
            assumeFalse(jvm.ignores(15), "this build was started with TERM ignored");
            try (Stream<Path> files = Files.walk(removed)) {
                files.map(Path::toFile).sorted(Comparator.reverseOrder()).forEach(File::delete);
            }
            await().atMost(Duration.ofMinutes(2)).until(() -> jvm.stderr().contains("the trace has no samples"));
            jvm.signal("TERM");

            assertThat(jvm.exitCode()).isEqualTo(128 + 15);
            assertThat(jvm.stdout()).doesNotContain("[jfr");
            assertThat(jvm.stderr()).contains("which is not there any more: the trace has no samples");
        }
    }

    @OnEveryJdk
    void withoutAFlightRecorderTheTraceIsThere(Jdk jdk) throws IOException {
        ObservedRun run = AppRun.of(EndingApp.class)
                .on(jdk)
                .arguments("return")
                .jvm("--limit-modules", "java.se,jdk.unsupported")
                .with("tool", "profile")
                .observed();

        assertThat(run.output().agentLines()).anyMatch(each -> each.contains("has no module jdk.jfr"));
        assertThat(profile(run.traceFile())).contains(".ompt.jfr: the run ended before the Flight Recorder began");
    }

    static JsonNode json(Path file) throws IOException {
        try (Trace trace = Traces.open(file)) {
            return ReportData.of(trace, Samples.beside(file, trace), Integer.MAX_VALUE);
        }
    }

    private static AppRun app(Jdk jdk) {
        return AppRun.of(ProfileApp.class).on(jdk).with("tool", "profile");
    }

    private static String report(Path file) throws IOException {
        try (Trace trace = Traces.open(file)) {
            return ReportText.of(trace, Samples.beside(file, trace), 1_000);
        }
    }

    private static String profile(Path file) throws IOException {
        String report = report(file);
        int begin = report.indexOf("\n\nProfile") + 2;
        return report.substring(begin, report.indexOf("\n\n", begin) + 1);
    }
}
