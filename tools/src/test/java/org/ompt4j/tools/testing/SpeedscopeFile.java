package org.ompt4j.tools.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** A file of speedscope, checked against its format: frames exist, and events nest in the order of time. */
public final class SpeedscopeFile {
    private final JsonNode root;
    private final Map<String, Map<String, Long>> nanos = new HashMap<>();
    private final Map<String, Integer> opened = new HashMap<>();

    /** @throws IllegalArgumentException if the file breaks a rule */
    public SpeedscopeFile(byte[] bytes) throws IOException {
        root = new ObjectMapper().readTree(bytes);
        require(root.path("$schema").asText().equals("https://www.speedscope.app/file-format-schema.json"), "schema");
        for (JsonNode each : root.path("shared").path("frames")) {
            require(!each.path("name").asText().isEmpty(), "a frame without a name");
            require(!each.has("line") || each.path("line").isInt(), "a line is a number");
        }
        for (JsonNode each : root.path("profiles")) {
            require(each.path("startValue").isNumber() && each.path("endValue").isNumber(), "bounds");
            if (each.path("type").asText().equals("evented")) {
                events(each);
            } else {
                require(each.path("type").asText().equals("sampled"), "type");
                require(each.path("samples").size() == each.path("weights").size(), "a weight for each sample");
            }
        }
    }

    public JsonNode root() {
        return root;
    }

    /** How long each frame was on the stack of a thread. */
    public Map<String, Long> nanos(String thread) {
        return nanos.getOrDefault(thread, Map.of());
    }

    /** How often frames whose name matches were opened, on all threads. */
    public int opened(String regex) {
        return opened.entrySet().stream()
                .filter(each -> each.getKey().matches(regex))
                .mapToInt(Map.Entry::getValue)
                .sum();
    }

    private void events(JsonNode profile) {
        require(profile.path("unit").asText().equals("nanoseconds"), "unit");
        Map<String, Long> ofThread = nanos.computeIfAbsent(profile.path("name").asText(), key -> new HashMap<>());
        Deque<JsonNode> open = new ArrayDeque<>();
        long last = profile.path("startValue").asLong();
        for (JsonNode each : profile.path("events")) {
            long at = each.path("at").asLong();
            require(at >= last, "times go back");
            last = at;
            int frame = each.path("frame").asInt(-1);
            require(frame >= 0 && frame < root.path("shared").path("frames").size(), "a frame that does not exist");
            String name =
                    root.path("shared").path("frames").path(frame).path("name").asText();
            if (each.path("type").asText().equals("O")) {
                open.push(each);
                opened.merge(name, 1, Integer::sum);
            } else {
                JsonNode begin = open.pop();
                require(begin.path("frame").asInt() == frame, "another frame closes than opened last");
                ofThread.merge(name, at - begin.path("at").asLong(), Long::sum);
            }
        }
        require(open.isEmpty() && last <= profile.path("endValue").asLong(), "a frame stays open");
    }

    private static void require(boolean holds, String rule) {
        if (!holds) {
            throw new IllegalArgumentException(rule);
        }
    }
}
