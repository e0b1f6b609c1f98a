package org.ompt4j.e2e;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import org.ompt4j.ompt.OmptTool;
import org.ompt4j.tools.testing.ToolCompiler;
import org.ompt4j.views.EntryPoints;

/** Builds jars of third-party tools: compiled with only the OMPT binding (and the views), packed with a service file. */
final class ToolJar {

    private ToolJar() {}

    /**
     * Compiles a tool and packs it.
     *
     * @param className the class of the tool, in the unnamed package
     * @param jar the file to write
     */
    static Path make(String className, String source, Path jar) throws IOException {
        return make(OmptTool.class.getName(), className, source, jar);
    }

    /**
     * Compiles a tool of an older generation, against the binding and the views, and packs it.
     *
     * @param service the generation's interface for tools
     */
    static Path make(String service, String className, String source, Path jar) throws IOException {
        Path classes = Files.createTempDirectory(jar.toAbsolutePath().getParent(), "classes");
        compile(className, source, classes);
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream packed = new JarOutputStream(out);
                Stream<Path> files = Files.list(classes)) {
            for (Path each : files.toList()) {
                put(packed, each.getFileName().toString(), Files.readAllBytes(each));
            }
            put(packed, "META-INF/services/" + service, className.getBytes(StandardCharsets.UTF_8));
        }
        return jar;
    }

    /** Compiles and packs a project of {@code examples}, like its own build. */
    static Path ofExample(String name, Path jar) throws IOException {
        Path classes = Files.createTempDirectory(jar.toAbsolutePath().getParent(), "classes");
        ToolCompiler.compileExample(name, binding(), classes);
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream packed = new JarOutputStream(out)) {
            putAll(packed, classes);
            putAll(packed, ToolCompiler.example(name).resolve("src/main/resources"));
        }
        return jar;
    }

    private static void putAll(JarOutputStream jar, Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path each : files.filter(Files::isRegularFile).toList()) {
                put(jar, folder.relativize(each).toString().replace(File.separatorChar, '/'), Files.readAllBytes(each));
            }
        }
    }

    private static void put(JarOutputStream jar, String name, byte[] content) throws IOException {
        jar.putNextEntry(new JarEntry(name));
        jar.write(content);
        jar.closeEntry();
    }

    private static void compile(String className, String source, Path classes) {
        ToolCompiler.compile(
                List.of(new SourceText(className, source)), binding() + File.pathSeparator + views(), classes);
    }

    private static String binding() {
        return locationOf(OmptTool.class);
    }

    private static String views() {
        return locationOf(EntryPoints.class);
    }

    /** The jar or directory from which a class was loaded. */
    static String locationOf(Class<?> type) {
        try {
            return Path.of(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static final class SourceText extends SimpleJavaFileObject {
        private final String text;

        SourceText(String className, String text) {
            super(URI.create("string:///" + className + ".java"), JavaFileObject.Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
