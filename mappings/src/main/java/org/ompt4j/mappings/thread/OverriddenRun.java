package org.ompt4j.mappings.thread;

import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.ompt4j.emitter.thread.ThreadHooks;
import org.ompt4j.mappings.rewrite.ApplicationRewrite;
import org.ompt4j.mappings.rewrite.ClassFacts;

/** A class that overrides {@code run} of {@code Thread} bypasses the hook there, so its {@code run} calls the same hook. */
final class OverriddenRun implements ApplicationRewrite {
    private static final String HOOKS = Type.getInternalName(ThreadHooks.class);
    private static final String THREAD = "java/lang/Thread";

    @Override
    public boolean interestedIn(ClassFacts facts) {
        String superName = facts.superName();
        return superName != null
                && (superName.equals(THREAD) || !superName.startsWith("java/"))
                && facts.declares("run", "()V")
                && facts.isSubtype(superName, THREAD);
    }

    @Override
    public ClassVisitor rewrite(ClassVisitor next, ClassReader reader, ClassFacts facts) {
        return new ClassVisitor(Opcodes.ASM9, next) {
            @Override
            public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] exceptions) {
                MethodVisitor method = super.visitMethod(access, name, descriptor, signature, exceptions);
                boolean isRun = name.equals("run") && descriptor.equals("()V") && (access & Opcodes.ACC_STATIC) == 0;
                return isRun ? new Entered(method) : method;
            }
        };
    }

    private static final class Entered extends MethodVisitor {

        Entered(MethodVisitor next) {
            super(Opcodes.ASM9, next);
        }

        @Override
        public void visitCode() {
            super.visitCode();
            super.visitVarInsn(Opcodes.ALOAD, 0);
            super.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, "run", "(Ljava/lang/Thread;)V", false);
        }
    }
}
