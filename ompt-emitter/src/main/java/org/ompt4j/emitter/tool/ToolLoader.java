package org.ompt4j.emitter.tool;

import java.io.File;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.OmptTool;

/**
 * Finds the tools of this run: first those on the application's class path, then those in the libraries of {@code
 * OMP_TOOL_LIBRARIES} in the order given there, then the first-party tool.
 *
 * <p>Spec: OpenMP 5.1, section 4.2.2 (there the first one that wants to run is the only one).
 */
final class ToolLoader {
    private static final String SERVICE_FILE = "META-INF/services/" + OmptTool.class.getName();

    /** First-party tools are chosen by the configuration, never because their classes are there. */
    private static final String FIRST_PARTY = "org.ompt4j.tools.";

    /** More unusable providers than this in one place are not named one by one. */
    private static final int MAX_ERRORS = 20;

    private final ToolEnvironment environment;
    private final List<FoundTool> found = new ArrayList<>();

    ToolLoader(ToolEnvironment environment) {
        this.environment = environment;
    }

    /** All tools that could be loaded, in the order in which they are to be started. */
    List<FoundTool> find() {
        searchClassPath();
        for (String each : environment.toolLibraries().split(File.pathSeparator)) {
            if (!each.isBlank()) {
                searchLibrary(new File(each.strip()));
            }
        }
        addBuiltIn();
        return found;
    }

    private void searchClassPath() {
        ClassLoader loader = ClassLoader.getSystemClassLoader();
        environment.verbose("searching the class path for tools");
        try {
            // Cheaper than a ServiceLoader, and nearly always enough.
            if (loader.getResources(SERVICE_FILE).hasMoreElements()) {
                addProviders(loader, "class path");
            }
        } catch (IOException unreadable) {
            environment.message("the class path cannot be searched for tools: " + OneLine.of(unreadable));
        }
    }

    private void searchLibrary(File library) {
        environment.verbose("searching " + library + " for tools");
        String problem = problemOf(library);
        if (problem != null) {
            leaveOut(library, problem);
            return;
        }
        try {
            ToolClassLoader loader = new ToolClassLoader(library.toURI().toURL(), parentLoader());
            if (loader.findResource(SERVICE_FILE) == null) {
                leaveOut(library, "has no " + SERVICE_FILE);
                return;
            }
            addProviders(loader, library.getPath());
        } catch (IOException | RuntimeException failed) {
            leaveOut(library, "cannot be read (" + OneLine.of(failed) + ")");
        }
    }

    private static @Nullable String problemOf(File library) {
        if (!library.exists()) {
            return "does not exist";
        }
        if (library.isDirectory()) {
            return null;
        }
        try (JarFile jar = new JarFile(library)) {
            return jar.size() > 0 ? null : "is empty";
        } catch (IOException notReadable) {
            return "is not a readable jar file (" + OneLine.of(notReadable) + ")";
        }
    }

    private void leaveOut(File library, String problem) {
        environment.message("tool library " + library + " " + problem + "; correct OMP_TOOL_LIBRARIES, it is left out");
    }

    /** The binding's loader; the platform's in place of the bootstrap loader, so that a tool can use all of the JDK. */
    private static ClassLoader parentLoader() {
        ClassLoader binding = OmptTool.class.getClassLoader();
        return binding != null ? binding : ClassLoader.getPlatformClassLoader();
    }

    private void addProviders(ClassLoader loader, String origin) {
        Iterator<OmptTool> providers =
                ServiceLoader.load(OmptTool.class, loader).iterator();
        int errors = 0;
        boolean more = true;
        while (more && errors < MAX_ERRORS) {
            try {
                more = providers.hasNext();
                if (more) {
                    add(providers.next(), origin);
                }
            } catch (ServiceConfigurationError | LinkageError unusable) {
                errors++;
                environment.message(
                        "a tool of " + origin + " cannot be loaded: " + OneLine.of(unusable) + "; it is left out");
            }
        }
    }

    private void add(OmptTool tool, String origin) {
        if (!tool.getClass().getName().startsWith(FIRST_PARTY)) {
            found.add(new FoundTool(tool, origin));
        }
    }

    private void addBuiltIn() {
        try {
            OmptTool tool = environment.builtInTool();
            if (tool != null) {
                found.add(new FoundTool(tool, "built in"));
            }
        } catch (RuntimeException | LinkageError failed) {
            environment.message("the built-in tool cannot be loaded: " + OneLine.of(failed) + "; it is left out");
        }
    }
}
