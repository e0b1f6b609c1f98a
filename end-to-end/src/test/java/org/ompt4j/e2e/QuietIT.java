package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import org.ompt4j.apps.thread.ThreadApp;

/** The agent writes nothing to the program's streams except lines of its own on stderr. */
class QuietIT {

    @OnEveryJdk
    void quietAgentWritesNothingAtAllBesideTheStackTraceOfAnUncaughtException(Jdk jdk) {
        AppRun app = AppRun.of(ThreadApp.class).on(jdk).jvm(ForkedJvm.BRIEF).arguments("uncaught");

        ObservedRun quiet = app.with("quiet", "true").observed();

        assertThat(quiet.output()).isEqualTo(app.plain());
        assertThat(quiet.output().stderr()).contains("ThreadApp.fail");
    }

    @OnEveryJdk
    void agentSaysWhereTheTraceIs(Jdk jdk) {
        ObservedRun run = AppRun.of(ThreadApp.class)
                .on(jdk)
                .jvm(ForkedJvm.BRIEF)
                .arguments("plain")
                .observed();

        assertThat(run.output().agentLines())
                .anySatisfy(each ->
                        assertThat(each).contains(run.traceFile().getFileName().toString()));
    }

    /** Without events hooks need not read the clock. The trace says why it is empty. */
    @OnEveryJdk
    void statesProfileRaisesNoEventForTheTraceEither(Jdk jdk) throws Exception {
        ObservedRun run = ConstructPrograms.everyOne()
                .on(jdk)
                .jvm(ForkedJvm.BRIEF)
                .profile(Profile.STATES)
                .with("constructs", "[all,atomic,fence]")
                .observed();

        assertThat(run.events()).isEmpty();
        assertThat(run.output().agentLines())
                .anySatisfy(each -> assertThat(each).contains("profile=states raises no events"));
        assertThat(CommandLineRun.here("report", run.traceFile().toString()).stdout())
                .contains("Events (profile=states).");
    }
}
