package org.ompt4j.mappings.rewrite;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.ompt4j.emitter.Definitions;

/**
 * What is known of a class before and while it is rewritten; one object per class.
 *
 * <p>Thread safety: none; the thread that loads the class.
 */
public final class ClassFacts {
    private static final int MONITORENTER = 0xC2;
    private static final int UTF8 = 1;

    private final ClassReader reader;
    private final byte[] bytes;
    private final boolean atFirstLoad;
    private final Supertypes supertypes;
    private final Map<String, Integer> siteIds = new HashMap<>();
    private @Nullable Boolean declaresSynchronizedMethods;
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

    /** Whether the class has a synchronized method with code. */
    public boolean declaresSynchronizedMethods() {
        Boolean known = declaresSynchronizedMethods;
        if (known == null) {
            known = findSynchronizedMethod();
            declaresSynchronizedMethods = known;
        }
        return known;
    }

    private boolean findSynchronizedMethod() {
        boolean[] found = new boolean[1];
        reader.accept(
                new ClassVisitor(Opcodes.ASM9) {
                    @Override
                    public @Nullable MethodVisitor visitMethod(
                            int access, String name, String descriptor, String signature, String[] exceptions) {
                        found[0] |= (access & Opcodes.ACC_SYNCHRONIZED) != 0 && (access & Opcodes.ACC_NATIVE) == 0;
                        return null;
                    }
                },
                ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return found[0];
    }

    /** Whether the class names this method of this owner, given as an internal name, in an instruction or a method handle. */
    public boolean names(String owner, String method) {
        return ConstantPoolScan.names(reader, owner, method);
    }

    /** Whether the class itself declares this method. */
    public boolean declares(String methodName, String descriptor) {
        return hasConstant(methodName) && hasConstant(descriptor) && findMethod(methodName, descriptor);
    }

    /** Whether an ASCII text stands in the constant pool: cheaper than reading the class, and rare words decide it. */
    private boolean hasConstant(String text) {
        for (int i = 1; i < reader.getItemCount(); i++) {
            int offset = reader.getItem(i);
            if (offset != 0
                    && reader.readByte(offset - 1) == UTF8
                    && reader.readUnsignedShort(offset) == text.length()
                    && isAt(offset + 2, text)) {
                return true;
            }
        }
        return false;
    }

    private boolean isAt(int offset, String text) {
        for (int i = 0; i < text.length(); i++) {
            if (reader.readByte(offset + i) != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    private boolean findMethod(String methodName, String descriptor) {
        boolean[] found = new boolean[1];
        reader.accept(
                new ClassVisitor(Opcodes.ASM9) {
                    @Override
                    public @Nullable MethodVisitor visitMethod(
                            int access, String name, String desc, String signature, String[] exceptions) {
                        found[0] |= name.equals(methodName) && desc.equals(descriptor);
                        return null;
                    }
                },
                ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return found[0];
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
