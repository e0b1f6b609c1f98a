package org.ompt4j.mappings.rewrite;

import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.ompt4j.emitter.Failures;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.Threads;
import org.ompt4j.emitter.tool.ToolClassLoader;
import org.ompt4j.ompt.Construct;

/**
 * The agent's class file transformer. For classes of the JDK it looks up the declared changes in a table; for other classes it scans the constant
 * pool and the instructions.
 *
 * <p>Thread safety: any thread; the JVM calls it on the thread that loads a class. Its own code is not observed.
 */
public final class OmptTransformer implements ClassFileTransformer {
    private static final String HOOKS_SAMPLE = "org.ompt4j.emitter.CallSites";

    private static final byte[] NO_CLASS_FILE = {0};

    private static final String OURS = "org/ompt4j/";
    /** Those from which most classes are loaded come first. */
    private static final String[] OUR_PACKAGES = {
        "mappings/", "agent/", "shaded/", "tools/", "emitter/", "ompt/", "settings/", "text/", "views/"
    };

    private final Rewrites rewrites;
    private final ClassFilter filter;
    private final ProgramScan program;
    private final ReferenceHooks referenceHooks;
    private final List<String> problems = new ArrayList<>();
    private final Set<Construct> switchedOff = EnumSet.noneOf(Construct.class);
    private final Map<ClassLoader, Boolean> seesHooks = new WeakHashMap<>();
    private final Supertypes supertypes = new Supertypes();
    private final HidingLoaderRewrite hidingLoaders = new HidingLoaderRewrite();
    private final Set<String> hidingLoaderClasses = new HashSet<>();
    private final Set<Class<?>> triedOut = new HashSet<>();
    private volatile @Nullable List<Class<?>> wouldRewrite;
    private volatile @Nullable Class<?> last;
    private volatile boolean reachedLast;
    /** Internal names of the JDK classes that the JVM has passed to this transformer. */
    private final Set<String> shownOfJdk = ConcurrentHashMap.newKeySet();

    private final ReshapedClasses rewrittenNames = new ReshapedClasses();
    private final ReshapedClasses reshaped = new ReshapedClasses();

    /** Which application classes are observed; given internal names. */
    public interface ClassFilter {
        boolean includes(String internalName);

        /** Whether the class must not be rewritten at all, rather than only not be observed. */
        default boolean excludes(String internalName) {
            return !includes(internalName);
        }
    }

    /** The hooks for method references, which few programs need. */
    public interface ReferenceHooks {
        /** Defines the hooks, unless they are defined already: the class that is being rewritten calls them. */
        void define();
    }

    public OmptTransformer(Rewrites rewrites, ClassFilter filter, ProgramScan program, ReferenceHooks referenceHooks) {
        this.referenceHooks = referenceHooks;
        this.rewrites = rewrites;
        this.filter = filter;
        this.program = program;
    }

    @Override
    public byte @Nullable [] transform(
            @Nullable Module module,
            @Nullable ClassLoader loader,
            @Nullable String name,
            @Nullable Class<?> redefined,
            @Nullable ProtectionDomain domain,
            byte[] bytes) {
        if (name == null) {
            return null;
        }
        List<Class<?>> found = wouldRewrite;
        if (found != null && redefined != null) {
            return dryRun(redefined, loader, name, bytes, found);
        }
        List<JdkClass> declared = loader == null ? rewrites.declaredFor(name) : List.of();
        ClassLoader application = declared.isEmpty() && isApplication(loader, name) ? loader : null;
        if (declared.isEmpty() && application == null) {
            if (loader == null && redefined == null && module != null && !module.isNamed() && !isOurs(name)) {
                program.addOfBootstrapPath();
            }
            return null;
        }
        ThreadContext entered = Threads.enterUnobserved();
        try {
            if (application == null) {
                shownOfJdk.add(name);
            }
            boolean reshape = rewrites.epoch() == 0 && (redefined == null || reshaped.contains(loader, name));
            byte[] rewritten = application == null
                    ? rewriteJdk(declared, reshape, bytes)
                    : rewriteApplication(application, reshape, redefined == null, bytes);
            if (rewritten != null && reshape) {
                reshaped.add(loader, name);
            }
            if (rewritten != null && rewrites.epoch() != 0) {
                rewrittenNames.add(loader, name);
            }
            return rewritten;
        } catch (Throwable t) {
            if (application == null || filter.includes(name)) {
                Failures.count("class " + name.replace('/', '.') + " was left as it was", t);
            }
            return null;
        } finally {
            if (entered != null) {
                entered.leave();
            }
        }
    }

    /**
     * From now on loaded classes are only scanned, until {@link #endDryRun}; for the last class of each batch the JVM is made to refuse the whole
     * batch.
     */
    public void beginDryRun(List<Class<?>> found, Class<?> lastOne) {
        last = lastOne;
        wouldRewrite = found;
    }

    /** Ends {@link #beginDryRun}. */
    public void endDryRun() {
        wouldRewrite = null;
        triedOut.clear();
    }

    /** Whether the last class of a number was shown since this was asked before. */
    public boolean hasReachedLast() {
        boolean seen = reachedLast;
        reachedLast = false;
        return seen;
    }

    private byte @Nullable [] dryRun(
            Class<?> type, @Nullable ClassLoader loader, String name, byte[] bytes, List<Class<?>> found) {
        if (type == last) {
            reachedLast = true;
            return NO_CLASS_FILE;
        }
        try {
            if (loader != null
                    && isApplication(loader, name)
                    && rewriteApplication(loader, false, triedOut.add(type), bytes) != null
                    && !found.contains(type)) {
                found.add(type);
            }
        } catch (Throwable t) {
            if (filter.includes(name)) {
                Failures.count("class " + name.replace('/', '.') + " was left as it was", t);
            }
        }
        return null;
    }

    /** Whether a loaded class belongs to the program or its libraries, observed or not. */
    public boolean isOfTheProgram(Class<?> type) {
        return !type.isArray()
                && !type.isPrimitive()
                && isApplication(type.getClassLoader(), type.getName().replace('.', '/'));
    }

    /** Whether an attached agent may rewrite this loaded class of the program. */
    public boolean mayRewrite(Class<?> type) {
        return type.getClassLoader() != OmptTransformer.class.getClassLoader() && isOfTheProgram(type);
    }

    /**
     * Internal names of the declared JDK classes that the JVM has not passed to this transformer: they are not loaded, or were loaded inside a
     * transformer.
     */
    public Set<String> notShown() {
        Set<String> names = new HashSet<>(rewrites.jdkClassNames());
        names.removeAll(shownOfJdk);
        return names;
    }

    /** Whether this transformer has rewritten the class; known only in an attach epoch. */
    public boolean hasRewritten(Class<?> type) {
        return rewrittenNames.contains(type.getClassLoader(), type.getName().replace('.', '/'));
    }

    /** {@code reshape} is whether fields may be added to the class and its modifiers changed. */
    private byte @Nullable [] rewriteJdk(List<JdkClass> declared, boolean reshape, byte[] bytes) {
        JdkClassRewriter rewriter = new JdkClassRewriter(selected(declared), reshape, rewrites.epoch());
        byte[] rewritten = rewriter.rewrite(bytes);
        if (!rewriter.unmatched().isEmpty()) {
            switchOff(rewriter.unmatched());
        }
        return rewritten;
    }

    private List<JdkClass> selected(List<JdkClass> declared) {
        List<JdkClass> selected = new ArrayList<>();
        for (JdkClass each : declared) {
            synchronized (problems) {
                if (!switchedOff.contains(each.construct)) {
                    selected.add(each);
                }
            }
        }
        return selected;
    }

    private void switchOff(List<JdkClassRewriter.Unmatched> unmatched) {
        synchronized (problems) {
            for (JdkClassRewriter.Unmatched each : unmatched) {
                if (each.lost() == null) {
                    switchedOff.add(each.construct());
                }
                problems.add(each.sentence());
            }
        }
    }

    /** Everything that could not be rewritten, one sentence each. */
    public List<String> problems() {
        List<String> sentences;
        synchronized (problems) {
            sentences = new ArrayList<>(problems);
        }
        for (ApplicationRewrite each : rewrites.applicationRewrites()) {
            sentences.addAll(each.notObserved());
        }
        return sentences;
    }

    private boolean isApplication(@Nullable ClassLoader loader, String name) {
        if (loader == null || loader == ClassLoader.getPlatformClassLoader()) {
            return false;
        }
        if (loader instanceof ToolClassLoader) {
            return false;
        }
        return !DeclaredCalls.isJdk(name) && !isOurs(name);
    }

    /** Whether a class with this internal name belongs to the agent and is never rewritten. */
    public static boolean isOurs(String name) {
        if (!name.startsWith(OURS)) {
            return false;
        }
        for (String each : OUR_PACKAGES) {
            if (name.startsWith(each, OURS.length())) {
                return true;
            }
        }
        return false;
    }

    /** {@code count} is whether the class is passed for the first time. */
    private byte @Nullable [] rewriteApplication(ClassLoader loader, boolean reshape, boolean count, byte[] bytes) {
        ClassFileScan scan = new ClassFileScan(bytes);
        ClassFacts facts = new ClassFacts(scan, reshape, loader, supertypes);
        boolean observed = filter.includes(facts.name());
        if (count) {
            program.add(scan, observed);
        }
        List<ApplicationRewrite> interested = interestedIn(facts, observed);
        DeclaredCalls declared = new DeclaredCalls(rewrites, facts);
        MethodReferences references = new MethodReferences(rewrites, declared);
        boolean[] calls = observed ? scan.methodRefs(declared) : null;
        Set<String> calling = Set.of();
        if (calls != null) {
            calling = scan.methodsCalling(scan.references(calls, references));
            if (count) {
                references.addTo(program);
            }
        }
        if (calling.isEmpty() && interested.isEmpty() || !seesHooks(loader)) {
            return null;
        }
        ClassReader reader = scan.reader();
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        ClassVisitor chain = writer;
        for (ApplicationRewrite each : interested) {
            chain = each.rewrite(chain, reader, facts);
        }
        // The outermost visitor even without calls to rewrite, since it passes the source file to the facts.
        reader.accept(
                observed ? new CallSiteVisitor(chain, rewrites, facts, declared, references, calling) : chain,
                ClassReader.EXPAND_FRAMES);
        if (references.nameHooks()) {
            referenceHooks.define();
        }
        return writer.toByteArray();
    }

    /** The rewrites of whole classes that apply to a class; {@code observed} is whether the settings include it. */
    private List<ApplicationRewrite> interestedIn(ClassFacts facts, boolean observed) {
        List<ApplicationRewrite> interested = new ArrayList<>();
        if ((observed || HidingLoaderRewrite.mayBeLoader(facts.name())) && hidingLoaders.interestedIn(facts)) {
            if (filter.excludes(facts.name())) {
                noteHidingLoader(facts.name());
            } else {
                interested.add(hidingLoaders);
            }
        }
        for (ApplicationRewrite each : rewrites.applicationRewrites()) {
            boolean isMeant = observed || each.isOfThreads() && !filter.excludes(facts.name());
            if (isMeant && each.interestedIn(facts)) {
                interested.add(each);
            }
        }
        return interested;
    }

    /** A loader that hides the emitter (such as those of OSGi) would fail to link rewritten classes, so these are not rewritten. */
    private boolean seesHooks(ClassLoader loader) {
        if (loader == ClassLoader.getSystemClassLoader()) {
            return true;
        }
        synchronized (seesHooks) {
            Boolean known = seesHooks.get(loader);
            if (known != null) {
                return known;
            }
        }
        boolean sees = loadsHooks(loader);
        synchronized (seesHooks) {
            seesHooks.put(loader, sees);
        }
        if (!sees) {
            synchronized (problems) {
                problems.add("classes of " + loader.getClass().getName()
                        + " are not observed: it does not give access to the agent's classes");
            }
        }
        return sees;
    }

    private void noteHidingLoader(String internalName) {
        synchronized (seesHooks) {
            hidingLoaderClasses.add(internalName.replace('/', '.'));
        }
    }

    private boolean loadsHooks(ClassLoader loader) {
        // Calling the loader is not sufficient: some loaders treat requests from outside differently from those of
        // their
        // own classes.
        for (Class<?> each = loader.getClass(); each != null; each = each.getSuperclass()) {
            synchronized (seesHooks) {
                if (hidingLoaderClasses.contains(each.getName())) {
                    return false;
                }
            }
        }
        try {
            return loader.loadClass(HOOKS_SAMPLE).getClassLoader() == null;
        } catch (ClassNotFoundException | LinkageError | RuntimeException hidden) {
            return false;
        }
    }
}
