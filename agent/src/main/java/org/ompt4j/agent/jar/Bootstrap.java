package org.ompt4j.agent.jar;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Defines the emitter in the bootstrap loader, where the JDK's, the platform's and the application's classes all see it. Defines the agent's
 * classes that every start needs in the agent's own loader: to find them one by one would take five times as long. If the agent is started with the
 * program, mappings and trace are defined in the bootstrap loader too, since the JVM does not verify the classes of that loader.
 *
 * <p>{@link Instrumentation#appendToBootstrapClassLoaderSearch} would do so too, but prints a warning and switches off class-data
 * sharing for the application's classes.
 *
 * <p>Thread safety: {@link #defineTypesForTools} and {@link #defineReferenceHooks} on any thread.
 */
public final class Bootstrap {

    private static final Module JAVA_BASE = Object.class.getModule();
    private static final String[] INTERNALS = {
        "jdk.internal.misc",
        "jdk.internal.access",
        "jdk.internal.reflect",
        "jdk.internal.ref",
        "jdk.internal.vm",
        "jdk.internal.loader"
    };
    /** Agent property that identifies the agent whose classes are in the bootstrap loader, see {@link AgentJar#fingerprint}. */
    public static final String FINGERPRINT_PROPERTY = "ompt4j.fingerprint";

    public static final String OTHER_VERSION = "an agent of another version was in it before; restart the program";

    private static final String PLATFORM_CLASS = "org.ompt4j.agent.jar.JdkInternals";

    private static final String SUFFIX = ".class";

    private final Instrumentation instrumentation;
    private final PlatformAccess platform;
    private @Nullable Module emitterModule;
    /**
     * The jar with the hooks for method references, read early, since the agent jar may be deleted before a class needs them. Null once the hooks
     * are defined.
     */
    private byte @Nullable [] referenceHooks;

    private boolean hasTypesForTools;
    private boolean hasEmitter;
    private @Nullable String otherEmitter;

    private Bootstrap(Instrumentation instrumentation, PlatformAccess platform) {
        this.instrumentation = instrumentation;
        this.platform = platform;
    }

    /**
     * Defines the classes of the emitter that every run needs; afterwards every class loader that delegates to its parent finds them. None of them
     * may be in use before.
     */
    public static Bootstrap define(Instrumentation instrumentation) throws IOException, ReflectiveOperationException {
        try (AgentJar jar = AgentJar.open()) {
            Bootstrap bootstrap = new Bootstrap(instrumentation, openPlatform(instrumentation, jar));
            bootstrap.define(jar.read(NestedJar.EMITTER), true);
            bootstrap.define(jar.read(NestedJar.START_BOOT), true);
            bootstrap.define(jar.read(NestedJar.START), false);
            bootstrap.referenceHooks = jar.read(NestedJar.REFERENCES);
            return bootstrap;
        }
    }

    /** Defines the emitter unless the JVM has it from an earlier attach; see {@link #otherEmitter}. */
    public static Bootstrap defineOnce(Instrumentation instrumentation)
            throws IOException, ReflectiveOperationException {
        try (AgentJar jar = AgentJar.open()) {
            PlatformAccess platform = openPlatform(instrumentation, jar);
            Bootstrap bootstrap = new Bootstrap(instrumentation, platform);
            String mine = jar.fingerprint();
            String present = platform.agentProperty(FINGERPRINT_PROPERTY);
            bootstrap.hasEmitter = present != null;
            if (present == null) {
                bootstrap.define(jar.read(NestedJar.EMITTER), true);
                platform.setAgentProperty(FINGERPRINT_PROPERTY, mine);
            } else if (!present.equals(mine)) {
                bootstrap.otherEmitter = OTHER_VERSION;
            }
            bootstrap.referenceHooks = jar.read(NestedJar.REFERENCES);
            return bootstrap;
        }
    }

    /** Why the agent cannot work in this JVM; null if it can. */
    @Nullable
    public String otherEmitter() {
        return otherEmitter;
    }

    /** Defines the classes for tools, once: before the first class of a third-party tool or device mapping is loaded. */
    public synchronized void defineTypesForTools() throws IOException {
        if (!hasTypesForTools) {
            try (AgentJar jar = AgentJar.open()) {
                define(jar.read(NestedJar.FOR_TOOLS), true);
            }
            hasTypesForTools = true;
        }
    }

    /** Defines the hooks for references to methods, once: before the first class is defined that calls them. */
    public synchronized void defineReferenceHooks() {
        byte[] jar = referenceHooks;
        if (jar != null) {
            // An earlier attempt can have failed for lack of memory after some of them were defined.
            hasEmitter = true;
            try {
                define(jar, true);
            } catch (IOException damaged) {
                throw new IllegalStateException(damaged);
            }
            referenceHooks = null;
        }
    }

    public PlatformAccess platform() {
        return platform;
    }

    /** Defines the classes of a jar in the order of its entries: the build leaves nothing else in it, and puts supertypes first. */
    private void define(byte[] nestedJar, boolean forBootstrap) throws IOException {
        try (ZipBytes jar = new ZipBytes(nestedJar)) {
            while (jar.next()) {
                if (!forBootstrap) {
                    defineForAgent(jar);
                } else if (!hasEmitter || !isDefinedBefore(jar.name())) {
                    defineForBootstrap(jar);
                }
            }
        }
    }

    private static PlatformAccess openPlatform(Instrumentation instrumentation, AgentJar jar)
            throws IOException, ReflectiveOperationException {
        byte[] classFile = jar.read(PLATFORM_CLASS.replace('.', '/') + ".class");
        SingleClassLoader loader = new SingleClassLoader();
        exportInternals(instrumentation, loader.getUnnamedModule());
        return (PlatformAccess)
                loader.define(PLATFORM_CLASS, classFile).getConstructor().newInstance();
    }

    private static void exportInternals(Instrumentation instrumentation, Module to) {
        Map<String, Set<Module>> exports = new HashMap<>();
        for (String packageName : INTERNALS) {
            exports.put(packageName, Set.of(to));
        }
        instrumentation.redefineModule(JAVA_BASE, Set.of(to), exports, Map.of(), Set.of(), Map.of());
    }

    /** Whether an earlier attach has defined the classes; it may have defined the types for tools too. */
    private static boolean isDefinedBefore(String classFile) {
        String internalName = classFile.substring(0, classFile.length() - SUFFIX.length());
        try {
            return Class.forName(internalName.replace('/', '.'), false, null) != null;
        } catch (ClassNotFoundException first) {
            return false;
        }
    }

    private void defineForBootstrap(ZipBytes jar) throws IOException {
        jar.find();
        Class<?> type = platform.defineClass(jar.found(), jar.offset(), jar.length(), null);
        if (emitterModule == null) {
            emitterModule = type.getModule();
            exportInternals(instrumentation, emitterModule);
        }
    }

    /** Classes that are not defined here are found by the loader when they are needed. */
    private void defineForAgent(ZipBytes jar) throws IOException {
        jar.find();
        try {
            platform.defineClass(jar.found(), jar.offset(), jar.length(), Bootstrap.class);
        } catch (LinkageError loadedAlready) {
            // In the usual way, which takes longer and has the same effect.
            return;
        }
    }

    /** A loader that defines one class, with the agent's permissions; everything else comes from the loader of the agent. */
    private static final class SingleClassLoader extends ClassLoader {
        SingleClassLoader() {
            super(Bootstrap.class.getClassLoader());
        }

        Class<?> define(String name, byte[] classFile) {
            return defineClass(name, classFile, 0, classFile.length, Bootstrap.class.getProtectionDomain());
        }
    }
}
