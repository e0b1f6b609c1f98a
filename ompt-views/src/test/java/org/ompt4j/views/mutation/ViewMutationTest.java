package org.ompt4j.views.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ompt4j.mutation.CoveragePage;
import org.ompt4j.mutation.CoveragePage.Row;
import org.ompt4j.mutation.ModuleTests;
import org.ompt4j.mutation.Mutation;
import org.ompt4j.views.collector.Collector.OmpCollectorError;
import org.ompt4j.views.collector.Collector.OmpCollectorEvent;
import org.ompt4j.views.collector.Collector.OmpCollectorRequest;
import org.ompt4j.views.early.OmptEvent;
import org.ompt4j.views.tr4.Tr4EntryPoint;
import org.ompt4j.views.tr4.Tr4Event;
import org.ompt4j.views.tr4.Tr4Tracing;

/**
 * For each event, request and entry point of an older generation that docs/ompt-coverage.md lists as implemented: the test that the page names
 * fails without it.
 *
 * <p>Views have no state outside of the JVM, so mutants are classes in a class loader of their own, together with the tests: some hundred of
 * them run in seconds. Each mutant has one fault: the tool's callback for an event is not called; a request does nothing and returns an error
 * code; an entry point writes nothing and returns a constant; {@code lookup} does not return an entry point. TR2 and v2 share classes and
 * therefore mutants, but each has rows and tests of its own. Not mutated are the numbers and names of enumerators, which tests list one by one, and
 * how a translation chooses between two events.
 */
class ViewMutationTest {
    private static final String VIEWS = "org.ompt4j.views.";

    /** The documents of older generations, with the test of the view and its classes, in the order in which methods are looked up. */
    private static final Map<String, View> VIEWS_OF = Map.of(
            "OMPT TR2 (2014)",
            new View("Tr2ViewTest", "early.ServedTool$Life", "early.EarlyInquiries", "early.Registrations"),
            "OMPT v2, chapter 4",
            new View(
                    "V2ViewTest",
                    "early.ServedTool$Life",
                    "v2.V2View$ServedV2Tool",
                    "early.EarlyInquiries",
                    "early.Registrations"),
            "Collector API (2007)",
            new View("CollectorRuntimeTest", "", "collector.CollectorRuntime"),
            "OMPT overview of the TR4 era",
            new View("HostEntryPointsTest", "tr4.HostEntryPoints"));

    private static final View DEVICE = new View("DeviceTracingTest", "tr4.DeviceTracing");

    /** Entry points that {@code lookup} creates, and that are no methods of a class. */
    private static final List<Class<?>> MADE_BY_LOOKUP = Stream.of(Tr4EntryPoint.class, Tr4Tracing.class)
            .flatMap(each -> Arrays.stream(each.getDeclaredClasses()))
            .toList();

    /** Methods whose names differ from those of their entry points. */
    private static final Map<String, String> METHODS = Map.of("getParallelTeamSize", "teamSize");

    private static final Integer[] NUMBERS = {0, 1, -1};

    /** Tools call these functions in a loop as long as they return 1. */
    private static final String ITERATION = "(enumerate|advance).*";

    private static final ModuleTests TESTS = new ModuleTests(VIEWS);

    /** The test and the classes of one generation's view. */
    private record View(String test, String lookup, String... owners) {}

    private static View viewOf(Row row) {
        return row.group().equals("entry points of a device") ? DEVICE : VIEWS_OF.get(row.document());
    }

    static Stream<Row> rows() throws IOException {
        Set<String> events = Set.of("ompt_event_t", "ompt_callbacks_t", "OMP_COLLECTORAPI_EVENT");
        return implemented()
                .filter(each -> events.contains(each.group())
                        || each.group().equals("OMP_COLLECTORAPI_REQUEST")
                        || each.isEntryPoint());
    }

    static Stream<Row> entryPoints() throws IOException {
        return implemented()
                .filter(each -> each.isEntryPoint() && !viewOf(each).lookup().isEmpty());
    }

    static Stream<String> tests() throws IOException {
        return Stream.concat(
                        rows().map(Row::evidence),
                        entryPoints().map(each -> viewOf(each).test()))
                .distinct();
    }

    private static Stream<Row> implemented() throws IOException {
        return CoveragePage.read().implemented().stream().filter(each -> VIEWS_OF.containsKey(each.document()));
    }

    @ParameterizedTest
    @MethodSource("tests")
    void nothingIsMissedInTheUnchangedViews(String test) throws ClassNotFoundException {
        TESTS.assertPassesWithoutFault(test);
    }

    @ParameterizedTest
    @MethodSource("rows")
    void whatIsSwitchedOffOrConstantIsMissed(Row row) throws ReflectiveOperationException {
        List<Mutation> mutations = mutationsOf(row);

        assertThat(mutations).isNotEmpty();
        for (Mutation each : mutations) {
            TESTS.assertMissed(each, row.evidence());
        }
    }

    @ParameterizedTest
    @MethodSource("entryPoints")
    void entryPointThatIsNotFoundIsMissed(Row row) throws ReflectiveOperationException {
        View view = viewOf(row);
        TESTS.assertMissed(Mutation.answersFor(VIEWS + view.lookup(), "lookup", row.name(), null), view.test());
    }

    // ---------------------------------------------------------------- the faults

    private static List<Mutation> mutationsOf(Row row) throws ReflectiveOperationException {
        return switch (row.group()) {
            case "ompt_event_t" -> silent("early.Registrations", "callback", OmptEvent.values(), "ompt_event_", row);
            case "ompt_callbacks_t" -> silent("tr4.HostEvents", "tool", Tr4Event.values(), "ompt_callback_", row);
            case "OMP_COLLECTORAPI_EVENT" ->
                silent("collector.Notifications$Session", "tell", OmpCollectorEvent.values(), "OMP_EVENT_", row);
            case "OMP_COLLECTORAPI_REQUEST" -> ignored(named(OmpCollectorRequest.values(), "OMP_REQ_", row));
            default -> constant(row);
        };
    }

    /** The tool's callback is not called. */
    private static <E extends Enum<E>> List<Mutation> silent(
            String owner, String method, E[] events, String prefix, Row row) {
        return List.of(Mutation.answersFor(VIEWS + owner, method, named(events, prefix, row), null));
    }

    private static <E extends Enum<E>> E named(E[] all, String prefix, Row row) {
        return Arrays.stream(all)
                .filter(each -> row.name().equalsIgnoreCase(prefix + each.name()))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no " + row));
    }

    /** The request has no effect and returns each of the error codes. */
    private static List<Mutation> ignored(OmpCollectorRequest request) {
        return Arrays.stream(OmpCollectorError.values())
                .map(each -> request == OmpCollectorRequest.START
                        ? Mutation.answers(VIEWS + "collector.Notifications", "start", each)
                        : Mutation.answersFor(VIEWS + "collector.CollectorRuntime", "process", request, each))
                .toList();
    }

    /** The entry point writes nothing, and returns null, a number or each of the enumerators. */
    private static List<Mutation> constant(Row row) throws ReflectiveOperationException {
        return viewOf(row).owners().length == 0 ? constantOfLookup(row) : constantOfOwner(row);
    }

    private static List<Mutation> constantOfLookup(Row row) {
        for (Class<?> each : MADE_BY_LOOKUP) {
            Method method = each.getMethods()[0];
            if (camelCase(row.name().substring("ompt_".length())).equals(method.getName())) {
                return constants(method.getReturnType(), method.getName()).stream()
                        .map(answer -> Mutation.answersFor(
                                VIEWS + viewOf(row).lookup(),
                                "lookup",
                                row.name(),
                                new Mutation.EntryPoint(each, answer)))
                        .toList();
            }
        }
        throw new IllegalStateException("nothing answers " + row);
    }

    private static List<Mutation> constantOfOwner(Row row) throws ReflectiveOperationException {
        String name = camelCase(row.name().replaceFirst("^(__omp|ompt|ompt4j)_", ""));
        String method = METHODS.getOrDefault(name, name);
        for (String owner : viewOf(row).owners()) {
            Map<String, Class<?>> answers = answersOf(Class.forName(VIEWS + owner));
            for (String each : List.of(method, withoutGet(method))) {
                if (answers.containsKey(each)) {
                    return constants(answers.get(each), method).stream()
                            .map(answer -> Mutation.answers(VIEWS + owner, each, answer))
                            .toList();
                }
            }
        }
        throw new IllegalStateException("nobody answers " + row);
    }

    private static Map<String, Class<?>> answersOf(Class<?> owner) {
        Map<String, Class<?>> answers = new TreeMap<>();
        for (var each : owner.getDeclaredMethods()) {
            if (!each.isSynthetic()) {
                answers.put(each.getName(), each.getReturnType());
            }
        }
        return answers;
    }

    private static Collection<?> constants(Class<?> type, String method) {
        if (type.isEnum()) {
            return Arrays.asList(type.getEnumConstants());
        } else if (!type.isPrimitive()) {
            return Arrays.asList((Object) null);
        }
        return method.matches(ITERATION) ? List.of(0) : Arrays.asList(NUMBERS);
    }

    private static String camelCase(String words) {
        StringBuilder text = new StringBuilder();
        for (String each : words.split("_")) {
            text.append(text.isEmpty() ? each : each.substring(0, 1).toUpperCase(Locale.ROOT) + each.substring(1));
        }
        return text.toString();
    }

    private static String withoutGet(String method) {
        return method.startsWith("get")
                ? method.substring(3, 4).toLowerCase(Locale.ROOT) + method.substring(4)
                : method;
    }
}
