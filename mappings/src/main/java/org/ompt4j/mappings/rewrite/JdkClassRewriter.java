package org.ompt4j.mappings.rewrite;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.ompt4j.ompt.Construct;

/**
 * Rewrites one class of the JDK as the mappings declared, completely or not at all. Only the fields of a class that is already loaded are not added:
 * the emitter keeps their values elsewhere.
 *
 * <p>Thread safety: none; one object per transformation.
 */
public final class JdkClassRewriter {
    private final List<JdkClass> declared;
    private final boolean atFirstLoad;
    private final int epoch;
    private final List<String> unmatched = new ArrayList<>();

    /** @param atFirstLoad whether fields can be added */
    public JdkClassRewriter(List<JdkClass> declared, boolean atFirstLoad) {
        this(declared, atFirstLoad, 0);
    }

    /**
     * @param atFirstLoad whether fields can be added
     * @param epoch the number of the attach epoch, 0 if the agent was started with the program
     */
    public JdkClassRewriter(List<JdkClass> declared, boolean atFirstLoad, int epoch) {
        this.declared = declared;
        this.atFirstLoad = atFirstLoad;
        this.epoch = epoch;
    }

    /** The rewritten class, or null if something declared was not found: see {@link #unmatched}. */
    public byte @Nullable [] rewrite(byte[] original) {
        ClassReader reader = new ClassReader(original);
        MethodScan scan = MethodScan.of(reader, declared);
        for (JdkClass each : declared) {
            for (MethodAdvice method : each.methods) {
                scan.missing(each, method, unmatched);
            }
        }
        if (!unmatched.isEmpty()) {
            return null;
        }
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(new Rewriting(writer, scan, reader.getClassName()), ClassReader.EXPAND_FRAMES);
        return writer.toByteArray();
    }

    /** A visitor that rewrites all declared methods that exist, for a class that is read with expanded frames. */
    ClassVisitor visitor(ClassVisitor next, ClassReader reader) {
        return new Rewriting(next, MethodScan.of(reader, declared), reader.getClassName());
    }

    /** Declarations that were not found exactly as often as required, one text each. */
    public List<String> unmatched() {
        return unmatched;
    }

    /** The constructs on whose behalf the class is rewritten. */
    public List<Construct> constructs() {
        List<Construct> constructs = new ArrayList<>();
        for (JdkClass each : declared) {
            constructs.add(each.construct);
        }
        return constructs;
    }

    private final class Rewriting extends ClassVisitor {
        private final MethodScan scan;
        private final String className;

        Rewriting(ClassVisitor next, MethodScan scan, String className) {
            super(Opcodes.ASM9, next);
            this.scan = scan;
            this.className = className;
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            for (MethodAdvice each : JdkClass.adviceFor(name, descriptor, declared)) {
                next = new AdviceVisitor(next, className, access, each, scan, epoch);
            }
            return next;
        }

        @Override
        public void visitEnd() {
            if (atFirstLoad) {
                addFields();
            }
            super.visitEnd();
        }

        private void addFields() {
            int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_TRANSIENT | Opcodes.ACC_SYNTHETIC;
            for (JdkClass each : declared) {
                for (JdkClass.AddedField field : each.fields) {
                    super.visitField(access, field.name(), field.descriptor(), null, null)
                            .visitEnd();
                }
            }
        }
    }
}
