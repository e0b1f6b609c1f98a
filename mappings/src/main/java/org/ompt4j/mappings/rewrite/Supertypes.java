package org.ompt4j.mappings.rewrite;

import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;

/**
 * Who extends whom, read from class files through the class loader's resources: loading classes inside a transformation would
 * change the order in which the application's classes are loaded, or never end.
 *
 * <p>Thread safety: none; one object per transformation.
 */
final class Supertypes {
    private static final Parents UNKNOWN = new Parents(null, new String[0]);

    private final @Nullable ClassLoader loader;
    private final Map<String, Parents> known = new HashMap<>();

    private record Parents(@Nullable String superName, String[] interfaces) {}

    Supertypes(@Nullable ClassLoader loader) {
        this.loader = loader;
    }

    boolean isSubtype(String internalName, String ancestor) {
        if (internalName.equals(ancestor)) {
            return true;
        }
        Parents parents = known.get(internalName);
        if (parents == null) {
            // Guards against a cyclic hierarchy, which a broken class file can claim.
            known.put(internalName, UNKNOWN);
            parents = read(internalName);
            known.put(internalName, parents);
        }
        return anySubtype(parents.superName, parents.interfaces, ancestor);
    }

    boolean anySubtype(@Nullable String superName, String[] interfaces, String ancestor) {
        if (superName != null && isSubtype(superName, ancestor)) {
            return true;
        }
        for (String each : interfaces) {
            if (isSubtype(each, ancestor)) {
                return true;
            }
        }
        return false;
    }

    private Parents read(String internalName) {
        if (internalName.startsWith("[") || internalName.equals("java/lang/Object")) {
            return UNKNOWN;
        }
        String resource = internalName + ".class";
        try (InputStream in = loader == null
                ? ClassLoader.getSystemResourceAsStream(resource)
                : loader.getResourceAsStream(resource)) {
            if (in == null) {
                return UNKNOWN;
            }
            ClassReader reader = new ClassReader(in.readAllBytes());
            return new Parents(reader.getSuperName(), reader.getInterfaces());
        } catch (IOException | RuntimeException unreadable) {
            return UNKNOWN;
        }
    }
}
