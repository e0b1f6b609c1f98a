package org.ompt4j.emitter.tool;

import java.net.URL;
import java.net.URLClassLoader;
import org.jspecify.annotations.Nullable;

/**
 * Loads one entry of {@code OMP_TOOL_LIBRARIES}: the tool sees the JDK and the OMPT binding, nothing of the application, and
 * the application nothing of it. Classes of such a loader are not part of the observed application.
 */
public final class ToolClassLoader extends URLClassLoader {

    ToolClassLoader(URL library, @Nullable ClassLoader parent) {
        super("ompt4j-tool", new URL[] {library}, parent);
    }
}
