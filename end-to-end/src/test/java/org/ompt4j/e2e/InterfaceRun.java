package org.ompt4j.e2e;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.ompt4j.apps.events.EveryEventApp;

/** A run of a program that raises every event, and the callbacks and results that a third-party tool has recorded. */
record InterfaceRun(RunOutput output, Set<String> lines) {

    private static final String TOOLS = "/coverage/";

    /** Compiles the tools. */
    static Path[] makeTools(Path folder) throws IOException {
        List<Path> jars = new ArrayList<>();
        for (String each : List.of("InterfaceTool", "LeavingTool")) {
            String source;
            try (var in = InterfaceRun.class.getResourceAsStream(TOOLS + each + ".java")) {
                source = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            }
            jars.add(ToolJar.make(each, source, folder.resolve(each + ".jar")));
        }
        return jars.toArray(Path[]::new);
    }

    static InterfaceRun of(Jdk jdk, Path agent, Path... tools) throws IOException {
        ObservedRun run = AppRun.of(EveryEventApp.class)
                .on(jdk)
                .agent(agent)
                .jvm(ForkedJvm.BRIEF)
                .behind(Path.of("../ompt-control/target/classes")
                        .toAbsolutePath()
                        .toString())
                .tools(tools)
                .with("tool=none,tools=all,profile=full,define=masked:" + EveryEventApp.class.getName() + ".marked")
                .with("constructs", "[all,atomic,fence]")
                .observedUnjudged();
        Set<String> lines = new LinkedHashSet<>();
        for (String each : List.of("interface.txt", "leaving.txt")) {
            Path file = run.directory().resolve(each);
            lines.addAll(Files.exists(file) ? Files.readAllLines(file) : List.of());
        }
        return new InterfaceRun(run.output(), lines);
    }
}
