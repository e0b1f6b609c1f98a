package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.ompt4j.ompt.UnobservedUse;
import org.ompt4j.ompt.UnobservedUse.Reason;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.testing.ReportText;
import org.ompt4j.tools.testing.TraceBuilder;

/** What a report says about data that is missing in the trace. */
class LossSectionTest {
    private static final int WIDTH = 120;

    @Test
    void listsWhatTheProgramUsedThatWasNotObserved() throws IOException {
        Trace trace = new TraceBuilder()
                .classes(1_234)
                .uses(new UnobservedUse(Reason.BY_REFERENCE, "thread", "calls through references", 1, 1, 0))
                .uses(new UnobservedUse(Reason.BY_REFLECTION, "reentrant-lock", "calls by reflection", 0, 0, 7))
                .uses(new UnobservedUse(Reason.NOT_MAPPED, "timer", "tasks of java.util.Timer", 2, 1, 0))
                .uses(new UnobservedUse(Reason.NOT_MAPPED, "semaphore", "permits of Semaphore", 2_000, 12, 5_000))
                .uses(new UnobservedUse(Reason.SWITCHED_OFF, "phaser", "barriers and arrivals", 3, 2, 0))
                .uses(new UnobservedUse(Reason.LEFT_OUT, "phaser", "barriers and arrivals", 4, 4, 0))
                .build();

        assertThat(ReportText.of(trace, WIDTH)).endsWith(ReportTest.expected("unobserved.txt"));
    }

    @Test
    void saysThatNothingWasMissedOnlyWhereThatIsKnown() throws IOException {
        String unknown = ReportText.of(new TraceBuilder().build(), WIDTH);
        String known = ReportText.of(new TraceBuilder().classes(3).build(), WIDTH);

        assertThat(unknown).contains("Which constructs the program used that are not observed is not known.");
        assertThat(known).contains("Nothing was dropped, nothing failed, nothing was switched off.");
        assertThat(known).contains("Not observed: nothing that the 3 classes of the program and its libraries use");
    }

    @Test
    void whatAnAgentCouldNotObserveIsASentenceUnlessItBeginsWithAName() throws IOException {
        String report = ReportText.of(
                new TraceBuilder()
                        .classes(1)
                        .notObserved("when monitors are released is not observed")
                        .notObserved("app.Main is not observed: the JVM refused it")
                        .build(),
                WIDTH);

        assertThat(report)
                .contains("\n  When monitors are released is not observed.\n")
                .contains("\n  app.Main is not observed: the JVM refused it.\n")
                .contains("nothing that the one class of the program uses,");
    }

    @Test
    void whatIsNotSeenInsideTheJdkDependsOnWhereMutexesAreTold() throws IOException {
        String inDefault = ReportText.of(
                new TraceBuilder().classes(3).configure("profile", "default").build(), WIDTH);
        String inFull = ReportText.of(new TraceBuilder().classes(3).build(), WIDTH);

        assertThat(inDefault).contains("Not observed inside the JDK: monitors, which need native=auto.\n");
        assertThat(inFull)
                .contains("Not observed inside the JDK: monitors, whose waits count as what the thread does; locks,");
    }

    @Test
    void constructsOnRequestAreNoLoss() throws IOException {
        String all = ReportText.of(
                new TraceBuilder().configure("constructs", "all,fence").build(), WIDTH);
        String some = ReportText.of(
                new TraceBuilder().configure("constructs", "-phaser,fence").build(), WIDTH);

        assertThat(all).doesNotContain("lets through");
        assertThat(some).contains("Only what the setting constructs=-phaser,fence lets through.");
    }

    @Test
    void whatWasNotObservedKeepsItsNameHoweverNarrowThePage() throws IOException {
        String missing = "calls of Executor and ExecutorService that do not reach a ForkJoinPool";
        Trace trace = new TraceBuilder()
                .classes(1)
                .uses(new UnobservedUse(Reason.NOT_MAPPED, "executor", missing, 9, 1, 0))
                .build();

        for (int width : new int[] {60, 80, 120}) {
            assertThat(ReportText.of(trace, width)).containsPattern("(?m)^ +9 +1 +executor$");
            assertThat(ReportText.of(trace, width).replaceAll("\\s+", " ")).contains("executor " + missing);
            assertThat(ReportText.of(trace, width).lines()).allMatch(each -> each.length() <= width);
        }
    }
}
