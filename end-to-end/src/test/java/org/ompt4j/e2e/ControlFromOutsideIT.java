package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.e2e.ExpectedEvent.parallelBegin;
import static org.ompt4j.e2e.TraceAssert.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import javax.management.MBeanServerConnection;
import javax.management.ObjectName;
import javax.management.remote.JMXConnector;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ompt4j.apps.control.ControlApp;

/** Commands from outside the application: the command line's {@code control} and the MBean. */
class ControlFromOutsideIT {

    private static final String COMMAND_TOOL = """
            import org.ompt4j.ompt.*;

            public final class CommandTool implements OmptTool, OmptStartToolResult {
                private Ompt4jRuntime runtime;

                public OmptStartToolResult startTool(int ompVersion, String runtimeVersion) {
                    return this;
                }

                public int initialize(OmptFunctionLookup lookup, int initialDeviceNum) {
                    runtime = (Ompt4jRuntime) lookup.lookup("ompt4j_runtime");
                    OmptEntryPoint.SetCallback set = (OmptEntryPoint.SetCallback) lookup.lookup("ompt_set_callback");
                    set.on(OmptCallback.CONTROL_TOOL, this::controlTool);
                    return 1;
                }

                private int controlTool(long command, long modifier, Object arg, int site) {
                    String where = runtime.callSite(site);
                    System.err.println("command-tool: " + command + " " + modifier + " " + arg + " on "
                            + Thread.currentThread().getName() + " from "
                            + (where == null ? "outside" : where.substring(0, where.indexOf('('))));
                    return 42;
                }

                public void finalizeTool() {}
            }
            """;

    @TempDir
    static Path folder;

    private static Path commandTool;

    @BeforeAll
    static void makeTool() throws IOException {
        commandTool = ToolJar.make("CommandTool", COMMAND_TOOL, folder.resolve("command-tool.jar"));
    }

    private static AppRun app(Jdk jdk, String... scenarios) {
        return AppRun.of(ControlApp.class)
                .on(jdk)
                .profile(Profile.FULL)
                .with("output", "run.ompt")
                // Without this option newer JVMs print a warning about the agent.
                .jvm(ForkedJvm.BRIEF, "-XX:+EnableDynamicAgentLoading")
                .arguments(scenarios);
    }

    private static void awaitRunning(ForkedJvm jvm) {
        Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .until(() -> jvm.stdout().contains("running"));
    }

    private static RunOutput control(Jdk jdk, ForkedJvm jvm, String... arguments) throws Exception {
        List<String> all = new ArrayList<>(List.of("control", Long.toString(jvm.pid())));
        all.addAll(List.of(arguments));
        return CommandLineRun.run(jdk, all.toArray(String[]::new));
    }

    private static void stop(ForkedJvm jvm, Path directory) throws Exception {
        Files.createFile(directory.resolve("stop"));
        assertThat(jvm.exitCode()).isZero();
    }

    @OnEveryJdk
    void commandLineStartsPausesFlushesAndEndsARunningProgram(Jdk jdk) throws Exception {
        AppRun app = app(jdk, "until-told");
        Path directory = app.newDirectory();
        ObservedRun run;
        try (ForkedJvm jvm = app.start(directory)) {
            awaitRunning(jvm);
            assertThat(control(jdk, jvm, "pause")).isEqualTo(new RunOutput(0, "0: done\n", ""));
            assertThat(control(jdk, jvm, "start")).isEqualTo(new RunOutput(0, "0: done\n", ""));
            assertThat(control(jdk, jvm, "flush")).isEqualTo(new RunOutput(0, "0: done\n", ""));
            assertThat(control(jdk, jvm, "64", "7", "some text")).isEqualTo(new RunOutput(0, "1: ignored\n", ""));
            assertThat(control(jdk, jvm, "end")).isEqualTo(new RunOutput(0, "0: done\n", ""));
            assertThat(control(jdk, jvm, "start")).isEqualTo(new RunOutput(0, "1: ignored\n", ""));
            stop(jvm, directory);
            run = new ObservedRun(app.toString(), new RunOutput(0, jvm.stdout(), jvm.stderr()), directory);
        }

        assertThat(run.output().stdout()).startsWith("running\nuntil-told: ");
        assertThat(run.output().otherStderrLines()).isEmpty();
        assertThat(run.trace().pauses()).hasSize(1);
        assertThat(run.trace().losses().endReason()).isEqualTo("a command ended it");
        assertThat(run.trace().losses().failures()).isEmpty();
        assertThat(run.violations()).isEmpty();
        assertThat(run.trace().threads()).noneMatch(each -> each.name().contains("ompt4j-"));
    }

    @OnEveryJdk
    void aProcessWithoutTheAgentIsLeftAlone(Jdk jdk) throws Exception {
        AppRun app = AppRun.of(ControlApp.class).on(jdk).arguments("until-told");
        Path directory = app.newDirectory();
        try (ForkedJvm jvm = app.startPlain(directory)) {
            awaitRunning(jvm);
            RunOutput answer = control(jdk, jvm, "pause");

            assertThat(answer.exitCode()).isEqualTo(1);
            assertThat(answer.stderr().lines())
                    .singleElement()
                    .asString()
                    .startsWith("ompt4j: process " + jvm.pid() + " runs without the agent, nothing was changed");
            stop(jvm, directory);
            assertThat(jvm.stderr()).isEmpty();
        }
    }

    @OnEveryJdk
    void whatIsNoJvmOfThisUserCostsOneLine(Jdk jdk) throws Exception {
        RunOutput answer = CommandLineRun.run(jdk, "control", "999999999", "pause");

        assertThat(answer.exitCode()).isEqualTo(1);
        assertThat(answer.stderr().lines())
                .singleElement()
                .asString()
                .startsWith("ompt4j: cannot attach to process 999999999 (");
    }

    @Test
    void unknownCommandIsWrongUsage() throws Exception {
        RunOutput answer = CommandLineRun.run(Jdks.oldest(), "control", "1", "63");

        assertThat(answer.exitCode()).isEqualTo(2);
        assertThat(answer.stderr())
                .contains("'63' is no command; known: start, pause, flush, end, and numbers from 64");
    }

    @OnEveryJdk
    void toolHearsWhoeverGivesTheCommand(Jdk jdk) throws Exception {
        AppRun app = AppRun.of(ControlApp.class)
                .on(jdk)
                .with("tool", "none")
                .tools(commandTool)
                .jvm(ForkedJvm.BRIEF, "-XX:+EnableDynamicAgentLoading")
                .arguments("tool-specific", "managed", "until-told");
        Path directory = app.newDirectory();
        try (ForkedJvm jvm = app.start(directory)) {
            awaitRunning(jvm);
            assertThat(control(jdk, jvm, "99", "8", "some text").stdout()).isEqualTo("42\n");
            stop(jvm, directory);

            assertThat(Files.readAllLines(directory.resolve("answers")))
                    .containsExactly("70 42", "pause 42", "start 42", "70 42");
            assertThat(jvm.stderr().lines())
                    .containsExactly(
                            "command-tool: 70 5 from inside on main from org.ompt4j.apps.control.ControlApp.toolSpecific",
                            "command-tool: 2 0 null on ompt4j-control from outside",
                            "command-tool: 1 0 null on ompt4j-control from outside",
                            "command-tool: 70 5 from the bean on ompt4j-control from outside",
                            "command-tool: 99 8 some text on ompt4j-control from outside");
        }
    }

    @OnEveryJdk
    void beanIsThereAsSoonAsTheApplicationAsksForTheServer(Jdk jdk) {
        ObservedRun run = app(jdk, "managed").observed();

        assertThat(run.trace().pauses()).hasSize(1);
        assertThat(run).has(1, parallelBegin().at("ControlApp.before"));
        assertThat(run).hasNo(parallelBegin().at("ControlApp.whilePaused"));
        assertThat(run).has(1, parallelBegin().at("ControlApp.after"));
    }

    @OnEveryJdk
    void whoConnectsOverJmxFindsTheBean(Jdk jdk) throws Exception {
        AppRun app = app(jdk, "until-told");
        Path directory = app.newDirectory();
        try (ForkedJvm jvm = app.start(directory)) {
            awaitRunning(jvm);
            assertThat(invoke(jvm.pid(), "pause")).isEqualTo(0);
            assertThat(invoke(jvm.pid(), "start")).isEqualTo(0);
            stop(jvm, directory);
            ObservedRun run = new ObservedRun(app.toString(), new RunOutput(0, jvm.stdout(), jvm.stderr()), directory);

            assertThat(run.trace().pauses()).hasSize(1);
            assertThat(run.violations()).isEmpty();
        }
    }

    private static Object invoke(long pid, String operation) throws Exception {
        try (JMXConnector connector = Console.connect(pid)) {
            MBeanServerConnection server = connector.getMBeanServerConnection();
            return server.invoke(new ObjectName("org.ompt4j:type=Control"), operation, null, null);
        }
    }

    @OnEveryJdk
    void nothingOfJmxIsLoadedForTheAgent(Jdk jdk) throws Exception {
        AppRun app = app(jdk, "answers").jvm("-Xlog:class+load:file=classes.log");
        Path directory = app.newDirectory();
        try (ForkedJvm jvm = app.start(directory)) {
            assertThat(jvm.exitCode()).isZero();
        }

        assertThat(Files.readAllLines(directory.resolve("classes.log")))
                .anyMatch(line -> line.contains(" org.ompt4j.agent.control.ControlMBean "))
                .noneMatch(line -> line.contains(" javax.management.") || line.contains(" java.lang.management."));
    }
}
