package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Pattern;
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
 * Takes away one event in dispatch, or lets one entry point give a constant answer, and sees that the test of that row in {@link
 * InterfaceIT} would fail: once for each event and each entry point there. The mutated agents are copies; nothing in the agent itself
 * knows of this.
 */
@Order(1)
class InterfaceMutationIT {

    private static final String ENTRY_POINTS = "org.ompt4j.emitter.tool.EntryPoints";
    private static final String HOST_TRACE = "org.ompt4j.emitter.tracing.HostTrace";

    /** Entry points that have to answer 0 or null in this run, with another constant instead. */
    private static final Map<String, Integer> CONSTANTS = Map.of(
            "ompt_get_task_memory", 1,
            "ompt_get_target_info", 1,
            "ompt_get_num_places", 1,
            "ompt_get_place_proc_ids", 1,
            "ompt_get_partition_place_nums", 1,
            "ompt4j_get_dropped_records", 1,
            "ompt_get_record_native", 1,
            "ompt_get_record_abstract", 1);

    /** Verbs that names of entry points begin with; {@code ompt_set_always} is an answer. */
    private static final Pattern ENTRY_POINT = Pattern.compile(
            "ompt4?j?_(get|set|enumerate|finalize|translate|start|pause|flush|stop|advance)_(?!error|never|always).*");

    /** The interface has to be named otherwise, since Error means something else in Java. */
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

    static Stream<String> events() throws IOException {
        return rows().filter(each -> each.contains("_callback_"));
    }

    static Stream<String> entryPoints() throws IOException {
        return rows().filter(each -> ENTRY_POINT.matcher(each).matches());
    }

    private static Stream<String> rows() throws IOException {
        return Expectations.read().ofRow().keySet().stream();
    }

    @ParameterizedTest
    @MethodSource("events")
    void eventThatIsSwitchedOffIsMissed(String row) throws Exception {
        String name = CALLBACKS.getOrDefault(row, camelCase(row.replaceFirst("ompt4?j?_callback_", "_")));
        Class<?> callback = Class.forName(OmptCallback.class.getName() + "$" + name);
        isMissed(row, Mutation.neverCalls(callback));
    }

    @ParameterizedTest
    @MethodSource("entryPoints")
    void entryPointWithAConstantAnswerIsNoticed(String row) throws Exception {
        // Records of a kind that the host has not are null already; anything else is not of the type, so the host makes
        // one.
        String method = camelCase(row.replaceFirst("ompt4?j?_", ""));
        int constant = CONSTANTS.getOrDefault(row, 0);
        isMissed(row, Mutation.answers(ownerOf(method), method, constant));
    }

    @Test
    void theUnchangedAgentMissesNothing() throws Exception {
        Path copy = MutatedAgent.make(folder.resolve("same.jar"), Mutation.none());

        assertThat(expectations.missing(
                        InterfaceRun.of(Jdks.oldest(), copy, tools).lines()))
                .isEmpty();
    }

    private static void isMissed(String row, Mutation mutation) throws Exception {
        Path agent = MutatedAgent.make(folder.resolve(row + ".jar"), mutation);
        InterfaceRun run = InterfaceRun.of(Jdks.oldest(), agent, tools);
        Files.delete(agent);

        assertThat(expectations.missing(row, run.lines()))
                .as("what %s is expected to show and does not without it", row)
                .isNotEmpty();
        // A run that broke down altogether would prove nothing.
        assertThat(run.lines()).contains("start 202011");
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
