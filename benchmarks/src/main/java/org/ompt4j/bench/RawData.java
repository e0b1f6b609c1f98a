package org.ompt4j.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;

/**
 * All results: a line for each JVM, appended when it has ended, so that a run can be killed and continued.
 *
 * <p>Columns: pair, JDK, suite, subject, setting, time of the begin, number of processors that were busy before, and the metrics as {@code
 * metric=value value;metric=value}.
 */
final class RawData {
    private static final String HEAD = "pair,jdk,suite,subject,setting,began,busy,metrics";
    private static final int COLUMNS = 8;

    /** The metric of a trial that failed; its value has no meaning. */
    static final String FAILED = "failed";

    /** @param busyProcessors the number of processors that other programs used just before */
    record Row(Trial trial, Instant began, double busyProcessors, Map<String, List<Double>> metrics) {
        boolean failed() {
            return metrics.containsKey(FAILED);
        }
    }

    private final Path file;
    private final Map<Trial, Row> rows = new LinkedHashMap<>();

    private RawData(Path file) {
        this.file = file;
    }

    /** Begins an empty file; an existing one is replaced. */
    static RawData begin(Path file) throws IOException {
        Files.writeString(file, HEAD + "\n");
        return new RawData(file);
    }

    /** Reads a file. An incomplete last line, of a run that was killed while it wrote, is removed. */
    static RawData read(Path file) throws IOException {
        RawData data = new RawData(file);
        String text = Files.readString(file);
        int whole = text.lastIndexOf('\n') + 1;
        if (whole < text.length()) {
            text = text.substring(0, whole);
            Files.writeString(file, text);
        }
        text.lines().skip(1).forEach(line -> data.remember(parse(line)));
        return data;
    }

    void add(Row row) throws IOException {
        remember(row);
        Files.writeString(file, format(row) + "\n", StandardCharsets.UTF_8, StandardOpenOption.APPEND);
    }

    /** If a trial ran again, because another one of its pair was missing, its later run counts. */
    private void remember(Row row) {
        rows.put(row.trial(), row);
    }

    /** Whether a trial has run, successfully or not. */
    boolean has(Trial trial) {
        return rows.containsKey(trial);
    }

    List<Row> rows() {
        return List.copyOf(rows.values());
    }

    /** The values by pair; empty if nothing was measured. */
    Map<Integer, double[]> values(int jdk, Suite suite, String subject, Setting setting, String metric) {
        Map<Integer, double[]> values = new TreeMap<>();
        for (Row each : rows.values()) {
            Trial trial = each.trial();
            List<Double> measured = each.metrics().get(metric);
            if (measured != null
                    && trial.jdk() == jdk
                    && trial.suite() == suite
                    && trial.subject().equals(subject)
                    && trial.setting() == setting) {
                values.put(
                        trial.pair(),
                        measured.stream().mapToDouble(each2 -> each2).toArray());
            }
        }
        return values;
    }

    /** One number of each row. */
    DoubleStream of(ToDoubleFunction<Row> number) {
        return rows.values().stream().mapToDouble(number);
    }

    private static String format(Row row) {
        StringJoiner metrics = new StringJoiner(";");
        row.metrics().forEach((metric, values) -> {
            StringJoiner numbers = new StringJoiner(" ", metric + "=", "");
            values.forEach(each -> numbers.add(String.format(Locale.ROOT, "%.6g", each)));
            metrics.add(numbers.toString());
        });
        Trial trial = row.trial();
        return String.join(
                ",",
                String.valueOf(trial.pair()),
                String.valueOf(trial.jdk()),
                trial.suite().id(),
                trial.subject(),
                trial.setting().id(),
                row.began().toString(),
                String.format(Locale.ROOT, "%.2f", row.busyProcessors()),
                metrics.toString());
    }

    private static Row parse(String line) {
        String[] columns = line.split(",", -1);
        if (columns.length != COLUMNS) {
            throw new IllegalArgumentException("not a line of raw data: " + line);
        }
        Trial trial = new Trial(
                Integer.parseInt(columns[0]),
                Integer.parseInt(columns[1]),
                Suite.byId(columns[2]),
                columns[3],
                Setting.byId(columns[4]));
        Map<String, List<Double>> metrics = new LinkedHashMap<>();
        for (String each : columns[7].split(";")) {
            int equals = each.indexOf('=');
            List<Double> values = new ArrayList<>();
            for (String number : each.substring(equals + 1).split(" ")) {
                values.add(Double.valueOf(number));
            }
            metrics.put(each.substring(0, equals), values);
        }
        return new Row(trial, Instant.parse(columns[5]), Double.parseDouble(columns[6]), metrics);
    }
}
