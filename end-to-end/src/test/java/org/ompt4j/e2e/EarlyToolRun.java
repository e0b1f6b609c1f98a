package org.ompt4j.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * A program under the agent with a tool of OMPT TR2 or v2 that logs every callback.
 *
 * @param output the output of the program and the tool
 * @param calls all callbacks; those of each thread are in their order
 * @param mismatches callbacks with an inquiry whose result disagreed with the callback's arguments: the first argument is {@value #MISMATCH}
 */
record EarlyToolRun(RunOutput output, List<Call> calls, List<Call> mismatches) {
    private static final String MISMATCH = "mismatch";

    /** One callback: the Java thread, the event and its arguments, ids as numbers. */
    record Call(String thread, String event, List<String> arguments) {
        long id(int argument) {
            return Long.parseLong(arguments.get(argument));
        }
    }

    /**
     * The source of the tool. It registers the events that the system property {@code early.events} names (all events without it), and logs answers,
     * callbacks and, as {@code mismatch}, every inquiry inside a callback whose result disagrees with the callback's arguments.
     */
    private static final String SOURCE = """
            import java.nio.file.*;
            import java.util.*;
            import java.util.concurrent.ConcurrentLinkedQueue;
            import org.ompt4j.ompt.OmptFunctionLookup;
            import org.ompt4j.views.early.*;
            import org.ompt4j.views.@PACKAGE@.*;

            public final class @CLASS@ implements @INTERFACE@ {
                private final Queue<String> log = new ConcurrentLinkedQueue<>();
                private EarlyEntryPoint.GetState state;
                private EarlyEntryPoint.GetThreadId threadId;
                private EarlyEntryPoint.GetIdleFrame idleFrame;
                @FIELDS@

                @START@

                private void begin(OmptFunctionLookup lookup, String runtimeVersion, int omptVersion) {
                    System.err.println("early-tool: " + omptVersion + " from " + runtimeVersion.split(",")[0].split(" ")[0]);
                    state = (EarlyEntryPoint.GetState) lookup.lookup("ompt_get_state");
                    threadId = (EarlyEntryPoint.GetThreadId) lookup.lookup("ompt_get_thread_id");
                    idleFrame = (EarlyEntryPoint.GetIdleFrame) lookup.lookup("ompt_get_idle_frame");
                    @LOOKUPS@
                    EarlyEntryPoint.SetCallback set = (EarlyEntryPoint.SetCallback) lookup.lookup("ompt_set_callback");
                    String chosen = System.getProperty("early.events");
                    List<String> names = chosen == null ? null : Arrays.asList(chosen.split(" "));
                    for (OmptEvent each : OmptEvent.values()) {
                        if (names == null || names.contains(each.specName())) {
                            log.add("tool\\tanswer\\t" + each.specName() + "\\t" + set.setCallback(each, callback(each)).value());
                        }
                    }
                    if (names != null && !names.contains("runtime_shutdown")) {
                        Runtime.getRuntime().addShutdownHook(new Thread(this::write, "ompt4j-early"));
                    }
                }

                private OmptEventCallback callback(OmptEvent event) {
                    Class<?> type = event.callbackType();
                    if (type == OmptEventCallback.Thread.class) {
                        return (OmptEventCallback.Thread) thread -> called(event, thread);
                    } else if (type == OmptEventCallback.ThreadType.class) {
                        return (OmptEventCallback.ThreadType) (kind, thread) -> called(event, kind.specName(), thread);
                    } else if (type == OmptEventCallback.Wait.class) {
                        return (OmptEventCallback.Wait) waitId -> {
                            long[] present = new long[1];
                            if (event.specName().startsWith("wait_")) {
                                check(event, state.getState(present).specName().equals(event.specName()) && present[0] == waitId);
                            }
                            called(event, waitId);
                        };
                    } else if (type == OmptEventCallback.Parallel.class) {
                        return (OmptEventCallback.Parallel) (region, task) -> {
                            if (event.specName().startsWith("wait_") && event.specName().endsWith("_begin")) {
                                String expected = event.specName().replace("_begin", "");
                                check(event, state.getState(null).specName().startsWith(expected));
                            }
                            if (event.specName().startsWith("implicit_task_begin")) {
                                check(event, region(0) == region && task(0) == task && team(0) >= 1);
                            }
                            called(event, region, task);
                        };
                    } else if (type == OmptEventCallback.NewWorkshare.class) {
                        return (OmptEventCallback.NewWorkshare) (region, task, function) -> {
                            check(event, region(0) == region && task(0) == task);
                            called(event, region, task, function);
                        };
                    } else if (type == OmptEventCallback.NewParallel.class) {
                        return (OmptEventCallback.NewParallel<@FRAME@>) (parent, frame, region, size, function) -> {
                            check(event, task(0) == parent && size >= 1 && frame != null);
                            called(event, parent, region, size, function, frame);
                        };
                    } else if (type == OmptEventCallback.Task.class) {
                        return (OmptEventCallback.Task) task -> {
                            if (event.specName().startsWith("initial_task")) {
                                check(event, region(0) == 0 && team(0) == -1);
                            }
                            called(event, task);
                        };
                    } else if (type == OmptEventCallback.TaskSwitch.class) {
                        return (OmptEventCallback.TaskSwitch) (from, to) -> {
                            check(event, task(0) == to);
                            called(event, from, to);
                        };
                    } else if (type == OmptEventCallback.NewTask.class) {
                        return (OmptEventCallback.NewTask<@FRAME@>) (parent, frame, task, function) -> {
                            check(event, task(0) == parent && frame != null);
                            called(event, parent, task, function, frame);
                        };
                    } else if (type == OmptEventCallback.Control.class) {
                        return (OmptEventCallback.Control) (command, modifier) -> called(event, command, modifier);
                    }
                    return (OmptEventCallback.Plain) () -> {
                        called(event);
                        write();
                    };
                }

                private void check(OmptEvent event, boolean holds) {
                    if (!holds) {
                        called(event, "mismatch", state.getState(null), region(0), team(0), task(0));
                    }
                }

                private void called(OmptEvent event, Object... arguments) {
                    if (Boolean.getBoolean("early.throws")) {
                        throw new IllegalStateException("on purpose");
                    }
                    StringBuilder line = new StringBuilder(Thread.currentThread().getName()).append('\\t').append(event.specName());
                    for (Object each : arguments) {
                        line.append('\\t').append(each);
                    }
                    log.add(line.append("\\t#").append(threadId.getThreadId()).toString());
                    if (event == OmptEvent.IDLE_BEGIN) {
                        FrameAddress loop = idleFrame.getIdleFrame();
                        log.add(Thread.currentThread().getName() + "\\tidle_frame\\t" + (loop == null ? "none" : loop.method())
                                + "\\t" + state.getState(null).specName() + "\\t" + region(0));
                    }
                }

                private void write() {
                    try {
                        Files.write(Path.of("events.log"), log);
                    } catch (java.io.IOException failed) {
                        throw new java.io.UncheckedIOException(failed);
                    }
                }

                @INQUIRIES@
            }
            """;

    /** Compiles the tool as one of TR2. */
    static Path makeTr2(Path jar) throws IOException {
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("PACKAGE", "tr2");
        parts.put("FRAME", "Tr2Frame");
        parts.put("CLASS", "Tr2Log");
        parts.put("INTERFACE", "Tr2Tool");
        parts.put("FIELDS", """
                private Tr2EntryPoint.GetParallelId regions;
                private Tr2EntryPoint.GetParallelTeamSize teams;
                private Tr2EntryPoint.GetTaskId tasks;
                """);
        parts.put("START", """
                public int initialize(OmptFunctionLookup lookup, String runtimeVersion, int omptVersion) {
                    if (Boolean.getBoolean("early.declines")) {
                        return 0;
                    }
                    begin(lookup, runtimeVersion, omptVersion);
                    return 1;
                }
                """);
        parts.put("LOOKUPS", """
                regions = (Tr2EntryPoint.GetParallelId) lookup.lookup("ompt_get_parallel_id");
                teams = (Tr2EntryPoint.GetParallelTeamSize) lookup.lookup("ompt_get_parallel_team_size");
                tasks = (Tr2EntryPoint.GetTaskId) lookup.lookup("ompt_get_task_id");
                """);
        parts.put("INQUIRIES", """
                private long region(int level) {
                    return regions.getParallelId(level);
                }

                private int team(int level) {
                    return teams.getParallelTeamSize(level);
                }

                private long task(int depth) {
                    return tasks.getTaskId(depth);
                }
                """);
        return ToolJar.make("org.ompt4j.views.tr2.Tr2Tool", "Tr2Log", filled(parts), jar);
    }

    /** Compiles the tool as one of v2. */
    static Path makeV2(Path jar) throws IOException {
        Map<String, String> parts = new LinkedHashMap<>();
        parts.put("PACKAGE", "v2");
        parts.put("FRAME", "V2Frame");
        parts.put("CLASS", "V2Log");
        parts.put("INTERFACE", "V2Tool");
        parts.put("FIELDS", """
                private V2EntryPoint.GetParallelInfo regions;
                private V2EntryPoint.GetTaskInfo tasks;
                """);
        parts.put("START", """
                public OmptInitializer tool() {
                    return Boolean.getBoolean("early.declines") ? null : this::begin;
                }
                """);
        parts.put("LOOKUPS", """
                regions = (V2EntryPoint.GetParallelInfo) lookup.lookup("ompt_get_parallel_info");
                tasks = (V2EntryPoint.GetTaskInfo) lookup.lookup("ompt_get_task_info");
                """);
        parts.put("INQUIRIES", """
                private long region(int level) {
                    long[] id = new long[1];
                    return regions.getParallelInfo(level, id, null) == 1 ? id[0] : OmptId.PARALLEL_NONE;
                }

                private int team(int level) {
                    int[] size = {-1};
                    regions.getParallelInfo(level, null, size);
                    return size[0];
                }

                private long task(int depth) {
                    long[] id = new long[1];
                    return tasks.getTaskInfo(depth, id, null) == 1 ? id[0] : OmptId.TASK_NONE;
                }
                """);
        return ToolJar.make("org.ompt4j.views.v2.V2Tool", "V2Log", filled(parts), jar);
    }

    private static String filled(Map<String, String> parts) {
        String source = SOURCE;
        for (Map.Entry<String, String> each : parts.entrySet()) {
            source = source.replace("@" + each.getKey() + "@", each.getValue());
        }
        return source;
    }

    /** How to run the program; each method returns a changed copy. */
    record Plan(Path tool, Jdk jdk, String settings, List<String> jvm, Map<String, String> environment, Class<?> app) {

        private static final Map<List<Object>, EarlyToolRun> RUNS = new ConcurrentHashMap<>();

        static Plan of(Path tool, Jdk jdk, Class<?> app) {
            return new Plan(tool, jdk, "profile=full", List.of(), Map.of(), app);
        }

        Plan settings(String others) {
            return new Plan(tool, jdk, others, jvm, environment, app);
        }

        Plan jvm(String... options) {
            return new Plan(tool, jdk, settings, List.of(options), environment, app);
        }

        Plan environment(String name, String value) {
            return new Plan(tool, jdk, settings, jvm, Map.of(name, value), app);
        }

        /** Runs the scenarios; tests with the same plan share a run. */
        EarlyToolRun run(String... scenarios) throws Exception {
            List<Object> key = List.of(this, List.of(scenarios));
            EarlyToolRun before = RUNS.get(key);
            if (before == null) {
                before = runAnew(scenarios);
                RUNS.put(key, before);
            }
            return before;
        }

        private EarlyToolRun runAnew(String... scenarios) throws Exception {
            AppRun plan = OlderToolRun.program(jdk, app, scenarios)
                    .moreJvm(jvm.toArray(String[]::new))
                    .tools(tool)
                    .with("tool=none," + settings);
            for (Map.Entry<String, String> each : environment.entrySet()) {
                plan = plan.environment(each.getKey(), each.getValue());
            }
            ObservedRun run = plan.observedUnjudged();
            return of(run.output(), run.directory().resolve("events.log"));
        }

        private static EarlyToolRun of(RunOutput output, Path log) throws IOException {
            List<Call> calls = new ArrayList<>();
            List<Call> mismatches = new ArrayList<>();
            if (Files.exists(log)) {
                for (String each : Files.readAllLines(log)) {
                    String[] words = each.split("\t");
                    Call call =
                            new Call(words[0], words[1], Arrays.asList(words).subList(2, words.length));
                    boolean fits = call.arguments().isEmpty()
                            || !call.arguments().get(0).equals(MISMATCH);
                    (fits ? calls : mismatches).add(call);
                }
            }
            return new EarlyToolRun(output, calls, mismatches);
        }
    }

    List<Call> of(String event) {
        return select(each -> each.event().equals(event));
    }

    List<Call> on(String thread) {
        return select(each -> each.thread().equals(thread));
    }

    List<Call> select(Predicate<Call> which) {
        return calls.stream().filter(which).toList();
    }

    int count(String event) {
        return of(event).size();
    }

    /** These events of a thread, in their order. */
    List<String> sequence(String thread, List<String> events) {
        return on(thread).stream().map(Call::event).filter(events::contains).toList();
    }

    /** The answer to the registration of an event. */
    int answer(String event) {
        return of("answer").stream()
                .filter(each -> each.arguments().get(0).equals(event))
                .map(each -> Integer.parseInt(each.arguments().get(1)))
                .findFirst()
                .orElseThrow();
    }
}
