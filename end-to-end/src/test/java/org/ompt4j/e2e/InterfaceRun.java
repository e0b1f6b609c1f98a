package org.ompt4j.e2e;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ompt4j.apps.events.EveryEventApp;

/** What a tool of somebody else's heard, and was answered, while a program reached every event. */
record InterfaceRun(RunOutput output, Set<String> lines) {

    private static final String TOOLS = "/coverage/";

    /** Compiles the tools; the result is a value for OMP_TOOL_LIBRARIES. */
    static String makeTools(Path folder) throws IOException {
        List<String> jars = new ArrayList<>();
        for (String each : List.of("InterfaceTool", "LeavingTool")) {
            String source;
            try (var in = InterfaceRun.class.getResourceAsStream(TOOLS + each + ".java")) {
                source = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            }
            jars.add(ToolJar.make(each, source, folder.resolve(each + ".jar")).toString());
        }
        return String.join(File.pathSeparator, jars);
    }

    static InterfaceRun of(Jdk jdk, Path agent, String libraries) throws IOException, InterruptedException {
        Path directory = AppRun.of(EveryEventApp.class).on(jdk).newDirectory();
        List<String> arguments = List.of(
                "-Xmx256m",
                "-Djava.util.concurrent.ForkJoinPool.common.parallelism=" + AppRun.COMMON_PARALLELISM,
                "-javaagent:" + agent + "=tool=none,tools=all,profile=full,define=masked:"
                        + EveryEventApp.class.getName() + ".marked",
                "-cp",
                System.getProperty("ompt.testapps.classpath")
                        + File.pathSeparator
                        + Path.of("../ompt-control/target/classes").toAbsolutePath(),
                EveryEventApp.class.getName());
        try (ForkedJvm jvm = ForkedJvm.start(jdk, arguments, Map.of("OMP_TOOL_LIBRARIES", libraries), directory)) {
            RunOutput output = new RunOutput(jvm.exitCode(), jvm.stdout(), jvm.stderr());
            Set<String> lines = new LinkedHashSet<>();
            for (String each : List.of("interface.txt", "leaving.txt")) {
                Path file = directory.resolve(each);
                lines.addAll(Files.exists(file) ? Files.readAllLines(file) : List.of());
            }
            return new InterfaceRun(output, lines);
        }
    }
}
