package org.ompt4j.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.util.Arrays;
import java.util.Map;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.ompt4j.junit.Observed.WithoutAgent;

/** The extension in a JVM without the agent. */
class ObservedTest {
    private static boolean hasRun;

    static class Programs {
        @Test
        @Observed(lockWaitAtMost = "1ms")
        void fails() {
            hasRun = true;
        }

        @Test
        @Observed(lockWaitAtMost = "1ms", withoutAgent = WithoutAgent.SKIP)
        void isSkipped() {
            hasRun = true;
        }

        @Test
        void isNotObserved() {
            hasRun = true;
        }
    }

    @Observed(withoutAgent = WithoutAgent.SKIP)
    static class Skipped {
        @Test
        void inheritsFromTheClass() {
            hasRun = true;
        }

        @Test
        @Observed
        void overridesTheClass() {
            hasRun = true;
        }

        @Nested
        class Inside {
            @Test
            void inheritsFromTheEnclosingClass() {
                hasRun = true;
            }
        }
    }

    private static TestRun run(Class<?> tests, String method) {
        hasRun = false;
        return TestRun.of(tests, method);
    }

    @Test
    void withoutTheAgentATestFailsAndDoesNotRun() {
        assertThat(run(Programs.class, "fails")).isEqualTo(new TestRun("FAILED", AgentTrace.NO_AGENT));
        assertThat(hasRun).isFalse();
        assertThat(AgentTrace.NO_AGENT).doesNotContain("\n").contains("-javaagent:ompt-agent.jar");
    }

    @Test
    void withoutTheAgentATestIsSkippedIfItAllowsThat() {
        TestRun skipped = run(Programs.class, "isSkipped");

        assertThat(skipped).isEqualTo(new TestRun(TestRun.SKIPPED, AgentTrace.NO_AGENT));
        assertThat(hasRun).isFalse();
    }

    @Test
    void testThatIsNotObservedRuns() {
        assertThat(run(Programs.class, "isNotObserved")).isEqualTo(new TestRun("SUCCESSFUL", ""));
        assertThat(hasRun).isTrue();
    }

    @Test
    void whatTheMethodSaysGoesBeforeWhatTheClassSays() {
        assertThat(run(Skipped.class, "inheritsFromTheClass").end()).isEqualTo(TestRun.SKIPPED);
        assertThat(run(Skipped.Inside.class, "inheritsFromTheEnclosingClass").end())
                .isEqualTo(TestRun.SKIPPED);
        assertThat(run(Skipped.class, "overridesTheClass").end()).isEqualTo("FAILED");
        assertThat(hasRun).isFalse();
    }

    @Observed(
            lockHeldAtMost = "1ms",
            lockWaitAtMost = "2ms",
            imbalanceAtMost = "3%",
            pinnedAtMost = "0",
            noLockInversion = true,
            noPoolStarvation = true)
    private static class Everything {}

    @Observed
    private static class Nothing {}

    @Test
    void allThatTheAnnotationHasIsAskedFor() {
        Map<String, String> everything = ObservedExtension.demands(Everything.class.getAnnotation(Observed.class));

        assertThat(everything)
                .containsExactly(
                        entry("lockHeldAtMost", "1ms"),
                        entry("lockWaitAtMost", "2ms"),
                        entry("imbalanceAtMost", "3%"),
                        entry("pinnedAtMost", "0"),
                        entry("noLockInversion", "true"),
                        entry("noPoolStarvation", "true"));
        assertThat(Arrays.stream(Observed.class.getDeclaredMethods()).map(each -> each.getName()))
                .containsAll(everything.keySet())
                .hasSize(everything.size() + 1);
        assertThat(ObservedExtension.demands(Nothing.class.getAnnotation(Observed.class)))
                .isEmpty();
    }
}
