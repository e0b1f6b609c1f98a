package org.ompt4j.tools.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ompt4j.ompt.ThreadType;
import org.ompt4j.tools.profile.JvmPauses;
import org.ompt4j.tools.profile.Sample;
import org.ompt4j.tools.profile.Samples;
import org.ompt4j.tools.testing.ThreadScript;
import org.ompt4j.tools.testing.TraceBuilder;

/** The Flight Recorder takes no samples of some code, without saying so: the report compares the samples with the work that events show. */
class MissingSamplesTest {
    private static final long MILLI = 1_000_000;

    /** A report with a thread that works for some time after the Flight Recorder has begun, and has some samples. */
    private static String report(long workedMillis, int count, String metric) throws IOException {
        TraceBuilder trace = new TraceBuilder();
        ThreadScript main = trace.thread("main", ThreadType.INITIAL).begin().initialTaskBegin();
        trace.pass(300 * MILLI);
        List<Sample> samples = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            long processorNanos = metric.equals("processor time") ? 10 * MILLI : 0;
            samples.add(new Sample(trace.now() + (i + 1) * MILLI, main.id(), List.of("app.Main.spin"), processorNanos));
        }
        long since = trace.now();
        trace.pass(workedMillis * MILLI);
        main.initialTaskEnd().end();
        StringWriter out = new StringWriter();
        Samples taken = Samples.of(samples, metric, new JvmPauses(List.of(), since));
        Report.write(new TracedRun(trace.build(), taken, "r"), new Page(out, 240, 10));
        return out.toString();
    }

    @ParameterizedTest
    @CsvSource({
        "1200, 2, running threads, true",
        "1200, 29, running threads, true",
        "1200, 31, running threads, false",
        "190, 1, running threads, false",
        "1200, 2, processor time, false"
    })
    void farFewerSamplesThanAreDueForTheWorkAreReported(long workedMillis, int count, String metric, boolean isSaid)
            throws IOException {
        assertThat(report(workedMillis, count, metric).contains("samples were due"))
                .isEqualTo(isSaid);
    }

    @Test
    void possibleReasonsAreShown() throws IOException {
        assertThat(report(1_200, 2, "running threads").replaceAll("\\s+", " "))
                .contains(
                        "Since the Flight Recorder began threads worked for 1.20 s, as far as events tell, for which some 120 samples were due:"
                                + " there are 2. The Flight Recorder leaves out who is blocked where no event tells, and stacks that it"
                                + " cannot read, as JDK 17 those of System.nanoTime; or it had no processor itself.");
    }
}
