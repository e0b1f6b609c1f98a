package org.ompt4j.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ompt4j.bench.programs.HelloParallelStream;

/** With the shipped jar a JVM of the benchmarks can read the trace of a JVM with the agent. */
class AgentClassesIT {
    private static final String JAVA =
            Path.of(System.getProperty("java.home"), "bin", "java").toString();
    private static final String CLASSES =
            Path.of("target", "classes").toAbsolutePath().toString();

    @TempDir
    Path folder;

    private Path trace;
    private String classPath;

    @BeforeEach
    void leaveATrace() throws Exception {
        Path agent = Path.of(System.getProperty("ompt.agent.jar"));
        trace = folder.resolve("run.ompt");
        classPath = CLASSES + File.pathSeparator + AgentClasses.unpack(agent, folder);
        run(List.of(
                JAVA, "-javaagent:" + agent + "=output=" + trace, "-cp", CLASSES, HelloParallelStream.class.getName()));
    }

    @Test
    void theEventsOfATraceAreCounted() throws Exception {
        Map<String, List<Double>> size = read(TraceSize.class);

        assertThat(size.get("events").get(0)).isPositive();
        assertThat(size.get("bytes").get(0)).isPositive();
    }

    @Test
    void usesOfAConstructAreLookedFor() throws Exception {
        assertThat(read(UsesInTrace.class, "phaser")).containsEntry(UsesInTrace.USES, List.of(0.0));
    }

    private Map<String, List<Double>> read(Class<?> reader, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(JAVA, "-cp", classPath, reader.getName(), trace.toString()));
        command.addAll(List.of(arguments));
        return run(command);
    }

    private Map<String, List<Double>> run(List<String> command) throws Exception {
        return ForkedRun.run(command, Map.of(), folder.resolve("standard-error"));
    }
}
