package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.commons.JUnitException;
import org.junit.platform.engine.TestEngine;
import org.junit.platform.launcher.Launcher;
import org.ompt4j.control.OmptControl;
import org.ompt4j.junit.Observed;
import org.opentest4j.AssertionFailedError;

/** Tests that the extension of {@code ompt-junit} checks; for each it is known whether it has a problem. */
@Order(2)
class ObservedTestsIT {
    private static final String PROGRAMS = "ObservedPrograms";
    private static final Set<String> SUCCEED =
            Set.of("isAsAskedFor", "waitsInACondition", "isNotObserved", "doesNothing", "givesItsCarrierAway");

    @TempDir
    Path folder;

    /** Runs these tests in one JVM with the agent; returns how each of them ended. */
    private Map<String, String> run(Jdk jdk, String settings, List<String> tests) throws Exception {
        List<String> arguments = new ArrayList<>(List.of(
                ForkedJvm.BRIEF,
                "-javaagent:" + AppRun.shippedJar() + "=" + settings + ",quiet=true,output=tests.ompt",
                // So that regions have several threads on a machine with one processor too.
                "-Djava.util.concurrent.ForkJoinPool.common.parallelism=2",
                "-cp",
                classPath(),
                "org.ompt4j.junit." + PROGRAMS));
        arguments.addAll(tests);
        Path directory = Files.createDirectory(folder.resolve("run"));
        try (ForkedJvm jvm = ForkedJvm.start(jdk, arguments, Map.of(), directory)) {
            int exitCode = jvm.exitCode();
            assertThat(exitCode).as("%s%s", jvm.stdout(), jvm.stderr()).isZero();
            assertThat(jvm.stderr()).isEmpty();
            Map<String, String> ends = new LinkedHashMap<>();
            jvm.stdout().lines().map(each -> each.split(" ", 2)).forEach(each -> ends.put(each[0], each[1].strip()));
            assertThat(ends.keySet()).containsExactlyElementsOf(tests);
            return ends;
        }
    }

    private static String classPath() throws Exception {
        List<Class<?>> ofJars = List.of(
                Observed.class,
                OmptControl.class,
                Test.class,
                Class.forName("org.junit.jupiter.engine.JupiterTestEngine"),
                TestEngine.class,
                Launcher.class,
                JUnitException.class,
                AssertionFailedError.class);
        return Stream.concat(
                        Stream.of(System.getProperty("ompt.junit.programs")),
                        ofJars.stream().map(ToolJar::locationOf))
                .collect(Collectors.joining(File.pathSeparator));
    }

    @OnEveryJdk
    void eachTestIsJudgedByWhatItAsksForAndByWhatItDidItself(Jdk jdk) throws Exception {
        List<String> tests = new ArrayList<>(List.of(
                "asksForNoDuration",
                "holdsTooLong",
                "waitsTooLong",
                "isAsAskedFor",
                "holdsUntilItEnds",
                "waitsInACondition",
                "isNotObserved",
                "doesNothing",
                "takesLocksInBothOrders",
                "isUneven",
                "failsByItself",
                "starvesItsPool",
                "starvesAPoolFromBefore",
                "deadlocks"));
        if (jdk.hasVirtualThreads()) {
            tests.addAll(List.of("keepsItsCarrier", "givesItsCarrierAway"));
        }

        Map<String, String> ends = run(jdk, "profile=full", tests);

        assertThat(ends.get("asksForNoDuration"))
                .isEqualTo(
                        "FAILED @Observed: lockWaitAtMost: \"1h\" is no duration; write one such as 10ms, 500us, 1s or"
                                + " 0");
        assertThat(ends.get("holdsTooLong"))
                .matches("FAILED \".+\" held ReentrantLock #\\d+ for [\\d.]+ m?s from " + PROGRAMS
                        + "\\.contended\\(.*\\); lockHeldAtMost is 20ms");
        // On a busy machine most of the wait can be between the release and the acquisition.
        assertThat(ends.get("waitsTooLong"))
                .matches("FAILED \"waiter\" waited [\\d.]+ m?s for ReentrantLock #\\d+ at " + PROGRAMS
                        + "\\.\\S+, most of all such waits (while \".+\" held it from " + PROGRAMS
                        + "\\.contended\\(.*\\)|between a release and the next acquisition); lockWaitAtMost is 20ms");
        assertThat(ends.get("holdsUntilItEnds")).startsWith("FAILED \"main\" held ReentrantLock #");
        assertThat(ends.get("takesLocksInBothOrders"))
                .startsWith("FAILED Can deadlock: Object #")
                .contains("are taken in both orders")
                .contains("at " + PROGRAMS + ".both(");
        assertThat(ends.get("deadlocks")).startsWith("FAILED Deadlock: 2 threads wait for each other");
        assertThat(ends.get("starvesItsPool"))
                .startsWith(
                        "FAILED Pool starvation: the only worker of starved (made at " + PROGRAMS + ".starvesItsPool(")
                .contains(" waits for a task that is in its own queue");
        assertThat(ends.get("starvesAPoolFromBefore"))
                .isEqualTo(
                        "FAILED noPoolStarvation cannot be judged: a worker of a pool that was there before the test waits"
                                + " for a task that has not begun");
        assertThat(ends.get("isUneven"))
                .startsWith("FAILED uneven work: in regions at " + PROGRAMS + ".uneven(")
                .endsWith("imbalanceAtMost is 20%");
        assertThat(ends.get("failsByItself")).isEqualTo("FAILED by itself");
        if (jdk.hasVirtualThreads()) {
            assertThat(ends.get("keepsItsCarrier"))
                    .startsWith("FAILED a virtual thread kept its carrier while it waited ")
                    .endsWith("; pinnedAtMost is 10ms");
        }
        assertThat(ends.entrySet().stream()
                        .filter(each -> each.getValue().equals("SUCCESSFUL"))
                        .map(Map.Entry::getKey))
                .containsExactlyElementsOf(
                        tests.stream().filter(SUCCEED::contains).toList())
                .hasSizeGreaterThan(3);
    }

    /** The profile default does not report who holds a lock. */
    @Test
    void whatTheSettingsDoNotTellFailsATestThatAsksForIt() throws Exception {
        Map<String, String> ends =
                run(Jdks.oldest(), "profile=default", List.of("holdsTooLong", "waitsTooLong", "failsByItself"));

        assertThat(ends.get("holdsTooLong"))
                .isEqualTo("FAILED lockHeldAtMost cannot be judged: who holds locks is told with profile=full only,"
                        + " without min-wait");
        assertThat(ends.get("waitsTooLong")).startsWith("FAILED \"waiter\" waited ");
        assertThat(ends.get("failsByItself")).isEqualTo("FAILED by itself");
    }

    @Test
    void whatTheSettingsLeaveOutFailsATestThatAsksForIt() throws Exception {
        Map<String, String> ends = run(
                Jdks.oldest(),
                "profile=full,constructs=-reentrant-lock;-future-task",
                List.of("holdsTooLong", "waitsTooLong", "starvesItsPool", "isUneven"));

        assertThat(ends.get("holdsTooLong"))
                .isEqualTo("FAILED lockHeldAtMost cannot be judged: the setting constructs leaves out reentrant-lock");
        assertThat(ends.get("waitsTooLong"))
                .isEqualTo("FAILED lockWaitAtMost cannot be judged: the setting constructs leaves out reentrant-lock");
        assertThat(ends.get("starvesItsPool"))
                .endsWith("noPoolStarvation cannot be judged: the setting constructs leaves out future-task");
        assertThat(ends.get("isUneven")).startsWith("FAILED uneven work: ");
    }

    @Test
    void testWhoseClassIsLeftOutFails() throws Exception {
        Map<String, String> ends =
                run(Jdks.oldest(), "profile=full,exclude=org.ompt4j.junit.*", List.of("deadlocks", "isNotObserved"));

        assertThat(ends.get("deadlocks"))
                .isEqualTo("FAILED the settings include and exclude of the agent leave out org.ompt4j.junit." + PROGRAMS
                        + ", so that the test cannot be judged");
        assertThat(ends.get("isNotObserved")).isEqualTo("SUCCESSFUL");
    }

    @Test
    void samplesJudgeNoTest() throws Exception {
        Map<String, String> ends =
                run(Jdks.oldest(), "tool=sample", List.of("waitsTooLong", "starvesItsPool", "isUneven"));

        assertThat(ends.values())
                .allMatch(each -> each.endsWith(" cannot be judged: tool=sample takes samples, and records no event"));
    }
}
