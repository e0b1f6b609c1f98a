package org.ompt4j.emitter.tool;

import java.io.File;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Function;
import java.util.jar.JarFile;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.OmptTool;
import org.ompt4j.text.OneLine;

/**
 * Searches for the tools of this run: first on the application's class path, then in the libraries of {@code OMP_TOOL_LIBRARIES} in the given order,
 * then the first-party tool. Within one place, tools of older generations come last. After the tool that ends the search nothing is loaded.
 *
 * <p>Spec: OpenMP 5.1, section 4.2.2, and 6.19 (tool-libraries-var).
 */
final class ToolLoader {
    /** How many unusable providers of one place are named individually. */
    private static final int MAX_ERRORS = 20;

    /** Receives the tools that were loaded. */
    interface Starter {
        /** Starts the tool if it wants to run; true ends the search. */
        boolean startAndStop(FoundTool tool);
    }

    private final ToolEnvironment environment;
    private final List<OlderInterface> olderInterfaces;
    private final Starter starter;
    private boolean ended;

    ToolLoader(ToolEnvironment environment, Starter starter) {
        this(environment, OlderInterface.ALL, starter);
    }

    ToolLoader(ToolEnvironment environment, List<OlderInterface> olderInterfaces, Starter starter) {
        this.environment = environment;
        this.olderInterfaces = olderInterfaces;
        this.starter = starter;
    }

    /** Passes each tool that can be loaded to the starter, in the order of the search, until the search is over. */
    void search() {
        searchClassPath();
        for (String each : environment.toolLibraries().split(File.pathSeparator)) {
            if (!each.isBlank() && !ended) {
                searchLibrary(new File(each.strip()));
            }
        }
        if (!ended) {
            searchBuiltIn();
        }
    }

    private void searchClassPath() {
        environment.verbose("searching the class path for tools");
        if (!startTools(ClassLoader.getSystemClassLoader(), "class path")) {
            environment.verbose("the class path has no tool");
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
            ToolClassLoader loader =
                    new ToolClassLoader(library.toURI().toURL(), parentLoader(), environment.viewLoader());
            if (!startTools(loader, library.getPath())) {
                leaveOut(library, "has no " + ServiceFiles.FOLDER + OmptTool.class.getName());
            }
        } catch (IOException | RuntimeException failed) {
            leaveOut(library, "cannot be read (" + OneLine.of(failed) + ")");
        }
    }

    /** Whether the loader offers tools of any generation, usable or not. */
    private boolean startTools(ClassLoader loader, String origin) {
        boolean any = ServiceFiles.offers(loader, OmptTool.class.getName());
        if (any && canServe(loader, OmptTool.class.getName(), origin)) {
            startProviders(OmptTool.class, null, loader, origin);
        }
        for (OlderInterface each : olderInterfaces) {
            if (!ended && ServiceFiles.offers(loader, each.toolType())) {
                any = true;
                if (canServe(loader, each.toolType(), origin)) {
                    startOlder(each, loader, origin);
                }
            }
        }
        return any;
    }

    private boolean canServe(ClassLoader loader, String service, String origin) {
        String problem = ServiceFiles.problem(loader, service);
        if (problem != null) {
            environment.leftOut(problem + "; the tools of " + origin + " are left out");
            return false;
        }
        return environment.loadTypesForTools();
    }

    private void startOlder(OlderInterface older, ClassLoader loader, String origin) {
        ClassLoader viewLoader = environment.viewLoader();
        try {
            startProviders(older.type(viewLoader), older.view(viewLoader), loader, origin);
        } catch (ReflectiveOperationException | LinkageError | RuntimeException unusable) {
            environment.leftOut("the tools of " + origin + " that implement " + older.toolType() + " cannot be served: "
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
        if (!library.isFile()) {
            return "is a pipe or a device, not a jar file";
        }
        try (JarFile jar = new JarFile(library)) {
            return jar.size() > 0 ? null : "is empty";
        } catch (IOException notReadable) {
            return "is not a readable jar file (" + OneLine.of(notReadable) + ")";
        }
    }

    private void leaveOut(File library, String problem) {
        environment.leftOut("tool library " + library + " " + problem + "; correct OMP_TOOL_LIBRARIES, it is left out");
    }

    /** The loader of the binding, but the platform loader instead of the bootstrap loader, so that a tool can use the whole JDK. */
    private static ClassLoader parentLoader() {
        ClassLoader binding = OmptTool.class.getClassLoader();
        return binding != null ? binding : ClassLoader.getPlatformClassLoader();
    }

    private void startProviders(
            Class<?> service, @Nullable Function<Object, OmptTool> view, ClassLoader loader, String origin) {
        Iterator<?> providers = ServiceLoader.load(service, loader).iterator();
        int errors = 0;
        boolean more = true;
        while (more && !ended && errors < MAX_ERRORS) {
            try {
                more = providers.hasNext();
                if (more) {
                    start(providers.next(), view, origin);
                }
            } catch (Throwable unusable) {
                // Catches every throwable: reading a class that is too large exhausts the heap.
                errors++;
                environment.leftOut(
                        "a tool of " + origin + " cannot be loaded: " + OneLine.of(unusable) + "; it is left out");
            }
        }
    }

    private void start(Object provider, @Nullable Function<Object, OmptTool> view, String origin) {
        OmptTool tool = view != null ? view.apply(provider) : (OmptTool) provider;
        start(new FoundTool(tool, provider.getClass().getName(), origin));
    }

    private void start(FoundTool tool) {
        environment.verbose("found " + tool);
        ended = starter.startAndStop(tool);
    }

    private void searchBuiltIn() {
        OmptTool tool;
        try {
            tool = environment.builtInTool();
        } catch (RuntimeException | LinkageError failed) {
            environment.leftOut("the built-in tool cannot be loaded: " + OneLine.of(failed) + "; it is left out");
            return;
        }
        if (tool == null) {
            environment.verbose("no built-in tool is asked for");
        } else {
            start(new FoundTool(tool, FoundTool.BUILT_IN));
        }
    }
}
