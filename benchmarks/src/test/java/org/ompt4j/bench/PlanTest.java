package org.ompt4j.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PlanTest {
    private static final List<Setting> TWO = List.of(Setting.OFF, Setting.DEFAULT);
    private static final List<Setting> PEERS = List.of(Setting.JFR, Setting.ASYNC_PROFILER);

    @Test
    void everythingIsMeasuredOnceBeforeAnythingIsMeasuredAgain() {
        List<Plan.Group> plan =
                Plan.of(List.of(subject("a", 9, 0, 1), subject("b", 9, 0, 1)), List.of(17, 25), 2, true);

        assertThat(plan)
                .extracting(each ->
                        each.jdk() + each.subject().id() + each.trials().get(0).pair())
                .containsExactly("17a0", "25a0", "17b0", "25b0", "17a1", "25a1", "17b1", "25b1");
    }

    @Test
    void eachPairBeginsWithAnotherSetting() {
        Plan.Group group =
                Plan.of(List.of(subject("a", 9, 0, 3)), List.of(17), 1, true).get(0);

        assertThat(group.trials())
                .extracting(each -> each.pair() + " " + each.setting().id())
                .containsExactly("0 off", "0 default", "1 default", "1 off", "2 off", "2 default");
    }

    @Test
    void peersAreMeasuredInTheFirstSweepsOnly() {
        List<Plan.Group> plan = Plan.of(List.of(subject("a", 2, 1, 1)), List.of(17), 3, true);

        assertThat(plan).hasSize(2);
        assertThat(settings(plan.get(0)))
                .containsExactlyInAnyOrder(Setting.OFF, Setting.DEFAULT, Setting.JFR, Setting.ASYNC_PROFILER);
        assertThat(settings(plan.get(1))).containsExactlyInAnyOrder(Setting.OFF, Setting.DEFAULT);
    }

    @Test
    void asyncProfilerIsLeftOutWhereItDoesNotRun() {
        List<Plan.Group> plan = Plan.of(List.of(subject("a", 2, 1, 1)), List.of(17), 1, false);

        assertThat(settings(plan.get(0))).containsExactlyInAnyOrder(Setting.OFF, Setting.DEFAULT, Setting.JFR);
    }

    @Test
    void whatAJdkDoesNotHaveIsNotMeasuredOnIt() {
        Subject virtual = new Subject(
                Suite.PROGRAMS, "v", "v", List.of(), TWO, List.of(), 1, 0, 1, Subject.Rounds.NONE, 21, List.of());

        assertThat(Plan.of(List.of(virtual), List.of(17, 25), 1, true))
                .extracting(Plan.Group::jdk)
                .containsExactly(25);
    }

    @Test
    void trialsOfTheRealPlanDiffer() {
        for (boolean quick : new boolean[] {false, true}) {
            assertThat(Plan.of(Subjects.all(quick), List.of(17, 25), 3, true))
                    .flatExtracting(Plan.Group::trials)
                    .doesNotHaveDuplicates();
        }
    }

    private static List<Setting> settings(Plan.Group group) {
        return group.trials().stream().map(Trial::setting).toList();
    }

    private static Subject subject(String id, int sweeps, int sweepsWithPeers, int turns) {
        return new Subject(
                Suite.PROGRAMS,
                id,
                id,
                List.of(),
                TWO,
                PEERS,
                sweeps,
                sweepsWithPeers,
                turns,
                Subject.Rounds.NONE,
                17,
                List.of());
    }
}
