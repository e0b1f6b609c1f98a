package org.ompt4j.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ompt4j.mutation.CoveragePage.Row;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.Ompt4jRuntime;
import org.ompt4j.ompt.OmptEntryPoint;

/**
 * For each event and entry point, of OpenMP 5.1 and of OMPT4J, for which docs/ompt-coverage.md names a test of this module instead of an
 * end-to-end test: that test fails without it. Most of them are events of devices.
 */
class EmitterMutationTest {
    private static final String CLASSES = "org.ompt4j.";
    private static final String CALLBACKS = CLASSES + "emitter.tool.Callbacks";
    private static final String SESSION = CLASSES + "emitter.tool.ToolSession";
    private static final String ENTRY_POINTS = CLASSES + "emitter.tool.EntryPoints";
    /** Comes after the prefix, which is that of OMPT or of OMPT4J. */
    private static final String CALLBACK = "_callback_";

    /** The other documents, of older generations, are covered by {@code ViewMutationTest} in ompt-views. */
    private static final Set<String> DOCUMENTS = Set.of("OpenMP 5.1", "What OMPT has not");

    /** {@code InterfaceMutationIT} creates the mutants for rows with this test. */
    private static final String RUN_OF_THE_WHOLE = "InterfaceIT";

    private static final ModuleTests TESTS = new ModuleTests(CLASSES);

    static Stream<Row> rows() throws IOException {
        return eventsAndEntryPoints().filter(each -> TESTS.have(each.evidence()));
    }

    static Stream<String> tests() throws IOException {
        return rows().map(Row::evidence).distinct();
    }

    private static Stream<Row> eventsAndEntryPoints() throws IOException {
        return CoveragePage.read().implemented().stream()
                .filter(each -> DOCUMENTS.contains(each.document()))
                .filter(each -> isEvent(each) || each.isEntryPoint());
    }

    private static boolean isEvent(Row row) {
        return row.group().equals("ompt_callbacks_t") || row.group().equals("events");
    }

    @ParameterizedTest
    @MethodSource("tests")
    void nothingIsMissedInTheUnchangedClasses(String test) throws ClassNotFoundException {
        TESTS.assertPassesWithoutFault(test);
    }

    @ParameterizedTest
    @MethodSource("rows")
    void whatIsSwitchedOffOrConstantIsMissed(Row row) throws ClassNotFoundException {
        for (Mutation each : mutationsOf(row)) {
            TESTS.assertMissed(each, row.evidence());
        }
    }

    @Test
    void everyEventAndEntryPointHasMutantsHereOrInARunOfTheWhole() throws IOException {
        assertThat(eventsAndEntryPoints())
                .allMatch(each -> each.evidence().equals(RUN_OF_THE_WHOLE) || TESTS.have(each.evidence()));
    }

    private static List<Mutation> mutationsOf(Row row) {
        if (isEvent(row)) {
            String event = row.name().split(CALLBACK, 2)[1].toUpperCase(Locale.ROOT);
            return List.of(notDelivered(Event.valueOf(event)));
        }
        return switch (row.name()) {
            case OmptEntryPoint.All.NAME -> List.of(notFound(row));
            case Ompt4jRuntime.NAME -> {
                List<Mutation> mutations = new ArrayList<>(constantAnswers(Ompt4jRuntime.class));
                mutations.add(notFound(row));
                yield mutations;
            }
            default -> throw new IllegalStateException("no mutant is known of " + row);
        };
    }

    /** The event does not reach the callback that a tool has registered. */
    private static Mutation notDelivered(Event event) {
        return Mutation.answersFor(CALLBACKS, "get", event, null);
    }

    private static Mutation notFound(Row entryPoint) {
        return Mutation.answersFor(ENTRY_POINTS, "lookup", entryPoint.name(), null);
    }

    /** Mutants whose method does nothing and returns null or 0, or, if it is a boolean, false and true. */
    private static List<Mutation> constantAnswers(Class<?> ofSession) {
        List<Mutation> mutations = new ArrayList<>();
        for (Method each : ofSession.getDeclaredMethods()) {
            mutations.add(Mutation.answers(SESSION, each.getName(), 0));
            if (each.getReturnType() == boolean.class) {
                mutations.add(Mutation.answers(SESSION, each.getName(), 1));
            }
        }
        return mutations;
    }
}
