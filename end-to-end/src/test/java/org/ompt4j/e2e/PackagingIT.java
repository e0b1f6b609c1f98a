package org.ompt4j.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.Test;
import org.ompt4j.emitter.Threads;
import org.ompt4j.ompt.Event;

/** The content of the shipped jar: nothing that could clash with the program's classes, and nothing twice. */
class PackagingIT {

    private static final int JAVA_8_CLASS_FILE = 52;

    private static final int MOST_ENTRIES = 1000;

    @Test
    void everyClassLiesBelowOurPackage() throws IOException {
        assertThat(names())
                .filteredOn(each -> !each.endsWith("/"))
                .allMatch(each -> each.startsWith("org/ompt4j/") || each.startsWith("META-INF/"))
                .noneMatch(each -> each.startsWith("META-INF/") && each.endsWith(".class"))
                .noneMatch(each -> each.endsWith("module-info.class"));
    }

    @Test
    void everyServiceIsOurs() throws IOException {
        assertThat(names())
                .filteredOn(each -> each.startsWith("META-INF/services/") && !each.endsWith("/"))
                .isNotEmpty()
                .allMatch(each -> each.startsWith("META-INF/services/org.ompt4j."));
    }

    @Test
    void thereIsOneAsm() throws IOException {
        assertThat(names())
                .filteredOn(each -> each.endsWith("/ClassReader.class"))
                .hasSize(1);
    }

    @Test
    void noEntryIsThereTwice() throws IOException {
        assertThat(names()).doesNotHaveDuplicates();
    }

    @Test
    void aJavaOfTenYearsAgoCanLoadTheClassItEntersBy() throws IOException {
        try (JarFile jar = jar();
                DataInputStream in =
                        new DataInputStream(jar.getInputStream(jar.getEntry("org/ompt4j/agent/OmptAgent.class")))) {
            assertThat(in.readInt()).isEqualTo(0xCAFEBABE);
            in.readUnsignedShort();
            assertThat(in.readUnsignedShort()).isLessThanOrEqualTo(JAVA_8_CLASS_FILE);
        }
    }

    /** Other builds get this jar from a repository; it has the order of classes that is written last. */
    @Test
    void theJarIsAnArtifactOfTheModuleAgent() {
        assertThat(Company.jar("agent-javaagent")).hasSameBinaryContentAs(AppRun.shippedJar());
    }

    @Test
    void theJarIsAgentAndCommandLine() throws IOException {
        try (JarFile jar = jar()) {
            Attributes manifest = jar.getManifest().getMainAttributes();
            assertThat(manifest.getValue("Premain-Class")).isEqualTo("org.ompt4j.agent.OmptAgent");
            assertThat(manifest.getValue("Agent-Class")).isEqualTo("org.ompt4j.agent.OmptAgent");
            assertThat(manifest.getValue("Main-Class")).isEqualTo("org.ompt4j.agent.CommandLineStart");
            assertThat(manifest.getValue("Can-Retransform-Classes")).isEqualTo("true");
            assertThat(manifest.getValue("Boot-Class-Path")).isNull();
        }
    }

    @Test
    void theEmitterOfTheAgentIsTheOneThatToolsCompileAgainst() throws IOException {
        List<String> inner = new ArrayList<>();
        try (JarFile jar = jar()) {
            for (String part : List.of("emitter.jar", "emitter-for-tools.jar", "references.jar")) {
                readNames(jar, part, inner);
            }
        }
        List<String> ofModules = classesBeside(Event.class);
        ofModules.addAll(classesBeside(Threads.class));

        assertThat(inner).containsExactlyInAnyOrderElementsOf(ofModules);
        assertThat(names())
                .filteredOn(each -> isEmitterClass(each) && !each.startsWith("org/ompt4j/text/"))
                .isEmpty();
    }

    private static List<String> classesBeside(Class<?> type) throws IOException {
        Path origin =
                Path.of(type.getProtectionDomain().getCodeSource().getLocation().getPath());
        if (Files.isDirectory(origin)) {
            try (Stream<Path> files = Files.walk(origin)) {
                return files.map(each -> origin.relativize(each).toString().replace('\\', '/'))
                        .filter(PackagingIT::isEmitterClass)
                        .collect(Collectors.toList());
            }
        }
        try (JarFile jar = new JarFile(origin.toFile())) {
            return jar.stream()
                    .map(JarEntry::getName)
                    .filter(PackagingIT::isEmitterClass)
                    .collect(Collectors.toList());
        }
    }

    /** The JVM reads the directory of the agent jar before the agent starts, see decision 0130. */
    @Test
    void theAgentJarHasFewEntriesAndWhatEveryStartReadsIsNotCompressed() throws IOException {
        try (JarFile jar = jar()) {
            assertThat(jar.size()).isLessThan(MOST_ENTRIES);
            for (String each : List.of("emitter.jar", "agent/start.jar", "agent/start-boot.jar")) {
                assertThat(jar.getEntry("META-INF/ompt4j/" + each).getMethod())
                        .as(each)
                        .isEqualTo(ZipEntry.STORED);
            }
        }
    }

    @Test
    void whatOnlyToolsNeedIsApart() throws IOException {
        List<String> core = new ArrayList<>();
        List<String> forTools = new ArrayList<>();
        try (JarFile jar = jar()) {
            readNames(jar, "emitter.jar", core);
            readNames(jar, "emitter-for-tools.jar", forTools);
        }
        assertThat(forTools)
                .contains(
                        "org/ompt4j/ompt/OmptRecord.class",
                        "org/ompt4j/ompt/OmptCallback$ThreadBegin.class",
                        "org/ompt4j/emitter/tracing/HostTrace.class",
                        "org/ompt4j/emitter/tool/DeviceMappings.class");
        assertThat(core)
                .contains("org/ompt4j/ompt/OmptCallback.class", "org/ompt4j/ompt/OmptCallback$ControlTool.class")
                .doesNotContainAnyElementsOf(forTools);
    }

    @Test
    void whatFewRunsNeedLiesBelowOurPackageInJarsOfItsOwn() throws IOException {
        List<String> libraries = new ArrayList<>();
        try (JarFile jar = jar()) {
            for (String part : List.of("agent/byte-buddy.jar", "agent/command-line.jar")) {
                readNames(jar, part, libraries);
            }
        }

        assertThat(libraries)
                .contains(
                        "org/ompt4j/shaded/bytebuddy/ByteBuddy.class",
                        "org/ompt4j/mappings/defined/DefinedTransformer.class",
                        "org/ompt4j/shaded/picocli/CommandLine.class",
                        "org/ompt4j/agent/command/Main.class",
                        "org/ompt4j/tools/report/Report.class")
                .allMatch(each -> each.startsWith("org/ompt4j/"))
                .doesNotHaveDuplicates()
                .doesNotContainAnyElementsOf(names());
    }

    @Test
    void whatEveryStartLoadsIsThereTwiceAndTheSame() throws IOException {
        List<String> start = new ArrayList<>();
        try (JarFile jar = jar()) {
            readClasses(jar, "agent/start.jar", start);
            readClasses(jar, "agent/start-boot.jar", start);
        }

        assertThat(start)
                .contains("org/ompt4j/agent/start/AgentStart.class", "org/ompt4j/tools/trace/TraceTool.class")
                .doesNotContain("org/ompt4j/agent/jar/Bootstrap.class", "org/ompt4j/agent/command/Main.class");
    }

    private static void readNames(JarFile jar, String part, List<String> names) throws IOException {
        try (InputStream in = jar.getInputStream(jar.getEntry("META-INF/ompt4j/" + part));
                ZipInputStream nested = new ZipInputStream(in)) {
            for (ZipEntry each = nested.getNextEntry(); each != null; each = nested.getNextEntry()) {
                if (each.getName().endsWith(".class")) {
                    names.add(each.getName());
                }
            }
        }
    }

    private static void readClasses(JarFile jar, String part, List<String> names) throws IOException {
        try (InputStream in = jar.getInputStream(jar.getEntry("META-INF/ompt4j/" + part));
                ZipInputStream emitter = new ZipInputStream(in)) {
            for (ZipEntry each = emitter.getNextEntry(); each != null; each = emitter.getNextEntry()) {
                if (each.getName().endsWith(".class")) {
                    names.add(each.getName());
                    assertThat(new ByteArrayInputStream(emitter.readAllBytes()))
                            .as(each.getName())
                            .hasSameContentAs(jar.getInputStream(jar.getEntry(each.getName())));
                }
            }
        }
    }

    /** Whether an entry is a class of the emitter; without package-info, which is not packed. */
    private static boolean isEmitterClass(String name) {
        return name.endsWith(".class")
                && !name.endsWith("package-info.class")
                && (name.startsWith("org/ompt4j/ompt/")
                        || name.startsWith("org/ompt4j/emitter/")
                        || name.startsWith("org/ompt4j/settings/")
                        || name.startsWith("org/ompt4j/text/"));
    }

    private static List<String> names() throws IOException {
        try (JarFile jar = jar()) {
            return jar.stream().map(JarEntry::getName).collect(Collectors.toList());
        }
    }

    private static JarFile jar() throws IOException {
        return new JarFile(AppRun.shippedJar().toFile());
    }
}
