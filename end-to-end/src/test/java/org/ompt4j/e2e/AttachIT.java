package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.tools.attach.VirtualMachine;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.management.ObjectName;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.FieldNode;
import org.objectweb.asm.tree.MethodNode;
import org.objectweb.asm.util.Textifier;
import org.objectweb.asm.util.TraceMethodVisitor;
import org.ompt4j.apps.attach.AttachApp;
import org.ompt4j.apps.attach.SeenClasses;
import org.ompt4j.apps.attach.WaitingApp;
import org.ompt4j.mutation.Mutation;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.OmptCallback;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.read.TraceEvent;

/** The commands {@code attach} and {@code detach}, and what they do to a program that runs. */
@Order(1)
class AttachIT {
    private static final String RESULT = "running\nas expected\nexcluded\n";
    private static final String WAITED = "running\n0 threads of the agent\n";
    private static final int ROUNDS = 8;
    private static final int WARM_ROUNDS = 4;
    private static final int JUDGED_ROUNDS = 4;

    /** A call site has a line or, if a method was rewritten while it ran and has no lines any more, an instruction. */
    private static final Pattern PLACE = Pattern.compile("(:[1-9][0-9]*|, bytecode [0-9]+)\\)$");

    /** The JVM keeps old versions of rewritten classes for a while, 300 to 450 KB a round. The classes of the agent would be 3 MB a round. */
    private static final long MOST_GROWTH_BYTES = 5 << 20;

    /** A program that runs until {@link #stop}. */
    private static final class Running implements AutoCloseable {
        final Jdk jdk;
        final Path directory;
        final ForkedJvm jvm;
        private final Class<?> app;
        private final String result;

        /** Starts a program that uses many constructs at the same time. */
        Running(Jdk jdk, Map<String, String> environment, String... options) throws IOException {
            this(AttachApp.class, RESULT, jdk, environment, options);
        }

        private Running(Class<?> app, String result, Jdk jdk, Map<String, String> environment, String... options)
                throws IOException {
            this.app = app;
            this.result = result;
            this.jdk = jdk;
            this.directory = AppRun.of(app).on(jdk).newDirectory();
            List<String> command = new ArrayList<>(List.of(
                    "-Xmx256m",
                    "-Djava.util.concurrent.ForkJoinPool.common.parallelism=" + AppRun.COMMON_PARALLELISM,
                    // Without this option newer JVMs print a warning about the agent.
                    "-XX:+EnableDynamicAgentLoading"));
            command.addAll(List.of(options));
            command.addAll(List.of("-cp", System.getProperty("ompt.testapps.classpath"), app.getName()));
            this.jvm = ForkedJvm.start(jdk, command, environment, directory);
            awaitRunning(jvm);
        }

        /** Starts a program that does nothing, for tests of commands; at its end there must be no thread of the agent. */
        static Running idle(Jdk jdk, Map<String, String> environment, String... options) throws IOException {
            return new Running(WaitingApp.class, WAITED, jdk, environment, options);
        }

        RunOutput command(String name, String... arguments) throws Exception {
            return command(List.of(), AppRun.shippedJar(), name, arguments);
        }

        /** Runs a command of another copy of the jar, perhaps as another user. */
        RunOutput command(List<String> launcher, Path jar, String name, String... arguments) throws Exception {
            List<String> all = new ArrayList<>(List.of(name, Long.toString(jvm.pid())));
            all.addAll(List.of(arguments));
            return CommandLineRun.run(launcher, jar, jdk, all.toArray(String[]::new));
        }

        /** Sends a request to the agent like the command does, but from this JVM. */
        void request(String text) throws Exception {
            String[] words = text.split(" ", 2);
            String options = words.length < 2 ? "" : words[1];
            assertThat(answerTo(words[0] + " test " + options, AppRun.shippedJar(), jvm)
                            .lines())
                    .first()
                    .isEqualTo("test done");
        }

        /** Waits until the program has run some more rounds. */
        void awaitRounds() {
            int before = rounds();
            Awaitility.await().atMost(Duration.ofMinutes(2)).until(() -> rounds() > before + 20);
        }

        private int rounds() {
            try {
                String text = "";
                // The file is empty while the program writes it.
                while (text.isEmpty()) {
                    text = Files.readString(directory.resolve("rounds"));
                }
                return Integer.parseInt(text);
            } catch (NoSuchFileException noneYet) {
                return 0;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** The output of the program, whose result the agent must not have changed. */
        ObservedRun stop() throws Exception {
            Files.createFile(directory.resolve("stop"));
            assertThat(jvm.exitCode())
                    .as("exit code of %s\n%s", directory, jvm.stderr())
                    .isZero();
            assertThat(jvm.stdout()).isEqualTo(result);
            return new ObservedRun(
                    app.getSimpleName() + " on " + jdk, new RunOutput(0, jvm.stdout(), jvm.stderr()), directory);
        }

        @Override
        public void close() {
            jvm.close();
        }
    }

    private static void judge(ObservedRun run) {
        assertThat(run.trace().losses().finished()).isTrue();
        assertThat(run.trace().losses().failures()).isEmpty();
        assertThat(run.violations()).isEmpty();
        assertThat(run.trace().header().notObserved())
                .anyMatch(each -> each.startsWith("what happened before the agent was attached"));
    }

    /** The workers are inside methods of the pool when the agent is attached: only the wait in which they are then is not observed. */
    private static void hasTasksOfEarlierWorkers(ObservedRun run, int atLeast) {
        Set<Long> ids = new HashSet<>();
        int completed = 0;
        for (TraceEvent each : run.events()) {
            if (each.event() == Event.TASK_CREATE && each.construct() == Construct.THREAD_POOL_EXECUTOR) {
                ids.add(each.newTaskId());
            } else if (each.priorTaskStatus() == TaskStatus.COMPLETE && ids.contains(each.priorTaskId())) {
                completed++;
            }
        }
        assertThat(ids).as("tasks of AttachApp.WORKERS").hasSizeGreaterThanOrEqualTo(atLeast);
        assertThat(completed).isBetween(ids.size() - 3, ids.size());
        assertThat(run.trace().threads())
                .filteredOn(each -> each.name().matches("pool-[12]-thread-."))
                .as("two workers and a scheduler")
                .hasSize(3)
                .allMatch(each -> each.type() == ThreadType.WORKER);
    }

    /** Two workers are in the middle of a task when the agent is attached, and remain in it. They begin with a wait for a monitor, and are not idle after it. */
    private static void tellsWaitsOfTasksThatHadBegun(ObservedRun run) {
        for (String worker : List.of("busy-in-fork-join-pool", "busy-in-thread-pool")) {
            TraceAssert.assertThat(run)
                    .onThread(worker)
                    .of(Construct.PARK)
                    .hasSome(ExpectedEvent.waits(State.WAIT_PARK, ScopeEndpoint.BEGIN)
                            .at("AttachApp.takeTurns"));
        }
    }

    private static Set<Event> events(ObservedRun run) throws IOException {
        Set<Event> found = EnumSet.noneOf(Event.class);
        Iterator<TraceEvent> reading = run.trace().events();
        while (reading.hasNext()) {
            found.add(reading.next().event());
        }
        return found;
    }

    @OnEveryJdk
    void programThatRunsIsObservedAndLeftAgain(Jdk jdk) throws Exception {
        Path jar = AppRun.shippedJar().normalize();
        try (Running program = new Running(jdk, Map.of())) {
            RunOutput attached = program.command("attach", "output=run.ompt", "profile=full");
            assertThat(attached.exitCode()).as(attached.toString()).isZero();
            assertThat(attached.stdout())
                    .isEqualTo("process " + program.jvm.pid() + " is observed; to end that: java -jar " + jar
                            + " detach " + program.jvm.pid() + "\n");
            assertThat(attached.stderr()).isEmpty();
            program.awaitRounds();
            RunOutput detached = program.command("detach");
            assertThat(detached.exitCode()).as(detached.toString()).isZero();
            // The printed commands must work in any directory; the path of this one contains a blank.
            Path trace = program.directory.toAbsolutePath().resolve("run.ompt");
            assertThat(detached.stdout())
                    .startsWith("trace written to " + trace + "; to read it: java -jar " + jar + " report '" + trace
                            + "'\n")
                    .endsWith("the agent has left process " + program.jvm.pid() + "\n");

            ObservedRun run = program.stop();

            assertThat(run.output().stderr()).isEmpty();
            judge(run);
            assertThat(events(run))
                    .contains(
                            Event.THREAD_BEGIN,
                            Event.PARALLEL_BEGIN,
                            Event.TASK_CREATE,
                            Event.TASK_SCHEDULE,
                            Event.SYNC_REGION_WAIT,
                            Event.MUTEX_ACQUIRED,
                            Event.MUTEX_RELEASED);
            assertThat(run.trace().threads()).anyMatch(each -> each.name().equals("meets-0"));
            hasTasksOfEarlierWorkers(run, 40);
        }
    }

    @OnEveryJdk
    void whatIsNotLeftEndsWithTheProgramAndWhatTheConfigurationDefinesIsObservedToo(Jdk jdk) throws Exception {
        try (Running program = new Running(jdk, Map.of(), ForkedJvm.BRIEF)) {
            program.request("attach output=run.ompt,define=masked:" + AttachApp.class.getName() + ".sum");
            program.awaitRounds();
            ObservedRun run = program.stop();

            judge(run);
            assertThat(events(run)).contains(Event.MASKED, Event.PARALLEL_BEGIN);
        }
    }

    @OnEveryJdk
    void codeIsTheOriginalAgainAfterwards(Jdk jdk) throws Exception {
        try (Running program = new Running(jdk, Map.of(), ForkedJvm.BRIEF)) {
            program.request("attach output=run.ompt,constructs=[all],profile=full");
            Path seen = Files.createDirectory(program.directory.resolve("seen"));
            keepClasses(program, seen);
            List<String> rewritten = names(seen, true);
            assertThat(rewritten)
                    .contains(AttachApp.class.getName(), "java.lang.Thread", "java.util.concurrent.ForkJoinTask")
                    .hasSizeGreaterThan(6);

            program.request("detach");

            assertThat(names(seen, true)).isEmpty();
            for (String each : names(seen, false)) {
                assertThat(members(seen.resolve(each + ".seen")))
                        .as(each)
                        .isEqualTo(members(seen.resolve(each + ".original")));
            }
            program.stop();
        }
    }

    private static void keepClasses(Running program, Path directory) throws Exception {
        Manifest manifest = new Manifest();
        Attributes attributes = manifest.getMainAttributes();
        attributes.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        attributes.putValue("Agent-Class", SeenClasses.class.getName());
        attributes.putValue("Can-Retransform-Classes", "true");
        Path jar = directory.resolve("seen.jar").toAbsolutePath();
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream empty = new JarOutputStream(out, manifest)) {
            empty.finish();
        }
        VirtualMachine machine = VirtualMachine.attach(Long.toString(program.jvm.pid()));
        try {
            machine.loadAgent(jar.toString(), directory.toAbsolutePath().toString());
        } finally {
            machine.detach();
        }
        assertThat(directory.resolve("ready")).exists();
    }

    /** The names of the stored classes: those that call the agent, or all. */
    private static List<String> names(Path seen, boolean callTheAgent) throws IOException {
        List<String> names = new ArrayList<>();
        try (Stream<Path> files = Files.list(seen)) {
            for (Path each : files.toList()) {
                String name = each.getFileName().toString();
                if (name.endsWith(".seen")
                        && (!callTheAgent || members(each).toString().contains("org/ompt4j/emitter/"))) {
                    names.add(name.substring(0, name.length() - ".seen".length()));
                }
            }
        }
        return names;
    }

    /** The fields and methods of a class with their code. The JVM does not keep their order, nor that of annotations. */
    private static Set<String> members(Path classFile) throws IOException {
        ClassNode type = new ClassNode();
        new ClassReader(Files.readAllBytes(classFile)).accept(type, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        Set<String> members = new TreeSet<>();
        for (FieldNode each : type.fields) {
            members.add((each.access & ~Opcodes.ACC_DEPRECATED) + " " + each.desc + " " + each.name + " " + each.value);
        }
        for (MethodNode each : type.methods) {
            each.visibleAnnotations = null;
            Textifier code = new Textifier();
            each.accept(new TraceMethodVisitor(code));
            members.add((each.access & ~Opcodes.ACC_DEPRECATED) + " " + each.name + each.desc + "\n" + code.getText());
        }
        return members;
    }

    @OnEveryJdk
    void comesAndGoesManyTimesAndLeavesNothing(Jdk jdk) throws Exception {
        try (Running program = new Running(jdk, Map.of(), ForkedJvm.BRIEF)) {
            comeAndGo(program, 1, WARM_ROUNDS);
            long before = metaspaceBytes(program);
            comeAndGo(program, WARM_ROUNDS + 1, ROUNDS);
            // Classes in which a thread still is are unloaded by a later garbage collection; a leak remains above the
            // limit.
            Awaitility.await()
                    .atMost(Duration.ofMinutes(1))
                    .untilAsserted(
                            () -> assertThat(metaspaceBytes(program) - before).isLessThan(MOST_GROWTH_BYTES));
            assertThat(ObservedRun.traceFiles(program.directory)).hasSize(ROUNDS);

            // The classes as rewritten with the settings of earlier rounds are dropped.
            program.request("attach output=last.ompt,profile=full");
            program.awaitRounds();
            program.request("detach");
            ObservedRun run = program.stop();
            assertThat(run.output().stderr()).isEmpty();
            Path last = Files.createDirectory(program.directory.resolve("last"));
            Files.move(program.directory.resolve("last.ompt"), last.resolve("last.ompt"));
            ObservedRun lastRun = new ObservedRun(run.toString(), run.output(), last);
            judge(lastRun);
            assertThat(events(lastRun)).contains(Event.MUTEX_ACQUIRED, Event.MUTEX_RELEASED, Event.PARALLEL_BEGIN);
        }
    }

    private static void comeAndGo(Running program, int first, int last) throws Exception {
        for (int round = first; round <= last; round++) {
            program.request("attach output=round-" + round + ".ompt,profile=" + profileOf(round) + ",max-size=2m");
            program.request("detach");
        }
    }

    /** The threads of the program remain in the same methods, which are rewritten while they run. */
    @OnEveryJdk
    void everyRoundUnderLoadIsRightAndItsCallSitesArePlaces(Jdk jdk) throws Exception {
        try (Running program = new Running(jdk, Map.of())) {
            for (int round = 1; round <= JUDGED_ROUNDS; round++) {
                program.request("attach output=judged-" + round + ".ompt,native=auto,profile=" + profileOf(round));
                program.awaitRounds();
                program.request("detach");
            }

            RunOutput output = program.stop().output();
            assertThat(output.stderr()).isEmpty();
            for (int round = 1; round <= JUDGED_ROUNDS; round++) {
                String name = "judged-" + round + ".ompt";
                Path judged = Files.createDirectory(program.directory.resolve("judged-" + round));
                Files.move(program.directory.resolve(name), judged.resolve(name));
                ObservedRun run = new ObservedRun("round " + round + " of AttachApp on " + jdk, output, judged);
                judge(run);
                tellsOfMonitors(run, profileOf(round));
                // The trace leaves out short tasks if there are many.
                hasTasksOfEarlierWorkers(run, 1);
                assertThat(callSites(run))
                        .as("call sites of %s", run)
                        .anyMatch(each -> each.startsWith(AttachApp.class.getName() + ".meet("))
                        .allMatch(each -> PLACE.matcher(each).find());
            }
        }
    }

    private static String profileOf(int round) {
        return round % 2 == 0 ? "full" : "default";
    }

    /** Checks that the JVM reports waits for monitors in each round with the profile {@code default}. */
    private static void tellsOfMonitors(ObservedRun run, String profile) throws IOException {
        if (JvmMonitorsIT.hasLibrary() && profile.equals("default")) {
            assertThat(run.trace().header().configuration()).containsEntry("native", "auto");
            assertThat(run.trace().header().notObserved()).noneMatch(each -> each.contains("synchronized methods"));
            tellsWaitsOfTasksThatHadBegun(run);
        }
    }

    private static Set<String> callSites(ObservedRun run) {
        Set<String> texts = new TreeSet<>();
        for (TraceEvent each : run.events()) {
            if (each.codeptrRa() != 0) {
                texts.add(run.trace().callSite(each.codeptrRa()));
            }
        }
        return texts;
    }

    /** The metaspace of the JVM after all classes of the agent were unloaded that can be unloaded. */
    private static long metaspaceBytes(Running program) throws Exception {
        Awaitility.await()
                .atMost(Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(agentClasses(program)).isEmpty());
        for (String line : jcmd(program, "PerfCounter.print")) {
            if (line.startsWith("sun.gc.metaspace.used=")) {
                return Long.parseLong(line.substring(line.indexOf('=') + 1));
            }
        }
        throw new AssertionError("the JVM does not tell the size of its metaspace");
    }

    private static List<String> agentClasses(Running program) throws Exception {
        jcmd(program, "GC.run");
        List<String> found = new ArrayList<>();
        for (String line : jcmd(program, "VM.class_hierarchy")) {
            // The system class loader keeps only the class by which the JVM starts the agent.
            boolean ours = line.contains("org.ompt4j.") && !line.contains("org.ompt4j.apps.");
            if (ours && !line.contains("/null") && !line.contains("org.ompt4j.agent.OmptAgent/")) {
                found.add(line);
            }
        }
        return found;
    }

    private static List<String> jcmd(Running program, String command) throws Exception {
        Path answer = program.directory.resolve("jcmd");
        Process asking = new ProcessBuilder(
                        program.jdk.tool("jcmd").toString(), Long.toString(program.jvm.pid()), command)
                .redirectErrorStream(true)
                .redirectOutput(answer.toFile())
                .start();
        assertThat(asking.waitFor(60, TimeUnit.SECONDS)).isTrue();
        return Files.readAllLines(answer);
    }

    @OnEveryJdk
    void requestsThatMakeNoSenseCostOneLine(Jdk jdk, @TempDir Path folder) throws Exception {
        try (Running program = Running.idle(jdk, Map.of())) {
            String process = "ompt4j: process " + program.jvm.pid();
            assertThat(program.command("detach"))
                    .isEqualTo(failure(process + " runs without the agent, nothing was changed"));
            assertThat(program.command("attach", "profile=fulll"))
                    .isEqualTo(
                            failure(process + " is not observed: agent argument: profile: \"fulll\" is none of states,"
                                    + " default, full; the nearest is \"full\""));
            configurationThatIsAPipeDoesNotHoldUpTheThreadThatTakesRequests(program, folder.resolve("pipe"));
            assertThat(program.command("attach", "tool=none").exitCode()).isZero();
            assertThat(program.command("attach"))
                    .isEqualTo(failure(process + " runs with the agent already, nothing was changed"));
            assertThat(program.command("detach").exitCode()).isZero();
            ObservedRun run = program.stop();
            assertThat(run.output().stderr()).isEmpty();
            assertThat(ObservedRun.traceFiles(program.directory)).isEmpty();
        }
    }

    private static void configurationThatIsAPipeDoesNotHoldUpTheThreadThatTakesRequests(Running program, Path pipe)
            throws Exception {
        if (new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0) {
            assertThat(program.command("attach", "config=" + pipe))
                    .isEqualTo(
                            failure(
                                    "ompt4j: process " + program.jvm.pid() + " is not observed: " + pipe
                                            + ": is a pipe or a device; the configuration must be a regular file (named by agent argument)"));
        }
    }

    /** As where a console is connected: nobody asks for the program's server again after the attach. */
    @OnEveryJdk
    void beansComeAndGoWithTheAgentWhereTheServerIsThereBefore(Jdk jdk) throws Exception {
        try (Running program = Running.idle(jdk, Map.of())) {
            long pid = program.jvm.pid();
            assertThat(Console.beans(pid)).isEmpty();
            for (int round = 0; round < 2; round++) {
                assertThat(program.command("attach", "tool=none").exitCode()).isZero();
                assertThat(Console.beans(pid))
                        .containsExactlyInAnyOrder(
                                new ObjectName("org.ompt4j:type=Control"), new ObjectName("org.ompt4j:type=Live"));
                assertThat(program.command("detach").exitCode()).isZero();
                assertThat(Console.beans(pid)).isEmpty();
            }
            program.stop();
        }
    }

    @OnEveryJdk
    void agentThatCameWithTheProgramStays(Jdk jdk) throws Exception {
        try (Running program =
                new Running(jdk, Map.of(), ForkedJvm.BRIEF, "-javaagent:" + AppRun.shippedJar() + "=tool=none")) {
            assertThat(program.command("attach").stderr()).contains(" runs with the agent already");
            assertThat(program.command("detach"))
                    .isEqualTo(failure("ompt4j: the agent stays in process " + program.jvm.pid()
                            + ": it was started with -javaagent, and only what was attached can be detached;"
                            + " control PID end ends recording"));
            assertThat(program.stop().output().stderr()).isEmpty();
        }
    }

    @OnEveryJdk
    void programsThatLetNobodyInAreLeftAlone(Jdk jdk) throws Exception {
        try (Running program = Running.idle(jdk, Map.of("OMP_TOOL", "disabled"))) {
            assertThat(program.command("attach"))
                    .isEqualTo(failure("ompt4j: process " + program.jvm.pid()
                            + " is not observed: its environment says OMP_TOOL=disabled"));
            program.stop();
        }
        try (Running program = Running.idle(jdk, Map.of(), "-XX:-EnableDynamicAgentLoading")) {
            assertThat(program.command("attach").stderr())
                    .isEqualTo("ompt4j: process " + program.jvm.pid() + " does not allow agents to be loaded"
                            + " (-XX:-EnableDynamicAgentLoading); start it without that option, or with"
                            + " -javaagent:ompt-agent.jar\n");
            program.stop();
        }
        try (Running program = Running.idle(jdk, Map.of(), "-XX:+DisableAttachMechanism")) {
            assertThat(program.command("attach").stderr().lines())
                    .singleElement()
                    .asString()
                    .startsWith("ompt4j: cannot attach to process " + program.jvm.pid() + " (")
                    .endsWith("without -XX:+DisableAttachMechanism");
            program.stop();
        }
    }

    @OnEveryJdk
    void programOfAnotherUserIsLeftAlone(Jdk jdk, @TempDir Path folder) throws Exception {
        OtherUser other = OtherUser.assumed(jdk);
        Path jar = OtherUser.letIn(
                Files.copy(AppRun.shippedJar(), OtherUser.letIn(folder).resolve("ompt-agent.jar")));
        assumeTrue(other.canRead(jar), "has a temporary directory for everybody");
        try (Running program = Running.idle(jdk, Map.of())) {
            for (String command : List.of("attach", "detach")) {
                assertThat(program.command(other.launcher(), jar, command))
                        .isEqualTo(failure("ompt4j: cannot attach to process " + program.jvm.pid() + " (it belongs to "
                                + System.getProperty("user.name") + "; only the same user can attach)"));
            }
            assertThat(program.stop().output().stderr()).isEmpty();
        }
    }

    @OnEveryJdk
    void jarThatTheProgramCannotReadIsNamed(Jdk jdk, @TempDir Path folder, @TempDir Path ownersAlone) throws Exception {
        OtherUser other = OtherUser.assumed(jdk);
        Path jar = Files.copy(AppRun.shippedJar(), ownersAlone.resolve("ompt-agent.jar"));
        assumeTrue(other.canRead(OtherUser.letIn(folder)), "has a temporary directory for everybody");
        assumeTrue(!other.canRead(jar), "has temporary directories for one user alone");
        try (ForkedJvm jvm = waiting(other.launcher(), jdk, folder)) {
            assertThat(attach(jar, jdk, jvm))
                    .isEqualTo(failure("ompt4j: process " + jvm.pid() + " cannot read " + jar.toRealPath()
                            + "; put the jar where that process can"));
            Files.createFile(folder.resolve("stop"));
            assertThat(jvm.exitCode()).isZero();
            assertThat(jvm.stdout()).isEqualTo(WAITED);
        }
    }

    @OnEveryJdk
    void programOnAnOldJavaIsLeftAlone(Jdk jdk, @TempDir Path folder) throws Exception {
        try (ForkedJvm jvm = waiting(List.of(), jdk, folder, "11")) {
            assertThat(attach(AppRun.shippedJar(), jdk, jvm))
                    .isEqualTo(failure("ompt4j: process " + jvm.pid()
                            + " runs on Java 11, Java 17 or later is needed; nothing was changed"));
            Files.createFile(folder.resolve("stop"));
            assertThat(jvm.exitCode()).isZero();
            assertThat(jvm.stdout()).isEqualTo(WAITED);
            assertThat(jvm.stderr()).isEmpty();
        }
    }

    @OnEveryJdk
    void jarOfAnotherVersionIsNotMixedWithTheOneBefore(Jdk jdk, @TempDir Path folder) throws Exception {
        Path jar = Files.copy(AppRun.shippedJar(), folder.resolve("ompt-agent.jar"));
        Path other = MutatedAgent.make(folder.resolve("other.jar"), Mutation.neverCalls(OmptCallback.Flush.class));
        try (ForkedJvm jvm = waiting(List.of(), jdk, folder, Integer.toString(jdk.major()))) {
            RunOutput refused = failure("ompt4j: process " + jvm.pid()
                    + " is not observed: an agent of another version was in it before; restart the program");
            assertThat(attach(jar, jdk, jvm).exitCode()).isZero();
            assertThat(detach(jar, jdk, jvm).exitCode()).isZero();

            assertThat(attach(other, jdk, jvm)).isEqualTo(refused);
            assertThat(attach(jar, jdk, jvm).exitCode()).isZero();
            assertThat(detach(jar, jdk, jvm).exitCode()).isZero();
            Files.move(other, jar, StandardCopyOption.REPLACE_EXISTING);
            assertThat(attach(jar, jdk, jvm)).isEqualTo(refused);
            assertThat(answerTo("attach test tool=none", jar, jvm))
                    .isEqualTo("test refused\nan agent of another version was in it before; restart the program");

            Files.createFile(folder.resolve("stop"));
            assertThat(jvm.exitCode()).isZero();
            assertThat(jvm.stdout()).isEqualTo(WAITED);
        }
    }

    private static RunOutput attach(Path jar, Jdk jdk, ForkedJvm jvm) throws Exception {
        return CommandLineRun.run(List.of(), jar, jdk, "attach", Long.toString(jvm.pid()), "quiet=true");
    }

    /** The agent's answer to a request, without the interpretation of the command. */
    private static String answerTo(String request, Path jar, ForkedJvm jvm) throws Exception {
        VirtualMachine machine = VirtualMachine.attach(Long.toString(jvm.pid()));
        try {
            machine.loadAgent(jar.toString(), request);
            return machine.getAgentProperties().getProperty("ompt4j.control");
        } finally {
            machine.detach();
        }
    }

    private static RunOutput detach(Path jar, Jdk jdk, ForkedJvm jvm) throws Exception {
        return CommandLineRun.run(List.of(), jar, jdk, "detach", Long.toString(jvm.pid()));
    }

    /** Starts a program whose classes are all in this directory. */
    private static ForkedJvm waiting(List<String> launcher, Jdk jdk, Path folder, String... arguments)
            throws IOException {
        String classFile = WaitingApp.class.getName().replace('.', '/') + ".class";
        Path copy = folder.resolve(classFile);
        Files.createDirectories(copy.getParent());
        try (InputStream in = WaitingApp.class.getClassLoader().getResourceAsStream(classFile)) {
            Files.write(copy, in.readAllBytes());
        }
        for (Path each = copy; !each.equals(folder); each = each.getParent()) {
            OtherUser.letIn(each);
        }
        List<String> command = new ArrayList<>(
                List.of("-XX:+EnableDynamicAgentLoading", "-XX:-UsePerfData", "-cp", ".", WaitingApp.class.getName()));
        command.addAll(List.of(arguments));
        ForkedJvm jvm = ForkedJvm.start(launcher, jdk, command, Map.of(), folder);
        awaitRunning(jvm);
        return jvm;
    }

    private static void awaitRunning(ForkedJvm jvm) {
        try {
            Awaitility.await()
                    .atMost(Duration.ofMinutes(2))
                    .until(() -> jvm.stdout().contains("running"));
        } catch (RuntimeException neverRan) {
            jvm.close();
            throw neverRan;
        }
    }

    @Test
    void processThatIsNoJvmSurvives() throws Exception {
        assumeTrue(Files.exists(Path.of("/proc/self/maps")), "a system that says what code a process runs");
        Process other = new ProcessBuilder("sleep", "600").start();
        try {
            RunOutput answer = CommandLineRun.run(Jdks.oldest(), "attach", Long.toString(other.pid()));

            assertThat(answer)
                    .isEqualTo(failure("ompt4j: cannot attach to process " + other.pid()
                            + " (it is not a JVM, or not a HotSpot JVM)"));
            assertThat(other.isAlive()).isTrue();
        } finally {
            other.destroyForcibly();
        }
    }

    @Test
    void processThatDoesNotExistCostsOneLine() throws Exception {
        assertThat(CommandLineRun.run(Jdks.oldest(), "attach", "999999999"))
                .isEqualTo(failure("ompt4j: cannot attach to process 999999999 (there is no such process)"));
    }

    @Test
    void runtimeWithoutTheModuleCostsOneLine() throws Exception {
        Path directory = AppRun.of(AttachApp.class).newDirectory();
        List<String> command = List.of(
                "--limit-modules",
                "java.base,java.logging",
                "-jar",
                AppRun.shippedJar().toString(),
                "attach",
                "1");
        try (ForkedJvm jvm = ForkedJvm.start(Jdks.oldest(), command, Map.of(), directory)) {
            assertThat(jvm.exitCode()).isEqualTo(1);
            assertThat(jvm.stderr())
                    .startsWith("ompt4j: this Java runtime (")
                    .endsWith(") has no module jdk.attach; run the command with a JDK\n");
        }
    }

    private static RunOutput failure(String line) {
        return new RunOutput(1, "", line + "\n");
    }
}
