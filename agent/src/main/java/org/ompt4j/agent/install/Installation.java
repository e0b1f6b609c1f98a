package org.ompt4j.agent.install;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;
import org.ompt4j.agent.control.ControlMBean;
import org.ompt4j.agent.jar.Bootstrap;
import org.ompt4j.agent.jar.NestedJarLoader;
import org.ompt4j.emitter.Failures;
import org.ompt4j.emitter.FieldSubstitutes;
import org.ompt4j.emitter.ObservedClasses;
import org.ompt4j.emitter.Settings;
import org.ompt4j.emitter.ThreadRegistry;
import org.ompt4j.emitter.monitor.JvmMonitors;
import org.ompt4j.mappings.ConstructMapping;
import org.ompt4j.mappings.Mappings;
import org.ompt4j.mappings.defined.Definition;
import org.ompt4j.mappings.defined.DefinitionRewrites;
import org.ompt4j.mappings.monitor.SynchronizedMapping;
import org.ompt4j.mappings.rewrite.OmptTransformer;
import org.ompt4j.mappings.rewrite.ProgramScan;
import org.ompt4j.mappings.rewrite.Rewrites;
import org.ompt4j.ompt.ClassScan;
import org.ompt4j.ompt.Construct;
import org.ompt4j.ompt.RunSettings;
import org.ompt4j.ompt.UnobservedUse.Reason;
import org.ompt4j.text.AttachedLimits;

/** Rewrites classes as the selected mappings declare: classes that are loaded already at once, the others when they are loaded. */
public final class Installation {

    private static final String METHODS_ARE_LEFT =
            "waits for synchronized methods are not observed in a program that was attached to";

    private static final String NO_RELEASES =
            "when monitors are released is not observed: the JVM tells of waits, and who held the monitor when one began"
                    + " (native=off observes it)";

    private static final int MOST_AT_ONCE = 200;

    private final Instrumentation instrumentation;
    private final RunSettings settings;
    private final int epoch;
    private final boolean observesMonitors;
    private final Rewrites rewrites;
    private final ClassSelection classes;
    private final ProgramScan program;
    private final OmptTransformer transformer;
    private final List<Definition> definitions;
    private final List<String> problems = new ArrayList<>();
    private final List<String> withoutRoom = new ArrayList<>();
    private List<Class<?>> loadedBefore = new ArrayList<>();
    private @Nullable DefinitionRewrites definedTransformer;

    public Installation(RunSettings settings, Instrumentation instrumentation, Bootstrap bootstrap) {
        this(settings, instrumentation, bootstrap, 0);
    }

    /** @param epoch the number of the attach epoch; 0 if the agent was started with the program */
    public Installation(RunSettings settings, Instrumentation instrumentation, Bootstrap bootstrap, int epoch) {
        this.instrumentation = instrumentation;
        this.settings = settings;
        this.rewrites = new Rewrites(Runtime.version().feature(), epoch, settings.mutexDetail());
        this.epoch = epoch;
        this.observesMonitors = settings.selects(Construct.SYNCHRONIZED);
        this.classes = new ClassSelection(settings);
        this.program = new ProgramScan(new Observed(settings));
        this.transformer = new OmptTransformer(rewrites, classes, program, new ReferenceHooks(bootstrap));
        this.definitions = settings.selects(Construct.DEFINED) ? UserDefinitions.of(settings) : new ArrayList<>();
    }

    private record Observed(RunSettings settings) implements ProgramScan.Observed {
        @Override
        public @Nullable Reason whyNot(Construct construct) {
            if (settings.selects(construct)) {
                return settings.observes(construct) ? null : Reason.NOT_MAPPED;
            }
            return Reason.SWITCHED_OFF;
        }
    }

    private record ReferenceHooks(Bootstrap bootstrap) implements OmptTransformer.ReferenceHooks {
        @Override
        public void define() {
            bootstrap.defineReferenceHooks();
        }
    }

    /** Rewrites classes from now on as they are loaded. Called once, on the main thread. */
    public void rewriteWhatLoads() {
        ObservedClasses.choose(classes.areAll() ? null : classes);
        for (ConstructMapping each : Mappings.all()) {
            if (settings.selects(each.construct())) {
                each.declare(rewrites);
            }
        }
        for (Definition each : definitions) {
            each.declareCalls(rewrites);
        }
        ControlMBean.declare(rewrites);
        preloadForTransformers();
        loadedBefore = loadedClasses();
        loadCallersOfVirtualThreads();
        noteClassesWithoutRoom();
        instrumentation.addTransformer(transformer, true);
    }

    /**
     * Switches to rewriting of monitors although the JVM could report them, if no class of the program was rewritten yet; returns whether it did.
     */
    public boolean rewriteMonitors() {
        boolean inTime = JvmMonitors.giveUp();
        if (inTime) {
            SynchronizedMapping.rewriteMonitors(rewrites);
        }
        return inTime;
    }

    /** Rewrites the classes of the JDK that were loaded before. May be called before {@link #rewriteWhatLoads}, on any thread. */
    public void rewriteWhatWasLoaded() {
        retransform(loadedBefore);
        loadedBefore = new ArrayList<>();
    }

    /**
     * Rewrites the classes that were loaded before and are not rewritten yet, and starts the events that the JVM reports. Called once, after {@link
     * #rewriteWhatLoads}.
     */
    public void rewriteWhatIsLoaded() {
        JvmMonitors.start();
        if (epoch != 0) {
            loadedBefore.addAll(applicationClasses());
            // Compiled code that has the settings of an earlier epoch as constants is discarded.
            loadedBefore.add(Settings.class);
        }
        rewriteWhatWasLoaded();
        if (!definitions.isEmpty()) {
            installDefinitions();
        }
    }

    /** Byte Buddy is loaded only here. */
    private void installDefinitions() {
        try {
            DefinitionRewrites added = (DefinitionRewrites)
                    Class.forName(DefinitionRewrites.IMPLEMENTATION, true, NestedJarLoader.forDefinitions())
                            .getConstructor(List.class)
                            .newInstance(definitions);
            definedTransformer = added;
            instrumentation.addTransformer(added, epoch != 0);
            if (epoch != 0) {
                retransform(added.loaded(instrumentation.getAllLoadedClasses()));
            }
        } catch (IOException | ReflectiveOperationException damagedJar) {
            Failures.count("the definitions of the configuration", damagedJar);
        }
    }

    /** The application classes that are loaded already and use an observed construct. */
    private List<Class<?>> applicationClasses() {
        List<Class<?>> candidates = new ArrayList<>();
        for (Class<?> each : instrumentation.getAllLoadedClasses()) {
            if (transformer.mayRewrite(each) && instrumentation.isModifiableClass(each)) {
                candidates.add(each);
            }
        }
        return new LoadedClasses(instrumentation, transformer).worthRewriting(candidates);
    }

    /** Stops the events that the JVM reports. */
    public void stopHearing() {
        JvmMonitors.stop();
    }

    /** Restores the code of every class, as other agents see it, and rewrites no further class. */
    public void restore() {
        instrumentation.removeTransformer(transformer);
        DefinitionRewrites defined = definedTransformer;
        if (defined != null) {
            instrumentation.removeTransformer(defined);
        }
        List<Class<?>> rewritten = new ArrayList<>();
        for (Class<?> each : instrumentation.getAllLoadedClasses()) {
            if (transformer.hasRewritten(each) || defined != null && defined.hasRewritten(each)) {
                rewritten.add(each);
            }
        }
        retransform(rewritten);
    }

    /** Loads classes that, if they were first loaded inside a transformer, would leave ConcurrentHashMap unusable from then on (JDK-8164165). */
    private static void preloadForTransformers() {
        ThreadLocalRandom.current();
        try {
            Class.forName("java.lang.invoke.MethodHandle$1", true, null);
        } catch (ClassNotFoundException notOnThisJdk) {
            // Then no transformer can load the class either.
            return;
        }
    }

    /**
     * Loads the classes that call private methods of virtual threads, before these are rewritten. In an AOT cache calls are linked: a class that the
     * JVM takes from there later still calls the old methods. Of these the native ones are never linked, and no virtual thread runs its task.
     */
    @SuppressWarnings("ReturnValueIgnored") // Called for what it loads.
    private void loadCallersOfVirtualThreads() {
        for (Class<?> each : loadedBefore) {
            if (each.getName().equals("java.lang.VirtualThread")) {
                each.getNestMembers();
            }
        }
    }

    /** Notes the classes that should get fields but were loaded before, because of another agent or of an archive of linked classes. */
    private void noteClassesWithoutRoom() {
        boolean queuesHaveRoom = queuesHaveRoom();
        for (Class<?> each : loadedBefore) {
            boolean workers = each.getName().equals("java.util.concurrent.ForkJoinWorkerThread");
            if (workers && queuesHaveRoom) {
                continue;
            }
            if (rewrites.addsFields(each.getName().replace('.', '/'))) {
                withoutRoom.add(each.getSimpleName());
                FieldSubstitutes.keepFor(each);
                if (workers) {
                    ThreadRegistry.workersExist();
                }
            }
        }
    }

    /** Whether the queues of fork/join workers will have a field for what their workers keep: JDK 21 loads the class of workers before any agent. */
    private boolean queuesHaveRoom() {
        String queue = "java.util.concurrent.ForkJoinPool$WorkQueue";
        for (Class<?> each : loadedBefore) {
            if (each.getName().equals(queue)) {
                return false;
            }
        }
        return rewrites.addsFields(queue.replace('.', '/'));
    }

    /** Adds a sentence to the trace, about something that is observed in another way than the settings say; null adds nothing. */
    public void noteNotObserved(@Nullable String sentence) {
        if (sentence != null) {
            synchronized (problems) {
                problems.add(sentence);
            }
        }
    }

    /** Simple names of the classes that were loaded too early to get the agent's fields; without these each use of the classes costs more. */
    public List<String> withoutRoom() {
        return withoutRoom;
    }

    private void retransform(List<Class<?>> classes) {
        for (List<Class<?>> part : inParts(classes)) {
            try {
                instrumentation.retransformClasses(part.toArray(new Class<?>[0]));
            } catch (Throwable someFailed) {
                retransformOneByOne(part);
            }
        }
    }

    /** Splits the classes into parts; while a part is rewritten, the JVM stops all threads of the program. */
    static List<List<Class<?>>> inParts(List<Class<?>> classes) {
        List<List<Class<?>>> parts = new ArrayList<>();
        for (int from = 0; from < classes.size(); from += MOST_AT_ONCE) {
            parts.add(classes.subList(from, Math.min(from + MOST_AT_ONCE, classes.size())));
        }
        return parts;
    }

    /** Converts names to the form of {@code Class.getName}: so these few are converted once, and not the names of a thousand loaded classes. */
    private static Set<String> namesOf(Set<String> internalNames) {
        Set<String> names = new HashSet<>();
        for (String internalName : internalNames) {
            names.add(internalName.replace('/', '.'));
        }
        return names;
    }

    private List<Class<?>> loadedClasses() {
        Set<String> wanted = namesOf(rewrites.jdkClassNames());
        List<Class<?>> found = new ArrayList<>();
        int ofTheProgram = 0;
        for (Class<?> each : instrumentation.getAllLoadedClasses()) {
            if (each.getClassLoader() == null) {
                // The agent's own classes, half of all, are in no named module: for them no name has to be created.
                if (each.getModule().isNamed() && wanted.contains(each.getName())) {
                    found.add(each);
                }
            } else if (transformer.isOfTheProgram(each)) {
                ofTheProgram++;
            }
        }
        if (epoch == 0) {
            program.addLoadedBefore(ofTheProgram);
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

    /** The definitions that no method of the program has matched so far, as the user wrote them. */
    public Set<String> unmatchedDefinitions() {
        Set<String> texts = new LinkedHashSet<>();
        DefinitionRewrites installed = definedTransformer;
        if (installed != null) {
            for (Definition each : installed.unmatched()) {
                texts.add(each.text());
            }
        }
        return texts;
    }

    /** Sentences about methods that match a definition but cannot be such a construct. */
    public List<String> misfitsOfDefinitions() {
        DefinitionRewrites installed = definedTransformer;
        return installed == null ? List.of() : installed.misfits();
    }

    /**
     * Reports an {@code include} without a match. To be called at the end of the run.
     *
     * @return a sentence about {@code include} if no class has matched it; null otherwise, or if this run rewrites no class of the application
     */
    @Nullable
    public String noteUnmatchedInclude() {
        String include = classes.unmatchedInclude();
        if (include == null || !rewrites.rewritesApplication()) {
            return null;
        }
        String sentence = include + " matched no class that the program loaded";
        synchronized (problems) {
            problems.add(sentence);
        }
        return sentence;
    }

    /** Determines what is not observed of the classes that are loaded. To be called at the end of the run. */
    public void noteLoadedClasses() {
        Class<?>[] loaded = instrumentation.getAllLoadedClasses();
        List<String> sentences = UnshownClasses.among(loaded, namesOf(transformer.notShown()));
        sentences.addAll(UnaskedLibraries.among(loaded, settings.definitions()));
        synchronized (problems) {
            problems.addAll(sentences);
        }
    }

    /** Constructs that the loaded classes use and that are not observed; may grow. */
    public ClassScan classScan() {
        return program.result();
    }

    /** What is not observed in this run, one sentence each; may grow. */
    public List<String> notObserved() {
        List<String> sentences = transformer.problems();
        synchronized (problems) {
            sentences.addAll(problems);
        }
        sentences.addAll(program.unseenClasses());
        if (epoch != 0) {
            sentences.addAll(AttachedLimits.notObserved());
            if (observesMonitors && !JvmMonitors.areChosen()) {
                sentences.add(METHODS_ARE_LEFT);
            }
        }
        if (observesMonitors && JvmMonitors.areChosen()) {
            sentences.add(NO_RELEASES);
        }
        if (ThreadRegistry.sawVirtualThreads()) {
            sentences.add("code in virtual threads is not observed if their carriers are unknown");
        }
        return sentences;
    }
}
