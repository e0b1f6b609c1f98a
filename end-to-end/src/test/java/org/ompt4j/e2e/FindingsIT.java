package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.parallel.Isolated;
import org.ompt4j.apps.agent.FindingsApp;
import org.ompt4j.apps.agent.HealthyApp;
import org.ompt4j.apps.agent.PinnedApp;
import org.ompt4j.apps.monitor.MonitorStormApp;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.read.Traces;
import org.ompt4j.tools.report.Report;

/** What the report says first of programs of which it is known. */
@AnotherRun
@Isolated("holds times of locks against those of the program's own clock")
class FindingsIT {
    private static final String NOTHING = "Findings\n  Nothing stands out.\n";
    private static final String LOCK = "ReentrantLock #\\d+";
    private static final String MONITOR = "Object #\\d+";

    /** A test's machine may let a thread wait for a processor between two readings of the clock. */
    private static final double PERCENT = 2;

    /** A thread that is taken off its processor between an event and the program's own reading. */
    private static final double LEAST_SLACK_NANOS = 3e6;

    private static final Map<String, Double> UNITS = Map.of("us", 1e3, "ms", 1e6, "s", 1e9);

    @OnEveryJdk
    void whoHeldALockIsBlamedForTheTimeItKeptOthersWaiting(Jdk jdk) throws IOException {
        ObservedRun run = app(jdk, Profile.FULL).observedOnce();
        String findings = findings(run.traceFile());

        assertShares(
                findings,
                measured(run, FindingsApp.MEASURED),
                "while \"main\" held it from FindingsApp\\.held\\(FindingsApp\\.java:\\d+\\)",
                "while \"second\" held it from FindingsApp\\.second\\(FindingsApp\\.java:\\d+\\)",
                "while \"main\" held it from FindingsApp\\.monitor\\(FindingsApp\\.java:\\d+\\)");
    }

    @OnEveryJdk
    void whoReleasedALockIsBlamedWhereHoldersAreNotTold(Jdk jdk) throws IOException {
        assertReleases(
                app(jdk, Profile.DEFAULT).with("native", "off").observedOnce(),
                "until \"main\" released it at FindingsApp\\.monitor\\(FindingsApp\\.java:\\d+\\)");
        if (JvmMonitorsIT.hasLibrary()) {
            assertReleases(app(jdk, Profile.DEFAULT).observedOnce(), "while, at first, \"main\" held it");
        }
    }

    private static void assertReleases(ObservedRun run, String ofTheMonitor) throws IOException {
        String findings = findings(run.traceFile());

        assertShares(
                findings,
                measured(run, FindingsApp.MEASURED),
                "until \"main\" released it at FindingsApp\\.held\\(FindingsApp\\.java:\\d+\\)",
                "until \"second\" released it at FindingsApp\\.second\\(FindingsApp\\.java:\\d+\\)",
                ofTheMonitor);
        assertThat(findings)
                .doesNotContain("deadlock:")
                .contains("Not looked for: deadlocks and lock orders, which only profile=full tells.");
    }

    private static void assertShares(
            String findings, Map<String, Long> measured, String byMain, String bySecond, String byMonitor) {
        String last = "\"last\" waited at FindingsApp\\.last\\(FindingsApp\\.java:\\d+\\) ";
        String second = "\"second\" waited at FindingsApp\\.second\\(FindingsApp\\.java:\\d+\\) ";
        String blocked = "\"blocked\" waited at FindingsApp\\.blocked\\(FindingsApp\\.java:\\d+\\) ";
        long first = TimeUnit.MILLISECONDS.toNanos(FindingsApp.FIRST_HOLDS_MILLIS);
        long other = TimeUnit.MILLISECONDS.toNanos(FindingsApp.SECOND_HOLDS_MILLIS);
        assertTakes(findings, last + byMain, first, between(measured, "last waits", "second acquired"));
        assertTakes(findings, second + byMain, first, between(measured, "second waits", "second acquired"));
        assertTakes(findings, last + bySecond, other, between(measured, "main released", "last acquired"));
        long monitor = between(measured, "monitor waited for", "monitor acquired");
        assertTakes(findings, blocked + byMonitor, first, monitor);
        assertTakes(
                findings,
                "Waiting for " + LOCK + " took ",
                2 * first + other,
                between(measured, "last waits", "last acquired")
                        + between(measured, "second waits", "second acquired"));
        assertTakes(findings, "Waiting for " + MONITOR + " took ", first, monitor);
    }

    /** However long threads wait for a processor: the time lies between two readings of the program's clock, and a sleep lies in it. */
    private static void assertTakes(String findings, String pattern, long least, long most) {
        assertThat(time(findings, pattern))
                .as("%s in%n%s", pattern, findings)
                .isBetween(
                        least - Math.max(least * PERCENT / 100, LEAST_SLACK_NANOS),
                        most + Math.max(most * PERCENT / 100, LEAST_SLACK_NANOS));
    }

    /** The time that stands before or behind the first place in the findings that matches. */
    private static double time(String findings, String pattern) {
        String time = "(?<number>[0-9.]+) (?<unit>us|ms|s)";
        String where = pattern.endsWith(" ") ? pattern + time : time + ": " + pattern;
        Matcher matcher = Pattern.compile(where).matcher(findings);
        assertThat(matcher.find()).as("%s in\n%s", where, findings).isTrue();
        return nanos(matcher);
    }

    private static double nanos(Matcher matcher) {
        return Double.parseDouble(matcher.group("number")) * UNITS.get(matcher.group("unit"));
    }

    private static void assertTakes(String findings, String pattern, long nanos) {
        assertTime(time(findings, pattern), pattern, nanos);
    }

    private static void assertTime(double told, String what, long nanos) {
        double most = Math.max(nanos * PERCENT / 100, LEAST_SLACK_NANOS);
        assertThat(told).as(what).isCloseTo(nanos, within(most));
    }

    private static long between(Map<String, Long> measured, String from, String to) {
        return measured.get(to) - measured.get(from);
    }

    @OnEveryJdk
    void bothOrdersCanDeadlockThoughTheyDidNot(Jdk jdk) throws IOException {
        String findings = findings(app(jdk, Profile.FULL).observedOnce().traceFile());

        assertThat(findings)
                .doesNotContain("Deadlock")
                .containsOnlyOnce("Can deadlock")
                .containsPattern("Can deadlock: (" + LOCK + "|" + MONITOR + ") and (" + LOCK + "|" + MONITOR
                        + ") are taken in both orders\\.")
                .containsPattern("\"down\" takes " + LOCK
                        + " at FindingsApp.monitorThenLock\\(FindingsApp.java:\\d+\\) while it holds "
                        + MONITOR + " from FindingsApp.monitorThenLock")
                .containsPattern("\"up\" takes " + MONITOR
                        + " at FindingsApp.lockThenMonitor\\(FindingsApp.java:\\d+\\) while it holds "
                        + LOCK + " from FindingsApp.lockThenMonitor");
    }

    @OnEveryJdk
    void tasksWaitedLongerInTheQueueThanTheyRan(Jdk jdk) throws IOException {
        ObservedRun run = app(jdk, Profile.DEFAULT).observedOnce();
        String findings = findings(run.traceFile());
        Map<String, Long> measured = measured(run, FindingsApp.MEASURED_QUEUE);

        assertTakes(findings, FindingsApp.QUEUED_TASKS + " tasks waited ", measured.get("queued"));
        assertTakes(findings, "Each ran ", measured.get("ran"));
        assertThat(findings)
                .containsPattern(
                        "in the queue of pool-1 \\(2 workers, made at FindingsApp.queue\\(FindingsApp.java:\\d+\\)\\),")
                .containsPattern("that time: sleep [0-9.]+ % at FindingsApp.fetch\\(FindingsApp.java:\\d+\\)\\.")
                .contains("The tasks mostly waited: with more workers they begin earlier.");
    }

    @OnEveryJdk
    void longestElementMakesAStreamUneven(Jdk jdk) throws IOException {
        ObservedRun run = app(jdk, Profile.DEFAULT).observedOnce();
        String findings = findings(run.traceFile());
        long longest = measured(run, FindingsApp.MEASURED_UNEVEN).get("longest");

        assertThat(findings)
                .containsOnlyOnce("Uneven work: ")
                .containsPattern("Uneven work: the region at FindingsApp.uneven\\(FindingsApp.java:\\d+\\) took ")
                .containsPattern(
                        "the longest of [0-9.]+ m?s \\(elements 0 to \\d\\), and worked for [0-9.]+ m?s after all others had ended");
        // Beside the other elements of its chunk.
        assertTakes(
                findings, "the longest of ", longest + TimeUnit.MILLISECONDS.toNanos(elementsOfChunk(findings) - 1));
    }

    private static long elementsOfChunk(String findings) {
        Matcher last = Pattern.compile("elements 0 to (\\d)").matcher(findings);
        assertThat(last.find()).as(findings).isTrue();
        return Long.parseLong(last.group(1)) + 1;
    }

    @OnEveryJdk
    void pathGoesThroughWhatOneThreadDidAloneAndTheSlowestStages(Jdk jdk) throws IOException {
        ObservedRun run = serial(jdk).observedOnce();
        Map<String, Long> measured = measured(run, FindingsApp.MEASURED_SERIAL);
        // On a machine that others use too, what lies between takes longer than some of what is looked for.
        String report = report(run.traceFile(), 30);
        String path = section(report, "Critical path");
        String alone = section(report, "Serial part");

        assertThat(section(report, "Findings"))
                .containsPattern("Serial part: exactly one thread worked for [0-9.]+ m?s, [0-9.]+ % of a run of ")
                .containsPattern("ms: serial before FindingsApp.alone\\(FindingsApp.java:\\d+\\)\\.");
        assertRow(path, "serial before +\\S*FindingsApp.alone", measured.get("alone"));
        assertRow(alone, "serial before +\\S*FindingsApp.alone", measured.get("alone"));
        assertRow(path, "task in +\\S*FindingsApp.slow\\b", measured.get("slow"));
        assertRow(path, "task in +\\S*FindingsApp.last", measured.get("last"));
        assertRow(path, "task in +\\S*FindingsApp.slower", measured.get("slower"));
        assertRow(path, "task in +\\S*FindingsApp.first", measured.get("first"));
        assertRow(path, "task in +\\S*FindingsApp.composed", measured.get("composed"));
        assertThat(path).doesNotContain("FindingsApp.fast");
        assertThat(section(report(run.traceFile()), "Critical path"))
                .doesNotContain("unknown: idle", "unknown: taskwait", "unknown: group");
    }

    @OnEveryJdk
    void pathGoesThroughWhoHeldTheMonitorWhoeverTellsOfIt(Jdk jdk) throws IOException {
        assertPathOfHandOver(jdk, "off");
        if (JvmMonitorsIT.hasLibrary()) {
            assertPathOfHandOver(jdk, "auto");
        }
    }

    private static AppRun serial(Jdk jdk) {
        return AppRun.of(FindingsApp.class).on(jdk).arguments("serial").profile(Profile.DEFAULT);
    }

    private static AppRun handOver(Jdk jdk) {
        return AppRun.of(FindingsApp.class).on(jdk).arguments("hand-over").profile(Profile.DEFAULT);
    }

    private static void assertPathOfHandOver(Jdk jdk, String monitors) throws IOException {
        ObservedRun run = handOver(jdk).with("native", monitors).observedOnce();
        Map<String, Long> measured = measured(run, FindingsApp.MEASURED_HAND_OVER);
        String path = section(report(run.traceFile()), "Critical path");

        for (String each : List.of("first", "second", "last")) {
            double told = nanosOf(path, "serial in +\\S*MonitorChain." + each);
            assertThat(told)
                    .as(each)
                    .isGreaterThan(measured.get(each + " at least") * (1 - PERCENT / 100))
                    .isLessThan(measured.get(each + " at most") * (1 + PERCENT / 100));
        }
    }

    @OnEveryJdk
    void whoHoldsAMonitorForMillisecondsIsKnownInAStormToo(Jdk jdk) throws IOException {
        if (JvmMonitorsIT.hasLibrary()) {
            ObservedRun run =
                    storm(jdk).with("native", "auto").with("throttle", "off").observedOnce();

            double waited = nanosWaited(run, each -> true);
            double unknown = nanosWaited(run, each -> each.owner() == 0);
            assertThat(waited).isGreaterThan(MonitorStormApp.LONG_ENTRIES * TimeUnit.MILLISECONDS.toNanos(1));
            assertThat(unknown).as("of " + waited).isLessThan(waited * PERCENT / 100);
        }
    }

    private static AppRun storm(Jdk jdk) {
        return AppRun.of(MonitorStormApp.class).on(jdk).arguments("long").profile(Profile.DEFAULT);
    }

    /** How long threads waited for monitors in the program's own code, of the waits with such an acquire. */
    private static double nanosWaited(ObservedRun run, Predicate<TraceEvent> which) {
        Map<Long, TraceEvent> acquires = new HashMap<>();
        long sum = 0;
        for (TraceEvent each : run.events()) {
            boolean isOfApp = each.construct() == Construct.SYNCHRONIZED && run.isAt(each, "MonitorStormApp");
            if (isOfApp && each.event() == Event.MUTEX_ACQUIRE) {
                acquires.put(each.threadId(), each);
            } else if (isOfApp && each.event() == Event.MUTEX_ACQUIRED) {
                TraceEvent acquire = acquires.remove(each.threadId());
                sum += which.test(acquire) ? each.timeNanos() - acquire.timeNanos() : 0;
            }
        }
        return sum;
    }

    @OnEveryJdk
    void stageBothOfWhoseNeighboursWaitIsSlow(Jdk jdk) throws IOException {
        String findings = findings(crowd(jdk).observedOnce().traceFile());
        if (!findings.contains("Slow stage")) {
            // Where others have the processors, threads wait for these longer than for the stage.
            findings = findings(crowd(jdk).observed().traceFile());
        }

        assertThat(findings)
                .containsPattern(
                        "Slow stage: work in FindingsApp\\.lambda\\$stages\\$\\d+ kept threads waiting in 2 queues for "
                                + "[0-9.]+ m?s of [0-9.]+ m?s that they waited there, in a run of ")
                .containsPattern(
                        "waited at FindingsApp.put\\(FindingsApp.java:\\d+\\) in ArrayBlockingQueue #\\d+, \\d+ times,")
                .containsPattern(
                        "waited at FindingsApp.take\\(FindingsApp.java:\\d+\\) in ArrayBlockingQueue #\\d+, \\d+ times,");
    }

    @OnEveryJdk
    void lastResultsAreCombinedByOneThread(Jdk jdk) throws IOException {
        ObservedRun run = crowd(jdk).observedOnce();
        String findings = findings(run.traceFile());
        long last = measured(run, FindingsApp.MEASURED_COMBINE).get("last");

        assertTakes(
                findings,
                "Serial combining: partial results of the stream at FindingsApp\\.combine\\(FindingsApp\\.java:\\d+\\) "
                        + "were combined by one thread while no other worked for ",
                last);
        assertThat(findings).doesNotContain("Uneven work");
    }

    @OnEveryJdk
    void elementsOfASourceThatHasNoPartsAreTakenByOneThread(Jdk jdk) throws IOException {
        ObservedRun run = crowd(jdk).observedOnce();
        String findings = findings(run.traceFile());

        assertTakes(
                findings,
                "Sequential source: one thread took elements from the source of the stream at "
                        + "FindingsApp\\.source\\(FindingsApp\\.java:\\d+\\) while no other worked for ",
                measured(run, FindingsApp.MEASURED_SOURCE).get("source"));
        assertThat(findings).contains("The thread waited for elements for ");
        assertThat(findings).doesNotContain("Uneven work");
    }

    @OnEveryJdk
    void moreWorkersThanProcessorsAreTooMany(Jdk jdk) throws IOException {
        ObservedRun run = crowd(jdk).observedOnce();
        Map<String, Long> measured = measured(run, FindingsApp.MEASURED_CROWD);
        String findings = findings(run.traceFile());

        Matcher told = Pattern.compile("Oversubscription: more threads worked than there are processors for "
                        + "(?<number>[0-9.]+) (?<unit>us|ms|s), [0-9.]+ % of a run of [0-9.]+ m?s: up to \\d+ on \\d+ processors?\\.\n"
                        + " +All threads together worked .* in that time, (?<ofPool>[0-9.]+) (?<unitOfPool>us|ms|s) of it "
                        + "in pool-1 \\(made at FindingsApp.crowd\\(FindingsApp.java:\\d+\\)\\).*\n"
                        + " +[0-9.]+ m?s: task in FindingsApp.lambda\\$crowd\\$\\d+\\.")
                .matcher(findings);
        assertThat(told.find()).as(findings).isTrue();
        double nanos = Double.parseDouble(told.group("number")) * UNITS.get(told.group("unit"));
        double ofPool = Double.parseDouble(told.group("ofPool")) * UNITS.get(told.group("unitOfPool"));
        double all = between(measured, "all", "ended");
        assertThat(nanos).isGreaterThan(all * (1 - PERCENT / 100));
        assertThat(ofPool)
                .isGreaterThan(FindingsApp.CROWD * all * (1 - PERCENT / 100))
                .isLessThan(FindingsApp.CROWD * between(measured, "first", "last") * (1 + PERCENT / 100));
    }

    @OnEveryJdk
    void partyThatMostlyComesLastIsNamed(Jdk jdk) throws IOException {
        ObservedRun run = parties(jdk).observedOnce();
        String findings = findings(run.traceFile());

        // What the program measured has all that the calls did besides in it, and who is quick can come late.
        assertTakes(
                findings,
                "Uneven parties: at CyclicBarrier #\\d+ 3 threads waited ",
                FindingsApp.LEAST_WAITED_BY_PARTIES_NANOS,
                measured(run, FindingsApp.MEASURED_PARTIES).get("waited"));
        assertThat(findings)
                .containsPattern("\n    \"slow\" waited [0-9.]+ (ns|us|ms), the others [0-9.]+ ms on average, at ");
    }

    @OnEveryJdk
    void threadsThatShareTooFewConnectionsWaitForOneAnother(Jdk jdk) throws IOException {
        ObservedRun run = shared(jdk).observedOnce();
        String findings = findings(run.traceFile());

        assertTakes(
                findings,
                FindingsApp.USERS + " threads waited for one another in ArrayBlockingQueue #\\d+ at "
                        + "FindingsApp\\.lambda\\$shared\\$\\d+\\(FindingsApp\\.java:\\d+\\), ",
                FindingsApp.LEAST_WAITED_BY_USERS_NANOS,
                measured(run, FindingsApp.MEASURED_SHARED).get("waited"));
        assertThat(findings)
                .contains(" at least one of them waited, " + (FindingsApp.USERS - FindingsApp.SHARED)
                        + " at a time at most.")
                .containsPattern("\n    [0-9.]+ (ms|s): sleep at FindingsApp\\.sleeps\\(")
                .contains("If they share something, as connections of a pool, try to have more of it")
                .doesNotContain("The other side is slower");
    }

    private static AppRun shared(Jdk jdk) {
        return AppRun.of(FindingsApp.class).on(jdk).arguments("shared").profile(Profile.DEFAULT);
    }

    @OnEveryJdk
    void taskThatTakesLongerThanItsPeriodIsLate(Jdk jdk) throws IOException {
        ObservedRun run = late(jdk).observedOnce();
        String findings = findings(run.traceFile());

        assertTakes(
                findings,
                "Late tasks: \\d+ runs of scheduled tasks of pool-1 \\(made at FindingsApp\\.late\\(FindingsApp\\.java:\\d+\\)\\) "
                        + "began later than due; at least one was due and had not begun for ",
                FindingsApp.LEAST_LATE_NANOS,
                between(measured(run, FindingsApp.MEASURED_LATE), "scheduled", "ended"));
        assertThat(findings)
                .containsPattern(
                        "\n    FindingsApp\\.lambda\\$late\\$\\d+, due every 5.00 ms, scheduled at FindingsApp\\.late\\("
                                + "FindingsApp\\.java:\\d+\\): ")
                .containsPattern("Meanwhile \"pool-1-thread-1\" ran FindingsApp\\.lambda\\$late\\$\\d+ ")
                .containsPattern("on average, longer than its period: try a longer period, or less to do in a run\\.");
    }

    @OnEveryJdk
    void loopThatSleepsInWhatItServesIsBlocked(Jdk jdk) throws IOException {
        ObservedRun run = AppRun.of(FindingsApp.class)
                .on(jdk)
                .arguments("loop")
                .profile(Profile.DEFAULT)
                .observedOnce();
        String findings = findings(run.traceFile());

        assertTakes(
                findings,
                "Event loops were blocked, for ",
                measured(run, FindingsApp.MEASURED_LOOP).get("slept"));
        assertThat(findings)
                .containsPattern(": sleep [0-9.]+ % at FindingsApp\\.sleeps\\(")
                .containsPattern("1 thread, the longest time [0-9.]+ ms of \"loop\"");
    }

    private static AppRun late(Jdk jdk) {
        return AppRun.of(FindingsApp.class).on(jdk).arguments("late").profile(Profile.DEFAULT);
    }

    private static AppRun parties(Jdk jdk) {
        return AppRun.of(FindingsApp.class).on(jdk).arguments("parties").profile(Profile.DEFAULT);
    }

    private static AppRun crowd(Jdk jdk) {
        return AppRun.of(FindingsApp.class)
                .on(jdk)
                .arguments("stages", "combine", "source", "crowd")
                .profile(Profile.DEFAULT);
    }

    /** The time in the first row that matches. */
    private static void assertRow(String table, String row, long nanos) {
        assertTime(nanosOf(table, row), row, nanos);
    }

    private static double nanosOf(String table, String row) {
        Matcher matcher = Pattern.compile("(?<number>[0-9.]+) (?<unit>us|ms|s) +[0-9.]+ % +" + row)
                .matcher(table);
        assertThat(matcher.find()).as("%s in\n%s", row, table).isTrue();
        return nanos(matcher);
    }

    @OnEveryJdk
    void nothingStandsOutInHealthyPrograms(Jdk jdk) throws IOException {
        assertThat(findings(healthy(jdk).observed().traceFile())).startsWith(NOTHING);
    }

    private static AppRun healthy(Jdk jdk) {
        return AppRun.of(HealthyApp.class).on(jdk).profile(Profile.FULL);
    }

    /** What is compared with runs without the agent. */
    static Stream<AppRun> programs(Jdk jdk) {
        return Stream.of(
                app(jdk, Profile.FULL),
                serial(jdk),
                handOver(jdk),
                storm(jdk),
                crowd(jdk),
                parties(jdk),
                shared(jdk),
                late(jdk),
                healthy(jdk));
    }

    @OnEveryJdk
    @DisabledOnOs(OS.WINDOWS)
    void deadlockIsTheFirstThingToBeSaid(Jdk jdk) throws Exception {
        assertThat(findingsOfStuck(jdk, "deadlock", Profile.FULL))
                .doesNotContain("Can deadlock")
                .containsPattern(
                        "\\AFindings \\(worst first\\)\n  Deadlock: 2 threads wait for each other, since [0-9.]+ m?s before the end\\.\n")
                .containsPattern("\"left\" waits at FindingsApp.left\\(FindingsApp.java:\\d+\\) for " + LOCK
                        + ", which \"right\" acquired at FindingsApp.right\\(FindingsApp.java:\\d+\\)\\.")
                .containsPattern("\"right\" waits at FindingsApp.right\\(FindingsApp.java:\\d+\\) for "
                        + MONITOR
                        + ", which \"left\" acquired at FindingsApp.left\\(FindingsApp.java:\\d+\\)\\.")
                .containsPattern(
                        "Pool starvation: all 2 workers of pool-1 \\(made at FindingsApp.starve\\(FindingsApp.java:\\d+\\)\\) "
                                + "wait for tasks that are in its own queue, since [0-9.]+ m?s before the end\\.")
                .containsPattern(
                        "\"pool-1-thread-\\d\" waits at FindingsApp.awaitInner\\(FindingsApp.java:\\d+\\) for a task "
                                + "that was submitted at FindingsApp.awaitInner\\(FindingsApp.java:\\d+\\)\\.");
    }

    @OnEveryJdk
    @DisabledOnOs(OS.WINDOWS)
    void poolThatWaitsForAFunctionOfAFutureInItsOwnQueueStarves(Jdk jdk) throws Exception {
        assertThat(findingsOfStuck(jdk, "starve-for-futures", Profile.DEFAULT))
                .containsPattern(
                        "Pool starvation: the only worker of pool-1 \\(made at FindingsApp.starveForFutures\\(FindingsApp.java:\\d+\\)\\) "
                                + "waits for [^,]*, since [0-9.]+ m?s before the end\\.")
                .containsPattern(
                        "\"pool-1-thread-1\" waits at FindingsApp.awaitFuture\\(FindingsApp.java:\\d+\\) for a task "
                                + "that was submitted at FindingsApp.awaitFuture\\(FindingsApp.java:\\d+\\)\\.");
    }

    /** The findings about a program that ends no sooner than it is told to. */
    private static String findingsOfStuck(Jdk jdk, String scenario, Profile profile) throws Exception {
        AppRun app = AppRun.of(FindingsApp.class).on(jdk).arguments(scenario).profile(profile);
        Path directory = app.newDirectory();
        try (ForkedJvm jvm = app.start(directory)) {
            await().atMost(Duration.ofMinutes(2)).until(() -> jvm.stdout().startsWith(FindingsApp.STUCK));
            assumeFalse(jvm.ignores(15), "this build was started with TERM ignored");
            jvm.signal("TERM");
            assertThat(jvm.exitCode()).isEqualTo(128 + 15);
        }
        return findings(ObservedRun.traceFiles(directory).get(0));
    }

    @OnEveryJdk
    void virtualThreadThatWaitsInTheInitializationOfAClassKeepsItsCarrier(Jdk jdk) throws IOException {
        assumeFalse(jdk.major() < 21, "has no virtual threads");
        String findings = findings(AppRun.of(PinnedApp.class)
                .on(jdk)
                .profile(Profile.DEFAULT)
                .observedOnce()
                .traceFile());

        assertThat(findings)
                .containsPattern(
                        "Virtual threads kept their carriers while they waited, for [0-9.]+ m?s in all, "
                                + "in a run of [0-9.]+ m?s: sleep (100\\.0|99\\.\\d) % at PinnedApp\\.fetch\\(PinnedApp\\.java:\\d+\\)")
                .doesNotContain("PinnedApp.sleeps");
    }

    private static AppRun app(Jdk jdk, Profile profile) {
        return AppRun.of(FindingsApp.class)
                .on(jdk)
                .arguments("held", "both-orders", "queue", "uneven")
                .profile(profile);
    }

    private static String findings(Path file) throws IOException {
        return section(report(file), "Findings");
    }

    private static String report(Path file) throws IOException {
        return report(file, 10);
    }

    private static String report(Path file, int rows) throws IOException {
        StringWriter out = new StringWriter();
        try (Trace trace = Traces.open(file)) {
            Report.write(trace, null, "run.ompt", rows, 1_000, out);
        }
        return out.toString();
    }

    private static String section(String report, String title) {
        int begin = report.indexOf("\n\n" + title) + 2;
        return report.substring(begin, report.indexOf("\n\n", begin) + 1);
    }

    private static Map<String, Long> measured(ObservedRun run, String file) throws IOException {
        Map<String, Long> measured = new HashMap<>();
        for (String line : Files.readAllLines(run.directory().resolve(file))) {
            String[] parts = line.split("\t");
            measured.put(parts[0], Long.valueOf(parts[1]));
        }
        return measured;
    }
}
