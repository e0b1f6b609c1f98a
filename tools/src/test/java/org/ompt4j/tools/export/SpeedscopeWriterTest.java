package org.ompt4j.tools.export;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.testing.PerfettoFile;
import org.ompt4j.tools.testing.RichTrace;
import org.ompt4j.tools.testing.SampledTrace;
import org.ompt4j.tools.testing.SpeedscopeFile;
import org.ompt4j.tools.testing.VirtualThreadTrace;

class SpeedscopeWriterTest {

    @Test
    void threadHasTheSlicesOfTheTimeline() throws IOException {
        for (Trace trace : new Trace[] {RichTrace.build(), VirtualThreadTrace.build()}) {
            PerfettoFile other = new PerfettoFile(export(ExportFormat.PERFETTO, trace));

            SpeedscopeFile file = new SpeedscopeFile(export(ExportFormat.SPEEDSCOPE, trace));

            for (PerfettoFile.Slice each : other.slices()) {
                if (!each.category.equals("state")) {
                    String thread = each.track
                            .substring(each.track.lastIndexOf('/') + 1)
                            .strip();
                    long nanos = other.slices(thread).stream()
                            .filter(same -> same.name.equals(each.name))
                            .mapToLong(PerfettoFile.Slice::nanos)
                            .sum();
                    assertThat(file.nanos(thread)).containsEntry(each.name, nanos);
                }
            }
            assertThat(file.opened(".*")).isEqualTo((int) other.slices().stream()
                    .filter(each -> !each.category.equals("state"))
                    .count());
        }
    }

    @Test
    void frameSaysItsFileAndLine() throws IOException {
        JsonNode root = new SpeedscopeFile(export(ExportFormat.SPEEDSCOPE, RichTrace.build())).root();

        List<JsonNode> frames = new ArrayList<>();
        root.path("shared").path("frames").forEach(frames::add);
        assertThat(frames).anySatisfy(each -> {
            assertThat(each.path("name").asText()).isEqualTo("app.Fib.compute");
            assertThat(each.path("file").asText()).isEqualTo("Fib.java");
            assertThat(each.path("line").asInt()).isEqualTo(7);
        });
    }

    @Test
    void samplesAreASampledProfile() throws IOException {
        JsonNode root = new SpeedscopeFile(export(ExportFormat.SPEEDSCOPE, SampledTrace.build())).root();

        assertThat(root.path("profiles"))
                .hasSize(2)
                .allSatisfy(each -> assertThat(each.path("samples")).hasSize(30));
    }

    @Test
    void tapeIsReadAsItWasWrittenAndItsFileIsGone() throws IOException {
        long before = spills();
        try (Spill spill = new Spill()) {
            Spill.Tape one = spill.new Tape();
            Spill.Tape two = spill.new Tape();
            for (long i = 0; i < 20_000; i++) {
                one.add(i * i * i * i);
                two.add(i);
                if (i == 777) {
                    two.rest();
                }
            }
            Spill.Numbers ones = one.numbers();
            Spill.Numbers twos = two.numbers();
            for (long i = 0; i < 20_000; i++) {
                assertThat(ones.next()).isEqualTo(i * i * i * i);
                assertThat(twos.next()).isEqualTo(i);
            }
            assertThat(ones.hasNext()).isFalse();
            assertThat(spill.new Tape().numbers().hasNext()).isFalse();
        }
        assertThat(spills()).isLessThanOrEqualTo(before);
    }

    private static long spills() throws IOException {
        try (var files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(each -> each.getFileName().toString().startsWith("ompt4j-export"))
                    .count();
        }
    }

    private static byte[] export(ExportFormat format, Trace trace) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        format.write(trace, out);
        return out.toByteArray();
    }
}
