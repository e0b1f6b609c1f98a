package org.ompt4j.emitter.tool;

import java.io.IOException;
import jdk.internal.loader.BuiltinClassLoader;
import jdk.internal.misc.VM;

/**
 * Looks for files that a program can bring along and hardly any does. A class loader looks for each in all modules of the JDK, some seventy, before
 * it looks at the class path; none of them has a file of ours, and nothing is compiled yet when a start looks for seven.
 *
 * <p>Thread safety: any thread.
 */
public final class ProgramFiles {

    private ProgramFiles() {}

    /** Whether the loader finds a file of this name, which is one that no module of the JDK has. */
    public static boolean has(ClassLoader loader, String name) {
        try {
            if (loader instanceof BuiltinClassLoader builtin
                    && loader == ClassLoader.getSystemClassLoader()
                    && onlyClassPathIsTheProgram()) {
                // The name of no module means the class path.
                return builtin.findResource(null, name) != null;
            }
        } catch (IOException | LinkageError notThisWay) {
            // Packages of the JDK that this JVM does not let us use.
        }
        return loader.getResource(name) != null;
    }

    /** Not where the program is in modules too, or on the boot class path. */
    private static boolean onlyClassPathIsTheProgram() {
        String boot = VM.getSavedProperty("jdk.boot.class.path.append");
        if (boot != null && !boot.isEmpty()) {
            return false;
        }
        for (Module each : ModuleLayer.boot().modules()) {
            String module = each.getName();
            if (!module.startsWith("java.") && !module.startsWith("jdk.")) {
                return false;
            }
        }
        return true;
    }
}
