package org.ompt4j.build;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Guards as the build writes them, compiled with a minimal runtime. */
class WriteGuardsTest {
    private static final String RUNTIME = """
            package org.ompt4j.emitter;
            @interface Guarded {
                String value();
                boolean begins() default true;
                long otherwise() default 0;
                @interface Needed {}
            }
            class ThreadContext {
                static String log = "";
                void leave() { log += "leave;"; }
            }
            class Threads {
                static boolean observed = true;
                static ThreadContext enter() { return entered("enter;"); }
                static ThreadContext enterIfBegun() { return entered("enterIfBegun;"); }
                private static ThreadContext entered(String by) {
                    ThreadContext.log += by;
                    return observed ? new ThreadContext() : null;
                }
            }
            class Failures {
                static void count(String where, Throwable failure) {
                    ThreadContext.log += where + ":" + failure.getMessage() + ";";
                }
            }
            """;
    private static final String HOOKS = """
            package org.ompt4j.emitter;
            import java.util.List;
            import org.ompt4j.emitter.Guarded.Needed;
            class SomeHooks extends SomeGuards {
                static final long SILENT = -1;

                @Guarded("twice")
                public static int twice(ThreadContext c, @Needed int number, List<String> names) {
                    ThreadContext.log += "step;";
                    return 2 * number;
                }

                @Guarded(value = "fails", begins = false, otherwise = SILENT)
                static long fails(ThreadContext c) {
                    throw new IllegalStateException("why");
                }
            }
            """;

    /** The second hook stands for a static call, the third one for no call. */
    private static final String CALLS = """
            package org.ompt4j.emitter;
            public class SomeCalls {
                @Hidden
                public static boolean take(Object from, long nanos, int callSite) throws InterruptedException {
                    return true;
                }

                @Hidden
                public static void sleep(long nanos, int callSite) {}

                public static void made(Object object, int callSite) {}
            }
            """;

    @TempDir
    private Path directory;

    private Path sources;
    private Path guards;
    private Path classes;

    @BeforeEach
    void makeDirectories() throws IOException {
        sources = Files.createDirectories(directory.resolve("sources"));
        guards = directory.resolve("guards");
        classes = Files.createDirectories(directory.resolve("classes"));
    }

    @Test
    void hookIsCalledBetweenEnterAndLeave() throws Exception {
        assertThat(answer(true, "twice", 21, List.of())).isEqualTo("42 enter;step;leave;");
    }

    @Test
    void threadThatCannotEnterCallsNoHook() throws Exception {
        assertThat(answer(false, "twice", 21, List.of())).isEqualTo("0 enter;");
        assertThat(answer(false, "fails")).isEqualTo("-1 enterIfBegun;");
    }

    @Test
    void nothingIsEnteredWithoutWhatTheHookNeeds() throws Exception {
        assertThat(answer(true, "twice", 0, List.of())).isEqualTo("0 ");
    }

    @Test
    void whatTheHookThrowsIsCountedAndTheThreadLeaves() throws Exception {
        assertThat(answer(true, "fails")).isEqualTo("-1 enterIfBegun;fails:why;leave;");
    }

    @Test
    void misuseIsSaidWithFileAndMethod() {
        assertThatThrownBy(() -> write(HOOKS.replace("(ThreadContext c)", "()")))
                .hasMessageContaining("SomeHooks.java: fails: @Guarded is for static methods");
        assertThatThrownBy(() -> write(HOOKS.replace("static long fails", "private static long fails")))
                .hasMessageContaining("SomeHooks.java: fails: @Guarded is for static methods");
        assertThatThrownBy(() -> write(
                        HOOKS.replace("static final long", "static long fails() { return 1; } static final long")))
                .hasMessageContaining("SomeHooks.java: fails: @Guarded needs another name");
    }

    @Test
    void hookThatStandsForACallOfAnObjectIsCalledByReferencesToo() throws Exception {
        write(CALLS);

        assertThat(javaFiles(guards))
                .singleElement()
                .satisfies(file -> assertThat(Files.readString(file))
                        .contains("class SomeReferences {")
                        .contains("boolean take(int callSite, Object from, long nanos) throws InterruptedException {")
                        .contains("return SomeCalls.take(from, nanos, callSite);")
                        .doesNotContain("sleep(")
                        .doesNotContain("made("));
    }

    @Test
    void guardsOfHooksThatAreGoneAreDeleted() throws Exception {
        write(HOOKS);
        write(HOOKS.replace("Some", "Other"));

        assertThat(javaFiles(guards))
                .extracting(file -> file.getFileName().toString())
                .contains("OtherGuards.java");
        Files.delete(sources.resolve("OtherHooks.java"));
        write(HOOKS);
        assertThat(javaFiles(guards))
                .extracting(file -> file.getFileName().toString())
                .containsExactly("SomeGuards.java");
    }

    /** The result of a guard, and what the runtime has logged. */
    private String answer(boolean observed, String guard, Object... arguments) throws Exception {
        write(HOOKS);
        List<Path> files = new ArrayList<>(javaFiles(sources));
        files.addAll(javaFiles(guards));
        files.add(Files.writeString(directory.resolve("Runtime.java"), RUNTIME));
        compile(classes, files);
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {classes.toUri().toURL()}, null)) {
            field(loader, "Threads", "observed").setBoolean(null, observed);
            Method called = Arrays.stream(
                            loader.loadClass("org.ompt4j.emitter.SomeGuards").getDeclaredMethods())
                    .filter(each -> each.getName().equals(guard))
                    .findAny()
                    .orElseThrow();
            called.setAccessible(true);
            return called.invoke(null, arguments) + " "
                    + field(loader, "ThreadContext", "log").get(null);
        }
    }

    private static Field field(ClassLoader loader, String type, String name) throws ReflectiveOperationException {
        Field field = loader.loadClass("org.ompt4j.emitter." + type).getDeclaredField(name);
        field.setAccessible(true);
        return field;
    }

    /** Runs the program on these hooks, as the build does. */
    private void write(String hooks) throws Exception {
        Files.writeString(sources.resolve(hooks.replaceAll("(?s).*class (\\w+) .*", "$1.java")), hooks);
        Path program = Files.createDirectories(directory.resolve("program"));
        compile(program, List.of(Path.of("src/build/WriteGuards.java")));
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {program.toUri().toURL()})) {
            Method main = loader.loadClass("WriteGuards").getMethod("main", String[].class);
            main.invoke(null, (Object) new String[] {sources.toString(), guards.toString()});
        } catch (InvocationTargetException failed) {
            throw failed.getCause() instanceof Exception cause ? cause : failed;
        }
    }

    private static void compile(Path target, List<Path> files) {
        List<String> options = new ArrayList<>(List.of("-d", target.toString()));
        files.forEach(each -> options.add(each.toString()));
        int failed = ToolProvider.getSystemJavaCompiler().run(null, null, null, options.toArray(String[]::new));
        assertThat(failed).isZero();
    }

    private static List<Path> javaFiles(Path in) throws IOException {
        try (Stream<Path> found = Files.walk(in)) {
            return found.filter(each -> each.toString().endsWith(".java")).toList();
        }
    }
}
