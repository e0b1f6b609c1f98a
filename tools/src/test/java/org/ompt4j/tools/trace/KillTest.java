package org.ompt4j.tools.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Iterator;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.ompt4j.tools.read.Trace;
import org.ompt4j.tools.read.TraceEvent;
import org.ompt4j.tools.read.Traces;

class KillTest {
    @TempDir
    Path directory;

    @ParameterizedTest
    @ValueSource(ints = {1, 1000, 30_000, 300_000})
    void everyEventPublishedBeforeAKillIsRead(int atLeast) throws Exception {
        Path file = directory.resolve("killed.ompt");
        Path progressFile = Files.write(directory.resolve("progress"), new byte[KilledWriter.THREADS * 128]);
        Process process = new ProcessBuilder(
                        new File(System.getProperty("java.home"), "bin/java").getPath(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        KilledWriter.class.getName(),
                        file.toString(),
                        progressFile.toString())
                .inheritIO()
                .start();
        Awaitility.await()
                .atMost(Duration.ofMinutes(2))
                .until(() -> published(progressFile, 0) >= atLeast || !process.isAlive());
        process.destroyForcibly().waitFor();

        try (Trace trace = Traces.open(file)) {
            assertThat(trace.losses().finished()).isFalse();
            assertThat(trace.losses().droppedEvents()).isZero();
            long[] last = new long[KilledWriter.THREADS];
            for (Iterator<TraceEvent> events = trace.events(); events.hasNext(); ) {
                TraceEvent event = events.next();
                int thread = (int) event.threadId() - 1;
                assertNext(event, last[thread]);
                last[thread] = event.waitId();
            }
            for (int thread = 0; thread < KilledWriter.THREADS; thread++) {
                int published = published(progressFile, thread);
                assertThat(last[thread]).isBetween((long) published, published + 1L);
            }
            assertThat(last[0]).isGreaterThanOrEqualTo(atLeast);
        }
    }

    private static void assertNext(TraceEvent event, long before) {
        if (event.waitId() != before + 1 || event.codeptrRa() != (event.waitId() & 3)) {
            throw new AssertionError("after " + before + " comes " + event);
        }
    }

    private static int published(Path progressFile, int thread) throws IOException {
        return ByteBuffer.wrap(Files.readAllBytes(progressFile)).getInt(thread * KilledWriter.PROGRESS_BYTES);
    }
}
