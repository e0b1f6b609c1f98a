package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.ompt4j.apps.monitor.SynchronizedApp.CONTENDED_WAITS;
import static org.ompt4j.e2e.ExpectedEvent.mutexAcquire;
import static org.ompt4j.e2e.ExpectedEvent.mutexAcquired;
import static org.ompt4j.e2e.ExpectedEvent.mutexReleased;
import static org.ompt4j.e2e.TraceAssert.assertThat;
import static org.ompt4j.ompt.MutexKind.CRITICAL;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.ompt4j.apps.agent.RefusingManager;
import org.ompt4j.apps.monitor.LinkingApp;
import org.ompt4j.apps.monitor.MonitorStormApp;
import org.ompt4j.apps.monitor.SynchronizedApp;
import org.ompt4j.apps.thread.VirtualThreadApp;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.RecordSink;
import org.ompt4j.ompt.State;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;

/** Monitors whose waits the JVM reports through the library in the agent jar: {@code native=auto}. */
@Order(1)
class JvmMonitorsIT {
    private static final int EXIT_CODE = 7;
    private static final int COMPACT_HEADERS_SINCE = 25;
    /** Before this JDK a virtual thread that holds a monitor is pinned to its carrier, so that others may never wait for the monitor. */
    private static final int LEAVE_CARRIERS_SINCE = 24;
    /** Compiles hooks and the program before they run; not the code that rewrites classes, which is most of the agent. */
    static final String COMPILED = "-Xcomp -XX:CompileCommand=quiet"
            + " -XX:CompileCommand=compileonly,org.ompt4j.emitter*::*"
            + " -XX:CompileCommand=compileonly,org.ompt4j.ompt*::*"
            + " -XX:CompileCommand=compileonly,org.ompt4j.tools.trace*::*"
            + " -XX:CompileCommand=compileonly,org.ompt4j.apps*::*";

    private static final String FALLS_BACK = "ompt4j: monitors are observed by rewriting classes: ";

    private static final String POLICY_OF_THE_PROGRAM = "grant {"
            + " permission java.util.PropertyPermission \"*\", \"read\";"
            + " permission java.lang.RuntimePermission \"*\"; };\n";

    /** A tool whose callback waits for a monitor that a thread of the tool holds nearly all the time. */
    private static final String RIVAL_TOOL = """
            import org.ompt4j.ompt.*;

            public final class RivalTool implements OmptTool, OmptStartToolResult {
                private final Object monitor = new Object();
                public OmptStartToolResult startTool(int ompVersion, String runtimeVersion) {
                    return this;
                }

                public int initialize(OmptFunctionLookup lookup, int initialDeviceNum) {
                    OmptEntryPoint.SetCallback set = (OmptEntryPoint.SetCallback) lookup.lookup("ompt_set_callback");
                    Thread rival = new Thread(this::hold, "ompt4j-rival");
                    rival.setDaemon(true);
                    rival.start();
                    set.setCallback(Event.MUTEX_ACQUIRE, (OmptCallback.MutexAcquire) (kind, hint, impl, waitId, codeptrRa) -> {
                        if (Boolean.getBoolean("ompt.test.initialization")) {
                            awaitInitialization();
                        } else {
                            awaitMonitor();
                        }
                        System.setProperty("ompt.test.waited", "yes");
                    });
                    return 1;
                }

                private void awaitMonitor() {
                    long before = blocked();
                    while (blocked() == before) {
                        synchronized (monitor) {
                            continue;
                        }
                    }
                }

                private static volatile boolean initializes;

                private static final class Slow {
                    static {
                        initializes = true;
                        try {
                            Thread.sleep(300);
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    }

                    static void use() {}
                }

                private static void awaitInitialization() {
                    Thread first = new Thread(Slow::use, "ompt4j-first");
                    first.start();
                    while (!initializes) {
                        Thread.onSpinWait();
                    }
                    Slow.use();
                }

                private static long blocked() {
                    return java.lang.management.ManagementFactory.getThreadMXBean()
                            .getThreadInfo(Thread.currentThread().getId()).getBlockedCount();
                }

                private void hold() {
                    while (true) {
                        synchronized (monitor) {
                            try {
                                Thread.sleep(5);
                            } catch (InterruptedException e) {
                                return;
                            }
                        }
                    }
                }

                public void finalizeTool() {}
            }
            """;

    /** The package of the programs. Code of the JDK waits for monitors too, for example for the initialization of a class. */
    private static final String APPS = "org.ompt4j.apps.monitor.";

    @TempDir
    static Path folder;

    @BeforeAll
    static void theJarHasALibraryForThisMachine() throws IOException {
        assumeTrue(hasLibrary(), "the build had a C compiler for this machine");
    }

    /** Whether the build found a C compiler for this machine, so that the agent jar has a library to load here. */
    static boolean hasLibrary() throws IOException {
        String processor = System.getProperty("os.arch").replace("amd64", "x64");
        try (JarFile jar = new JarFile(AppRun.shippedJar().toFile())) {
            return System.getProperty("os.name").equals("Linux")
                    && jar.getEntry("META-INF/ompt4j/native/linux-" + processor + "/libompt4j-monitors.so") != null;
        }
    }

    private static AppRun run(Class<?> app, Jdk jdk) {
        return AppRun.of(app).on(jdk).jvm(ForkedJvm.BRIEF).with("native", "auto");
    }

    /** The events of some scenarios, from a run of all of them. */
    private static ObservedRun part(Jdk jdk, String... scenarios) {
        return run(SynchronizedApp.class, jdk).scenarioTimes().observedOnce().part(scenarios);
    }

    private static AppRun storm(Jdk jdk, String... arguments) {
        return run(MonitorStormApp.class, jdk).arguments(arguments);
    }

    @OnEveryJdk
    void theJdkKeepsItsPromisesAlsoWhereCodeIsRewritten(Jdk jdk) {
        SemanticsIT.allOn(jdk).with("native", "off").observed();
    }

    @OnEveryJdk
    void entryThatWaitsIsReportedAtItsPlace(Jdk jdk) {
        for (String scenario : new String[] {"block", "method", "static"}) {
            String place = scenario.equals("block") ? "lambda$contendedBlock" : "increment";
            ObservedRun run = part(jdk, "contended-" + scenario);
            assertThat(run)
                    .of(Construct.SYNCHRONIZED)
                    .onThread(scenario + "-waiter")
                    .has(CONTENDED_WAITS, mutexAcquire(CRITICAL).at(place))
                    .emitsInOrder(
                            mutexAcquire(CRITICAL).at(place),
                            mutexAcquired(CRITICAL).at(place));
            assertThat(run.trace().header().configuration()).containsEntry("native", "auto");
            assertThat(run.trace().header().notObserved())
                    .anyMatch(each -> each.contains("when monitors are released"));
        }
    }

    @OnEveryJdk
    void entriesWithoutAWaitAreNotReported(Jdk jdk) {
        assertThat(part(jdk, "block", "method", "static-method", "nested", "reentrant"))
                .of(Construct.SYNCHRONIZED)
                .hasNo(mutexAcquire(CRITICAL).at(APPS));
    }

    @OnEveryJdk
    void waitOfTheProgramReleasesTheMonitorAndAcquiresItAgain(Jdk jdk) {
        for (String scenario : List.of("wait-notify wait-waiter", "wait-timeout timeout-waiter")) {
            String[] words = scenario.split(" ");
            assertThat(part(jdk, words[0]))
                    .of(Construct.SYNCHRONIZED)
                    .onThread(words[1])
                    .has(1, mutexReleased(CRITICAL))
                    .has(1, mutexAcquire(CRITICAL).at(APPS))
                    .emitsInOrder(
                            mutexReleased(CRITICAL), mutexAcquire(CRITICAL).at(APPS), mutexAcquired(CRITICAL));
        }
    }

    @OnEveryJdk
    void monitorsOfTheJdkAreSeen(Jdk jdk) {
        ObservedRun run = storm(jdk, "jdk").observed();

        for (String thread : List.of("table-waiter", "stream-waiter")) {
            assertThat(run)
                    .of(Construct.SYNCHRONIZED)
                    .onThread(thread)
                    .hasSome(mutexAcquire(CRITICAL))
                    .hasSome(mutexAcquired(CRITICAL));
        }
        assertThat(run.events())
                .filteredOn(each -> each.event() == Event.MUTEX_ACQUIRED && each.construct() == Construct.SYNCHRONIZED)
                .extracting(each -> run.trace().waitObject(each.waitId()).className())
                .contains("java.util.Hashtable");
    }

    /** A thread yields while it holds the monitor: threads that run meanwhile have to wait. */
    @OnEveryJdk
    void waitsOfVirtualThreadsAreTold(Jdk jdk) {
        assumeTrue(jdk.hasVirtualThreads(), "has virtual threads");
        ObservedRun run = run(VirtualThreadApp.class, jdk).arguments("monitors").observed();

        List<TraceEvent> acquires = ofMonitorsAt(run, "VirtualThreadApp.lambda$monitors", Event.MUTEX_ACQUIRE);
        assertThat(acquires).isNotEmpty();
        assertThat(ofMonitorsAt(run, "VirtualThreadApp.lambda$monitors", Event.MUTEX_ACQUIRED))
                .hasSameSizeAs(acquires);
        assertThat(acquires).allMatch(each -> TraceEvent.isVirtualThread(each.taskId()));
    }

    /** The events at call sites of the program. Inside the JDK threads may wait too, for example for the initialization of a class. */
    private static List<TraceEvent> ofMonitorsAt(ObservedRun run, String place, Event event) {
        return run.events().stream()
                .filter(each -> each.event() == event && each.construct() == Construct.SYNCHRONIZED)
                .filter(each -> run.isAt(each, place))
                .toList();
    }

    @OnEveryJdk
    void virtualThreadThatHoldsAMonitorIsNamed(Jdk jdk) {
        assumeTrue(jdk.hasVirtualThreads(), "has virtual threads");
        ObservedRun run = storm(jdk, "virtual-holder").observed();
        Set<Long> waiters = idsOfThreads(run, "holder-waiter");
        List<TraceEvent> acquires = run.events().stream()
                .filter(each -> each.event() == Event.MUTEX_ACQUIRE && each.construct() == Construct.SYNCHRONIZED)
                .filter(each -> waiters.contains(each.threadId()))
                .filter(each -> run.isAt(each, "MonitorStormApp.lambda$virtualHolder"))
                .toList();

        // Each hold is so long that only a thread without a processor could miss it.
        assertThat(acquires).hasSize(MonitorStormApp.VIRTUAL_HOLDS);
        assertThat(acquires).anyMatch(each -> TraceEvent.isVirtualThread(each.owner()));
        assertThat(acquires).allMatch(each -> each.owner() == 0 || TraceEvent.isVirtualThread(each.owner()));
    }

    /** Without events of mutexes samplers still see for what a thread waits. */
    @OnEveryJdk
    void samplesShowThatAThreadWaitsForTheMonitorAgainAfterAWaitThatNobodyEnded(Jdk jdk) {
        ObservedRun run = storm(jdk, "held-after-wait")
                .with("tool=sample,sample.period=5ms")
                .profile(Profile.STATES)
                .observed();

        for (long waiter : idsOfThreads(run, "back-waiter")) {
            List<State> states = run.events().stream()
                    .filter(each -> each.threadId() == waiter && each.event() == null)
                    .map(TraceEvent::state)
                    .toList();
            assertThat(states).filteredOn(each -> each == State.WAIT_CRITICAL).hasSizeGreaterThan(states.size() / 2);
        }
    }

    /** From JDK 24 on the thread leaves its carrier for this, and the JVM reports nothing. */
    @OnEveryJdk
    void virtualThreadWaitsForTheMonitorAgainAfterAWaitThatTimesOut(Jdk jdk) {
        assumeTrue(jdk.hasVirtualThreads(), "has virtual threads");
        ObservedRun run = storm(jdk, "held-after-virtual-wait").observed();

        String place = "MonitorStormApp.lambda$heldAfterVirtualWait";
        TraceEvent acquire = ofMonitorsAt(run, place, Event.MUTEX_ACQUIRE).get(0);
        TraceEvent acquired = ofMonitorsAt(run, place, Event.MUTEX_ACQUIRED).get(0);
        assertThat(acquired.timeNanos() - acquire.timeNanos())
                .isGreaterThan(MonitorStormApp.HELD_AFTER_WAIT_MILLIS * 500_000L);
    }

    /** Inquiries to the JVM about all these monitors would exceed the budget on a busy machine. */
    @OnEveryJdk
    void holderOfAMonitorThatNobodyHasWaitedForIsNamed(Jdk jdk) {
        holderOfFreshMonitorsIsNamed(storm(jdk, "fresh"));
        if (jdk.major() >= COMPACT_HEADERS_SINCE) {
            holderOfFreshMonitorsIsNamed(storm(jdk, "fresh").jvm("-XX:+UseCompactObjectHeaders"));
        }
    }

    private static void holderOfFreshMonitorsIsNamed(AppRun app) {
        ObservedRun run = app.observed();

        List<TraceEvent> acquires = ofMonitorsAt(run, "MonitorStormApp.lambda$fresh", Event.MUTEX_ACQUIRE);

        assertThat(acquires).hasSize(MonitorStormApp.FRESH);
        List<TraceEvent> known =
                acquires.stream().filter(each -> each.owner() != 0).toList();
        assertThat(known)
                .hasSizeGreaterThanOrEqualTo(MonitorStormApp.FRESH * 9 / 10)
                .allMatch(
                        each -> "fresh-holder".equals(run.trace().threadNames().get(each.owner())));
    }

    /**
     * A virtual thread that waits for the initialization of a class waits in a monitor of the JVM, which reports only the end of this wait, from JDK 26
     * on only its begin.
     */
    @OnEveryJdk
    void virtualThreadsThatWaitForTheInitializationOfAClassTellOfTheirMonitorsInPairs(Jdk jdk) {
        ObservedRun run = storm(jdk, "initialization").observed();

        for (long thread : run.events().stream()
                .filter(each -> each.construct() == Construct.SYNCHRONIZED && each.event() == Event.MUTEX_ACQUIRE)
                .map(TraceEvent::taskId)
                .collect(Collectors.toSet())) {
            assertThat(run.events())
                    .filteredOn(each -> each.taskId() == thread && each.construct() == Construct.SYNCHRONIZED)
                    .extracting(TraceEvent::event)
                    .as("of " + thread)
                    .hasSizeGreaterThan(1)
                    .satisfies(JvmMonitorsIT::alternate);
        }
        if (!jdk.hasVirtualThreads() || jdk.major() >= LEAVE_CARRIERS_SINCE) {
            assertThat(run.events()).anyMatch(each -> each.event() == Event.MUTEX_ACQUIRED);
        }
    }

    /** An array that the program locks is an ordinary monitor, although the JVM locks arrays of the same type for classes. */
    @OnEveryJdk
    void waitsForClassesAreCalledSo(Jdk jdk) {
        ObservedRun run = run(LinkingApp.class, jdk).observed();

        Map<String, String> named = Map.of(
                "by-name", RecordSink.INITIALIZATION_OF_CLASS,
                "by-code", RecordSink.INITIALIZATION_OF_CLASS,
                "of-array", "[I",
                "of-loader", RecordSink.LOADING_OF_CLASS);
        named.forEach((thread, name) -> {
            Set<Long> ids = idsOfThreads(run, thread);
            assertThat(run.events())
                    .filteredOn(
                            each -> each.event() == Event.MUTEX_ACQUIRED && each.construct() == Construct.SYNCHRONIZED)
                    .filteredOn(each -> ids.contains(each.threadId()))
                    .extracting(each -> run.trace().waitObject(each.waitId()).className())
                    .as(thread)
                    .contains(name);
        });
        // One call can wait for two locks of the JVM, one after the other.
        assertThat(ofMonitorsAt(run, "LinkingApp$SecondCaller.run", Event.MUTEX_ACQUIRE))
                .hasSizeBetween(1, 2)
                .extracting(TraceEvent::waitId)
                .doesNotHaveDuplicates();
        assertThat(ofMonitorsAt(run, "LinkingApp$Caller.run", Event.MUTEX_ACQUIRE))
                .hasSize(1);
        assertThat(ofMonitorsAt(run, "LinkingApp$Loader.lambda$startAndAwait", Event.MUTEX_ACQUIRE))
                .hasSize(1);
    }

    private static void alternate(List<? extends Event> events) {
        for (int i = 0; i < events.size(); i++) {
            assertThat(events.get(i)).isEqualTo(i % 2 == 0 ? Event.MUTEX_ACQUIRE : Event.MUTEX_ACQUIRED);
        }
    }

    /** If a thread waits for something else first, the JVM forgets the monitor that the thread is about to wait for, or that it waits. */
    @ParameterizedTest(name = "{0}, initialization of a class: {1}")
    @MethodSource("somethingElse")
    void whatAThreadWaitsForIsShownThoughAToolHasItWaitForSomethingElseFirst(Jdk jdk, boolean isInitialization)
            throws IOException {
        AppRun app = storm(jdk, "shown")
                .moreJvm("-D" + MonitorStormApp.TOOL_WAITED + "=no", "-Dompt.test.initialization=" + isInitialization)
                .tools(ToolJar.make("RivalTool", RIVAL_TOOL, folder.resolve("rival-" + jdk.major() + ".jar")));

        RunOutput output = app.observedUnjudged().output();

        assertThat(output.exitCode()).as(output.toString()).isZero();
        assertThat(output.stdout()).isEqualTo("shown: held by main\n");
    }

    static Stream<Arguments> somethingElse() {
        return Jdks.all().stream().flatMap(jdk -> Stream.of(Arguments.of(jdk, false), Arguments.of(jdk, true)));
    }

    /** The JVM's interpreter names the bytecode after the one that enters, which is mostly on the next line. */
    @OnEveryJdk
    void waitIsAtTheLineOfTheBlockAsWhereCodeIsRewritten(Jdk jdk) {
        AppRun blocks =
                AppRun.of(SynchronizedApp.class).on(jdk).jvm(ForkedJvm.BRIEF).arguments("contended-block");

        Set<String> told = placesInBlocks(blocks.with("native", "auto").observed());

        assertThat(told)
                .isNotEmpty()
                .isSubsetOf(placesInBlocks(blocks.with("native", "off").observed()));
    }

    private static Set<String> placesInBlocks(ObservedRun run) {
        return ofMonitorsAt(run, "SynchronizedApp.lambda$contendedBlock", Event.MUTEX_ACQUIRE).stream()
                .map(each -> String.valueOf(run.trace().callSite(each.codeptrRa())))
                .collect(Collectors.toSet());
    }

    @OnEveryJdk
    void placeInCodeWithoutLinesIsItsBytecode(Jdk jdk) throws IOException {
        Path classes = Files.createTempDirectory(folder, "bare");
        ClassReader reader = new ClassReader(SynchronizedApp.class.getName());
        ClassWriter bare = new ClassWriter(0);
        reader.accept(bare, ClassReader.SKIP_DEBUG);
        Path file = classes.resolve(reader.getClassName() + ".class");
        Files.createDirectories(file.getParent());
        Files.write(file, bare.toByteArray());

        ObservedRun run = run(SynchronizedApp.class, jdk)
                .before(classes)
                .arguments("contended-block")
                .observed();

        assertThat(ofMonitorsAt(run, "SynchronizedApp.lambda$contendedBlock", Event.MUTEX_ACQUIRE))
                .isNotEmpty()
                .allMatch(
                        each -> String.valueOf(run.trace().callSite(each.codeptrRa()))
                                .matches(
                                        ".*SynchronizedApp\\.lambda\\$contendedBlock\\$\\d+\\(Unknown Source, bytecode \\d+\\)"));
    }

    @OnEveryJdk
    void securityManagerThatTrustsTheAgentAloneSeesNoDifference(Jdk jdk) throws IOException {
        assumeTrue(jdk.hasSecurityManagers(), "has security managers");
        Path policy = Files.writeString(folder.resolve("policy"), AppRun.allRightsOfTheAgent() + POLICY_OF_THE_PROGRAM);

        ObservedRun run = run(SynchronizedApp.class, jdk)
                .arguments("contended-block")
                .moreJvm("-Djava.security.manager", "-Djava.security.policy==" + policy)
                .observed();

        assertThat(run.trace().header().configuration()).containsEntry("native", "auto");
        assertThat(run)
                .of(Construct.SYNCHRONIZED)
                .onThread("block-waiter")
                .has(CONTENDED_WAITS, mutexAcquire(CRITICAL).at(APPS))
                .emitsInOrder(mutexAcquire(CRITICAL).at(APPS), mutexAcquired(CRITICAL));
        assertThat(ofMonitorsAt(run, "SynchronizedApp.lambda$contendedBlock", Event.MUTEX_ACQUIRE))
                .as("the holder goes on as soon as the waiter is shown blocked, which is before the agent is told")
                .allMatch(each -> each.owner() == 0
                        || "block-holder".equals(run.trace().threadNames().get(each.owner())));
    }

    /** The security manager refuses one access at a time, also to the agent. */
    @OnEveryJdk
    void whatASecurityManagerRefusesToTheLibraryHasCodeRewritten(Jdk jdk) throws IOException {
        assumeTrue(jdk.hasSecurityManagers(), "has security managers");
        Path temporary = Files.createTempDirectory(folder, "managed");
        for (String refused : List.of("read " + temporary, "write " + temporary + "/ompt4j-", "read /dev/urandom")) {
            ObservedRun run = run(SynchronizedApp.class, jdk)
                    .arguments("contended-block")
                    .moreJvm(
                            "-Djava.security.manager=" + RefusingManager.class.getName(),
                            "-D" + RefusingManager.REFUSED + "=" + refused,
                            "-Djava.io.tmpdir=" + temporary)
                    .observed();

            assertThat(run.output().agentLines())
                    .as(refused)
                    .filteredOn(each -> each.startsWith(FALLS_BACK))
                    .singleElement()
                    .asString()
                    .contains("refused: " + refused);
            assertThat(run.trace().header().configuration()).containsEntry("native", "off");
            assertThat(temporary).isEmptyDirectory();
            assertThat(run)
                    .of(Construct.SYNCHRONIZED)
                    .onThread("block-waiter")
                    .emitsInOrder(mutexAcquire(CRITICAL), mutexAcquired(CRITICAL));
        }
    }

    @OnEveryJdk
    void excludedClassesAreLeftOut(Jdk jdk) {
        assertThat(run(SynchronizedApp.class, jdk)
                        .arguments("contended-block")
                        .with("exclude", "org.ompt4j.apps.monitor.*")
                        .observed())
                .of(Construct.SYNCHRONIZED)
                .hasNo(mutexAcquire(CRITICAL).at(APPS));
    }

    @OnEveryJdk
    void synchronizedMethodsStaySynchronized(Jdk jdk) {
        for (Profile profile : List.of(Profile.STATES, Profile.DEFAULT)) {
            assertThat(storm(jdk, "modifiers")
                            .profile(profile)
                            .observed()
                            .output()
                            .stdout())
                    .isEqualTo("modifiers: synchronized true\n");
        }
    }

    @ParameterizedTest(name = "{0}, {1}")
    @MethodSource("jvmOptions")
    void nothingIsLostOrBrokenInAStorm(Jdk jdk, String options) throws IOException {
        // At scale 4 this took minutes on JDK 17 if all code was compiled first.
        String scale = options.equals(COMPILED) ? "1" : "4";
        AppRun app = storm(jdk, scale, "storm", "virtual")
                .jvm(options.split(" "))
                .moreJvm("-Dompt.test.blocked=blocked.txt")
                .with("throttle", "off");

        ObservedRun run = app.observed();

        Set<Long> racers = idsOfThreads(run, "racer-.*");
        List<TraceEvent> acquires = run.events().stream()
                .filter(each -> each.event() == Event.MUTEX_ACQUIRE && racers.contains(each.threadId()))
                .toList();
        assertThat(run).onThreads("racer-.*").has(acquires.size(), mutexAcquired(CRITICAL));
        // Only waits for this monitor: each racer has waited for another one before, and for monitors in the agent's
        // code, which the JVM counts too.
        List<TraceEvent> told = acquires.stream()
                .filter(each -> run.trace()
                        .waitObject(each.waitId())
                        .className()
                        .equals(MonitorStormApp.StormMonitor.class.getName()))
                .toList();
        long waits = Long.parseLong(Files.readString(run.directory().resolve("blocked.txt")));
        assertThat((long) told.size()).isPositive().isBetween(waits - waits / 10 - 1, waits);
        assertThat(told).allMatch(each -> canBeOwner(each, racers));
    }

    private static boolean canBeOwner(TraceEvent acquire, Set<Long> racers) {
        return acquire.owner() == 0 || racers.contains(acquire.owner()) && acquire.owner() != acquire.threadId();
    }

    private static Set<Long> idsOfThreads(ObservedRun run, String name) {
        return run.trace().threads().stream()
                .filter(each -> each.name().matches(name))
                .map(Trace.TraceThread::id)
                .collect(Collectors.toSet());
    }

    @OnEveryJdk
    void collectionsThatStopAllThreadsAreInTheTrace(Jdk jdk) {
        ObservedRun run = storm(jdk, "garbage").jvm("-XX:+UseSerialGC").observed();

        assertThat(run.trace().collections())
                .hasSizeGreaterThanOrEqualTo(MonitorStormApp.COLLECTIONS)
                .allMatch(each -> each.nanos() > 0
                        && each.fromNanos() > 0
                        && each.toNanos() < run.trace().losses().durationNanos());
    }

    /** Some distributions of the JDK do not have this collector. */
    private static boolean hasShenandoah(Jdk jdk) {
        try {
            return new ProcessBuilder(jdk.java().toString(), "-XX:+UseShenandoahGC", "-version")
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    static Stream<Arguments> jvmOptions() {
        List<Arguments> all = new ArrayList<>();
        for (Jdk jdk : Jdks.all()) {
            if (hasShenandoah(jdk)) {
                all.add(Arguments.of(jdk, "-XX:+UseShenandoahGC"));
            }
            for (String each : List.of(
                    "-XX:+UseSerialGC", "-XX:+UseParallelGC", "-XX:+UseG1GC", "-XX:+UseZGC", "-Xint", COMPILED)) {
                all.add(Arguments.of(jdk, each));
            }
            if (jdk.major() >= COMPACT_HEADERS_SINCE) {
                all.add(Arguments.of(jdk, "-XX:+UseCompactObjectHeaders"));
            }
        }
        return all.stream();
    }

    @OnEveryJdk
    void programWithExhaustedStackOrHeapBehavesAsWithoutTheAgent(Jdk jdk) {
        for (Profile profile : List.of(Profile.STATES, Profile.DEFAULT)) {
            AppRun app = storm(jdk, "deep", "memory").jvm("-Xmx64m").profile(profile);
            RunOutput output = app.observedUnjudged().output();

            assertThat(output.exitCode()).as(output.toString()).isZero();
            assertThat(output.stdout()).isEqualTo(app.plain().stdout());
        }
    }

    @OnEveryJdk
    void theJvmEndsAsItDoesWithoutTheAgentWhileThreadsWait(Jdk jdk) {
        ObservedRun exited =
                storm(jdk, "modifiers").moreJvm("-Dompt.test.end=exit").observed();
        RunOutput halted = storm(jdk, "modifiers")
                .moreJvm("-Dompt.test.end=halt")
                .observedUnjudged()
                .output();

        assertThat(exited.output().exitCode()).isEqualTo(EXIT_CODE);
        assertThat(halted.exitCode()).as(halted.toString()).isEqualTo(EXIT_CODE);
    }

    @OnEveryJdk
    void theJvmFindsNoFaultWithTheLibrary(Jdk jdk) {
        RunOutput output = storm(jdk, "storm", "deep", "jdk", "virtual")
                .moreJvm("-Xcheck:jni")
                .observedUnjudged()
                .output();

        assertThat(output.exitCode()).as(output.toString()).isZero();
        // With -Xcheck:jni the JVM prints warnings, with stack traces, about its own library for agents.
        assertThat(output.stderr()).doesNotContain("JvmMonitors", "FATAL ERROR", "pending exception");
    }

    @OnEveryJdk
    void theLibraryLeavesNoFileBehind(Jdk jdk) throws IOException {
        Path temporary = Files.createTempDirectory(folder, "tmp");

        ObservedRun run =
                storm(jdk, "modifiers").moreJvm("-Djava.io.tmpdir=" + temporary).observed();

        assertThat(run.trace().header().configuration()).containsEntry("native", "auto");
        assertThat(temporary).isEmptyDirectory();
    }

    @OnEveryJdk
    void whereNobodyHasAskedForTheLibraryTheTraceAloneSaysThatItCannotBeLoaded(Jdk jdk) {
        ObservedRun run = AppRun.of(SynchronizedApp.class)
                .on(jdk)
                .arguments("contended-block")
                .jvm(ForkedJvm.BRIEF, "-Dos.arch=vax")
                .observed();

        assertThat(run.output().agentLines()).noneMatch(each -> each.startsWith(FALLS_BACK));
        assertThat(run.trace().header().configuration()).containsEntry("native", "off");
        assertThat(run.trace().header().notObserved())
                .contains(FALLS_BACK.replace("ompt4j: ", "") + "the agent jar has no library for linux-vax");
    }

    @OnEveryJdk
    void whereTheLibraryCannotBeLoadedCodeIsRewrittenAndOneLineSaysSo(Jdk jdk) throws IOException {
        Path open = Files.createTempDirectory(folder, "open");
        Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
        // No user can create a directory in /proc.
        for (String option : List.of(
                "-Djava.io.tmpdir=" + folder.resolve("missing"),
                "-Djava.io.tmpdir=" + open,
                "-Djava.io.tmpdir=/proc",
                "-Dos.arch=vax")) {
            ObservedRun run = run(SynchronizedApp.class, jdk)
                    .arguments("contended-block")
                    .moreJvm(option)
                    .observed();

            assertThat(run.output().agentLines())
                    .as(option)
                    .filteredOn(each -> each.startsWith(FALLS_BACK))
                    .hasSize(1);
            assertThat(run.trace().header().configuration()).containsEntry("native", "off");
            assertThat(run)
                    .of(Construct.SYNCHRONIZED)
                    .onThread("block-waiter")
                    .emitsInOrder(mutexAcquire(CRITICAL), mutexAcquired(CRITICAL));
        }
    }
}
