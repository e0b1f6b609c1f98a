package org.ompt4j.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.ompt4j.catalog.CoverageCatalog.Row;
import org.ompt4j.ompt.CancelFlag;
import org.ompt4j.ompt.DependenceType;
import org.ompt4j.ompt.DispatchKind;
import org.ompt4j.ompt.Event;
import org.ompt4j.ompt.MutexKind;
import org.ompt4j.ompt.NativeMonFlag;
import org.ompt4j.ompt.NativeRecordKind;
import org.ompt4j.ompt.OmptEntryPoint;
import org.ompt4j.ompt.OmptTracing;
import org.ompt4j.ompt.ParallelFlag;
import org.ompt4j.ompt.RecordType;
import org.ompt4j.ompt.ScopeEndpoint;
import org.ompt4j.ompt.SetResult;
import org.ompt4j.ompt.Severity;
import org.ompt4j.ompt.State;
import org.ompt4j.ompt.SyncRegionKind;
import org.ompt4j.ompt.TargetDataOpType;
import org.ompt4j.ompt.TargetKind;
import org.ompt4j.ompt.TargetMapFlag;
import org.ompt4j.ompt.TaskFlag;
import org.ompt4j.ompt.TaskStatus;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.ompt.WorkType;
import org.ompt4j.views.collector.OmpCollectorError;
import org.ompt4j.views.collector.OmpCollectorEvent;
import org.ompt4j.views.collector.OmpCollectorRequest;
import org.ompt4j.views.collector.OmpCollectorState;
import org.ompt4j.views.early.OmptEvent;
import org.ompt4j.views.early.OmptSetResult;
import org.ompt4j.views.early.OmptState;
import org.ompt4j.views.early.OmptThreadType;
import org.ompt4j.views.tr4.OmpState;
import org.ompt4j.views.tr4.OmptMutexKind;
import org.ompt4j.views.tr4.OmptSyncRegionKind;
import org.ompt4j.views.tr4.OmptTargetType;
import org.ompt4j.views.tr4.OmptWorkType;
import org.ompt4j.views.tr4.Tr4Event;

/** docs/ompt-coverage.md is complete and true: {@code -Dompt.docs=update} writes it anew from the catalogue. */
class CoverageTest {

    private static final String PRESENT = "OpenMP 5.1";
    private static final Path ROOT = Path.of("..");
    private static final Path PAGE = ROOT.resolve("docs/ompt-coverage.md");

    private static CoverageCatalog catalog;
    /** Test classes by their simple names, which two modules can share. */
    private static Map<String, List<String>> sources;

    @BeforeAll
    static void read() throws IOException {
        catalog = CoverageCatalog.read();
        sources = new HashMap<>();
        List<Path> tests;
        try (Stream<Path> files = Files.walk(ROOT)) {
            tests = files.filter(each -> each.toString().endsWith(".java"))
                    .filter(each -> each.toString().contains("src/test/java"))
                    .toList();
        }
        for (Path each : tests) {
            String name = each.getFileName().toString().replace(".java", "");
            sources.computeIfAbsent(name, key -> new ArrayList<>()).add(Files.readString(each));
        }
    }

    @Test
    void pageIsThatOfTheCatalogue() throws IOException {
        if ("update".equals(System.getProperty("ompt.docs"))) {
            Files.writeString(PAGE, catalog.page());
        }
        assertThat(PAGE).as("to be updated with -Dompt.docs=update").content().isEqualTo(catalog.page());
    }

    @Test
    void everyNameOfTheSpecificationHasARowWithItsNumber() throws IOException {
        Set<String> rows = catalog.of(PRESENT).stream()
                .map(each -> each.name() + " " + (each.number().isEmpty() ? "-" : each.number()))
                .collect(Collectors.toSet());

        List<String> names = CoverageCatalog.lines("/coverage/names-5.1.txt").stream()
                .map(each -> each.replaceFirst("\\S+ ", ""))
                .toList();

        assertThat(names).hasSizeGreaterThan(240).allMatch(rows::contains);
    }

    @Test
    void noRowStandsTwice() {
        Set<String> seen = new HashSet<>();

        assertThat(catalog.rows()).allMatch(each -> seen.add(each.document() + "/" + each.group() + "/" + each.name()));
    }

    @Test
    void statusIsOneOfThree() {
        assertThat(catalog.rows()).allMatch(each -> Set.of("yes", "as", "never").contains(each.status()));
        assertThat(catalog.rows()).noneMatch(each -> each.evidence().isBlank());
    }

    static Stream<Arguments> enumerationsOfTheBinding() {
        return Stream.of(
                enumeration(Event.class, "ompt_callback_"),
                enumeration(State.class, "ompt_state_"),
                enumeration(ThreadType.class, "ompt_thread_"),
                enumeration(ScopeEndpoint.class, "ompt_scope_"),
                enumeration(TaskStatus.class, "ompt_task_"),
                enumeration(WorkType.class, "ompt_work_"),
                enumeration(DispatchKind.class, "ompt_dispatch_"),
                enumeration(SyncRegionKind.class, "ompt_sync_region_"),
                enumeration(MutexKind.class, "ompt_mutex_"),
                enumeration(DependenceType.class, "ompt_dependence_type_"),
                enumeration(Severity.class, "ompt_"),
                enumeration(SetResult.class, "ompt_set_"),
                enumeration(RecordType.class, "ompt_record_"),
                enumeration(NativeRecordKind.class, "ompt_record_native_"),
                enumeration(TargetKind.class, "ompt_"),
                enumeration(TargetDataOpType.class, "ompt_target_data_"),
                enumeration(ParallelFlag.class, "ompt_parallel_"),
                enumeration(TaskFlag.class, "ompt_task_"),
                enumeration(CancelFlag.class, "ompt_cancel_"),
                enumeration(NativeMonFlag.class, "ompt_native_"),
                enumeration(TargetMapFlag.class, "ompt_target_map_flag_"));
    }

    private static Arguments enumeration(Class<?> type, String prefix) {
        return Arguments.of(type, prefix);
    }

    @ParameterizedTest
    @MethodSource("enumerationsOfTheBinding")
    void everyEnumeratorOfTheBindingHasItsRow(Class<?> type, String prefix) throws Exception {
        Map<String, String> numbers = numbers(catalog.rows());
        Map<String, Integer> values = valuesOf(type);

        assertThat(values).isNotEmpty();
        values.forEach((name, value) -> {
            String word = name.toLowerCase(Locale.ROOT);
            boolean inSpecification = numbers.containsKey(prefix + word) || numbers.containsKey("ompt_" + word);
            String row = numbers.containsKey(prefix + word)
                    ? prefix + word
                    : inSpecification ? "ompt_" + word : prefix.replace("ompt_", "ompt4j_") + word;
            assertThat(numbers)
                    .as(type.getSimpleName() + "." + name)
                    .containsEntry(row, Integer.toUnsignedString(value));
        });
    }

    private static Map<String, String> numbers(List<Row> rows) {
        return rows.stream()
                .filter(each -> each.document().equals(PRESENT) || each.name().startsWith("ompt4j_"))
                .collect(Collectors.toMap(Row::name, Row::number, (first, second) -> first));
    }

    /** Enumerators with their numbers: constants of an enum, or of a class of flags. */
    private static Map<String, Integer> valuesOf(Class<?> type) throws ReflectiveOperationException {
        Map<String, Integer> values = new HashMap<>();
        if (type.isEnum()) {
            for (Object each : type.getEnumConstants()) {
                values.put(((Enum<?>) each).name(), (Integer)
                        type.getMethod("value").invoke(each));
            }
        } else {
            for (Field each : type.getFields()) {
                if (Modifier.isStatic(each.getModifiers()) && each.getType() == int.class) {
                    values.put(each.getName(), each.getInt(null));
                }
            }
        }
        return values;
    }

    @Test
    void everyEntryPointHasItsRow() throws Exception {
        Set<String> names = catalog.rows().stream().map(Row::name).collect(Collectors.toSet());

        assertThat(namesIn(OmptEntryPoint.class)).hasSizeGreaterThan(20).allMatch(names::contains);
        assertThat(namesIn(OmptTracing.class)).hasSizeGreaterThan(10).allMatch(names::contains);
    }

    private static Set<String> namesIn(Class<?> type) throws ReflectiveOperationException {
        Set<String> names = new TreeSet<>();
        for (Class<?> each : type.getDeclaredClasses()) {
            names.add((String) each.getField("NAME").get(null));
        }
        return names;
    }

    static Stream<Arguments> enumerationsOfTheViews() {
        String tr2 = "OMPT TR2 (2014)";
        String v2 = "OMPT v2, chapter 4";
        String tr4 = "OMPT overview of the TR4 era";
        String collector = "Collector API (2007)";
        Stream<Arguments> early = Stream.of(tr2, v2)
                .flatMap(each -> Stream.of(
                        Arguments.of(each, OmptEvent.class, "ompt_event_", ""),
                        Arguments.of(each, OmptState.class, "ompt_state_", ""),
                        Arguments.of(each, OmptThreadType.class, "ompt_thread_", ""),
                        Arguments.of(each, OmptSetResult.class, "ompt_set_result_", "")));
        Stream<Arguments> others = Stream.of(
                Arguments.of(tr4, Tr4Event.class, "ompt_callback_", ""),
                Arguments.of(tr4, OmpState.class, "OmpState.", ""),
                Arguments.of(tr4, OmptMutexKind.class, "OmptMutexKind.", ""),
                Arguments.of(tr4, OmptWorkType.class, "OmptWorkType.", ""),
                Arguments.of(tr4, OmptSyncRegionKind.class, "OmptSyncRegionKind.", ""),
                Arguments.of(tr4, OmptTargetType.class, "OmptTargetType.", ""),
                Arguments.of(collector, OmpCollectorEvent.class, "OMP_EVENT_", ""),
                Arguments.of(collector, OmpCollectorRequest.class, "OMP_REQ_", ""),
                Arguments.of(collector, OmpCollectorError.class, "OMP_ERRCODE_", ""),
                Arguments.of(collector, OmpCollectorState.class, "THR_", "_STATE"));
        return Stream.concat(early, others);
    }

    @ParameterizedTest
    @MethodSource("enumerationsOfTheViews")
    void everyEnumeratorOfAViewHasItsRow(String document, Class<?> type, String prefix, String suffix)
            throws Exception {
        Map<String, String> numbers = catalog.of(document).stream()
                .collect(Collectors.toMap(
                        each -> each.name().toLowerCase(Locale.ROOT), Row::number, (first, second) -> first));

        assertThat(valuesOf(type))
                .isNotEmpty()
                .allSatisfy((name, value) -> assertThat(numbers)
                        .containsEntry((prefix + name + suffix).toLowerCase(Locale.ROOT), Integer.toString(value)));
    }

    @Test
    void everyNamedTestIsThere() {
        List<String> missing = new ArrayList<>();
        for (Row each : catalog.rows()) {
            if (each.isImplemented() && !isThere(each.evidence())) {
                missing.add(each.name() + ": " + each.evidence());
            }
        }
        assertThat(missing).isEmpty();
    }

    /** A test that never says the name cannot fail for it. */
    @Test
    void everyNamedTestSaysTheName() {
        List<String> silent = new ArrayList<>();
        for (Row each : catalog.rows()) {
            boolean ofItself =
                    each.evidence().equals("InterfaceIT") || each.evidence().contains(".");
            if (each.isImplemented() && !ofItself && !says(each.evidence(), each.name())) {
                silent.add(each.name() + ": " + each.evidence());
            }
        }
        assertThat(silent).isEmpty();
    }

    /** The name, or its end from some word on, as in the specification or in Java. */
    private static boolean says(String test, String name) {
        String source = String.join("\n", sources.getOrDefault(test, List.of()));
        List<String> words = List.of(name.replaceFirst(".*\\.", "")
                .replaceFirst("^(THR_.*)_STATE$", "$1")
                .toLowerCase(Locale.ROOT)
                .split("_+"));
        for (int i = 0; i < words.size(); i++) {
            String end = String.join("_", words.subList(i, words.size()));
            String camel = words.subList(i, words.size()).stream()
                    .map(each ->
                            each.isEmpty() ? "" : each.substring(0, 1).toUpperCase(Locale.ROOT) + each.substring(1))
                    .collect(Collectors.joining());
            String any = "(?i:" + Pattern.quote(end) + ")|" + Pattern.quote(camel) + "|(?i:" + Pattern.quote(camel)
                    + ")(?=\\()";
            if (Pattern.compile("(?<![A-Za-z])(?:" + any + ")(?![A-Za-z])")
                    .matcher(source)
                    .find()) {
                return true;
            }
        }
        return false;
    }

    private static boolean isThere(String test) {
        String[] parts = test.split("\\.");
        String wanted = parts.length == 1 ? "class " + parts[0] : "void " + parts[1] + "(";
        return sources.getOrDefault(parts[0], List.of()).stream().anyMatch(each -> each.contains(wanted));
    }

    @Test
    void everyRowThatStandsForAnotherIsThere() {
        assertThat(catalog.rows().stream().filter(each -> each.status().equals("as")))
                .allMatch(each -> catalog.rows().stream()
                        .anyMatch(other -> other.name().equals(each.evidence())
                                && other.number().equals(each.number())
                                && other.isImplemented()));
    }

    /** A row that names InterfaceIT has an expectation there, and the other way round. */
    @Test
    void rowsOfTheRecordedRunAreThoseThatItExpects() throws IOException {
        Set<String> expected = CoverageCatalog.lines("/coverage/expectations.txt").stream()
                .map(each -> each.split(": ", 2)[0])
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> named = new TreeSet<>();
        for (Row each : catalog.rows()) {
            if (each.evidence().equals("InterfaceIT")) {
                named.add(each.name());
            }
        }
        assertThat(named).isEqualTo(expected);
    }

    /** Each event and each entry point that is implemented is in the run that is repeated without it, or comes from a device. */
    @Test
    void everyEventAndEntryPointIsInTheRecordedRun() {
        assertThat(catalog.of(PRESENT))
                .filteredOn(each -> each.isImplemented()
                        && (each.group().equals("ompt_callbacks_t")
                                || each.group().startsWith("entry points")))
                .allMatch(each ->
                        each.evidence().equals("InterfaceIT") || each.evidence().startsWith("DeviceMappingTest."));
    }
}
