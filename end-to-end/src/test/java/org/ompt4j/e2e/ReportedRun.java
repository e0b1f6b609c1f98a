package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.Traces;
import org.ompt4j.tools.report.Page;
import org.ompt4j.tools.report.Report;
import org.ompt4j.tools.report.TracedRun;

/** The report of a run, with its times for comparison with the program's own clock. */
final class ReportedRun {
    /** The findings of a run without problems begin with this. */
    static final String NOTHING = "Findings\n  Nothing stands out.\n";

    /** Matches the name of a lock in a report. */
    static final String LOCK = "ReentrantLock #\\d+";

    static final String MONITOR = "Object #\\d+";

    /** The tolerance in percent: a thread may have to wait for a processor between two readings of the clock. */
    private static final double PERCENT = 2;

    /** The least that a time may be greater than what was measured: as {@link #MOST}, a factor. */
    static final double LEAST = 1 - PERCENT / 100;

    static final double MOST = 1 + PERCENT / 100;

    /** The tolerance for a thread that loses its processor between an event and the program's own reading of the clock. */
    private static final double LEAST_SLACK_NANOS = 3e6;

    private static final int ROWS = 10;
    private static final int WIDTH = 1_000;
    private static final Map<String, Double> UNITS = Map.of("us", 1e3, "ms", 1e6, "s", 1e9);

    private final String report;

    private ReportedRun(String report) {
        this.report = report;
    }

    static ReportedRun of(ObservedRun run) throws IOException {
        return of(run.traceFile());
    }

    static ReportedRun of(Path trace) throws IOException {
        return of(trace, ROWS);
    }

    /** @param rows the most rows of a table */
    static ReportedRun of(Path trace, int rows) throws IOException {
        StringWriter out = new StringWriter();
        try (Trace opened = Traces.open(trace)) {
            Report.write(new TracedRun(opened, null, "run.ompt"), new Page(out, WIDTH, rows));
        }
        return new ReportedRun(out.toString());
    }

    String findings() {
        return section("Findings");
    }

    /** The section with this title, up to the next empty line. */
    String section(String title) {
        int begin = report.indexOf("\n\n" + title) + 2;
        return report.substring(begin, report.indexOf("\n\n", begin) + 1);
    }

    /** Asserts that the critical path has each of these methods, as {@link #assertRows} does. */
    void assertPathThrough(Class<?> program, Map<String, Long> measured, String... methods) {
        assertRows("Critical path", "serial in", program, measured, methods);
    }

    /** Asserts that the table has each of these methods, with a time between the program's measurements {@code at least} and {@code at most}. */
    void assertRows(String title, String what, Class<?> program, Map<String, Long> measured, String... methods) {
        for (String each : methods) {
            assertThat(nanosOfRow(title, what + " +\\S*" + program.getSimpleName() + "\\." + each + "\\b"))
                    .as("%s in%n%s", each, section(title))
                    .isGreaterThan(measured.get(each + " at least") * LEAST)
                    .isLessThan(measured.get(each + " at most") * MOST);
        }
    }

    /**
     * Asserts that a finding has a time between two limits, which do not depend on waits for a processor. It is after the pattern, if the pattern ends
     * with a space, else before it.
     */
    void assertTakes(String pattern, long least, long most) {
        assertThat(time(pattern))
                .as("%s in%n%s", pattern, findings())
                .isBetween(least - slack(least), most + slack(most));
    }

    /** The time in the first row of the table that matches. */
    double nanosOfRow(String title, String row) {
        String table = section(title);
        Matcher matcher = Pattern.compile("(?<number>[0-9.]+) (?<unit>us|ms|s) +[0-9.]+ % +" + row)
                .matcher(table);
        assertThat(matcher.find()).as("%s in\n%s", row, table).isTrue();
        return nanos(matcher.group("number"), matcher.group("unit"));
    }

    private double time(String pattern) {
        String time = "(?<number>[0-9.]+) (?<unit>us|ms|s)";
        String where = pattern.endsWith(" ") ? pattern + time : time + ": " + pattern;
        Matcher matcher = Pattern.compile(where).matcher(findings());
        assertThat(matcher.find()).as("%s in\n%s", where, findings()).isTrue();
        return nanos(matcher.group("number"), matcher.group("unit"));
    }

    private static double slack(long nanos) {
        return Math.max(nanos * PERCENT / 100, LEAST_SLACK_NANOS);
    }

    /** A number with the unit {@code us}, {@code ms} or {@code s} in nanoseconds. */
    static double nanos(String number, String unit) {
        return Double.parseDouble(number) * UNITS.get(unit);
    }

    static long between(Map<String, Long> measured, String from, String to) {
        return measured.get(to) - measured.get(from);
    }
}
