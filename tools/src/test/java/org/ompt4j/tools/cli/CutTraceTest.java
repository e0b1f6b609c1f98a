package org.ompt4j.tools.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ompt4j.tools.read.Traces;

/** If the end of a finished trace is missing, every command says how much is missing, and reads the rest. */
class CutTraceTest {
    private static final int CUTS = 60;

    @TempDir
    Path directory;

    private static byte[] stored(int version) throws IOException {
        try (InputStream zipped = Traces.class.getResourceAsStream("version" + version + ".ompt.gz");
                InputStream trace = new GZIPInputStream(zipped)) {
            return trace.readAllBytes();
        }
    }

    private static int headerLength(byte[] trace) {
        return trace[12] & 0xFF | (trace[13] & 0xFF) << 8;
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 8, 10})
    void checkBlamesTheCutAndNotTheEvents(int version) throws IOException {
        byte[] whole = stored(version);
        int header = headerLength(whole);
        for (int i = 0; i < CUTS; i++) {
            int length = header + (whole.length - 1 - header) * i / (CUTS - 1);
            Path cut = Files.write(directory.resolve("cut.ompt"), Arrays.copyOf(whole, length));

            CommandLineRun run = CommandLineRun.wide("check", cut.toString());

            assertThat(run.out())
                    .as("%d bytes", length)
                    .contains("note: the file was cut: what its end held was not judged\n", ", 0 violations\n");
            assertThat(run.err()).isEqualTo(missing(cut, length, whole.length));
            assertThat(run.exitCode()).isEqualTo(1);
        }
    }

    @Test
    void whateverReadsItSaysHowMuchIsMissing() throws IOException {
        byte[] whole = stored(10);
        int length = whole.length * 3 / 4;
        Path cut = Files.write(directory.resolve("cut.ompt"), Arrays.copyOf(whole, length));
        String file = cut.toString();
        String[][] commands = {
            {"report", file},
            {"report", "--json", file},
            {"report", "--html", file + ".html", file},
            {"report", file, file},
            {"compare", file, file},
            {"print", file},
            {"score", file},
            {"export", "-f", "collapsed", "-o", "-", file}
        };
        for (String[] command : commands) {
            CommandLineRun run = CommandLineRun.wide(command);

            assertThat(run.err()).as(command[0]).startsWith(missing(cut, length, whole.length));
            assertThat(run.exitCode()).as(command[0]).isEqualTo(1);
        }
    }

    @Test
    void itsReportNamesTheLossAndHasNotLookedAtAll() throws IOException {
        byte[] whole = stored(10);
        int length = headerLength(whole);
        Path cut = Files.write(directory.resolve("cut.ompt"), Arrays.copyOf(whole, length));

        String report = CommandLineRun.wide("report", cut.toString()).out();

        assertThat(report)
                .contains("Nothing stands out in what there is, events are missing.")
                .contains("bytes of the file are missing at its end, with the events in them.")
                .doesNotContain("Nothing was dropped");
        assertThat(CommandLineRun.wide("report", cut.toString(), cut.toString()).out())
                .contains("Nothing stands out in what there is, events are missing.")
                .contains("nothing stands out in what there is, events are missing.");
    }

    private static String missing(Path file, int length, int whole) {
        return String.format(
                Locale.ROOT,
                "ompt4j: %s: %,d of %,d bytes are missing at the end, what is there was read;"
                        + " copy it again from where it was written%n",
                file,
                whole - length,
                whole);
    }
}
