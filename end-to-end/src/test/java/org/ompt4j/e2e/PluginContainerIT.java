package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.e2e.ExpectedEvent.mutexAcquired;
import static org.ompt4j.e2e.ExpectedEvent.parallelBegin;
import static org.ompt4j.e2e.ExpectedEvent.taskCreate;
import static org.ompt4j.e2e.TraceAssert.assertThat;

import org.ompt4j.apps.company.PluginHostApp;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.MutexKind;

/** A real OSGi framework: its class loaders only find classes that a bundle imports. */
class PluginContainerIT {

    private static AppRun app(Jdk jdk) {
        return withFramework(AppRun.of(PluginHostApp.class).on(jdk));
    }

    static AppRun withFramework(AppRun app) {
        return app.before(Company.jar("org.apache.felix.framework"));
    }

    @OnEveryJdkAndProfile
    void bundleRunsAsItDoesWithoutTheAgent(Jdk jdk, Profile profile) {
        ObservedRun run = app(jdk).profile(profile).observed();

        assertThat(run.output().stdout()).contains("counted: 60", "loader: true", "ended: true");
    }

    @OnEveryJdk
    void bundleThatImportsNothingOfTheAgentIsObserved(Jdk jdk) {
        hasAllOfTheBundle(app(jdk).profile(Profile.FULL).observed());
    }

    @OnEveryJdk
    void bundleIsObservedWhereOnlyItsClassesAreIncluded(Jdk jdk) {
        ObservedRun run = app(jdk).profile(Profile.FULL)
                .with("include", PluginHostApp.class.getPackageName() + ".plugin.*")
                .observed();

        hasAllOfTheBundle(run);
        assertThat(run).of(Construct.SYNCHRONIZED).has(2L * PluginHostApp.ROUNDS, mutexAcquired(MutexKind.CRITICAL));
    }

    @OnEveryJdk
    void bundleOfALoaderThatIsExcludedIsLeftAloneAndThatIsSaid(Jdk jdk) {
        ObservedRun run = app(jdk).profile(Profile.FULL)
                .with("exclude", "org.apache.felix.*")
                .observed();

        assertThat(run).hasNo(mutexAcquired(MutexKind.CRITICAL).at("PluginWork"));
        assertThat(run.trace().header().notObserved())
                .singleElement()
                .asString()
                .contains("BundleClassLoader are not observed: it does not give access to the agent's classes");
    }

    private static void hasAllOfTheBundle(ObservedRun run) {
        int rounds = PluginHostApp.ROUNDS;
        assertThat(run)
                .has(rounds, mutexAcquired(MutexKind.CRITICAL).at("PluginWork.countSynchronized"))
                .has(rounds, mutexAcquired(MutexKind.CRITICAL).at("PluginWork.start"))
                .has(rounds, mutexAcquired(MutexKind.NEST_LOCK).at("PluginWork.countLocked"))
                .has(PluginHostApp.FORKS, taskCreate().at("PluginWork$Halves.compute"))
                .has(1, parallelBegin().of(Construct.PARALLEL_STREAM).at("PluginWork.start"));
    }
}
