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
 * Rewrites one class of the JDK as the mappings declared, for each construct completely or not at all, but for what is {@linkplain
 * JdkClass#dispensable dispensable}. Only the fields of a class that is already loaded are not added: the emitter keeps their values elsewhere.
 *
 * <p>Thread safety: none; one object per transformation.
 */
public final class JdkClassRewriter {
    private final List<JdkClass> declared;
    private final boolean atFirstLoad;
    private final int epoch;
    private final List<Unmatched> unmatched = new ArrayList<>();

    /**
     * A declaration that was not found exactly as often as required.
     *
     * @param lost what is not observed because of that; null if it is the whole construct
     */
    public record Unmatched(Construct construct, @Nullable String lost, String text) {

        /** Says what is not observed, and why. */
        String sentence() {
            return construct.id() + (lost == null ? "" : ": " + lost) + " is not observed: " + text;
        }
    }

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

    /** The rewritten class, or null if for no construct everything was found that is declared: see {@link #unmatched}. */
    public byte @Nullable [] rewrite(byte[] original) {
        ClassReader reader = new ClassReader(original);
        MethodScan scan = MethodScan.of(reader, declared);
        List<JdkClass> fitting = fitting(scan);
        if (fitting.isEmpty()) {
            return null;
        }
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        reader.accept(new Rewriting(writer, scan, reader.getClassName(), fitting), ClassReader.EXPAND_FRAMES);
        return writer.toByteArray();
    }

    private static void leaveOut(JdkClass misfit, List<JdkClass> fitting) {
        for (int i = fitting.size() - 1; i >= 0; i--) {
            JdkClass each = fitting.get(i);
            if (each == misfit || misfit.lost == null && each.construct == misfit.construct) {
                fitting.remove(i);
            }
        }
    }

    /** Adds what does not fit to {@link #unmatched}. */
    private List<JdkClass> fitting(MethodScan scan) {
        List<JdkClass> fitting = new ArrayList<>(declared);
        for (JdkClass each : declared) {
            List<String> missing = new ArrayList<>(0);
            for (MethodAdvice method : each.methods) {
                scan.missing(each, method, missing);
            }
            for (String text : missing) {
                unmatched.add(new Unmatched(each.construct, each.lost, text));
            }
            if (!missing.isEmpty()) {
                leaveOut(each, fitting);
            }
        }
        return fitting;
    }

    /** A visitor that rewrites all declared methods that exist, for a class that is read with expanded frames. */
    ClassVisitor visitor(ClassVisitor next, ClassReader reader) {
        return new Rewriting(next, MethodScan.of(reader, declared), reader.getClassName(), declared);
    }

    /** Declarations that were not found exactly as often as required. */
    public List<Unmatched> unmatched() {
        return unmatched;
    }

    private final class Rewriting extends ClassVisitor {
        private final MethodScan scan;
        private final String className;
        private final List<JdkClass> fitting;

        Rewriting(ClassVisitor next, MethodScan scan, String className, List<JdkClass> fitting) {
            super(Opcodes.ASM9, next);
            this.scan = scan;
            this.className = className;
            this.fitting = fitting;
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
            for (MethodAdvice each : JdkClass.adviceFor(name, descriptor, fitting)) {
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
            for (JdkClass each : fitting) {
                for (JdkClass.AddedField field : each.fields) {
                    super.visitField(access, field.name(), field.descriptor(), null, null)
                            .visitEnd();
                }
            }
        }
    }
}
