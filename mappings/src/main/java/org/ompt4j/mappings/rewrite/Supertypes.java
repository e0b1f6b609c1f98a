package org.ompt4j.mappings.rewrite;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;

/**
 * Finds the supertypes of classes by reading class files as resources of the class loaders: loading classes inside a transformation could change the
 * order in which the application's classes are loaded, or recurse without end.
 *
 * <p>Thread safety: any thread.
 */
final class Supertypes {
    private static final Parents UNKNOWN = new Parents(null, new String[0]);
    private static final Module JAVA_BASE = Object.class.getModule();

    /** How many results are cached for a loader: enough for the frequent ones of a large program, in less than 100 kB. */
    private static final int MOST_KEPT = 500;

    private final Map<ClassLoader, Map<String, Parents>> kept = new WeakHashMap<>();

    private record Parents(@Nullable String superName, String[] interfaces) {}

    /** Whether a class that the loader finds is this other class, or one of its subtypes. */
    boolean isSubtype(ClassLoader loader, String internalName, String ancestor) {
        return new Search(loader, ancestor).isSubtype(internalName);
    }

    /** Whether a class with these supertypes is a subtype of another. */
    boolean anySubtype(ClassLoader loader, @Nullable String superName, String[] interfaces, String ancestor) {
        return new Search(loader, ancestor).anySubtype(superName, interfaces);
    }

    private final class Search {
        private final ClassLoader loader;
        private final String ancestor;
        /** Guards against a cyclic hierarchy in broken class files. */
        private final Set<String> seen = new HashSet<>();

        Search(ClassLoader loader, String ancestor) {
            this.loader = loader;
            this.ancestor = ancestor;
        }

        boolean isSubtype(String internalName) {
            if (internalName.equals(ancestor)) {
                return true;
            }
            if (!seen.add(internalName)) {
                return false;
            }
            Parents parents = parentsOf(loader, internalName);
            return anySubtype(parents.superName, parents.interfaces);
        }

        boolean anySubtype(@Nullable String superName, String[] interfaces) {
            if (superName != null && isSubtype(superName)) {
                return true;
            }
            for (String each : interfaces) {
                if (isSubtype(each)) {
                    return true;
                }
            }
            return false;
        }
    }

    private Parents parentsOf(ClassLoader loader, String internalName) {
        if (internalName.startsWith("[") || internalName.equals("java/lang/Object")) {
            return UNKNOWN;
        }
        synchronized (kept) {
            Map<String, Parents> ofLoader = kept.get(loader);
            Parents known = ofLoader == null ? null : ofLoader.get(internalName);
            if (known != null) {
                return known;
            }
        }
        Parents read = read(loader, internalName + ".class");
        if (read != UNKNOWN) {
            keep(loader, internalName, read);
        }
        return read;
    }

    private void keep(ClassLoader loader, String internalName, Parents parents) {
        synchronized (kept) {
            Map<String, Parents> ofLoader = kept.get(loader);
            if (ofLoader == null || ofLoader.size() == MOST_KEPT) {
                ofLoader = new HashMap<>();
                kept.put(loader, ofLoader);
            }
            ofLoader.put(internalName, parents);
        }
    }

    private static Parents read(ClassLoader loader, String resource) {
        try (InputStream in = open(loader, resource)) {
            if (in == null) {
                return UNKNOWN;
            }
            ClassReader reader = new ClassReader(in.readAllBytes());
            return new Parents(reader.getSuperName(), reader.getInterfaces());
        } catch (IOException | RuntimeException unreadable) {
            return UNKNOWN;
        }
    }

    /** Most supertypes are in java.base, where the search is faster than in a chain of loaders. */
    private static @Nullable InputStream open(ClassLoader loader, String resource) throws IOException {
        InputStream in = resource.startsWith("java/") ? JAVA_BASE.getResourceAsStream(resource) : null;
        return in == null ? loader.getResourceAsStream(resource) : in;
    }
}
