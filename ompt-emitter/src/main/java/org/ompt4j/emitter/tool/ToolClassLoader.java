package org.ompt4j.emitter.tool;

import java.net.URL;
import java.net.URLClassLoader;
import org.jspecify.annotations.Nullable;

/**
 * Loads one entry of {@code OMP_TOOL_LIBRARIES}. The tool sees the JDK, the OMPT binding and the views of older generations, but no classes of the
 * application; the application does not see the tool. Classes of this loader are not part of the observed application.
 */
public final class ToolClassLoader extends URLClassLoader {
    private static final String VIEWS = "org.ompt4j.views.";

    private final ClassLoader viewLoader;

    ToolClassLoader(URL library, @Nullable ClassLoader parent, ClassLoader viewLoader) {
        super("ompt4j-tool", new URL[] {library}, parent);
        this.viewLoader = viewLoader;
    }

    /** The types of a view are the same for all tools, even if a library contains a copy of them. */
    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        return name.startsWith(VIEWS) ? viewLoader.loadClass(name) : super.loadClass(name, resolve);
    }
}
