package org.ompt4j.tools.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.ompt4j.tools.profile.PlacedSamples;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.testing.RichTrace;
import org.ompt4j.tools.testing.SampledTrace;
import org.ompt4j.tools.testing.VirtualThreadTrace;

class SinkAsideTest {

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "COLLAPSED")
    void whatIsWrittenAsideIsWhatIsWrittenHere(ExportFormat format) throws IOException {
        for (Trace trace : List.of(RichTrace.build(), VirtualThreadTrace.build(), SampledTrace.build())) {
            ByteArrayOutputStream here = new ByteArrayOutputStream();
            try (TimelineSink sink = sink(format, trace, here)) {
                Timeline.tell(trace, sink);
            }
            ByteArrayOutputStream aside = new ByteArrayOutputStream();
            format.write(trace, aside);

            assertThat(aside.toByteArray()).isEqualTo(here.toByteArray()).hasSizeGreaterThan(500);
        }
    }

    private static TimelineSink sink(ExportFormat format, Trace trace, OutputStream out) throws IOException {
        return switch (format) {
            case PERFETTO -> new PerfettoWriter(trace.header(), out);
            case SPEEDSCOPE -> new SpeedscopeWriter(trace.header(), out);
            case FIREFOX -> new FirefoxWriter(trace.header(), PlacedSamples.NONE, out);
            case JFR -> new JfrWriter(trace.header(), PlacedSamples.NONE, out);
            case COLLAPSED -> throw new IllegalArgumentException("no timeline");
        };
    }

    @Test
    void whatTheOutputFailsWithFailsTheExport() {
        OutputStream full = new OutputStream() {
            private int room = 1000;

            @Override
            public void write(int each) throws IOException {
                if (--room < 0) {
                    throw new IOException("no space left");
                }
            }
        };

        assertThatThrownBy(() -> ExportFormat.PERFETTO.write(RichTrace.build(), full))
                .isExactlyInstanceOf(IOException.class)
                .hasMessage("no space left");
    }
}
