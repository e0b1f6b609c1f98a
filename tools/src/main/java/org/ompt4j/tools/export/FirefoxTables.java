package org.ompt4j.tools.export;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tables of one thread in a profile of the Firefox Profiler. A table is an object of columns; its values can refer to rows of other
 * tables.
 */
final class FirefoxTables {
    private static final double NANOS_PER_MILLI = 1e6;
    private static final int INSTANT = 0;
    private static final int INTERVAL = 1;

    private final FirefoxThread thread;
    private final FirefoxNames names;
    private final List<List<String>> stackList;
    private final JsonGenerator json;
    private final Map<String, Integer> strings = new HashMap<>();
    private final List<String> stringList = new ArrayList<>();
    private final Map<Stack, Integer> stacks = new HashMap<>();
    private final List<Stack> stackRows = new ArrayList<>();
    private final Map<FrameText, Integer> frames = new HashMap<>();
    private final List<FrameText> frameRows = new ArrayList<>();
    private final Map<Func, Integer> funcs = new HashMap<>();
    private final List<Func> funcRows = new ArrayList<>();

    FirefoxTables(FirefoxThread thread, FirefoxNames names, List<List<String>> stackList, JsonGenerator json) {
        this.thread = thread;
        this.names = names;
        this.stackList = stackList;
        this.json = json;
    }

    /** @param prefix the row of the caller, -1 for the outermost frame */
    private record Stack(int prefix, int frame) {}

    private record Func(String name, @Nullable String file) {
        static Func of(FrameText frame) {
            return new Func(frame.name(), frame.file());
        }
    }

    /** Writes a column's value in a row. */
    private interface Cell {
        void write(int row) throws IOException;
    }

    /** Writes a column's value in the row of a marker with these numbers. */
    private interface MarkerCell {
        void write(long[] numbers) throws IOException;
    }

    void write() throws IOException {
        samples();
        markers();
        stackTable();
        frameTable();
        funcTable();
        emptyTable("resourceTable", "lib", "name", "host", "type");
        emptyTable("nativeSymbols", "libIndex", "address", "name", "functionSize");
        json.writeArrayFieldStart("stringArray");
        for (String each : stringList) {
            json.writeString(each);
        }
        json.writeEndArray();
    }

    private int string(String text) {
        return number(text, strings, stringList);
    }

    private static <T> int number(T what, Map<T, Integer> numbers, List<T> rows) {
        Integer known = numbers.get(what);
        if (known == null) {
            known = rows.size();
            numbers.put(what, known);
            rows.add(what);
        }
        return known;
    }

    // ---------------------------------------------------------------- samples

    private void samples() throws IOException {
        Map<Integer, Integer> rows = new HashMap<>();
        json.writeObjectFieldStart("samples");
        json.writeArrayFieldStart("stack");
        for (Spill.Numbers numbers = thread.sampleNumbers(); numbers.hasNext(); ) {
            numbers.next();
            json.writeNumber(rows.computeIfAbsent((int) numbers.next(), this::row));
        }
        json.writeEndArray();
        json.writeArrayFieldStart("time");
        long timeNanos = 0;
        for (Spill.Numbers numbers = thread.sampleNumbers(); numbers.hasNext(); ) {
            timeNanos += numbers.next();
            numbers.next();
            json.writeNumber(timeNanos / NANOS_PER_MILLI);
        }
        json.writeEndArray();
        json.writeNullField("weight");
        json.writeStringField("weightType", "samples");
        json.writeNumberField("length", thread.samples());
        json.writeEndObject();
    }

    private int row(int stack) {
        int row = -1;
        for (String each : stackList.get(stack)) {
            int frame = number(FrameText.of(each), frames, frameRows);
            row = number(new Stack(row, frame), stacks, stackRows);
        }
        return row;
    }

    // ---------------------------------------------------------------- markers

    private void markers() throws IOException {
        json.writeObjectFieldStart("markers");
        markerColumn("name", row -> json.writeNumber(string(names.text((int) row[3]))));
        markerColumn("startTime", row -> json.writeNumber(row[1] / NANOS_PER_MILLI));
        markerColumn("endTime", row -> {
            if (row[2] == 0) {
                json.writeNull();
            } else {
                json.writeNumber((row[1] + row[2] - 1) / NANOS_PER_MILLI);
            }
        });
        markerColumn("phase", row -> json.writeNumber(row[2] == 0 ? INSTANT : INTERVAL));
        markerColumn("category", row -> json.writeNumber(kind(row).category()));
        markerColumn("data", this::data);
        json.writeNumberField("length", thread.markers());
        json.writeEndObject();
    }

    private void markerColumn(String name, MarkerCell cell) throws IOException {
        json.writeArrayFieldStart(name);
        long[] row = new long[FirefoxThread.NUMBERS_OF_A_MARKER];
        for (Spill.Numbers numbers = thread.markerNumbers(); numbers.hasNext(); ) {
            for (int i = 0; i < row.length; i++) {
                row[i] = numbers.next();
            }
            cell.write(row);
        }
        json.writeEndArray();
    }

    private static FirefoxMarker kind(long[] row) {
        return FirefoxMarker.values()[(int) row[0]];
    }

    private void data(long[] row) throws IOException {
        json.writeStartObject();
        json.writeStringField("type", kind(row).title());
        String callSite = row[4] == 0 ? "" : names.text((int) row[4] - 1);
        if (!callSite.isEmpty()) {
            json.writeStringField("callSite", callSite);
        }
        if (row[5] != 0) {
            json.writeNumberField("queued", (row[5] - 1) / NANOS_PER_MILLI);
        }
        if (row[6] > 0) {
            json.writeNumberField("late", (row[6] - 1) / NANOS_PER_MILLI);
        }
        json.writeEndObject();
    }

    // ---------------------------------------------------------------- stacks

    private void stackTable() throws IOException {
        int rows = stackRows.size();
        json.writeObjectFieldStart("stackTable");
        column("frame", rows, i -> json.writeNumber(stackRows.get(i).frame));
        column("prefix", rows, i -> number(stackRows.get(i).prefix < 0 ? null : stackRows.get(i).prefix));
        column("category", rows, i -> json.writeNumber(category(stackRows.get(i).frame)));
        column("subcategory", rows, i -> json.writeNumber(0));
        json.writeNumberField("length", rows);
        json.writeEndObject();
    }

    private int category(int frame) {
        return frameRows.get(frame).isPseudo() ? FirefoxMarker.PSEUDO : FirefoxMarker.CODE;
    }

    private void frameTable() throws IOException {
        int rows = frameRows.size();
        json.writeObjectFieldStart("frameTable");
        column("address", rows, i -> json.writeNumber(-1));
        column("inlineDepth", rows, i -> json.writeNumber(0));
        column("category", rows, i -> json.writeNumber(category(i)));
        column("subcategory", rows, i -> json.writeNumber(0));
        column("func", rows, i -> json.writeNumber(number(Func.of(frameRows.get(i)), funcs, funcRows)));
        column("nativeSymbol", rows, i -> json.writeNull());
        column("innerWindowID", rows, i -> json.writeNumber(0));
        column("implementation", rows, i -> json.writeNull());
        column(
                "line",
                rows,
                i -> number(
                        frameRows.get(i).line() == 0 ? null : frameRows.get(i).line()));
        column("column", rows, i -> json.writeNull());
        json.writeNumberField("length", rows);
        json.writeEndObject();
    }

    private void funcTable() throws IOException {
        int rows = funcRows.size();
        json.writeObjectFieldStart("funcTable");
        column("name", rows, i -> json.writeNumber(string(funcRows.get(i).name)));
        column("isJS", rows, i -> json.writeBoolean(false));
        column("relevantForJS", rows, i -> json.writeBoolean(false));
        column("resource", rows, i -> json.writeNumber(-1));
        column("fileName", rows, i -> {
            String file = funcRows.get(i).file;
            number(file == null ? null : string(file));
        });
        column("lineNumber", rows, i -> json.writeNull());
        column("columnNumber", rows, i -> json.writeNull());
        json.writeNumberField("length", rows);
        json.writeEndObject();
    }

    private void column(String name, int rows, Cell cell) throws IOException {
        json.writeArrayFieldStart(name);
        for (int i = 0; i < rows; i++) {
            cell.write(i);
        }
        json.writeEndArray();
    }

    private void number(@Nullable Integer number) throws IOException {
        if (number == null) {
            json.writeNull();
        } else {
            json.writeNumber(number);
        }
    }

    private void emptyTable(String name, String... columns) throws IOException {
        json.writeObjectFieldStart(name);
        for (String each : columns) {
            json.writeArrayFieldStart(each);
            json.writeEndArray();
        }
        json.writeNumberField("length", 0);
        json.writeEndObject();
    }
}
