package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ompt4j.apps.agent.StopApp;

/** A thread that the application stops ends, whether the stop reaches it in the application's code or in a hook. */
class StopIT {

    @ParameterizedTest
    @EnumSource(Profile.class)
    void stoppedThreadNeverGoesOn(Profile profile) {
        Jdk jdk = Jdks.oldest();
        assumeThat(jdk.major()).as("Thread.stop works").isLessThan(20);

        // A stop is lost if it comes while the native library calls a hook, see docs/troubleshooting.md.
        ObservedRun run = AppRun.of(StopApp.class)
                .on(jdk)
                .profile(profile)
                .with("native", "off")
                .observedUnjudged();

        assertThat(run.output().stdout()).contains("stop: stopped " + StopApp.THREADS + ", went on 0");
        assertThat(run.output().exitCode()).isZero();
        assertThat(run.trace().losses().failures().keySet()).noneMatch(failure -> failure.contains("ThreadDeath"));
    }
}
