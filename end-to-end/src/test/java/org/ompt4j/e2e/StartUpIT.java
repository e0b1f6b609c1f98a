package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ompt4j.apps.agent.EndingApp;
import org.ompt4j.apps.agent.VisibilityApp;
import org.ompt4j.ompt.Event;
import org.ompt4j.tools.read.TraceEvent;

/** The start of the agent, before {@code main}. */
class StartUpIT {

    private static final String NOTHING_OPENED =
            "jdk.internal.misc is closed\njdk.internal.access is closed\n" + "jdk.internal.reflect is closed\n";

    private static AppRun ending(Jdk jdk) {
        return AppRun.of(EndingApp.class).on(jdk).jvm(ForkedJvm.BRIEF).arguments("return");
    }

    @OnEveryJdk
    void errorInTheSettingsStopsTheJvmBeforeMain(Jdk jdk) {
        RunOutput output = ending(jdk)
                .with("profle", "full")
                .with("min-wait", "10")
                .observedUnjudged()
                .output();

        assertThat(output.exitCode()).isEqualTo(2);
        assertThat(output.stdout()).isEmpty();
        assertThat(output.stderr())
                .isEqualToNormalizingNewlines(
                        "ompt4j: agent argument: unknown key \"profle\"; the nearest is \"profile\"\n"
                                + "ompt4j: agent argument: min-wait: \"10\" is no duration; write a whole number and its unit,"
                                + " such as 10us, 5ms or 1s\n");
    }

    @OnEveryJdk
    void errorInTheSettingsIsMentionedAndTheProgramRunsIfTheUserWishes(Jdk jdk) {
        ObservedRun run =
                ending(jdk).with("profle", "full").with("on-error", "continue").observed();

        assertThat(run.output().agentLines())
                .contains("ompt4j: agent argument: unknown key \"profle\"; the nearest is \"profile\"");
    }

    @OnEveryJdk
    void fileEnvironmentAndPropertiesConfigureTheRun(Jdk jdk) throws Exception {
        AppRun app = ending(jdk);
        Path directory = app.newDirectory();
        Files.writeString(directory.resolve("größe.properties"), "output = from file.ompt\nquiet = yes\n");

        RunOutput output = app.moreJvm("-Dompt4j.profile=all")
                .environment("OMPT_CONFIG", "größe.properties")
                .environment("OMPT_TOOL", "none")
                .observedUnjudged(directory)
                .output();

        assertThat(output.exitCode()).isEqualTo(2);
        assertThat(output.stderr())
                .isEqualToNormalizingNewlines(
                        "ompt4j: größe.properties:2: quiet: \"yes\" is neither true nor false\n"
                                + "ompt4j: system property ompt4j.profile: profile: \"all\" is none of states, default, full\n");
    }

    @OnEveryJdk
    void agentTraceWriterAndCheckReadSizesAndListsAlike(Jdk jdk) throws Exception {
        ObservedRun run = ending(jdk)
                .with("max-size", "200mb")
                .with("events", "thread_begin;thread_end")
                .with("constructs", "all;-phaser")
                .observed();

        assertThat(run.events()).extracting(TraceEvent::event).containsOnly(Event.THREAD_BEGIN, Event.THREAD_END);
        RunOutput check =
                CommandLineRun.here("check", "--verbose", run.traceFile().toString());
        assertThat(check.exitCode()).isZero();
        assertThat(check.stdout()).contains("events=thread_begin,thread_end leaves out");
    }

    @OnEveryJdk
    void agentThatIsGivenTwiceObservesOnceAndSaysSo(Jdk jdk) {
        ObservedRun run = ending(jdk)
                .moreJvm(AppRun.AGENT_HERE, "-javaagent:" + AppRun.shippedJar() + "=profile=nonsense")
                .observedUnjudged();

        assertThat(run.output().exitCode()).isZero();
        assertThat(run.output().agentLines())
                .hasSize(2)
                .contains(
                        "ompt4j: the agent was given more than once; only the first one runs, and the settings of this one are left"
                                + " out");
        assertThat(run.events()).isNotEmpty();
    }

    @OnEveryJdk
    void secretsOfTheCommandLineReachNeitherTraceNorReport(Jdk jdk) throws Exception {
        AppRun app = ending(jdk).moreJvm("-Ddb.pass=S3cr3t", "-Durl=https://root:S3cr3t@host/", "-Dnote=a long word");

        ObservedRun masked = app.observed();
        ObservedRun off = app.with("command-line", "off").observed();

        for (ObservedRun each : List.of(masked, off)) {
            assertThat(Files.readString(each.traceFile(), StandardCharsets.ISO_8859_1))
                    .doesNotContain("S3cr3t");
        }
        assertThat(CommandLineRun.here("report", masked.traceFile().toString()).stdout())
                .containsIgnoringWhitespaces("-Ddb.pass=*** -Durl=https://root:***@host/ -Dnote=a long word");
        assertThat(CommandLineRun.here("report", off.traceFile().toString()).stdout())
                .contains("not stored")
                .doesNotContain("a long word");
    }

    @OnEveryJdk
    void includeThatMatchesNoClassIsSaidAtTheEndAndInTheReport(Jdk jdk) throws Exception {
        String sentence = "include=com.acme.* matched no class that the program loaded";

        ObservedRun inVain = ending(jdk).with("include", "com.acme.*").observed();
        ObservedRun matching =
                ending(jdk).with("include", "com.acme.*;*EndingApp").observed();

        assertThat(inVain.output().agentLines()).contains("ompt4j: " + sentence);
        assertThat(CommandLineRun.here("report", inVain.traceFile().toString()).stdout())
                .contains(sentence);
        assertThat(matching.output().agentLines()).noneMatch(line -> line.contains("matched no class"));
    }

    @OnEveryJdk
    void disabledLeavesTheJvmUntouched(Jdk jdk) throws Exception {
        ObservedRun run = AppRun.of(VisibilityApp.class)
                .on(jdk)
                .jvm(ForkedJvm.BRIEF, "-Dompt4j.nonsense=1")
                .environment("OMP_TOOL", "disabled")
                .observedUnjudged();
        RunOutput output = run.output();

        assertThat(output.exitCode()).isZero();
        assertThat(output.stderr()).isEmpty();
        assertThat(ObservedRun.traceFiles(run.directory())).isEmpty();
        assertThat(output.stdout())
                .startsWith("boot: none\nplatform: none\napplication: none\n")
                .endsWith(NOTHING_OPENED + "fields of a worker and its queue: []\nproperties: [ompt4j.nonsense]\n");
    }

    @OnEveryJdk
    void everyLoaderFindsTheEmitterInTheBootstrapLoaderAndNoPackageOfTheJdkIsOpenedToTheProgram(Jdk jdk) {
        RunOutput output = AppRun.of(VisibilityApp.class)
                .on(jdk)
                .jvm(ForkedJvm.BRIEF)
                .with("quiet", "true")
                .observedUnjudged()
                .output();

        assertThat(output.stdout())
                .isEqualToNormalizingNewlines("boot: from the bootstrap loader\nplatform: from the bootstrap loader\n"
                        + "application: from the bootstrap loader\n" + NOTHING_OPENED
                        + "fields of a worker and its queue: [ompt4j$context]\nproperties: []\n");
        assertThat(output.stderr()).isEmpty();
    }

    @OnEveryJdk
    void unknownValueOfOmpToolIsMentionedAndCountsAsEnabled(Jdk jdk) throws Exception {
        ObservedRun run = ending(jdk).environment("OMP_TOOL", "off").observedUnjudged();

        assertThat(run.output().agentLines())
                .contains("ompt4j: environment variable OMP_TOOL: \"off\" is neither enabled nor disabled; taken as"
                        + " enabled");
        assertThat(ObservedRun.traceFiles(run.directory())).hasSize(1);
    }

    @OnEveryJdk
    void classDataSharingStaysOnForTheProgram(Jdk jdk) throws Exception {
        RunOutput output = ending(jdk)
                .moreJvm("-Xshare:auto", "-Xlog:cds")
                .environment("OMPT_QUIET", "true")
                .observedUnjudged()
                .output();

        assertThat(output.stdout()).doesNotContain("Sharing is only supported for boot loader classes");
        assertThat(output.stderr()).isEmpty();
    }

    /** Finding a class in the jar takes five times as long as defining it, see decision 0130. */
    @OnEveryJdk
    void onlyWhatDefinesTheOtherClassesIsLoadedFromTheJarOneByOne(Jdk jdk) throws Exception {
        ObservedRun run = ending(jdk)
                .moreJvm("-Xlog:class+load:file=classes.log")
                .environment("OMPT_QUIET", "true")
                .observedUnjudged();

        assertThat(run.output().exitCode()).isZero();
        assertThat(ObservedRun.traceFiles(run.directory())).hasSize(1);
        List<String> fromTheJar = new ArrayList<>();
        Matcher line = Pattern.compile("(org\\.ompt4j\\.\\S+) source: file:\\S+ompt-agent\\.jar")
                .matcher(Files.readString(run.directory().resolve("classes.log")));
        while (line.find()) {
            fromTheJar.add(line.group(1));
        }
        assertThat(fromTheJar)
                .containsExactlyInAnyOrder(
                        "org.ompt4j.agent.OmptAgent",
                        "org.ompt4j.agent.start.AgentMain",
                        "org.ompt4j.agent.run.OmpToolVariable",
                        "org.ompt4j.agent.jar.Bootstrap",
                        "org.ompt4j.agent.jar.Bootstrap$SingleClassLoader",
                        "org.ompt4j.agent.jar.PlatformAccess",
                        "org.ompt4j.agent.jar.JdkInternals",
                        "org.ompt4j.agent.jar.AgentJar",
                        "org.ompt4j.agent.jar.ZipBytes");
    }

    /** Both cost every start some ten milliseconds, see decision 0133. */
    @OnEveryJdk
    void neitherModulesOfTheJdkAreSearchedNorItsForeignMemoryInitialized(Jdk jdk) throws Exception {
        ObservedRun run =
                ending(jdk).moreJvm("-Xlog:class+load:file=classes.log").observedUnjudged();

        assertThat(ObservedRun.traceFiles(run.directory())).hasSize(1);
        String classes = Files.readString(run.directory().resolve("classes.log"));
        assertThat(classes).contains("org.ompt4j.tools.trace.DiskStorage ").doesNotContain("jdk.internal.jimage.");
        if (JvmMonitorsIT.hasLibrary()) {
            assertThat(classes).doesNotContain("jdk.internal.foreign.ArenaImpl ");
        }
    }
}
