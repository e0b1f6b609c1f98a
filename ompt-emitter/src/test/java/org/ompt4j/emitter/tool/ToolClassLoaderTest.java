package org.ompt4j.emitter.tool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ToolClassLoaderTest {
    private static final String VIEW = "org.ompt4j.views.tr4.Tr4Tool";

    @TempDir
    Path library;

    private final List<String> asked = new ArrayList<>();
    private final ClassLoader views = new ClassLoader(null) {
        @Override
        public Class<?> loadClass(String name) throws ClassNotFoundException {
            asked.add(name);
            if (name.equals(VIEW)) {
                return ToolClassLoaderTest.class;
            }
            throw new ClassNotFoundException(name);
        }
    };

    private ToolClassLoader loader() throws IOException {
        return new ToolClassLoader(library.toUri().toURL(), ClassLoader.getPlatformClassLoader(), views);
    }

    @Test
    void viewsComeFromTheAgentAlsoWhereTheLibraryHasACopy() throws Exception {
        Path copy = library.resolve(VIEW.replace('.', '/') + ".class");
        Files.createDirectories(copy.getParent());
        Files.write(copy, new byte[] {1, 2, 3});

        assertThat(loader().loadClass(VIEW)).isSameAs(ToolClassLoaderTest.class);
        assertThatThrownBy(() -> loader().loadClass("org.ompt4j.views.Gone"))
                .isInstanceOf(ClassNotFoundException.class);
    }

    @Test
    void nothingElseIsAskedOfTheAgent() throws Exception {
        assertThat(loader().loadClass("java.sql.Connection").getName()).isEqualTo("java.sql.Connection");
        assertThatThrownBy(() -> loader().loadClass("org.ompt4j.viewsOfMine.Tool"))
                .isInstanceOf(ClassNotFoundException.class);
        assertThatThrownBy(() -> loader().loadClass(ToolClassLoaderTest.class.getName()))
                .isInstanceOf(ClassNotFoundException.class);

        assertThat(asked).isEmpty();
    }
}
