package org.ompt4j.emitter.tool;

import java.io.IOException;
import jdk.internal.loader.BuiltinClassLoader;
import jdk.internal.misc.VM;

/**
 * Looks for files that a program can contain but rarely does. A class loader searches for a resource in all modules of the JDK, some seventy, before
 * it searches the class path. No module has one of these files, and at start-up, when seven of them are searched for by code that is not compiled
 * yet, this would take time.
 *
 * <p>Thread safety: any thread.
 */
public final class ProgramFiles {

    private ProgramFiles() {}

    /** Whether the loader finds a file of this name, which no module of the JDK has. */
    public static boolean has(ClassLoader loader, String name) {
        try {
            if (loader instanceof BuiltinClassLoader builtin
                    && loader == ClassLoader.getSystemClassLoader()
                    && onlyClassPathIsTheProgram()) {
                // A null module name means the class path.
                return builtin.findResource(null, name) != null;
            }
        } catch (IOException | LinkageError notThisWay) {
            // This JVM does not let the agent use the JDK's packages for that.
        }
        return loader.getResource(name) != null;
    }

    /** Whether the whole program is on the class path; false if a part of it is in modules, or on the boot class path. */
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
