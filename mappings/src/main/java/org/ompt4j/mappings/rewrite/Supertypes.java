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
 * The supertypes of classes, read from class files through the class loaders' resources: loading classes inside a transformation would
 * change the order in which the application's classes are loaded, or never end.
 *
 * <p>Thread safety: any thread.
 */
final class Supertypes {
    private static final Parents UNKNOWN = new Parents(null, new String[0]);
    private static final Module JAVA_BASE = Object.class.getModule();

    /** So many answers are kept for a loader: what a large program asks for again and again, and less than 100 kB. */
    private static final int MOST_KEPT = 500;

    private final Map<ClassLoader, Map<String, Parents>> kept = new WeakHashMap<>();

    private record Parents(@Nullable String superName, String[] interfaces) {}

    /** Whether a class that the loader finds is another one, or one of its subtypes. */
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
        /** Guards against a cyclic hierarchy, which a broken class file can claim. */
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

    /** Most supertypes are in java.base, which is quicker to ask than a chain of loaders. */
    private static @Nullable InputStream open(ClassLoader loader, String resource) throws IOException {
        InputStream in = resource.startsWith("java/") ? JAVA_BASE.getResourceAsStream(resource) : null;
        return in == null ? loader.getResourceAsStream(resource) : in;
    }
}
