package org.ompt4j.mutation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.Ompt4jRuntime;
import org.ompt4j.ompt.OmptEntryPoint;

/**
 * Each event and entry point of OpenMP 5.1 and of our own for which docs/ompt-coverage.md names a test of this module, not a run of the
 * whole, is missed by that test: events of devices, above all.
 */
class EmitterMutationTest {
    private static final String CLASSES = "org.ompt4j.";
    private static final String SESSION = CLASSES + "emitter.tool.ToolSession";
    private static final String ENTRY_POINTS = CLASSES + "emitter.tool.EntryPoints";
    private static final String CALLBACK = "ompt_callback_";

    /** The documents of older generations are a matter of {@code ViewMutationTest} in ompt-views. */
    private static final Set<String> DOCUMENTS = Set.of("OpenMP 5.1", "What OMPT has not");

    /** {@code InterfaceMutationIT} makes the mutants for these rows. */
    private static final String RUN_OF_THE_WHOLE = "InterfaceIT";

    private static Map<String, String> testClasses = Map.of();

    @BeforeAll
    static void findTests() throws IOException {
        testClasses = CoverageRow.testClasses();
    }

    static Stream<CoverageRow> rows() throws IOException {
        Map<String, String> here = CoverageRow.testClasses();
        return eventsAndEntryPoints().filter(each -> here.containsKey(classOf(each)));
    }

    static Stream<String> tests() throws IOException {
        return rows().map(CoverageRow::test).distinct();
    }

    private static Stream<CoverageRow> eventsAndEntryPoints() throws IOException {
        return CoverageRow.implemented().stream()
                .filter(each -> DOCUMENTS.contains(each.document()))
                .filter(each -> isEvent(each) || each.isEntryPoint());
    }

    private static boolean isEvent(CoverageRow row) {
        return row.group().equals("ompt_callbacks_t") || row.group().equals("events");
    }

    @ParameterizedTest
    @MethodSource("tests")
    void nothingIsMissedInTheUnchangedClasses(String test) throws ClassNotFoundException {
        MutatedClasses.Outcome outcome = run(null, test);

        assertThat(outcome.failures()).isEmpty();
        assertThat(outcome.passed()).isPositive();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void whatIsSwitchedOffOrConstantIsMissed(CoverageRow row) throws ClassNotFoundException {
        for (Mutant each : mutantsOf(row)) {
            assertThat(run(each, row.test()).failures())
                    .as("failures of %s with %s", row.test(), each)
                    .isNotEmpty();
        }
    }

    @Test
    void everyEventAndEntryPointHasMutantsHereOrInARunOfTheWhole() throws IOException {
        assertThat(eventsAndEntryPoints())
                .allMatch(each -> each.test().equals(RUN_OF_THE_WHOLE) || testClasses.containsKey(classOf(each)));
    }

    private static List<Mutant> mutantsOf(CoverageRow row) {
        if (isEvent(row)) {
            String event = row.name().substring(CALLBACK.length()).toUpperCase(Locale.ROOT);
            return List.of(notDelivered(Event.valueOf(event)));
        }
        return switch (row.name()) {
            case OmptEntryPoint.All.NAME -> List.of(notFound(row));
            case Ompt4jRuntime.NAME -> {
                List<Mutant> mutants = new ArrayList<>(constantAnswers(Ompt4jRuntime.class));
                mutants.add(notFound(row));
                yield mutants;
            }
            default -> throw new IllegalStateException("no mutant is known of " + row);
        };
    }

    /** The event does not reach the callback that a tool has registered. */
    private static Mutant notDelivered(Event event) {
        return new Mutant(SESSION, "callback", event, null);
    }

    private static Mutant notFound(CoverageRow entryPoint) {
        return new Mutant(ENTRY_POINTS, "lookup", entryPoint.name(), null);
    }

    /** A method of the interface does nothing and answers null or 0; with yes or no, each of both. */
    private static List<Mutant> constantAnswers(Class<?> ofSession) {
        List<Mutant> mutants = new ArrayList<>();
        for (Method each : ofSession.getDeclaredMethods()) {
            mutants.add(new Mutant(
                    SESSION, each.getName(), null, each.getReturnType().isPrimitive() ? 0 : null));
            if (each.getReturnType() == boolean.class) {
                mutants.add(new Mutant(SESSION, each.getName(), null, 1));
            }
        }
        return mutants;
    }

    private static MutatedClasses.Outcome run(@Nullable Mutant mutant, String test) throws ClassNotFoundException {
        MutatedClasses classes = new MutatedClasses(CLASSES, mutant);
        String[] classAndMethod = test.split("\\.");
        String testClass = testClasses.get(classAndMethod[0]);
        return classAndMethod.length == 1 ? classes.run(testClass) : classes.run(testClass, classAndMethod[1]);
    }

    private static String classOf(CoverageRow row) {
        return row.test().replaceFirst("\\..*", "");
    }
}
