package org.ompt4j.mappings.rewrite;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.Definitions;
import org.ompt4j.emitter.SourcePosition;

/**
 * Facts about a class before and while it is rewritten; one object per class. A method is given as one string of name and descriptor, such as {@code
 * run()V}.
 *
 * <p>Thread safety: none; the thread that loads the class.
 */
public final class ClassFacts {
    private final ClassFileScan scan;
    private final boolean atFirstLoad;
    private final ClassLoader loader;
    private final Supertypes supertypes;
    private final Map<String, Integer> siteIds = new HashMap<>();
    private @Nullable Set<String> methodsEnteringMonitors;
    private @Nullable String sourceFile;

    ClassFacts(ClassFileScan scan, boolean atFirstLoad, ClassLoader loader, Supertypes supertypes) {
        this.scan = scan;
        this.atFirstLoad = atFirstLoad;
        this.loader = loader;
        this.supertypes = supertypes;
    }

    /** Internal name. */
    public String name() {
        return scan.className();
    }

    /** Internal name of the superclass; null for {@code Object} only. */
    public @Nullable String superName() {
        return scan.superName();
    }

    /** Internal names of the interfaces the class itself declares. */
    public String[] interfaces() {
        return scan.reader().getInterfaces();
    }

    /** Whether the class is being loaded, so that methods and fields can still be added and modifiers changed. */
    public boolean atFirstLoad() {
        return atFirstLoad;
    }

    /** The methods with a {@code monitorenter}. */
    public Set<String> methodsEnteringMonitors() {
        Set<String> known = methodsEnteringMonitors;
        if (known == null) {
            known = scan.methodsEnteringMonitors();
            methodsEnteringMonitors = known;
        }
        return known;
    }

    /** Whether the class has a synchronized method with code. */
    public boolean declaresSynchronizedMethods() {
        return scan.declaresSynchronizedMethods();
    }

    /** The methods that call the method with this name of this owner, which is an internal name. Both must be ASCII. */
    public Set<String> methodsCalling(String owner, String method) {
        return scan.hasText(owner) ? methodsCalling(new OneMethod(owner, method)) : Set.of();
    }

    private Set<String> methodsCalling(ClassFileScan.Wanted wanted) {
        boolean[] refs = scan.methodRefs(wanted);
        return refs == null ? Set.of() : scan.methodsCalling(refs);
    }

    private record OneMethod(String owner, String method) implements ClassFileScan.Wanted {
        @Override
        public boolean name(byte[] bytes, int at, int length) {
            return ClassFileScan.is(bytes, at, length, method);
        }

        @Override
        public boolean method(String calledOwner, String name, String descriptor) {
            return calledOwner.equals(owner);
        }
    }

    /** Whether the class itself declares this method, and not as a static one. */
    public boolean declares(String methodName, String descriptor) {
        return scan.declares(methodName, descriptor);
    }

    /** Whether a class is a subtype of another, found by reading class files, without loading anything. */
    public boolean isSubtype(String internalName, String ancestor) {
        if (internalName.equals(name())) {
            return supertypes.anySubtype(loader, superName(), interfaces(), ancestor);
        }
        return supertypes.isSubtype(loader, internalName, ancestor);
    }

    void sourceFile(@Nullable String file) {
        sourceFile = file;
    }

    /** The call-site id of a line in a method of this class; line 0 if the class has no line numbers. */
    public int callSite(String method, int line) {
        String text = SourcePosition.ofLine(name().replace('/', '.'), method, sourceFile, line);
        Integer known = siteIds.get(text);
        if (known == null) {
            known = Definitions.callSite(text);
            siteIds.put(text, known);
        }
        return known;
    }
}
