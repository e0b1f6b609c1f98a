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
import org.ompt4j.ompt.OmptToolView;

/**
 * Finds the tools of this run: first those on the application's class path, then those in the libraries of {@code
 * OMP_TOOL_LIBRARIES} in the order given there, then the first-party tool. In one place, tools of older generations come last.
 *
 * <p>Spec: OpenMP 5.1, section 4.2.2 (there the first one that wants to run is the only one).
 */
final class ToolLoader {
    private static final String SERVICES = "META-INF/services/";

    /** First-party tools are chosen by the configuration, never because their classes are there. */
    private static final String FIRST_PARTY = "org.ompt4j.tools.";

    /** More unusable providers than this in one place are not named one by one. */
    private static final int MAX_ERRORS = 20;

    private final ToolEnvironment environment;
    private final List<OlderInterface> olderInterfaces;
    private final List<FoundTool> found = new ArrayList<>();

    ToolLoader(ToolEnvironment environment) {
        this(environment, OlderInterface.ALL);
    }

    ToolLoader(ToolEnvironment environment, List<OlderInterface> olderInterfaces) {
        this.environment = environment;
        this.olderInterfaces = olderInterfaces;
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
        environment.verbose("searching the class path for tools");
        addTools(ClassLoader.getSystemClassLoader(), "class path");
    }

    private void searchLibrary(File library) {
        environment.verbose("searching " + library + " for tools");
        String problem = problemOf(library);
        if (problem != null) {
            leaveOut(library, problem);
            return;
        }
        try {
            ToolClassLoader loader =
                    new ToolClassLoader(library.toURI().toURL(), parentLoader(), environment.viewLoader());
            if (!addTools(loader, library.getPath())) {
                leaveOut(library, "has no " + SERVICES + OmptTool.class.getName());
            }
        } catch (IOException | RuntimeException failed) {
            leaveOut(library, "cannot be read (" + OneLine.of(failed) + ")");
        }
    }

    /** Whether the loader offers tools of any generation, be they usable or not. */
    private boolean addTools(ClassLoader loader, String origin) {
        boolean any = offers(loader, OmptTool.class.getName());
        if (any) {
            addProviders(OmptTool.class, null, loader, origin);
        }
        for (OlderInterface each : olderInterfaces) {
            if (offers(loader, each.toolType())) {
                any = true;
                addOlder(each, loader, origin);
            }
        }
        return any;
    }

    /** Cheaper than a ServiceLoader, and nearly always enough. */
    private static boolean offers(ClassLoader loader, String service) {
        return loader.getResource(SERVICES + service) != null;
    }

    private void addOlder(OlderInterface older, ClassLoader loader, String origin) {
        ClassLoader viewLoader = environment.viewLoader();
        try {
            addProviders(older.type(viewLoader), older.view(viewLoader), loader, origin);
        } catch (ReflectiveOperationException | LinkageError | RuntimeException unusable) {
            environment.message("the tools of " + origin + " that implement " + older.toolType() + " cannot be served: "
                    + OneLine.of(unusable) + "; they are left out");
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

    private void addProviders(Class<?> service, @Nullable OmptToolView view, ClassLoader loader, String origin) {
        Iterator<?> providers = ServiceLoader.load(service, loader).iterator();
        int errors = 0;
        boolean more = true;
        while (more && errors < MAX_ERRORS) {
            try {
                more = providers.hasNext();
                if (more) {
                    add(providers.next(), view, origin);
                }
            } catch (ServiceConfigurationError | LinkageError unusable) {
                errors++;
                environment.message(
                        "a tool of " + origin + " cannot be loaded: " + OneLine.of(unusable) + "; it is left out");
            }
        }
    }

    private void add(Object provider, @Nullable OmptToolView view, String origin) {
        String name = provider.getClass().getName();
        if (view != null) {
            found.add(new FoundTool(view.asTool(provider), name, origin));
        } else if (!name.startsWith(FIRST_PARTY)) {
            found.add(new FoundTool((OmptTool) provider, name, origin));
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
