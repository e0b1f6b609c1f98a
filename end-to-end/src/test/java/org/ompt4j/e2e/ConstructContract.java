package org.ompt4j.e2e;

import static org.ompt4j.e2e.TraceAssert.assertThat;

import org.ompt4j.ompt.Construct;

/**
 * What holds for every construct. An {@code XMappingIT} extends it, names its construct and its program, and adds the events it
 * expects; {@link AppRun#observed} judges every run besides.
 */
abstract class ConstructContract {

    /** The construct under test. */
    abstract Construct construct();

    /** The program that uses it in every way there is. */
    abstract Class<?> app();

    /** A run of some of the program's scenarios in the profile {@code full}. */
    final ObservedRun full(Jdk jdk, String... scenarios) {
        return AppRun.of(app())
                .on(jdk)
                .profile(Profile.FULL)
                .arguments(scenarios)
                .observed();
    }

    /** A run of some of the program's scenarios in the profile {@code default}. */
    final ObservedRun usual(Jdk jdk, String... scenarios) {
        return AppRun.of(app()).on(jdk).arguments(scenarios).observed();
    }

    @OnEveryJdkAndProfile
    void programRunsAsItDoesWithoutTheAgent(Jdk jdk, Profile profile) {
        AppRun.of(app()).on(jdk).profile(profile).observed();
    }

    @OnEveryJdk
    void staysSilentWhenExcluded(Jdk jdk) {
        ObservedRun run = AppRun.of(app())
                .on(jdk)
                .profile(Profile.FULL)
                .with("constructs", "[all,-" + construct().id() + "]")
                .observed();

        assertThat(run).of(construct()).isSilent();
    }
}
