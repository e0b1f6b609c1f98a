package org.ompt4j.agent.jar;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds classes in jars inside the agent jar. Classes that few runs need are in such jars, since the JVM reads the directory of the agent jar
 * before the agent starts, and every entry takes time.
 *
 * <p>Thread safety: any thread.
 */
public final class NestedJarLoader extends ClassLoader {

    private static final String CLASS_SUFFIX = ".class";
    private static final String OURS = "org.ompt4j.";

    private final Map<String, Place> places = new HashMap<>();
    /** The loader whose resources are searched for classes that are not in the nested jars; null to ask only the parent. */
    private final @Nullable ClassLoader agentJar;

    /** The position of an entry. */
    private record Place(ZipBytes jar, int position) {
        byte[] content() throws IOException {
            synchronized (jar) {
                return jar.content(position);
            }
        }
    }

    private NestedJarLoader(ClassLoader parent, @Nullable ClassLoader agentJar, String... nestedJars)
            throws IOException {
        super(parent);
        this.agentJar = agentJar;
        try (AgentJar outer = AgentJar.open()) {
            for (String each : nestedJars) {
                ZipBytes jar = new ZipBytes(outer.read(each));
                while (jar.next()) {
                    places.put(jar.name(), new Place(jar, jar.position()));
                }
            }
        }
    }

    /** A loader for the classes that rewrite constructs which the user defines: a child of the agent's loader, with Byte Buddy. */
    public static ClassLoader forDefinitions() throws IOException {
        return new NestedJarLoader(NestedJarLoader.class.getClassLoader(), null, NestedJar.BYTE_BUDDY);
    }

    /**
     * A loader for the command line, and for reading a trace in an observed JVM. It defines all classes of the agent jar itself, so that these and
     * the libraries of the command line see each other, and so that no class is taken from the bootstrap loader.
     */
    public static ClassLoader forCommandLine() throws IOException {
        return new NestedJarLoader(
                getPlatformClassLoader(),
                NestedJarLoader.class.getClassLoader(),
                NestedJar.COMMAND_LINE,
                NestedJar.EMITTER,
                NestedJar.FOR_TOOLS,
                NestedJar.REFERENCES);
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
        if (agentJar == null || !name.startsWith(OURS)) {
            return super.loadClass(name, resolve);
        }
        synchronized (getClassLoadingLock(name)) {
            Class<?> known = findLoadedClass(name);
            return known == null ? findClass(name) : known;
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] classFile;
        try {
            classFile = content(name.replace('.', '/') + CLASS_SUFFIX);
        } catch (IOException e) {
            throw new ClassNotFoundException(name, e);
        }
        if (classFile == null) {
            throw new ClassNotFoundException(name);
        }
        definePackageOf(name);
        return defineClass(name, classFile, 0, classFile.length, NestedJarLoader.class.getProtectionDomain());
    }

    private byte @Nullable [] content(String entry) throws IOException {
        Place place = places.get(entry);
        if (place != null) {
            return place.content();
        }
        if (agentJar == null) {
            return null;
        }
        try (InputStream in = agentJar.getResourceAsStream(entry)) {
            return in == null ? null : in.readAllBytes();
        }
    }

    private void definePackageOf(String className) {
        String name = className.substring(0, className.lastIndexOf('.'));
        if (getDefinedPackage(name) == null) {
            Package ours = NestedJarLoader.class.getPackage();
            try {
                definePackage(
                        name,
                        null,
                        null,
                        null,
                        ours.getImplementationTitle(),
                        ours.getImplementationVersion(),
                        null,
                        null);
            } catch (IllegalArgumentException definedMeanwhile) {
                // Another thread has defined the package, in the same way.
                return;
            }
        }
    }

    @Override
    public @Nullable InputStream getResourceAsStream(String name) {
        Place place = places.get(name);
        if (place != null) {
            try {
                return new ByteArrayInputStream(place.content());
            } catch (IOException damaged) {
                return null;
            }
        }
        return super.getResourceAsStream(name);
    }

    @Override
    protected @Nullable URL findResource(String name) {
        return agentJar == null ? null : agentJar.getResource(name);
    }

    @Override
    protected Enumeration<URL> findResources(String name) throws IOException {
        return agentJar == null ? Collections.emptyEnumeration() : agentJar.getResources(name);
    }
}
