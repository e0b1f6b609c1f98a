package org.ompt4j.tools.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.ompt4j.tools.profile.Samples;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.report.HtmlReport;
import org.ompt4j.tools.report.TracedRun;

/** The data in the page of a report. */
public final class PageData {
    private final JsonNode data;

    /** The page that {@code report --html} writes for a trace. */
    public static PageData of(Trace trace) throws IOException {
        return of(trace, null);
    }

    /** See {@link #of(Trace)}. */
    public static PageData of(Trace trace, @Nullable Samples samples) throws IOException {
        ByteArrayOutputStream page = new ByteArrayOutputStream();
        HtmlReport.write(new TracedRun(trace, samples, "run.ompt"), Integer.MAX_VALUE, page);
        return new PageData(page.toString(StandardCharsets.UTF_8));
    }

    /** @param page the text of the page */
    public PageData(String page) throws IOException {
        String begin = "id=\"data\">";
        int at = page.indexOf(begin) + begin.length();
        byte[] compressed = Base64.getDecoder().decode(page.substring(at, page.indexOf("</script>", at)));
        this.data = new ObjectMapper().readTree(new GZIPInputStream(new ByteArrayInputStream(compressed)));
    }

    public JsonNode json() {
        return data;
    }

    /** The amounts in a tree of frames by path, the outermost frame first, separated by {@code ;}. Empty if there is no such tree. */
    public Map<String, Long> frames(String key) {
        Map<String, Long> amounts = new TreeMap<>();
        JsonNode tree = tree(key);
        List<String> path = new ArrayList<>();
        for (int i = 0; i < tree.at("/depth").size(); i++) {
            int depth = tree.at("/depth").get(i).asInt();
            path.subList(depth, path.size()).clear();
            String name = data.at("/flames/frames")
                    .get(tree.at("/frame").get(i).asInt())
                    .asText();
            path.add(name + (tree.at("/recursive").get(i).asInt() == 1 ? " [recursive]" : ""));
            long self = tree.at("/self").get(i).asLong();
            if (self > 0) {
                amounts.merge(String.join(";", path.subList(1, path.size())), self, Long::sum);
            }
        }
        return amounts;
    }

    /** The JSON of a tree of frames; a missing node if there is none. */
    public JsonNode tree(String key) {
        for (JsonNode each : data.at("/flames/trees")) {
            if (each.get("key").asText().equals(key)) {
                return each;
            }
        }
        return data.at("/nothing");
    }

    /** The sum of a column of a table of the report. */
    public long sumOf(String table, String column) {
        long sum = 0;
        for (JsonNode each : data.at("/report/tables")) {
            if (each.get("key").asText().equals(table)) {
                for (JsonNode row : each.get("rows")) {
                    sum += row.get(column).asLong();
                }
            }
        }
        return sum;
    }
}
