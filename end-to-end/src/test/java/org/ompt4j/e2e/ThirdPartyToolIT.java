package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ompt4j.apps.stream.ParallelStreamApp;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.Mappings;

/** Third-party tools are found and get their callbacks, and cannot harm the application. */
@Order(2)
class ThirdPartyToolIT {

    private static final String COUNTING_TOOL = """
            import java.util.concurrent.atomic.AtomicLong;
            import org.ompt4j.ompt.*;

            public final class CountingTool implements OmptTool, OmptStartToolResult {
                private final AtomicLong streams = new AtomicLong();
                private final AtomicLong created = new AtomicLong();
                private final AtomicLong completed = new AtomicLong();
                private final AtomicLong cancelled = new AtomicLong();
                private final AtomicLong strangers = new AtomicLong();
                private final AtomicLong begun = new AtomicLong();
                private final AtomicLong ended = new AtomicLong();
                private Ompt4jRuntime runtime;
                private OmptEntryPoint.GetThreadData threadData;
                private OmptEntryPoint.GetEventConstruct construct;

                public OmptStartToolResult startTool(int ompVersion, String runtimeVersion) {
                    System.err.println("counting-tool: " + ompVersion + " from " + runtimeVersion);
                    return this;
                }

                public int initialize(OmptFunctionLookup lookup, int initialDeviceNum) {
                    runtime = (Ompt4jRuntime) lookup.lookup("ompt4j_runtime");
                    threadData = (OmptEntryPoint.GetThreadData) lookup.lookup("ompt_get_thread_data");
                    construct = (OmptEntryPoint.GetEventConstruct) lookup.lookup("ompt4j_get_event_construct");
                    OmptEntryPoint.SetCallback set = (OmptEntryPoint.SetCallback) lookup.lookup("ompt_set_callback");
                    SetResult answer = set.on(OmptCallback.THREAD_BEGIN, this::threadBegin);
                    set.on(OmptCallback.THREAD_END, this::threadEnd);
                    set.on(OmptCallback.PARALLEL_BEGIN, this::parallelBegin);
                    set.on(OmptCallback.TASK_CREATE, this::taskCreate);
                    set.on(OmptCallback.TASK_SCHEDULE, this::taskSchedule);
                    System.err.println("counting-tool: thread_begin " + answer);
                    return 1;
                }

                private void threadBegin(ThreadType type, OmptData thread) {
                    begun.incrementAndGet();
                    thread.value = 7;
                }

                private void threadEnd(OmptData thread) {
                    ended.incrementAndGet();
                    check(thread.value == 7);
                }

                private void parallelBegin(OmptData task, OmptFrame frame, OmptData region, int parallelism, int flags, int site) {
                    String callSite = runtime.callSite(site);
                    boolean isStream = construct.getEventConstruct() == Construct.PARALLEL_STREAM;
                    if (isStream && callSite != null && callSite.startsWith("org.ompt4j.apps.stream.ParallelStreamApp.forEach(")) {
                        streams.incrementAndGet();
                    }
                }

                private void taskCreate(OmptData parent, OmptFrame frame, OmptData task, int flags, boolean dependences, int site) {
                    created.incrementAndGet();
                    check(task.value == 0);
                    task.value = task.id();
                }

                private void taskSchedule(OmptData prior, TaskStatus status, OmptData next) {
                    if (status == TaskStatus.CANCEL) {
                        cancelled.incrementAndGet();
                    } else if (status == TaskStatus.COMPLETE || status == TaskStatus.LATE_FULFILL) {
                        completed.incrementAndGet();
                        check(prior.value == prior.id());
                    }
                    check(threadData.getThreadData().value == 7);
                }

                private void check(boolean holds) {
                    if (!holds) {
                        strangers.incrementAndGet();
                    }
                }

                public void finalizeTool() {
                    System.err.println("counting-tool: streams " + streams);
                    // Each worker may still be in its last task's end when the run is over, which then ends it as cancelled.
                    boolean few = cancelled.get() <= java.util.concurrent.ForkJoinPool.getCommonPoolParallelism();
                    boolean all = created.get() == completed.get() + cancelled.get();
                    System.err.println("counting-tool: tasks begun and completed " + (all && few && created.get() > 20));
                    System.err.println("counting-tool: threads begun and ended " + (begun.get() == ended.get() && begun.get() > 1));
                    System.err.println("counting-tool: strangers " + strangers);
                }
            }
            """;

    /** Ends the sources of the tools that register a callback for each event. */
    private static final String FOR_EVERY_EVENT = """
            abstract class ForEveryEvent implements OmptTool, OmptStartToolResult {
                abstract void registered(Event event, SetResult answer);

                abstract void called(Event event, String callback);

                public OmptStartToolResult startTool(int ompVersion, String runtimeVersion) {
                    return this;
                }

                public int initialize(OmptFunctionLookup lookup, int initialDeviceNum) {
                    OmptEntryPoint.SetCallback set = (OmptEntryPoint.SetCallback) lookup.lookup("ompt_set_callback");
                    for (Class<?> type : OmptCallback.class.getDeclaredClasses()) {
                        if (type.getSimpleName().startsWith("Buffer") || type.getSimpleName().endsWith("Emi")) {
                            continue; // no event, or the second form of one
                        }
                        Event event = Event.valueOf(type.getSimpleName().replace("RuntimeError", "Error").replaceAll("(?<=.)([A-Z])", "_$1").toUpperCase());
                        Object callback = java.lang.reflect.Proxy.newProxyInstance(
                                getClass().getClassLoader(),
                                new Class<?>[] {type},
                                (proxy, method, arguments) -> {
                                    called(event, method.getName());
                                    return null;
                                });
                        registered(event, set.setCallback(event, (OmptCallback) callback));
                    }
                    return 1;
                }
            }
            """;

    private static final String THROWING_TOOL = """
            import org.ompt4j.ompt.*;

            public final class ThrowingTool extends ForEveryEvent {
                void registered(Event event, SetResult answer) {
                    if (answer == SetResult.ERROR) {
                        throw new IllegalStateException("cannot register " + event);
                    }
                }

                void called(Event event, String callback) {
                    throw new IllegalStateException("on purpose, in " + callback);
                }

                public void finalizeTool() {
                    throw new IllegalStateException("on purpose, in the finalizer");
                }
            }
            """ + FOR_EVERY_EVENT;

    private static final String DECLINING_TOOL = """
            import org.ompt4j.ompt.*;

            public final class DecliningTool implements OmptTool {
                public OmptStartToolResult startTool(int ompVersion, String runtimeVersion) {
                    return null;
                }
            }
            """;

    private static final String ANSWERS_TOOL = """
            import java.util.EnumMap;
            import java.util.Map;
            import java.util.concurrent.atomic.AtomicLongArray;
            import org.ompt4j.ompt.*;

            public final class AnswersTool extends ForEveryEvent {
                private final AtomicLongArray counts = new AtomicLongArray(Event.values().length);
                private final Map<Event, SetResult> answers = new EnumMap<>(Event.class);

                void registered(Event event, SetResult answer) {
                    answers.put(event, answer);
                }

                void called(Event event, String callback) {
                    counts.incrementAndGet(event.ordinal());
                }

                public void finalizeTool() {
                    answers.forEach((event, answer) -> System.err.println(event + " " + answer + " " + counts.get(event.ordinal())));
                }
            }
            """ + FOR_EVERY_EVENT;

    @TempDir
    static Path folder;

    private static Path countingTool;
    private static Path throwingTool;
    private static Path answersTool;
    private static Path decliningTool;

    @BeforeAll
    static void makeTools() throws IOException {
        Path place = Files.createDirectory(folder.resolve("tools of others"));
        countingTool = ToolJar.make("CountingTool", COUNTING_TOOL, place.resolve("counting tool.jar"));
        throwingTool = ToolJar.make("ThrowingTool", THROWING_TOOL, place.resolve("throwing tool.jar"));
        decliningTool = ToolJar.make("DecliningTool", DECLINING_TOOL, place.resolve("declining tool.jar"));
        answersTool = ToolJar.make("AnswersTool", ANSWERS_TOOL, place.resolve("answers tool.jar"));
    }

    @OnEveryJdk
    void toolOfAnotherLibraryHearsWhatHappens(Jdk jdk) throws Exception {
        RunOutput run = run(program(jdk).tools(countingTool).with("tool=none,profile=full"));

        assertThat(run.exitCode()).isZero();
        assertThat(run.stdout()).isEqualTo(program(jdk).plain().stdout());
        assertThat(run.otherStderrLines().get(0)).startsWith("counting-tool: 202011 from OMPT4J ");
        assertThat(run.otherStderrLines().subList(1, run.otherStderrLines().size()))
                .containsExactly(
                        "counting-tool: thread_begin ALWAYS",
                        "counting-tool: streams " + ParallelStreamApp.FOR_EACH_REGIONS,
                        "counting-tool: tasks begun and completed true",
                        "counting-tool: threads begun and ended true",
                        "counting-tool: strangers 0");
        assertThat(run.agentLines()).isEmpty();
    }

    @OnEveryJdk
    void toolIsToldTheVersionThatTheConfigurationSays(Jdk jdk) throws Exception {
        RunOutput run = run(program(jdk).tools(countingTool).with("tool=none,omp-version=6.0"));

        assertThat(run.otherStderrLines().get(0)).startsWith("counting-tool: 202411 from OMPT4J ");
    }

    @OnEveryJdk
    void toolOnTheClassPathIsFoundFirst(Jdk jdk) throws Exception {
        RunOutput run = run(program(jdk)
                .behind(countingTool.toString())
                .tools(throwingTool)
                .environment("OMP_TOOL_VERBOSE_INIT", "stderr")
                .with("tool=none,tools=all,profile=full"));

        assertThat(run.stdout()).isEqualTo(program(jdk).plain().stdout());
        assertThat(run.otherStderrLines())
                .contains(
                        "counting-tool: streams " + ParallelStreamApp.FOR_EACH_REGIONS,
                        "counting-tool: tasks begun and completed true",
                        "counting-tool: strangers 0");
        List<String> started =
                run.agentLines().stream().filter(line -> line.endsWith(" runs")).toList();
        assertThat(started).hasSize(2);
        assertThat(started.get(0)).contains("tool CountingTool (class path)");
        assertThat(started.get(1)).contains("tool ThrowingTool (").contains("throwing tool.jar");
    }

    @OnEveryJdk
    void onlyTheFirstToolThatWantsToRunsAndTheSearchIsWrittenDown(Jdk jdk) throws Exception {
        ObservedRun observed = program(jdk)
                .tools(folder.resolve("nowhere.jar"), decliningTool, countingTool, throwingTool)
                .environment("OMP_TOOL_VERBOSE_INIT", "search of tools.txt")
                .with("tool=trace,profile=full")
                .observedUnjudged();
        RunOutput run = observed.output();
        Path directory = observed.directory();

        assertThat(run.stdout()).isEqualTo(program(jdk).plain().stdout());
        assertThat(run.otherStderrLines()).contains("counting-tool: strangers 0");
        assertThat(run.agentLines()).hasSize(2);
        assertThat(run.agentLines().get(0)).contains("nowhere.jar does not exist");
        assertThat(run.agentLines().get(1))
                .contains("tool=trace does not run, as tool CountingTool (", "tools=all starts both");
        assertThat(ObservedRun.traceFiles(directory)).isEmpty();
        String counting = "tool CountingTool (" + countingTool + ")";
        String declining = "tool DecliningTool (" + decliningTool + ")";
        assertThat(Files.readAllLines(directory.resolve("search of tools.txt")))
                .containsExactly(
                        "searching the class path for tools",
                        "the class path has no tool",
                        "searching " + folder.resolve("nowhere.jar") + " for tools",
                        "tool library " + folder.resolve("nowhere.jar")
                                + " does not exist; correct OMP_TOOL_LIBRARIES, it is left out",
                        "searching " + decliningTool + " for tools",
                        "found " + declining,
                        declining + " does not want to run",
                        "searching " + countingTool + " for tools",
                        "found " + counting,
                        counting + " runs",
                        "the search ends with the first tool that answered",
                        "tool=trace does not run, as " + counting + " comes first; tools=all starts both");
    }

    @OnEveryJdk
    void toolsRunBesideEachOtherAndBesideTheTrace(Jdk jdk) throws Exception {
        ObservedRun observed = program(jdk)
                .tools(countingTool, countingTool)
                .with("tools=all,profile=full")
                .observedUnjudged();
        RunOutput run = observed.output();

        assertThat(run.otherStderrLines())
                .filteredOn(line -> line.equals("counting-tool: streams " + ParallelStreamApp.FOR_EACH_REGIONS))
                .hasSize(2);
        assertThat(run.otherStderrLines())
                .filteredOn(line -> line.equals("counting-tool: strangers 0"))
                .hasSize(2);
        observed.judge(new RunOutput(0, program(jdk).plain().stdout(), run.stderr()));
    }

    @OnEveryJdk
    void toolThatThrowsInEveryCallbackHarmsNobody(Jdk jdk) throws Exception {
        RunOutput run = run(program(jdk).tools(throwingTool, countingTool).with("tool=none,tools=all,profile=full"));

        assertThat(run.exitCode()).isZero();
        assertThat(run.stdout()).isEqualTo(program(jdk).plain().stdout());
        assertThat(run.otherStderrLines()).contains("counting-tool: streams " + ParallelStreamApp.FOR_EACH_REGIONS);
        assertThat(run.otherStderrLines()).allMatch(line -> line.startsWith("counting-tool: "));
        assertThat(run.agentLines())
                .anyMatch(line -> line.contains("ThrowingTool threw in its callback device_initialize")
                        && line.contains("on purpose, in deviceInitialize"))
                .anyMatch(line -> line.contains("ThrowingTool") && line.contains("switched off"))
                .anyMatch(line -> line.contains("on purpose, in the finalizer"));
    }

    @ParameterizedTest
    @EnumSource(
            value = Profile.class,
            names = {"DEFAULT", "FULL"})
    void whatRegistrationSaysNeverHappensDoesNot(Profile profile) throws Exception {
        Set<String> never = new TreeSet<>();
        Set<String> promised = new TreeSet<>();
        Set<String> happened = new TreeSet<>();
        for (String[] words : answersIn(ConstructPrograms.everyOne(), "tool=none,profile=" + profile.id())) {
            (words[1].equals("NEVER") ? never : promised).add(words[0]);
            if (!words[2].equals("0")) {
                happened.add(words[0]);
            }
        }

        // None of these programs sends a command.
        assertThat(promised.remove("CONTROL_TOOL")).isTrue();
        // Some program has raised each promised event, so that no event is promised by mistake.
        assertThat(happened).isEqualTo(promised);
        assertThat(never).doesNotContainAnyElementsOf(happened).contains("FLUSH", "TARGET");
        assertThat(never.contains("NEST_LOCK")).isEqualTo(profile != Profile.FULL);
    }

    @Test
    void whatRegistrationSaysNeverHappensDoesNotWhereOnlyOneConstructIsObserved() throws Exception {
        Set<String> contradicted = new TreeSet<>();
        Set<String> heard = new TreeSet<>();
        List<ConstructMapping> mappings = Mappings.all();
        for (ConstructMapping each : mappings) {
            String only = each.construct().id();
            for (String[] words : answersIn(AppRun.of(programOf(each)), "tool=none,profile=full,constructs=" + only)) {
                if (words[1].equals("NEVER") && !words[2].equals("0")) {
                    contradicted.add(only + ": " + words[0]);
                }
                heard.add(words[2]);
            }
        }

        assertThat(contradicted).isEmpty();
        assertThat(heard).hasSizeGreaterThan(mappings.size());
    }

    /** The program that uses a construct in all its ways. */
    private static Class<?> programOf(ConstructMapping mapping) throws ClassNotFoundException {
        String name = mapping.getClass().getName();
        return Class.forName(
                name.replace("org.ompt4j.mappings.", "org.ompt4j.apps.").replaceFirst("Mapping$", "App"));
    }

    /** For each event its name, the answer to the registration and the number of calls. */
    private static List<String[]> answersIn(AppRun program, String settings) {
        RunOutput run = run(program.jvm(ForkedJvm.BRIEF).tools(answersTool).with(settings));
        return run.otherStderrLines().stream()
                .map(line -> line.split(" "))
                .filter(words -> words.length == 3 && words[2].matches("[0-9]+"))
                .toList();
    }

    @OnEveryJdk
    void missingLibraryCostsOneLine(Jdk jdk) throws Exception {
        RunOutput run = run(program(jdk).tools(folder.resolve("nowhere.jar")).with("tool", "none"));

        assertThat(run.exitCode()).isZero();
        assertThat(run.stdout()).isEqualTo(program(jdk).plain().stdout());
        assertThat(run.agentLines()).singleElement().asString().contains("nowhere.jar does not exist");
        assertThat(run.otherStderrLines()).isEmpty();
    }

    @OnEveryJdk
    void disabledToolsLeaveTheJvmUntouched(Jdk jdk) throws Exception {
        ObservedRun observed = program(jdk)
                .moreJvm("-Xlog:class+load:file=classes.log")
                .environment("OMP_TOOL", "disabled")
                .tools(countingTool)
                .observedUnjudged();
        RunOutput run = observed.output();
        Path directory = observed.directory();

        assertThat(run.exitCode()).isZero();
        assertThat(run.stdout()).isEqualTo(program(jdk).plain().stdout());
        assertThat(run.stderr()).isEmpty();
        List<String> classes = Files.readAllLines(directory.resolve("classes.log"));
        assertThat(classes).anyMatch(line -> line.contains(" org.ompt4j.agent.OmptAgent "));
        assertThat(classes).noneMatch(line -> line.contains(" org.ompt4j.emitter."));
        assertThat(classes).noneMatch(line -> line.contains(" org.ompt4j.ompt."));
        assertThat(classes).noneMatch(line -> line.contains(" org.ompt4j.shaded."));
        assertThat(directory.toFile().list()).noneMatch(name -> name.endsWith(".ompt"));
    }

    private static AppRun program(Jdk jdk) {
        return AppRun.of(ParallelStreamApp.class)
                .on(jdk)
                .jvm(ForkedJvm.BRIEF)
                .arguments("for-each", "reduce", "collect");
    }

    private static RunOutput run(AppRun program) {
        return program.observedUnjudged().output();
    }
}
