package org.ompt4j.tools.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A processed profile of the Firefox Profiler in version 48, checked against the profiler's type definitions: tables have all columns, of the
 * right length; indices of rows, strings, categories and schemas exist; callers come before callees.
 */
public final class FirefoxFile {
    private static final Set<String> COLOURS = Set.of(
            "transparent",
            "purple",
            "green",
            "orange",
            "yellow",
            "lightblue",
            "blue",
            "brown",
            "magenta",
            "red",
            "lightred",
            "darkgrey",
            "grey");

    private static final Map<String, List<String>> TABLES = Map.of(
            "samples", List.of("stack", "time"),
            "markers", List.of("data", "name", "startTime", "endTime", "phase", "category"),
            "stackTable", List.of("frame", "category", "subcategory", "prefix"),
            "frameTable",
                    List.of(
                            "address",
                            "inlineDepth",
                            "category",
                            "subcategory",
                            "func",
                            "nativeSymbol",
                            "innerWindowID",
                            "implementation",
                            "line",
                            "column"),
            "funcTable", List.of("name", "isJS", "relevantForJS", "resource", "fileName", "lineNumber", "columnNumber"),
            "resourceTable", List.of("lib", "name", "host", "type"),
            "nativeSymbols", List.of("libIndex", "address", "name", "functionSize"));

    private final JsonNode root;
    private final Set<String> schemas = new HashSet<>();

    /** @throws IllegalArgumentException if the file breaks a rule */
    public FirefoxFile(byte[] bytes) throws IOException {
        root = new ObjectMapper().readTree(bytes);
        meta(root.path("meta"));
        require(root.path("libs").isArray(), "libs");
        Set<Long> tids = new HashSet<>();
        for (JsonNode each : root.path("threads")) {
            thread(each);
            require(tids.add(each.path("tid").asLong()), "two threads of one number");
        }
        for (JsonNode each : root.path("meta").path("initialVisibleThreads")) {
            require(each.asInt(-1) >= 0 && each.asInt() < root.path("threads").size(), "a thread that does not exist");
        }
    }

    /**
     * An interval or an instant of a thread.
     *
     * @param endMillis null for an instant
     */
    public record Marker(
            String type,
            String name,
            double startMillis,
            @Nullable Double endMillis,
            @Nullable String callSite) {}

    private void meta(JsonNode meta) {
        require(meta.path("preprocessedProfileVersion").asInt() == 48, "version");
        require(meta.path("version").isInt() && meta.path("processType").isInt(), "version of the raw format");
        require(meta.path("interval").asDouble() > 0 && meta.path("startTime").isNumber(), "times");
        require(meta.path("stackwalk").asInt(-1) >= 0 && meta.path("product").isTextual(), "product");
        boolean hasGrey = false;
        for (JsonNode each : meta.path("categories")) {
            require(each.path("name").isTextual() && each.path("subcategories").size() > 0, "category");
            require(COLOURS.contains(each.path("color").asText()), "colour");
            hasGrey |= each.path("color").asText().equals("grey");
        }
        require(hasGrey, "the default category is grey");
        for (JsonNode each : meta.path("markerSchema")) {
            require(each.path("display").size() > 0 && each.path("data").isArray(), "schema of a marker");
            require(schemas.add(each.path("name").asText()), "two schemas of one name");
        }
    }

    private void thread(JsonNode thread) {
        require(thread.path("name").isTextual() && thread.path("isMainThread").isBoolean(), "name");
        require(thread.path("pid").isTextual() && thread.path("tid").isNumber(), "pid is a text, tid a number");
        require(thread.path("registerTime").isNumber() && thread.has("unregisterTime"), "times of the thread");
        require(
                thread.path("processType").isTextual()
                        && thread.path("processStartupTime").isNumber(),
                "process");
        require(thread.path("pausedRanges").isArray(), "pauses");
        TABLES.forEach((name, columns) -> table(thread.path(name), name, columns));
        int strings = thread.path("stringArray").size();
        refers(thread, "samples", "stack", length(thread, "stackTable"));
        refers(thread, "stackTable", "frame", length(thread, "frameTable"));
        refers(
                thread,
                "stackTable",
                "category",
                root.path("meta").path("categories").size());
        refers(thread, "frameTable", "func", length(thread, "funcTable"));
        refers(
                thread,
                "frameTable",
                "category",
                root.path("meta").path("categories").size());
        refers(thread, "funcTable", "name", strings);
        refers(thread, "markers", "name", strings);
        refers(
                thread,
                "markers",
                "category",
                root.path("meta").path("categories").size());
        for (JsonNode each : thread.path("funcTable").path("fileName")) {
            require(each.isNull() || each.asInt(-1) >= 0 && each.asInt() < strings, "a file that does not exist");
        }
        JsonNode prefixes = thread.path("stackTable").path("prefix");
        for (int i = 0; i < prefixes.size(); i++) {
            require(prefixes.get(i).isNull() || prefixes.get(i).asInt(i) < i, "a caller after what it calls");
        }
        double last = 0;
        for (JsonNode each : thread.path("samples").path("time")) {
            require(each.asDouble() >= last, "samples go back");
            last = each.asDouble();
        }
        markers(thread.path("markers"));
    }

    private void markers(JsonNode markers) {
        for (int i = 0; i < markers.path("length").asInt(); i++) {
            boolean isInstant = markers.path("phase").get(i).asInt(-1) == 0;
            JsonNode end = markers.path("endTime").get(i);
            double start = markers.path("startTime").get(i).asDouble();
            require(isInstant || markers.path("phase").get(i).asInt() == 1, "phase");
            require(isInstant ? end.isNull() : end.isNumber() && end.asDouble() >= start, "end of a marker");
            require(schemas.contains(markers.path("data").get(i).path("type").asText()), "a marker without a schema");
        }
    }

    private static void table(JsonNode table, String name, List<String> columns) {
        require(table.path("length").isInt(), "length of " + name);
        for (String each : columns) {
            require(
                    table.path(each).isArray()
                            && table.path(each).size() == table.path("length").asInt(),
                    "column " + each + " of " + name);
        }
    }

    private static int length(JsonNode thread, String table) {
        return thread.path(table).path("length").asInt();
    }

    private static void refers(JsonNode thread, String table, String column, int rows) {
        for (JsonNode each : thread.path(table).path(column)) {
            require(each.isInt() && each.asInt() >= 0 && each.asInt() < rows, column + " of " + table + ": " + each);
        }
    }

    private static void require(boolean holds, String rule) {
        if (!holds) {
            throw new IllegalArgumentException(rule);
        }
    }

    public JsonNode root() {
        return root;
    }

    public List<String> threads() {
        List<String> names = new ArrayList<>();
        root.path("threads").forEach(each -> names.add(each.path("name").asText()));
        return names;
    }

    /** The markers of all threads of this name. */
    public List<Marker> markers(String thread) {
        List<Marker> found = new ArrayList<>();
        for (JsonNode each : root.path("threads")) {
            if (each.path("name").asText().equals(thread)) {
                JsonNode markers = each.path("markers");
                IntStream.range(0, markers.path("length").asInt())
                        .forEach(row -> found.add(marker(each.path("stringArray"), markers, row)));
            }
        }
        return found;
    }

    private static Marker marker(JsonNode strings, JsonNode markers, int row) {
        JsonNode data = markers.path("data").get(row);
        JsonNode end = markers.path("endTime").get(row);
        return new Marker(
                data.path("type").asText(),
                strings.get(markers.path("name").get(row).asInt()).asText(),
                markers.path("startTime").get(row).asDouble(),
                end.isNull() ? null : end.asDouble(),
                data.has("callSite") ? data.path("callSite").asText() : null);
    }

    /** The stacks of the samples of all threads of this name; the outermost frame comes first. A frame is function, file and line, as far as known. */
    public List<List<String>> samples(String thread) {
        List<List<String>> found = new ArrayList<>();
        for (JsonNode each : root.path("threads")) {
            if (each.path("name").asText().equals(thread)) {
                each.path("samples").path("stack").forEach(stack -> found.add(stack(each, stack.asInt())));
            }
        }
        return found;
    }

    private static List<String> stack(JsonNode thread, int innermost) {
        List<String> frames = new ArrayList<>();
        JsonNode table = thread.path("stackTable");
        int row = innermost;
        while (row >= 0) {
            frames.add(0, frame(thread, table.path("frame").get(row).asInt()));
            row = table.path("prefix").get(row).asInt(-1);
        }
        return frames;
    }

    private static String frame(JsonNode thread, int frame) {
        int func = thread.path("frameTable").path("func").get(frame).asInt();
        JsonNode line = thread.path("frameTable").path("line").get(frame);
        JsonNode file = thread.path("funcTable").path("fileName").get(func);
        JsonNode strings = thread.path("stringArray");
        String name = strings.get(
                        thread.path("funcTable").path("name").get(func).asInt())
                .asText();
        return file.isNull() ? name : name + "(" + strings.get(file.asInt()).asText() + ":" + line.asInt() + ")";
    }
}
