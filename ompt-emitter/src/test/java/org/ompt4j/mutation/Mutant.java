package org.ompt4j.mutation;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;

/**
 * A class that has one thing wrong: a method answers a constant, always or for one argument, and does nothing else.
 *
 * @param owner the class, by its binary name
 * @param onlyFor the argument for which the method is wrong: an enumerator or a string; null for every one
 * @param answer a number (0 and 1 also for false and true), an enumerator of the method's type, or null
 */
public record Mutant(
        String owner,
        String method,
        @Nullable Object onlyFor,
        @Nullable Object answer) {

    /**
     * The bytes of the class with the fault in it.
     *
     * @throws IllegalStateException if the method is not there
     */
    byte[] applyTo(byte[] classFile) {
        ClassReader reader = new ClassReader(classFile);
        ClassWriter writer = new ClassWriter(reader, ClassWriter.COMPUTE_MAXS);
        int[] found = new int[1];
        reader.accept(
                new ClassVisitor(Opcodes.ASM9, writer) {
                    @Override
                    public MethodVisitor visitMethod(
                            int access, String name, String descriptor, String signature, String[] thrown) {
                        MethodVisitor next = super.visitMethod(access, name, descriptor, signature, thrown);
                        if (!isIt(access, name, descriptor)) {
                            return next;
                        }
                        found[0]++;
                        return onlyFor == null ? always(next, descriptor) : forOne(next, access, descriptor);
                    }
                },
                0);
        if (found[0] != 1) {
            throw new IllegalStateException(found[0] + " methods are what " + this + " names");
        }
        return writer.toByteArray();
    }

    private boolean isIt(int access, String name, String descriptor) {
        return name.equals(method)
                && (access & (Opcodes.ACC_BRIDGE | Opcodes.ACC_SYNTHETIC)) == 0
                && (onlyFor == null || argument(0, descriptor) >= 0);
    }

    /** The local variable with the argument that is looked at, the first one being {@code first}; -1 if there is none. */
    private int argument(int first, String descriptor) {
        int local = first;
        for (Type each : Type.getArgumentTypes(descriptor)) {
            if (each.equals(Type.getType(typeOf(onlyFor)))) {
                return local;
            }
            local += each.getSize();
        }
        return -1;
    }

    private static Class<?> typeOf(Object constant) {
        return constant instanceof Enum<?> enumerator ? enumerator.getDeclaringClass() : constant.getClass();
    }

    private @Nullable MethodVisitor always(MethodVisitor code, String descriptor) {
        code.visitCode();
        answer(code, Type.getReturnType(descriptor));
        code.visitMaxs(0, 0);
        code.visitEnd();
        return null;
    }

    private MethodVisitor forOne(MethodVisitor code, int access, String descriptor) {
        int local = argument((access & Opcodes.ACC_STATIC) == 0 ? 1 : 0, descriptor);
        return new MethodVisitor(Opcodes.ASM9, code) {
            @Override
            public void visitCode() {
                super.visitCode();
                Label others = new Label();
                constant(code, onlyFor);
                code.visitVarInsn(Opcodes.ALOAD, local);
                code.visitMethodInsn(
                        Opcodes.INVOKEVIRTUAL, "java/lang/Object", "equals", "(Ljava/lang/Object;)Z", false);
                code.visitJumpInsn(Opcodes.IFEQ, others);
                answer(code, Type.getReturnType(descriptor));
                code.visitLabel(others);
                code.visitFrame(Opcodes.F_SAME, 0, null, 0, null);
            }
        };
    }

    private void answer(MethodVisitor code, Type type) {
        switch (type.getSort()) {
            case Type.VOID -> {}
            case Type.INT, Type.BOOLEAN -> code.visitLdcInsn(((Number) answer).intValue());
            case Type.LONG -> code.visitLdcInsn(((Number) answer).longValue());
            case Type.DOUBLE -> code.visitLdcInsn(((Number) answer).doubleValue());
            case Type.OBJECT -> constant(code, answer);
            default -> throw new IllegalStateException("no constant of " + type);
        }
        code.visitInsn(type.getOpcode(Opcodes.IRETURN));
    }

    private static void constant(MethodVisitor code, @Nullable Object constant) {
        if (constant instanceof Enum<?> enumerator) {
            Type type = Type.getType(enumerator.getDeclaringClass());
            code.visitFieldInsn(Opcodes.GETSTATIC, type.getInternalName(), enumerator.name(), type.getDescriptor());
        } else if (constant == null) {
            code.visitInsn(Opcodes.ACONST_NULL);
        } else {
            code.visitLdcInsn(constant);
        }
    }
}
