package org.ompt4j.mappings.rewrite;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.ompt4j.emitter.Definitions;

/**
 * What is known of a class before and while it is rewritten; one object per class.
 *
 * <p>Thread safety: none; the thread that loads the class.
 */
public final class ClassFacts {
    private static final int MONITORENTER = 0xC2;

    private final ClassReader reader;
    private final byte[] bytes;
    private final boolean atFirstLoad;
    private final Supertypes supertypes;
    private final Map<String, Integer> siteIds = new HashMap<>();
    private String sourceFile = "Unknown Source";

    ClassFacts(ClassReader reader, byte[] bytes, boolean atFirstLoad, Supertypes supertypes) {
        this.reader = reader;
        this.bytes = bytes;
        this.atFirstLoad = atFirstLoad;
        this.supertypes = supertypes;
    }

    /** Internal name. */
    public String name() {
        return reader.getClassName();
    }

    /** Internal name of the superclass; null for {@code Object} only. */
    public @Nullable String superName() {
        return reader.getSuperName();
    }

    /** Internal names of the interfaces the class itself declares. */
    public String[] interfaces() {
        return reader.getInterfaces();
    }

    /** Whether the class is being loaded, so that methods and fields can still be added and modifiers changed. */
    public boolean atFirstLoad() {
        return atFirstLoad;
    }

    /** Whether a {@code monitorenter} could be in the class: its opcode's byte occurs somewhere. */
    public boolean mayEnterMonitors() {
        for (byte each : bytes) {
            if ((each & 0xff) == MONITORENTER) {
                return true;
            }
        }
        return false;
    }

    /** Whether the class names this method of this owner, given as an internal name, in an instruction or a method handle. */
    public boolean names(String owner, String method) {
        return ConstantPoolScan.names(reader, owner, method);
    }

    /** Whether a class is a subtype of another, found by reading class files, without loading anything. */
    public boolean isSubtype(String internalName, String ancestor) {
        if (internalName.equals(name())) {
            return supertypes.anySubtype(superName(), interfaces(), ancestor);
        }
        return supertypes.isSubtype(internalName, ancestor);
    }

    void sourceFile(@Nullable String file) {
        if (file != null) {
            sourceFile = file;
        }
    }

    /** The call-site id of a line in a method of this class; line 0 if the class has no line numbers. */
    public int site(String method, int line) {
        String text = name().replace('/', '.') + '.' + method + '(' + sourceFile + ':' + line + ')';
        Integer known = siteIds.get(text);
        if (known == null) {
            known = Definitions.callSite(text);
            siteIds.put(text, known);
        }
        return known;
    }
}
