package org.ompt4j.agent;

import java.io.IOException;
import java.lang.instrument.Instrumentation;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Defines the emitter in the bootstrap loader, where the JDK's, the platform's and the application's classes all see it.
 *
 * <p>{@link Instrumentation#appendToBootstrapClassLoaderSearch} would do so too, but prints a warning and switches off class-data
 * sharing for the application's classes.
 *
 * <p>Thread safety: {@link #defineTypesForTools} on any thread.
 */
final class Bootstrap {

    private static final Module JAVA_BASE = Object.class.getModule();
    private static final String[] INTERNALS = {
        "jdk.internal.misc", "jdk.internal.access", "jdk.internal.reflect", "jdk.internal.vm"
    };
    private static final String PLATFORM_CLASS = "org.ompt4j.agent.JdkInternals";

    private final Instrumentation instrumentation;
    private final PlatformAccess platform;
    private final Set<String> defined = new HashSet<>();
    private Map<String, byte[]> classes = Map.of();
    private @Nullable Module emitterModule;
    private boolean hasTypesForTools;

    private Bootstrap(Instrumentation instrumentation, PlatformAccess platform) {
        this.instrumentation = instrumentation;
        this.platform = platform;
    }

    /**
     * Defines what every run needs of the emitter; afterwards every class loader that delegates finds it. No class of it may be in use
     * before.
     */
    static Bootstrap define(Instrumentation instrumentation) throws IOException, ReflectiveOperationException {
        try (AgentJar jar = AgentJar.open()) {
            Bootstrap bootstrap = new Bootstrap(instrumentation, openPlatform(instrumentation, jar));
            bootstrap.define(jar, EmitterClasses.CORE);
            return bootstrap;
        }
    }

    /** Defines the rest, once: before the first class of a third-party tool or device mapping is loaded. */
    synchronized void defineTypesForTools() throws IOException {
        if (!hasTypesForTools) {
            try (AgentJar jar = AgentJar.open()) {
                define(jar, EmitterClasses.FOR_TOOLS);
            }
            hasTypesForTools = true;
        }
    }

    PlatformAccess platform() {
        return platform;
    }

    private void define(AgentJar jar, String emitterJar) throws IOException {
        classes = EmitterClasses.read(jar, emitterJar);
        for (String name : classes.keySet()) {
            defineAfterSupertypes(name);
        }
        classes = Map.of();
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

    private void defineAfterSupertypes(String name) {
        byte[] bytes = classes.get(name);
        if (bytes == null || !defined.add(name)) {
            return;
        }
        for (String supertype : new ClassFileHeader(bytes).supertypes()) {
            defineAfterSupertypes(supertype);
        }
        Class<?> type = platform.defineBootstrapClass(name, bytes);
        if (emitterModule == null) {
            emitterModule = type.getModule();
            exportInternals(instrumentation, emitterModule);
        }
    }

    /** Has one class; everything else comes from the loader of the agent. */
    private static final class SingleClassLoader extends ClassLoader {
        SingleClassLoader() {
            super(Bootstrap.class.getClassLoader());
        }

        Class<?> define(String name, byte[] classFile) {
            return defineClass(name, classFile, 0, classFile.length);
        }
    }
}
