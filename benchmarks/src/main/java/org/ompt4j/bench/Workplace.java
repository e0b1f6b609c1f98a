package org.ompt4j.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.zip.ZipEntry;
import org.ompt4j.bench.suites.EmptyAgent;

/** A directory with the files that measured JVMs load, and those that they write, which are deleted afterwards. */
final class Workplace {
    private static final String TOOL_SERVICE = "META-INF/services/org.ompt4j.ompt.OmptTool";
    private static final List<String> EVENTS_OF_LOCKS =
            List.of("jdk.JavaMonitorEnter", "jdk.JavaMonitorWait", "jdk.ThreadPark", "jdk.ThreadSleep");

    private final Path directory;
    private final Path agent;

    /** @param agent the jar to measure */
    Workplace(Path directory, Path agent) throws IOException {
        this.directory = Files.createDirectories(directory.toAbsolutePath());
        this.agent = agent.toAbsolutePath();
        Files.createDirectories(output());
        writeEmptyAgent();
        writeTool("SilentTool", silentTool());
        writeTool("IdleTool", idleTool());
        unpackAsyncProfiler();
    }

    Path agent() {
        return agent;
    }

    /** The class path with which a JVM reads traces. */
    String agentClasses() throws IOException {
        return AgentClasses.unpack(agent, directory);
    }

    Path emptyAgent() {
        return directory.resolve("empty-agent.jar");
    }

    Path silentTool() {
        return directory.resolve("silent-tool.jar");
    }

    Path idleTool() {
        return directory.resolve("idle-tool.jar");
    }

    /** The file for the trace of a JVM with this setting. */
    Path trace(Setting setting) {
        return output().resolve(setting.id() + ".ompt");
    }

    /** The file for the standard error of a JVM with this setting. */
    Path standardError(Setting setting) {
        return output().resolve(setting.id() + ".err");
    }

    /** Options with which the JDK's Flight Recorder records every wait for a lock, however short. */
    List<String> flightRecorder() {
        StringBuilder option = new StringBuilder("-XX:StartFlightRecording:filename=" + output().resolve("run.jfr"));
        for (String each : EVENTS_OF_LOCKS) {
            option.append(',').append(each).append("#threshold=0ms");
        }
        return List.of(option.toString(), "-Xlog:disable", "-Xlog:all=error:stderr");
    }

    /** Options with which async-profiler records every wait for a lock, however short. */
    List<String> asyncProfiler() {
        return List.of("-agentpath:" + asyncProfilerLibrary() + "=start,event=lock,lock=0,jfr,loglevel=error,file="
                + output().resolve("async.jfr"));
    }

    /** Whether there is an async-profiler for this machine. */
    boolean hasAsyncProfiler() {
        return Files.exists(asyncProfilerLibrary());
    }

    /** Deletes the files that the last runs have written. */
    void clean() throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(output())) {
            for (Path each : files) {
                Files.delete(each);
            }
        }
    }

    private Path output() {
        return directory.resolve("output");
    }

    private Path asyncProfilerLibrary() {
        return directory.resolve("libasyncProfiler.so");
    }

    private void writeEmptyAgent() throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Premain-Class", EmptyAgent.class.getName());
        try (OutputStream file = Files.newOutputStream(emptyAgent());
                JarOutputStream jar = new JarOutputStream(file, manifest)) {
            add(jar, entryOf(EmptyAgent.class), bytesOf(entryOf(EmptyAgent.class)));
        }
    }

    private static void writeTool(String name, Path into) throws IOException {
        // The tool's class must not be loaded here, since its interfaces are in the agent.
        String tool = EmptyAgent.class.getPackageName() + "." + name;
        String entry = tool.replace('.', '/') + ".class";
        try (OutputStream file = Files.newOutputStream(into);
                JarOutputStream jar = new JarOutputStream(file)) {
            add(jar, entry, bytesOf(entry));
            add(jar, TOOL_SERVICE, tool.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static String entryOf(Class<?> type) {
        return type.getName().replace('.', '/') + ".class";
    }

    private static byte[] bytesOf(String entry) throws IOException {
        try (InputStream in = Workplace.class.getClassLoader().getResourceAsStream(entry)) {
            if (in == null) {
                throw new IOException(entry + " is not on the class path; build the module benchmarks");
            }
            return in.readAllBytes();
        }
    }

    private static void add(JarOutputStream jar, String entry, byte[] content) throws IOException {
        jar.putNextEntry(new ZipEntry(entry));
        jar.write(content);
        jar.closeEntry();
    }

    private void unpackAsyncProfiler() throws IOException {
        String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        String folder = system.startsWith("mac")
                ? "macos"
                : system.startsWith("linux")
                        ? Map.of("amd64", "linux-x64", "aarch64", "linux-arm64")
                                .getOrDefault(System.getProperty("os.arch"), "none")
                        : "none";
        try (InputStream library =
                Workplace.class.getClassLoader().getResourceAsStream(folder + "/libasyncProfiler.so")) {
            if (library != null) {
                Files.copy(library, asyncProfilerLibrary(), StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }
}
