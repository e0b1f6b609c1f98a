package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ompt4j.tools.findings.Finding.Kind.BLOCKED_LOOPS;
import static org.ompt4j.tools.findings.Finding.Kind.BLOCKED_WORKERS;
import static org.ompt4j.tools.findings.Finding.Kind.BLOCKING_QUEUE_WAITS;
import static org.ompt4j.tools.findings.Finding.Kind.DEADLOCK;
import static org.ompt4j.tools.findings.Finding.Kind.LOCK_INVERSION;
import static org.ompt4j.tools.findings.Finding.Kind.LOCK_WAITS;
import static org.ompt4j.tools.findings.Finding.Kind.LONG_PAUSES;
import static org.ompt4j.tools.findings.Finding.Kind.MUTUAL_WAITS;
import static org.ompt4j.tools.findings.Finding.Kind.PINNED_THREADS;
import static org.ompt4j.tools.findings.Finding.Kind.POOL_STARVATION;
import static org.ompt4j.tools.findings.Finding.Kind.SLOW_STAGE;
import static org.ompt4j.tools.findings.Finding.Kind.STANDSTILL;
import static org.ompt4j.tools.findings.Finding.Kind.TIMED_OUT_WAITS;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.ompt4j.tools.findings.Finding;
import org.ompt4j.tools.testing.FindingTable;
import org.ompt4j.tools.testing.ReportData;

/** Each kind of finding is in all lists of kinds that the compiler does not check. */
class FindingKindsTest {
    /** Kinds whose waits the page shows in a flame graph instead of a list. */
    private static final Set<Finding.Kind> OF_WAITS = EnumSet.of(
            DEADLOCK,
            POOL_STARVATION,
            STANDSTILL,
            LOCK_INVERSION,
            TIMED_OUT_WAITS,
            LOCK_WAITS,
            BLOCKED_WORKERS,
            BLOCKED_LOOPS,
            PINNED_THREADS,
            MUTUAL_WAITS,
            SLOW_STAGE,
            BLOCKING_QUEUE_WAITS,
            LONG_PAUSES);

    @Test
    void recordsAreNamedLikeTheirKinds() {
        assertThat(records(Finding.class).map(each -> idOf(each.getSimpleName())))
                .containsExactlyInAnyOrderElementsOf(ids());
    }

    private static Stream<Class<?>> records(Class<?> type) {
        return type.isSealed()
                ? Arrays.stream(type.getPermittedSubclasses()).flatMap(FindingKindsTest::records)
                : Stream.of(type);
    }

    private static String idOf(String record) {
        return record.replaceAll("(?<=[a-z])(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
    }

    @Test
    void eachIsFoundInARunAndIsAsTheSchemaSays() throws IOException {
        Set<String> found = new TreeSet<>();
        for (JsonNode each : reports()) {
            assertThat(JsonReportTest.schema().validate(each)).isEmpty();
            each.get("findings")
                    .forEach(finding -> found.add(finding.get("kind").asText()));
        }

        assertThat(found).containsExactlyInAnyOrderElementsOf(ids());
    }

    private static List<JsonNode> reports() throws IOException {
        List<JsonNode> reports = new ArrayList<>();
        for (String each : JsonReportTest.names()) {
            reports.add(JsonReportTest.json(each, Integer.MAX_VALUE));
        }
        reports.add(ReportData.of(SmallTasksFindingTest.trace()));
        reports.add(ReportData.of(BriefThreadsFindingTest.trace()));
        reports.add(ReportData.of(BriefPoolsFindingTest.trace()));
        reports.add(ReportData.of(LateTasksFindingTest.trace()));
        reports.add(ReportData.of(MutualWaitsFindingTest.trace()));
        reports.add(ReportData.of(TimedOutWaitsFindingTest.trace()));
        reports.add(ReportData.of(SubmissionFindingTest.trace()));
        reports.add(ReportData.of(AbandonedPoolsFindingTest.trace()));
        reports.add(ReportData.of(CarrierWaitsFindingTest.trace()));
        reports.add(ReportData.of(StandstillFindingTest.trace()));
        return reports;
    }

    @Test
    void schemasListAll() throws IOException {
        assertThat(texts(schema("report-json").at("/properties/findings/items/oneOf"), "$ref"))
                .containsExactlyInAnyOrderElementsOf(
                        ids().stream().map(each -> "#/$defs/" + each).toList());
        assertThat(texts(schema("report-joint").at("/properties/findings/items/properties/kind/enum"), ""))
                .containsExactlyElementsOf(ids());
        assertThat(texts(schema("compare").at("/$defs/finding/properties/kind/enum"), ""))
                .containsExactlyElementsOf(ids());
    }

    private static JsonNode schema(String name) throws IOException {
        return new ObjectMapper().readTree(Files.readString(Path.of("../docs/" + name + ".schema.json")));
    }

    /** @param member the member of each object that has the text; empty if the elements of the array are the texts */
    private static List<String> texts(JsonNode array, String member) {
        List<String> texts = new ArrayList<>();
        array.forEach(each -> texts.add((member.isEmpty() ? each : each.get(member)).asText()));
        return texts;
    }

    /** The page has this list in {@code TREES} of page.js. */
    @Test
    void pageKnowsWhichFlameGraphShowsEach() throws IOException {
        String listed = between(page(), "const TREES = {", "};");
        Set<String> kinds = new TreeSet<>();
        Matcher each = Pattern.compile("(\\w+): \\[").matcher(listed);
        while (each.find()) {
            kinds.add(each.group(1));
        }

        assertThat(kinds)
                .containsExactlyInAnyOrderElementsOf(EnumSet.complementOf(EnumSet.copyOf(OF_WAITS)).stream()
                        .map(Finding.Kind::id)
                        .toList());
    }

    private static String page() throws IOException {
        try (InputStream in = FindingKindsTest.class.getResourceAsStream("page/page.js")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** The rows are in the order of the kinds; each begins with the text of its findings, with dots for the parts that differ. */
    @Test
    void documentationHasARowForEach() throws IOException {
        List<String> rows = FindingTable.rows();
        assertThat(rows).hasSameSizeAs(Finding.Kind.values());

        for (JsonNode report : reports()) {
            for (JsonNode each : report.get("findings")) {
                String head = rows.get(ids().indexOf(each.get("kind").asText())).split(" *\\| *")[1];
                assertThat(each.get("says").asText())
                        .matches(Pattern.quote(head).replace("...", "\\E.*\\Q") + ".*");
            }
        }
    }

    private static String between(String text, String begin, String end) {
        int from = text.indexOf(begin) + begin.length();
        return text.substring(from, text.indexOf(end, from));
    }

    private static List<String> ids() {
        return Stream.of(Finding.Kind.values()).map(Finding.Kind::id).toList();
    }
}
