package org.ompt4j.catalog;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.ompt4j.mutation.CoveragePage;
import org.ompt4j.mutation.CoveragePage.Row;
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
import org.ompt4j.views.collector.Collector.OmpCollectorError;
import org.ompt4j.views.collector.Collector.OmpCollectorEvent;
import org.ompt4j.views.collector.Collector.OmpCollectorRequest;
import org.ompt4j.views.collector.Collector.OmpCollectorState;
import org.ompt4j.views.early.OmptEvent;
import org.ompt4j.views.early.OmptSetResult;
import org.ompt4j.views.early.OmptState;
import org.ompt4j.views.early.OmptThreadType;
import org.ompt4j.views.tr4.Tr4Event;

/** docs/ompt-coverage.md is complete, and agrees with the code and the tests. */
class CoverageTest {

    private static final String PRESENT = "OpenMP 5.1";
    private static final Path ROOT = Path.of("..");

    /** The types of older generations that {@code ViewMutationTest} switches off one by one, and their groups in the page. */
    private static final Map<Class<?>, String> SWITCHED_OFF = Map.of(
            OmptEvent.class,
            "ompt_event_t",
            Tr4Event.class,
            "ompt_callbacks_t",
            OmpCollectorEvent.class,
            "OMP_COLLECTORAPI_EVENT",
            OmpCollectorRequest.class,
            "OMP_COLLECTORAPI_REQUEST");

    private static final String TEST_OF_NUMBERS = "(Enumerations|\\w+Enums)Test(\\.\\w+)?";

    private static CoveragePage page;
    /** The sources of test classes by simple name, which several modules can have. */
    private static Map<String, List<String>> sources;

    @BeforeAll
    static void read() throws IOException {
        page = CoveragePage.read();
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

    /** The lines of a resource without comments and empty lines. */
    private static List<String> lines(String resource) throws IOException {
        try (var in = CoverageTest.class.getResourceAsStream(resource)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(each -> !each.isBlank() && !each.startsWith("#"))
                    .toList();
        }
    }

    @Test
    void everyDocumentSaysHowManyOfItsNamesAreThere() throws IOException {
        List<String> sums = page.rows().stream()
                .map(Row::document)
                .distinct()
                .map(each -> sum(page.of(each)))
                .toList();

        assertThat(Files.readAllLines(CoveragePage.PLACE))
                .filteredOn(each -> each.matches("[0-9]+ names: .*"))
                .isEqualTo(sums);
    }

    private static String sum(List<Row> rows) {
        return "%d names: %d happen, %d are open, %d are only a number, %d need a device mapping, %d never; of what the JVM has %.1f %% happen."
                .formatted(
                        rows.size(),
                        with(rows, "yes") + with(rows, "as"),
                        with(rows, "open"),
                        with(rows, "number"),
                        with(rows, "device"),
                        with(rows, "never"),
                        share(rows));
    }

    /** The percentage of names that occur, of those that are possible in a JVM without a device. */
    private static double share(List<Row> rows) {
        long had = rows.stream().filter(Row::isOfTheJvm).count();
        return 100.0 * rows.stream().filter(Row::happens).count() / had;
    }

    /** The percentages of names that are possible in a JVM. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "OpenMP 5.1 | 95",
                "OMPT TR2 (2014) | 95",
                "OMPT v2, chapter 4 | 95",
                "Collector API (2007) | 95",
                "OMPT overview of the TR4 era | 95"
            })
    void nearlyAllHappensThatTheJvmHas(String document, double bar) {
        assertThat(share(page.of(document))).isGreaterThanOrEqualTo(bar);
    }

    /** Names that could be implemented have the status open, not never. */
    @Test
    void whatNeverHappensIsAbsentFromTheJvm() {
        assertThat(page.rows())
                .filteredOn(each -> each.status().equals("never"))
                .noneMatch(each -> each.evidence().matches(".*\\b(yet|not (observed|mapped)|is mapped)\\b.*"));
    }

    private static long with(List<Row> rows, String status) {
        return rows.stream().filter(each -> each.status().equals(status)).count();
    }

    @Test
    void everyNameOfTheSpecificationHasARowWithItsNumber() throws IOException {
        Set<String> rows = page.of(PRESENT).stream()
                .map(each -> each.name() + " " + (each.number().isEmpty() ? "-" : each.number()))
                .collect(Collectors.toSet());

        List<String> names = lines("/coverage/names-5.1.txt").stream()
                .map(each -> each.replaceFirst("\\S+ ", ""))
                .toList();

        assertThat(names).hasSizeGreaterThan(240).allMatch(rows::contains);
    }

    @Test
    void noRowStandsTwice() {
        Set<String> seen = new HashSet<>();

        assertThat(page.rows()).allMatch(each -> seen.add(each.document() + "/" + each.group() + "/" + each.name()));
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
        Map<String, String> numbers = numbers(page.rows());
        Map<String, String> values = valuesOf(type);

        assertThat(values).isNotEmpty();
        values.forEach((name, value) -> {
            String word = name.toLowerCase(Locale.ROOT);
            boolean inSpecification = numbers.containsKey(prefix + word) || numbers.containsKey("ompt_" + word);
            String row = numbers.containsKey(prefix + word)
                    ? prefix + word
                    : inSpecification ? "ompt_" + word : prefix.replace("ompt_", "ompt4j_") + word;
            assertThat(numbers).as(type.getSimpleName() + "." + name).containsEntry(row, value);
        });
    }

    private static Map<String, String> numbers(List<Row> rows) {
        return rows.stream()
                .filter(each -> each.document().equals(PRESENT) || each.name().startsWith("ompt4j_"))
                .collect(Collectors.toMap(Row::name, Row::number, (first, second) -> first));
    }

    /** Enumerators with their numbers: constants of an enum, or of a class of flags. */
    private static Map<String, String> valuesOf(Class<?> type) throws ReflectiveOperationException {
        Map<String, String> values = new HashMap<>();
        if (type.isEnum()) {
            for (Object each : type.getEnumConstants()) {
                int value = (int) type.getMethod("value").invoke(each);
                values.put(((Enum<?>) each).name(), Integer.toUnsignedString(value));
            }
            return values;
        }
        for (Field each : type.getFields()) {
            if (Modifier.isStatic(each.getModifiers()) && each.getType() == int.class) {
                values.put(each.getName(), Integer.toUnsignedString(each.getInt(null)));
            } else if (Modifier.isStatic(each.getModifiers()) && each.getType() == long.class) {
                values.put(each.getName(), Long.toUnsignedString(each.getLong(null)));
            }
        }
        return values;
    }

    @Test
    void everyEntryPointHasItsRow() throws Exception {
        Set<String> names = page.rows().stream().map(Row::name).collect(Collectors.toSet());

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

    // ---------------------------------------------------------------- older generations

    /** Each name in the code has a row with its number, and each row is in the code. */
    @ParameterizedTest
    @EnumSource
    void rowsOfAnOlderGenerationAreWhatItsViewHas(OlderGeneration generation) throws Exception {
        Map<String, String> expected = new TreeMap<>();
        for (Class<?> each : generation.types()) {
            if (isEntryPoint(each)) {
                expected.put(nameOf(each), "");
            } else {
                valuesOf(each).forEach((name, value) -> expected.put(generation.rowOf(each, name), value));
            }
        }
        Map<String, String> rows = new TreeMap<>();
        page.of(generation.document()).forEach(each -> rows.put(each.name(), each.number()));

        assertThat(rows).isEqualTo(expected);
    }

    /** {@code ViewMutationTest} of the views uses the groups of rows to switch names off. */
    @ParameterizedTest
    @EnumSource
    void whatCanBeSwitchedOffInAnOlderGenerationStandsInItsGroup(OlderGeneration generation) throws Exception {
        Map<String, String> groups =
                page.of(generation.document()).stream().collect(Collectors.toMap(Row::name, Row::group));
        for (Class<?> each : generation.types()) {
            if (isEntryPoint(each)) {
                assertThat(groups.get(nameOf(each))).startsWith("entry points");
            } else if (SWITCHED_OFF.containsKey(each)) {
                for (String name : valuesOf(each).keySet()) {
                    assertThat(groups).containsEntry(generation.rowOf(each, name), SWITCHED_OFF.get(each));
                }
            }
        }
    }

    private static boolean isEntryPoint(Class<?> type) {
        return type.isInterface()
                && Stream.of(type.getFields()).anyMatch(each -> each.getName().equals("NAME"));
    }

    private static String nameOf(Class<?> entryPoint) throws ReflectiveOperationException {
        return (String) entryPoint.getField("NAME").get(null);
    }

    /** The documents of older generations and the packages of their views. */
    enum OlderGeneration {
        TR2("OMPT TR2 (2014)", "early", "tr2"),
        V2("OMPT v2, chapter 4", "early", "v2"),
        COLLECTOR("Collector API (2007)", "collector"),
        TR4("OMPT overview of the TR4 era", "tr4");

        private static final Path SOURCES = ROOT.resolve("ompt-views/src/main/java");

        /** The spelling of enumerators in a document, if it is not the type plus the constant. */
        private static final Map<Class<?>, String> SPELLING = Map.of(
                OmptEvent.class,
                "ompt_event_%s",
                OmptState.class,
                "ompt_state_%s",
                OmptThreadType.class,
                "ompt_thread_%s",
                OmptSetResult.class,
                "ompt_set_result_%s",
                Tr4Event.class,
                "ompt_callback_%s",
                OmpCollectorEvent.class,
                "OMP_EVENT_%S",
                OmpCollectorRequest.class,
                "OMP_REQ_%S",
                OmpCollectorError.class,
                "OMP_ERRCODE_%S",
                OmpCollectorState.class,
                "THR_%S_STATE");

        private final String document;
        private final List<String> packages;

        OlderGeneration(String document, String... packages) {
            this.document = document;
            this.packages = List.of(packages);
        }

        String document() {
            return document;
        }

        /** Enumerations, classes of flags and entry points. */
        List<Class<?>> types() throws Exception {
            List<Class<?>> types = new ArrayList<>();
            for (String each : packages) {
                try (Stream<Path> files = Files.list(SOURCES.resolve("org/ompt4j/views/" + each))) {
                    for (Path file : files.toList()) {
                        String name = file.getFileName().toString().replace(".java", "");
                        if (!name.equals("package-info")) {
                            addAll(types, Class.forName("org.ompt4j.views." + each + "." + name));
                        }
                    }
                }
            }
            return types;
        }

        private static void addAll(List<Class<?>> types, Class<?> type) throws ReflectiveOperationException {
            if (Modifier.isPublic(type.getModifiers()) && (isEntryPoint(type) || hasNumbers(type))) {
                types.add(type);
            }
            for (Class<?> each : type.getDeclaredClasses()) {
                addAll(types, each);
            }
        }

        /** Constants of an interface are no enumeration. */
        private static boolean hasNumbers(Class<?> type) throws ReflectiveOperationException {
            return type.isEnum() || !type.isInterface() && !valuesOf(type).isEmpty();
        }

        String rowOf(Class<?> type, String constant) {
            String spelling = SPELLING.get(type);
            return spelling == null
                    ? type.getSimpleName() + "." + constant
                    : spelling.formatted(constant.toLowerCase(Locale.ROOT));
        }
    }

    /**
     * The groups of enumerations of older generations whose enumerators are translated, with the prefix of the names of the present generation.
     */
    private static final Map<String, String> TRANSLATED = Map.ofEntries(
            Map.entry("ompt_state_t", "ompt_state_"),
            Map.entry("ompt_thread_type_t", "ompt_thread_"),
            Map.entry("OmpState", "ompt_state_"),
            Map.entry("OmptMutexKind", "ompt_mutex_"),
            Map.entry("OmptSyncRegionKind", "ompt_sync_region_"),
            Map.entry("OmptTargetDataOp", "ompt_target_data_"),
            Map.entry("OmptTargetType", "ompt_target_"),
            Map.entry("OmptTaskDependenceFlag", "ompt_dependence_type_"),
            Map.entry("OmptTaskStatus", "ompt_task_"),
            Map.entry("OmptThreadType", "ompt_thread_"),
            Map.entry("OmptWorkType", "ompt_work_"),
            Map.entry("OmptCancelFlag", "ompt_cancel_"),
            Map.entry("OmptNativeMonFlags", "ompt_native_"),
            Map.entry("OmptTargetMapFlag", "ompt_target_map_flag_"),
            Map.entry("OmptTaskType", "ompt_task_"));

    /** Enumerators that have another name in the present generation, with one of the names that they are translated from. */
    private static final Map<String, String> RENAMED = Map.ofEntries(
            Map.entry("OMPT TR2 (2014) ompt_state_wait_barrier_implicit", "ompt_state_wait_barrier_implicit_parallel"),
            Map.entry(
                    "OMPT v2, chapter 4 ompt_state_wait_barrier_implicit", "ompt_state_wait_barrier_implicit_parallel"),
            Map.entry("ompt_state_wait_barrier", "ompt_state_wait_barrier_implementation"),
            Map.entry("ompt_state_wait_nest_lock", "ompt_state_wait_lock"),
            Map.entry("OmpState.WAIT_BARRIER", "ompt_state_wait_barrier_implementation"),
            Map.entry("OmpState.WAIT_BARRIER_IMPLICIT", "ompt_state_wait_barrier_teams"),
            Map.entry("OmptMutexKind.MUTEX", "ompt_state_wait_mutex"),
            Map.entry("OmptSyncRegionKind.BARRIER", "ompt_sync_region_barrier_explicit"),
            Map.entry("OmptTargetDataOp.TRANSFER_TO_DEV", "ompt_target_data_transfer_to_device"),
            Map.entry("OmptTargetDataOp.TRANSFER_FROM_DEV", "ompt_target_data_transfer_from_device"),
            Map.entry("OmptTargetType.TARGET", "ompt_target"),
            Map.entry("OmptTaskStatus.OTHERS", "ompt_task_switch"),
            Map.entry("OmptWorkType.LOOP", "ompt_work_loop_dynamic"),
            Map.entry("OmptCancelFlag.DO", "ompt_cancel_loop"));

    /** An enumerator of an older generation has the status of the present one from which a view translates it. */
    @Test
    void enumeratorOfAnOlderGenerationIsAsOpenAsTheOneOfToday() {
        Map<String, String> today = page.rows().stream()
                .filter(each -> each.document().equals(PRESENT) || each.name().startsWith("ompt4j_"))
                .collect(Collectors.toMap(Row::name, Row::status, (first, second) -> first));
        List<Row> translated = Stream.of(OlderGeneration.values())
                .flatMap(each -> page.of(each.document()).stream())
                .filter(each -> TRANSLATED.containsKey(each.group()))
                .filter(each -> !each.name().equals("ompt_state_first"))
                .toList();

        assertThat(translated)
                .hasSizeGreaterThan(100)
                .allSatisfy(each ->
                        assertThat(each.status()).as(each.name()).isEqualTo(today.get(nameOfToday(each, today))));
    }

    private static String nameOfToday(Row row, Map<String, String> today) {
        String renamed = RENAMED.getOrDefault(row.document() + " " + row.name(), RENAMED.getOrDefault(row.name(), ""));
        String word = row.name().replaceFirst(".*\\.", "").toLowerCase(Locale.ROOT);
        String name = word.startsWith("ompt_") ? word : TRANSLATED.get(row.group()) + word;
        String ofOurs = name.replace("ompt_", "ompt4j_");
        return !renamed.isEmpty() ? renamed : today.containsKey(name) ? name : ofOurs;
    }

    // ---------------------------------------------------------------- tests

    @Test
    void everyNamedTestIsThere() {
        List<String> missing = new ArrayList<>();
        for (Row each : page.rows()) {
            if (each.isTested() && !isThere(each.evidence())) {
                missing.add(each.name() + ": " + each.evidence());
            }
        }
        assertThat(missing).isEmpty();
    }

    /** A test without the name in its source cannot fail for it. Not needed for names that mutation tests switch off. */
    @Test
    void everyNamedTestSaysTheName() {
        List<String> silent = new ArrayList<>();
        for (Row each : page.rows()) {
            boolean ofItself = each.evidence().equals("InterfaceIT")
                    || each.evidence().contains(".")
                    || isSwitchedOffInAView(each);
            if (each.isTested() && !ofItself && !says(each.evidence(), each.name())) {
                silent.add(each.name() + ": " + each.evidence());
            }
        }
        assertThat(silent).isEmpty();
    }

    private static boolean isSwitchedOffInAView(Row row) {
        boolean isOlder = Stream.of(OlderGeneration.values())
                .anyMatch(each -> each.document().equals(row.document()));
        return isOlder
                && (SWITCHED_OFF.containsValue(row.group()) || row.group().startsWith("entry points"));
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

    /** A test of numbers, or of devices, is no evidence that something occurs without a device. */
    @Test
    void whatHappensIsSeenByMoreThanATestOfNumbers() {
        assertThat(page.rows())
                .allMatch(each ->
                        each.status().equals("number") == each.evidence().matches(TEST_OF_NUMBERS))
                .allMatch(each -> !each.document().equals(PRESENT)
                        || each.status().equals("device") == each.evidence().startsWith("DeviceMappingTest."));
    }

    private static boolean isThere(String test) {
        String[] parts = test.split("\\.");
        String wanted = parts.length == 1 ? "class " + parts[0] : "void " + parts[1] + "(";
        return sources.getOrDefault(parts[0], List.of()).stream().anyMatch(each -> each.contains(wanted));
    }

    @Test
    void everyRowThatStandsForAnotherIsThere() {
        assertThat(page.rows().stream().filter(each -> each.status().equals("as")))
                .allMatch(each -> page.rows().stream()
                        .anyMatch(other -> other.name().equals(each.evidence())
                                && other.number().equals(each.number())
                                && other.isImplemented()));
    }

    /** Each row that names InterfaceIT has an expectation, and each expectation has such a row. */
    @Test
    void rowsOfTheRecordedRunAreThoseThatItExpects() throws IOException {
        Set<String> expected = lines("/coverage/expectations.txt").stream()
                .map(each -> each.split(": ", 2)[0])
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> named = new TreeSet<>();
        for (Row each : page.rows()) {
            if (each.evidence().equals("InterfaceIT")) {
                named.add(each.name());
            }
        }
        assertThat(named).isEqualTo(expected);
    }

    /** Each implemented event and entry point is covered by the run that InterfaceMutationIT repeats without it, or comes from a device. */
    @Test
    void everyEventAndEntryPointIsInTheRecordedRun() {
        assertThat(page.of(PRESENT))
                .filteredOn(each -> each.isImplemented()
                        && (each.group().equals("ompt_callbacks_t")
                                || each.group().startsWith("entry points")))
                .allMatch(each ->
                        each.evidence().equals("InterfaceIT") || each.evidence().startsWith("DeviceMappingTest."));
    }
}
