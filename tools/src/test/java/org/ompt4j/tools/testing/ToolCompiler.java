package org.ompt4j.tools.testing;

import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles tools at run time, with the class path of the test and nothing else. */
public final class ToolCompiler {

    private ToolCompiler() {}

    /**
     * Compiles for the oldest release that OMPT4J supports.
     *
     * @throws IllegalStateException with the compiler's messages
     */
    public static void compile(List<? extends JavaFileObject> sources, String classPath, Path classes) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        List<String> options = List.of("--release", "17", "-cp", classPath, "-d", classes.toString());
        if (!compiler.getTask(messages, null, null, options, null, sources).call()) {
            throw new IllegalStateException("the tool does not compile against " + classPath + ":\n" + messages);
        }
    }

    /** Compiles a project in {@code examples}. */
    public static void compileExample(String name, String classPath, Path classes) throws IOException {
        try (Stream<Path> files = Files.walk(example(name).resolve("src/main/java"));
                StandardJavaFileManager manager =
                        ToolProvider.getSystemJavaCompiler().getStandardFileManager(null, null, null)) {
            List<JavaFileObject> sources = new ArrayList<>();
            List<Path> paths =
                    files.filter(each -> each.toString().endsWith(".java")).toList();
            manager.getJavaFileObjectsFromPaths(paths).forEach(sources::add);
            compile(sources, classPath, classes);
        }
    }

    /** The directory of a project in {@code examples}, for tests of any module. */
    public static Path example(String name) {
        return Path.of("..", "examples", name).toAbsolutePath().normalize();
    }
}
