package org.ompt4j.agent;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.ompt4j.agent.config.Configuration;
import org.ompt4j.emitter.Failures;
import org.ompt4j.emitter.SideNotes;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.Threads;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.defined.Definition;
import org.ompt4j.mappings.defined.DefinitionRewrites;
import org.ompt4j.mappings.rewrite.OmptTransformer;
import org.ompt4j.mappings.rewrite.Rewrites;
import org.ompt4j.ompt.Construct;

/** Rewrites what the selected mappings declare: classes that are loaded already at once, the others when they load. */
final class Installation {

    private final Instrumentation instrumentation;
    private final ConstructSelection selection;
    private final Rewrites rewrites;
    private final OmptTransformer transformer;
    private final List<Definition> definitions;
    private final List<String> problems = new ArrayList<>();
    private final List<String> withoutRoom = new ArrayList<>();
    private List<Class<?>> loadedBefore = new ArrayList<>();
    private @Nullable DefinitionRewrites definedTransformer;

    Installation(Configuration configuration, Instrumentation instrumentation) {
        this.instrumentation = instrumentation;
        this.selection = new ConstructSelection(configuration);
        this.rewrites = new Rewrites(Runtime.version().feature());
        this.transformer = new OmptTransformer(rewrites, new ClassSelection(configuration));
        this.definitions =
                selection.contains(Construct.DEFINED) ? UserDefinitions.of(configuration) : new ArrayList<>();
    }

    ConstructSelection selection() {
        return selection;
    }

    /** Rewrites classes from now on as they are loaded. Called once, on the main thread. */
    void rewriteWhatLoads() {
        for (ConstructMapping each : selection.mappings()) {
            each.declare(rewrites);
        }
        ControlMBean.declare(rewrites);
        touchWhatMustNotLoadInsideATransformer();
        loadedBefore = loadedClasses();
        noteWhatHasNoRoom();
        instrumentation.addTransformer(transformer, true);
    }

    /** Rewrites the classes that were loaded before. Called once, after the other. */
    void rewriteWhatIsLoaded() {
        retransformLoaded();
        if (!definitions.isEmpty()) {
            installDefinitions();
        }
    }

    /** Only now is Byte Buddy loaded. */
    private void installDefinitions() {
        try {
            DefinitionRewrites added = (DefinitionRewrites)
                    Class.forName(DefinitionRewrites.IMPLEMENTATION, true, NestedJarLoader.forDefinitions())
                            .getConstructor(List.class)
                            .newInstance(definitions);
            definedTransformer = added;
            instrumentation.addTransformer(added);
        } catch (IOException | ReflectiveOperationException damagedJar) {
            Failures.count("the definitions of the configuration", damagedJar);
        }
    }

    /** Loaded for the first time inside a transformer, this leaves ConcurrentHashMap broken for good (JDK-8164165). */
    private static void touchWhatMustNotLoadInsideATransformer() {
        ThreadLocalRandom.current();
        try {
            Class.forName("java.lang.invoke.MethodHandle$1", true, null);
        } catch (ClassNotFoundException notOnThisJdk) {
            // Then nothing can load it either.
            return;
        }
    }

    /** Another agent or an archive of linked classes can have had the JVM load classes that are to get fields. */
    private void noteWhatHasNoRoom() {
        for (Class<?> each : loadedBefore) {
            if (rewrites.addsFields(each.getName().replace('.', '/'))) {
                withoutRoom.add(each.getSimpleName());
                SideNotes.keepFor(each);
            }
            if (each.getName().equals("java.util.concurrent.ForkJoinWorkerThread")) {
                ThreadContext.workersExist();
            }
        }
    }

    /** Simple names of the classes that were loaded too early to get the agent's fields, which costs their users more. */
    List<String> withoutRoom() {
        return withoutRoom;
    }

    private void retransformLoaded() {
        if (loadedBefore.isEmpty()) {
            return;
        }
        try {
            instrumentation.retransformClasses(loadedBefore.toArray(new Class<?>[0]));
        } catch (Throwable someFailed) {
            retransformOneByOne(loadedBefore);
        }
    }

    private List<Class<?>> loadedClasses() {
        // A thousand classes are asked for their name: theirs is not changed into the form of class files.
        Set<String> wanted = new HashSet<>();
        for (String internalName : rewrites.jdkClassNames()) {
            wanted.add(internalName.replace('/', '.'));
        }
        List<Class<?>> found = new ArrayList<>();
        for (Class<?> each : instrumentation.getAllLoadedClasses()) {
            if (wanted.contains(each.getName()) && each.getClassLoader() == null) {
                found.add(each);
            }
        }
        return found;
    }

    private void retransformOneByOne(List<Class<?>> classes) {
        for (Class<?> each : classes) {
            try {
                instrumentation.retransformClasses(each);
            } catch (Throwable failure) {
                Failures.count("class " + each.getName() + " could not be rewritten", failure);
                synchronized (problems) {
                    problems.add(each.getName() + " is not observed: the JVM refused its rewritten form");
                }
            }
        }
    }

    /** The definitions, as the user wrote them, that no method of the program has matched so far. */
    Set<String> unmatchedDefinitions() {
        Set<String> texts = new LinkedHashSet<>();
        DefinitionRewrites installed = definedTransformer;
        if (installed != null) {
            for (Definition each : installed.unmatched()) {
                texts.add(each.text());
            }
        }
        return texts;
    }

    /** What is not observed in this run, one sentence each; may grow. */
    List<String> notObserved() {
        List<String> sentences = transformer.problems();
        synchronized (problems) {
            sentences.addAll(problems);
        }
        if (Threads.sawVirtualThreads()) {
            sentences.add("code in virtual threads is not observed");
        }
        return sentences;
    }
}
