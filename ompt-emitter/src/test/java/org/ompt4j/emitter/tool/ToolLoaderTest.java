package org.ompt4j.emitter.tool;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.jar.JarOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.ompt4j.ompt.OmptStartToolResult;
import org.ompt4j.ompt.OmptTool;

class ToolLoaderTest {

    @TempDir
    Path folder;

    private final TestEnvironment environment = new TestEnvironment();
    private String lastOfTheSearch = "";

    public static class Good implements OmptTool {
        @Override
        public @Nullable OmptStartToolResult startTool(int ompVersion, String runtimeVersion) {
            return null;
        }
    }

    public static final class Better extends Good {}

    public static final class ThrowsWhenMade extends Good {
        public ThrowsWhenMade() {
            throw new IllegalStateException("no luck\ntoday");
        }
    }

    public static final class FailsToInitialize extends Good {
        static {
            if (true) {
                throw new IllegalStateException("static no luck");
            }
        }
    }

    /** The interface of tools of an older generation. */
    public interface OldTool {}

    public static final class Old implements OldTool {}

    public static final class OldView implements Function<Object, OmptTool> {
        @Override
        public OmptTool apply(Object olderTool) {
            if (!(olderTool instanceof OldTool)) {
                throw new IllegalArgumentException(olderTool + " is not old");
            }
            return new Good();
        }
    }

    private List<FoundTool> findOld(Class<?> view, Path library) {
        environment.toolLibraries = library.toString();
        List<FoundTool> found = new ArrayList<>();
        List<OlderInterface> older = List.of(new OlderInterface(name(OldTool.class), name(view)));
        new ToolLoader(environment, older, tool -> {
                    found.add(tool);
                    return false;
                })
                .search();
        return found;
    }

    private List<String> find(Path... libraries) {
        StringBuilder list = new StringBuilder();
        for (Path each : libraries) {
            list.append(each).append(File.pathSeparator);
        }
        environment.toolLibraries = list.toString();
        List<String> found = new ArrayList<>();
        new ToolLoader(environment, tool -> {
                    found.add(tool.name());
                    return tool.name().equals(lastOfTheSearch);
                })
                .search();
        return found;
    }

    private static String name(Class<?> type) {
        return type.getName();
    }

    @Test
    void findsToolsInTheOrderOfTheLibrariesAndTheBuiltInOneLast() throws IOException {
        environment.builtInTool = new Good();

        assertThat(find(
                        Libraries.jar(folder.resolve("b.jar"), name(Better.class)),
                        Libraries.jar(folder.resolve("a.jar"), name(Good.class), name(Better.class))))
                .containsExactly(name(Better.class), name(Good.class), name(Better.class), name(Good.class));
        assertThat(environment.messages).isEmpty();
    }

    @Test
    void findsNothingWhereNothingIsConfigured() {
        assertThat(find()).isEmpty();
        assertThat(environment.messages).isEmpty();
    }

    @Test
    void acceptsSpacesAndLettersBeyondAsciiInPaths() throws IOException {
        Path library = Files.createDirectory(folder.resolve("Prüf Werkzeug")).resolve("mäß it.jar");

        assertThat(find(Libraries.jar(library, name(Good.class)))).containsExactly(name(Good.class));
    }

    @Test
    void acceptsAFolderOfClasses() throws IOException {
        assertThat(find(Libraries.folder(folder.resolve("classes"), name(Good.class))))
                .containsExactly(name(Good.class));
    }

    @Test
    void leavesOutAMissingLibraryWithOneLine() throws IOException {
        Path good = Libraries.jar(folder.resolve("good.jar"), name(Good.class));

        assertThat(find(folder.resolve("missing.jar"), good)).containsExactly(name(Good.class));
        assertThat(environment.messages).singleElement().asString().contains("missing.jar does not exist");
    }

    @Test
    void leavesOutWhatIsNoJarWithOneLine() throws IOException {
        Path text = Files.writeString(folder.resolve("text.jar"), "not a jar at all");

        assertThat(find(text)).isEmpty();
        assertThat(environment.messages).singleElement().asString().contains("text.jar is not a readable jar file");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void leavesOutAPipeInsteadOfWaitingForIt() throws Exception {
        Path pipe = pipe(folder.resolve("pipe.jar"));
        Path good = Libraries.jar(folder.resolve("good.jar"), name(Good.class));

        assertThat(find(pipe, good)).containsExactly(name(Good.class));
        assertThat(environment.messages)
                .singleElement()
                .asString()
                .contains("pipe.jar is a pipe or a device, not a jar file");
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void leavesOutAFolderWhoseServiceFileIsAPipe() throws Exception {
        Path service = folder.resolve("classes").resolve(Libraries.SERVICE_FILE);
        Files.createDirectories(service.getParent());
        pipe(service);

        assertThat(find(folder.resolve("classes"))).isEmpty();
        assertThat(environment.messages)
                .singleElement()
                .asString()
                .contains(
                        Libraries.SERVICE_FILE + " is a pipe, a device or a folder; the tools of ",
                        "classes are left out");
    }

    @Test
    void leavesOutAJarWhoseServiceFileIsTooLarge() throws IOException {
        String[] providers = new String[4_000];
        Arrays.fill(providers, name(Good.class));
        Path large = Libraries.jar(folder.resolve("large.jar"), providers);
        Path good = Libraries.jar(folder.resolve("good.jar"), name(Better.class));

        assertThat(find(large, good)).containsExactly(name(Better.class));
        assertThat(environment.messages)
                .singleElement()
                .asString()
                .contains(Libraries.SERVICE_FILE + " is larger than 64k", "large.jar are left out");
    }

    private static Path pipe(Path file) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor())
                .isZero();
        return file;
    }

    @Test
    void leavesOutAJarWithoutAProviderWithOneLine() throws IOException {
        Path jar = folder.resolve("bare.jar");
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new java.util.zip.ZipEntry("readme.txt"));
        }

        assertThat(find(jar)).isEmpty();
        assertThat(environment.messages)
                .singleElement()
                .asString()
                .contains("bare.jar has no META-INF/services/org.ompt4j.ompt.OmptTool");
    }

    @Test
    void leavesOutAProviderThatDoesNotExist() throws IOException {
        assertThat(find(Libraries.jar(folder.resolve("a.jar"), "com.acme.Gone", name(Good.class))))
                .containsExactly(name(Good.class));
        assertThat(environment.messages).singleElement().asString().contains("com.acme.Gone");
    }

    @Test
    void leavesOutAProviderOfAnotherType() throws IOException {
        assertThat(find(Libraries.jar(folder.resolve("a.jar"), name(TestCore.class), name(Good.class))))
                .containsExactly(name(Good.class));
        assertThat(environment.messages).singleElement().asString().contains("TestCore");
    }

    @Test
    void leavesOutAProviderThatThrowsAndSaysWhyInOneLine() throws IOException {
        assertThat(find(Libraries.jar(folder.resolve("a.jar"), name(ThrowsWhenMade.class), name(Good.class))))
                .containsExactly(name(Good.class));
        assertThat(environment.messages)
                .singleElement()
                .asString()
                .contains("ThrowsWhenMade")
                .contains("no luck today")
                .doesNotContain("\n");
    }

    @Test
    void leavesOutAProviderWhoseClassCannotBeInitialized() throws IOException {
        assertThat(find(Libraries.jar(folder.resolve("a.jar"), name(FailsToInitialize.class), name(Good.class))))
                .containsExactly(name(Good.class));
        assertThat(environment.messages).singleElement().asString().contains("FailsToInitialize");
    }

    @Test
    void nothingIsLoadedOnceTheSearchIsOver() throws IOException {
        environment.builtInTool = new Good();
        lastOfTheSearch = name(Good.class);

        assertThat(find(
                        Libraries.jar(folder.resolve("a.jar"), name(Better.class)),
                        Libraries.jar(folder.resolve("b.jar"), name(Good.class), name(ThrowsWhenMade.class)),
                        folder.resolve("missing.jar")))
                .containsExactly(name(Better.class), name(Good.class));
        assertThat(environment.messages).isEmpty();
    }

    @Test
    void saysWhatItSearchesAndFinds() throws IOException {
        find(Libraries.jar(folder.resolve("a.jar"), name(Good.class)));

        assertThat(environment.verboseLines).contains("the class path has no tool", "no built-in tool is asked for");
        assertThat(environment.verboseLines)
                .anyMatch(line -> line.startsWith("found tool " + name(Good.class)) && line.contains("a.jar"));
        assertThat(environment.verboseLines).anyMatch(line -> line.contains("class path"));
        assertThat(environment.verboseLines).anyMatch(line -> line.contains("a.jar"));
    }

    @Test
    void findsAToolOfAnOlderGenerationUnderTheNameOfItsClassAndServesItThroughTheView() throws IOException {
        Path library = Libraries.jarOf(OldTool.class, folder.resolve("old.jar"), name(Old.class));

        List<FoundTool> found = findOld(OldView.class, library);

        assertThat(found).singleElement().hasToString("tool " + name(Old.class) + " (" + library + ")");
        assertThat(found.get(0).tool()).isInstanceOf(Good.class);
        assertThat(environment.messages).isEmpty();
    }

    @Test
    void leavesOutToolsOfAnOlderGenerationWhoseViewCannotBeLoaded() throws IOException {
        Path library = Libraries.jarOf(OldTool.class, folder.resolve("old.jar"), name(Old.class));

        assertThat(findOld(TestCore.class, library)).isEmpty();
        assertThat(environment.messages)
                .singleElement()
                .asString()
                .contains("old.jar")
                .contains(name(OldTool.class));
    }

    @Test
    void leavesOutAToolOfAGenerationThatItDoesNotImplement() throws IOException {
        Path library = Libraries.jarOf(OldTool.class, folder.resolve("old.jar"), name(Good.class));

        assertThat(findOld(OldView.class, library)).isEmpty();
        assertThat(environment.messages).singleElement().asString().contains(name(Good.class));
    }
}
