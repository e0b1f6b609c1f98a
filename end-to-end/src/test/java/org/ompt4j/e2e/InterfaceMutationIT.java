package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ompt4j.mutation.Mutation;
import org.ompt4j.ompt.OmptCallback;

/**
 * Removes events in the dispatch, or makes entry points return a constant, and checks that exactly the tests of their rows in {@link InterfaceIT}
 * would fail: for each event and each entry point there. The mutated agents are copies; the agent itself contains no code for this.
 */
@Order(1)
class InterfaceMutationIT {

    private static final String ENTRY_POINTS = "org.ompt4j.emitter.tool.EntryPoints";
    private static final String HOST_TRACE = "org.ompt4j.emitter.tracing.HostTrace";

    /** Entry points whose correct result in this run is 0 or null, with the wrong constant that mutants return. */
    private static final Map<String, Integer> CONSTANTS = Map.of(
            "ompt_get_task_memory", 1,
            "ompt_get_target_info", 1,
            "ompt_get_num_places", 1,
            "ompt_get_place_proc_ids", 1,
            "ompt_get_partition_place_nums", 1,
            "ompt4j_get_dropped_records", 1,
            "ompt_get_record_native", 1,
            "ompt_get_record_abstract", 1);

    /** Names of entry points begin with these verbs; {@code ompt_set_always} and others are results. */
    private static final Pattern ENTRY_POINT = Pattern.compile(
            "ompt4?j?_(get|set|enumerate|finalize|translate|start|pause|flush|stop|advance)_(?!error|never|always).*");

    /** Other rows depend on these: without them no further events come, or the tool fails since it gets null. */
    private static final Set<String> OTHERS_DEPEND_ON = Set.of(
            "ompt_callback_device_initialize",
            "ompt_callback_buffer_request",
            "ompt_set_callback",
            "ompt_get_thread_data",
            "ompt_get_state",
            "ompt_get_task_info",
            "ompt4j_get_event_construct",
            "ompt4j_get_thread_state",
            "ompt_set_trace_ompt",
            "ompt_set_trace_native",
            "ompt_start_trace",
            "ompt_get_record_type");

    /** Callbacks whose interface has another name: Error is a class of Java. */
    private static final Map<String, String> CALLBACKS = Map.of("ompt_callback_error", "RuntimeError");

    @TempDir
    static Path folder;

    private static Path[] tools;
    private static Expectations expectations;

    @BeforeAll
    static void prepare() throws IOException {
        tools = InterfaceRun.makeTools(folder);
        expectations = Expectations.read();
    }

    private static List<String> events() throws IOException {
        return rows(each -> each.contains("_callback_"));
    }

    private static List<String> entryPoints() throws IOException {
        return rows(each -> ENTRY_POINT.matcher(each).matches());
    }

    private static List<String> rows(Predicate<String> chosen) throws IOException {
        return Expectations.read().ofRow().keySet().stream().filter(chosen).toList();
    }

    static Stream<List<String>> eventsTogether() throws IOException {
        return together(events());
    }

    static Stream<List<String>> entryPointsTogether() throws IOException {
        return together(entryPoints());
    }

    /**
     * The rows and columns of a square of all names on which no others depend. Each is a group of names that one run removes together. Two names are
     * together in at most one group, so that the two groups of a name show that its row fails because of this name.
     */
    private static Stream<List<String>> together(List<String> all) {
        List<String> names =
                all.stream().filter(each -> !OTHERS_DEPEND_ON.contains(each)).toList();
        int side = (int) Math.ceil(Math.sqrt(names.size()));
        return Stream.<IntUnaryOperator>of(i -> i / side, i -> i % side)
                .flatMap(place -> IntStream.range(0, side)
                        .mapToObj(line -> IntStream.range(0, names.size())
                                .filter(i -> place.applyAsInt(i) == line)
                                .mapToObj(names::get)
                                .toList()))
                .filter(each -> !each.isEmpty());
    }

    @ParameterizedTest
    @MethodSource("eventsTogether")
    void eventsThatAreSwitchedOffAreMissedAndNoOthers(List<String> off) throws Exception {
        assertThat(missed(events(), off)).containsExactlyInAnyOrderElementsOf(off);
    }

    @ParameterizedTest
    @MethodSource("entryPointsTogether")
    void entryPointsWithConstantAnswersAreNoticedAndNoOthers(List<String> constant) throws Exception {
        assertThat(missed(entryPoints(), constant)).containsExactlyInAnyOrderElementsOf(constant);
    }

    static Stream<String> alone() {
        return OTHERS_DEPEND_ON.stream().sorted();
    }

    @ParameterizedTest
    @MethodSource("alone")
    void whatOthersDependOnIsMissed(String row) throws Exception {
        assertThat(missed(List.of(row), List.of(row))).containsExactly(row);
    }

    @Test
    void theUnchangedAgentMissesNothing() throws Exception {
        Path copy = MutatedAgent.make(folder.resolve("same.jar"), Mutation.none());

        assertThat(expectations.missing(
                        InterfaceRun.of(Jdks.oldest(), copy, tools).lines()))
                .isEmpty();
    }

    /** The rows, of those in {@code asked}, whose expectations fail if the names in {@code wrong} are mutated. */
    private static List<String> missed(List<String> asked, List<String> wrong) throws Exception {
        List<Mutation> mutations = new ArrayList<>();
        for (String each : wrong) {
            mutations.add(mutationOf(each));
        }
        Path agent = MutatedAgent.make(folder.resolve(wrong.get(0) + ".jar"), mutations.toArray(Mutation[]::new));
        InterfaceRun run = InterfaceRun.of(Jdks.oldest(), agent, tools);
        Files.delete(agent);

        // If the run had failed completely, the rows would prove nothing.
        assertThat(run.lines()).contains("start 202011");
        return asked.stream()
                .filter(row -> !expectations.missing(row, run.lines()).isEmpty())
                .toList();
    }

    private static Mutation mutationOf(String row) throws ClassNotFoundException {
        if (row.contains("_callback_")) {
            String name = CALLBACKS.getOrDefault(row, camelCase(row.replaceFirst("ompt4?j?_callback_", "_")));
            return Mutation.neverCalls(Class.forName(OmptCallback.class.getName() + "$" + name));
        }
        // The host returns null for kinds of records that it does not have: the mutant returns an object.
        String method = camelCase(row.replaceFirst("ompt4?j?_", ""));
        return Mutation.answers(ownerOf(method), method, CONSTANTS.getOrDefault(row, 0));
    }

    private static String ownerOf(String method) throws ClassNotFoundException {
        boolean isTracing = Stream.of(Class.forName(HOST_TRACE, false, InterfaceMutationIT.class.getClassLoader())
                        .getDeclaredMethods())
                .anyMatch(each -> each.getName().equals(method));
        return isTracing ? HOST_TRACE : ENTRY_POINTS;
    }

    private static String camelCase(String words) {
        StringBuilder text = new StringBuilder();
        boolean upper = false;
        for (char each : words.toCharArray()) {
            if (each == '_') {
                upper = true;
            } else {
                text.append(upper ? Character.toUpperCase(each) : each);
                upper = false;
            }
        }
        return text.toString();
    }
}
