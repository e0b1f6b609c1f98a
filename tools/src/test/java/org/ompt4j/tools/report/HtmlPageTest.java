package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.testing.PageData;
import org.ompt4j.tools.testing.ReportData;
import org.ompt4j.tools.testing.RichTrace;
import org.ompt4j.tools.testing.SampledTrace;
import org.ompt4j.tools.testing.TraceBuilder;

class HtmlPageTest {

    @Test
    void policyNamesWhatIsInThePageAndNothingElse() throws Exception {
        String page = page(RichTrace.build());
        Matcher policy = Pattern.compile("Content-Security-Policy\" content=\"([^\"]*)\"")
                .matcher(page);
        assertThat(policy.find()).isTrue();

        assertThat(policy.group(1)).startsWith("default-src 'none'; ").doesNotContain("unsafe", "http", "*", "data:");
        for (String each : new String[] {"<style>", "<script>"}) {
            String end = each.replace("<", "</");
            for (int at = page.indexOf(each); at >= 0; at = page.indexOf(each, at + 1)) {
                String content = page.substring(at + each.length(), page.indexOf(end, at));
                assertThat(policy.group(1)).contains("'sha256-" + sha256(content) + "'");
            }
        }
        assertThat(page).doesNotContainPattern("(src|href)=\"").contains("Copyright 2010-2023 Mike Bostock");
    }

    @Test
    void textOfATraceIsNeverInThePageAsItIs() throws IOException {
        String name = "</script><img src=x onerror=alert(1)>";
        TraceBuilder trace = new TraceBuilder();
        trace.thread(name, ThreadType.INITIAL).begin().initialTaskBegin();
        trace.pass(1_000_000);
        String page = page(trace.killed().build());

        assertThat(page).doesNotContain("<img", "alert(1)");
        assertThat(new PageData(page).json().at("/timeline/rows/0/thread").asText())
                .isEqualTo(name);
    }

    @ParameterizedTest
    @MethodSource("org.ompt4j.tools.report.JsonReportTest#names")
    void everyTraceHasAPage(String name) throws IOException {
        JsonNode data = PageData.of(JsonReportTest.traces().get(name)).json();

        assertThat(data.at("/report/format").asText()).isEqualTo("ompt4j-report");
        assertThat(data.at("/timeline/states")).isNotEmpty();
    }

    /** Tables of the page have all rows in this test, since no trace has ten threads. */
    @ParameterizedTest
    @MethodSource("org.ompt4j.tools.report.JsonReportTest#names")
    void framesOfTheWallAddUpToTheTimeOfAllThreads(String name) throws IOException {
        PageData page = PageData.of(JsonReportTest.traces().get(name));
        long time = name.equals("samples") ? 0 : page.sumOf("threads", "time");

        assertThat(page.frames("wall").values().stream()
                        .mapToLong(Long::longValue)
                        .sum())
                .isEqualTo(time);
        assertThat(page.tree("wall").path("amount").asLong()).isEqualTo(time);
    }

    @Test
    void timelineHasTheTimesOfTheTableOfThreads() throws IOException {
        JsonNode data = PageData.of(RichTrace.build()).json();
        for (JsonNode thread : data.at("/report/tables")) {
            if (thread.get("key").asText().equals("threads")) {
                for (JsonNode row : thread.get("rows")) {
                    assertThat(lengthOf(row.get("thread").asText(), data))
                            .as(row.get("thread").asText())
                            .isEqualTo(row.get("time").asLong());
                }
            }
        }
        assertThat(data.at("/timeline/labels").toString()).contains("app.Main.lambda$sum$0", "app.Main.sum");
    }

    /** The sums are equal within the precision of the page, a hundredth of each step. */
    @ParameterizedTest
    @ValueSource(strings = {"rich", "pool", "blocking queue", "paused"})
    void linesOverTimeAddUpToWhatTablesSay(String name) throws IOException {
        PageData page = PageData.of(JsonReportTest.traces().get(name));
        JsonNode lines = page.json().at("/counters/lines");

        long work = 0;
        for (JsonNode each :
                ReportData.table(page.json().get("report"), "parallelism").get("rows")) {
            work += each.get("threads").asLong() * each.get("time").asLong();
        }
        long queued = 0;
        for (JsonNode each :
                ReportData.table(page.json().get("report"), "pools").get("rows")) {
            queued += each.get("queued").asLong();
        }
        assertThat(lines.get(0).get("name").asText()).isEqualTo("threads at work");
        assertThat(sum(lines.get(0))).isCloseTo(work, withinHundredths(lines.get(0)));
        double inQueues = 0;
        for (int i = 1; i < lines.size(); i++) {
            inQueues += sum(lines.get(i));
        }
        assertThat(inQueues).isCloseTo(queued, withinHundredths(lines.get(0)));
    }

    private static double sum(JsonNode line) {
        double sum = 0;
        for (JsonNode each : line.get("hundredths")) {
            sum += each.asLong() / 100.0;
        }
        return sum * line.get("step_ns").asLong();
    }

    private static Offset<Double> withinHundredths(JsonNode line) {
        return within(
                0.005 * line.get("hundredths").size() * line.get("step_ns").asLong());
    }

    @Test
    void timelineOfSamplesHasAStretchForEach() throws IOException {
        JsonNode rows = PageData.of(SampledTrace.build()).json().at("/timeline/rows");

        assertThat(rows).isNotEmpty();
        assertThat(rows.get(0).at("/levels/0/length")).isNotEmpty();
    }

    private static long lengthOf(String thread, JsonNode data) {
        long sum = 0;
        for (JsonNode row : data.at("/timeline/rows")) {
            if (row.get("thread").asText().equals(thread)) {
                for (JsonNode each : row.at("/levels/0/length")) {
                    sum += each.asLong();
                }
            }
        }
        return sum;
    }

    private static String page(Trace trace) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        HtmlReport.write(new TracedRun(trace, null, "run.ompt"), 10, out);
        return out.toString(StandardCharsets.UTF_8);
    }

    private static String sha256(String text) throws Exception {
        byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
        return Base64.getEncoder().encodeToString(digest);
    }
}
