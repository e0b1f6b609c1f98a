package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.ompt4j.apps.agent.RetentionApp;
import org.ompt4j.ompt.Construct;
import org.ompt4j.tools.read.TraceEvent;

/** The agent keeps no object of the program alive, for all constructs. */
class RetentionIT {
    private static final String OWN = "lock:" + RetentionApp.class.getName() + "$Own.acquire/release";

    /** Constructs without objects that threads wait for or run. */
    private static final Set<Construct> WITHOUT_OBJECTS = EnumSet.of(Construct.NONE, Construct.SLEEP, Construct.IO);

    @OnEveryJdk
    void nothingIsKeptInTheDefaultProfile(Jdk jdk) {
        judge(jdk, Profile.DEFAULT);
    }

    @OnEveryJdk
    void nothingIsKeptInTheFullProfile(Jdk jdk) {
        judge(jdk, Profile.FULL);
    }

    private static void judge(Jdk jdk, Profile profile) {
        ObservedRun run = AppRun.of(RetentionApp.class)
                .on(jdk)
                .profile(profile)
                .with("define", OWN)
                .observed();

        List<String> gone =
                withObjects().stream().map(each -> each.id() + ": gone").collect(Collectors.toList());
        assertThat(run.output().stdout().lines()).containsExactlyInAnyOrderElementsOf(gone);
        assertThat(run.events().stream().map(TraceEvent::construct).collect(Collectors.toSet()))
                .containsAll(withObjects().stream()
                        .filter(each -> exists(each, jdk))
                        .filter(each -> profile == Profile.FULL || !each.has(Construct.Trait.ONLY_IN_FULL))
                        .collect(Collectors.toSet()));
    }

    private static Set<Construct> withObjects() {
        return Arrays.stream(Construct.values())
                .filter(each -> !each.has(Construct.Trait.ON_REQUEST) && !WITHOUT_OBJECTS.contains(each))
                .collect(Collectors.toSet());
    }

    private static boolean exists(Construct construct, Jdk jdk) {
        return switch (construct) {
            case VIRTUAL_THREAD -> jdk.hasVirtualThreads();
            case STRUCTURED_TASK_SCOPE -> jdk.major() >= 25;
            default -> true;
        };
    }
}
