package org.ompt4j.tools.report;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToLongFunction;
import org.ompt4j.tools.model.Flows;

/** The arrows of a page, in the form in which the page stores them. Arrows that begin at a thread that is not on the page are left out. */
final class ArrowList {
    private final Names names;
    private final List<Arrow> all = new ArrayList<>();
    private final Map<String, Integer> objects = new LinkedHashMap<>();
    private long grainNanos;

    /** @param gapNanos nanoseconds from the end of the previous arrow in its row */
    private record Arrow(
            Flows.Kind kind, int fromRow, int row, long gapNanos, long lengthNanos, long tookNanos, int object) {}

    ArrowList(Names names) {
        this.names = names;
        objects.put("", 0);
    }

    /**
     * Adds the arrows that end in a row.
     *
     * @param rows the index of each thread's row, by the thread's id
     */
    void add(Arrows arrows, int row, Map<Long, Integer> rows) {
        arrows.shrink();
        grainNanos = Math.max(grainNanos, arrows.grainNanos());
        long last = 0;
        for (int i = 0; i < arrows.size(); i++) {
            Integer fromRow = rows.get(arrows.thread(i));
            if (fromRow != null) {
                long to = arrows.at(i);
                all.add(new Arrow(
                        arrows.kind(i),
                        fromRow,
                        row,
                        to - last,
                        to - arrows.from(i),
                        arrows.tookNanos(i),
                        object(arrows.object(i))));
                last = to;
            }
        }
    }

    private int object(long waitId) {
        String name = names.isKnownObject(waitId) ? names.object(waitId) : "";
        return objects.computeIfAbsent(name, key -> objects.size());
    }

    /** Writes them as members of an object. */
    void write(JsonGenerator json) throws IOException {
        json.writeNumberField("grain_ns", grainNanos);
        JsonArrays.texts(json, "kinds", kinds());
        JsonArrays.texts(json, "objects", objects.keySet());
        numbers("kind", each -> each.kind.ordinal(), json);
        numbers("from_row", Arrow::fromRow, json);
        numbers("row", Arrow::row, json);
        numbers("gap", Arrow::gapNanos, json);
        numbers("length", Arrow::lengthNanos, json);
        numbers("took", Arrow::tookNanos, json);
        numbers("object", Arrow::object, json);
    }

    private static List<String> kinds() {
        List<String> kinds = new ArrayList<>();
        for (Flows.Kind each : Flows.Kind.values()) {
            kinds.add(each.name().toLowerCase(Locale.ROOT));
        }
        return kinds;
    }

    private void numbers(String member, ToLongFunction<Arrow> number, JsonGenerator json) throws IOException {
        json.writeArrayFieldStart(member);
        for (Arrow each : all) {
            json.writeNumber(number.applyAsLong(each));
        }
        json.writeEndArray();
    }
}
