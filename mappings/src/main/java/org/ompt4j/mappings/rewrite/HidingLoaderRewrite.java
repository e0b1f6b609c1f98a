package org.ompt4j.mappings.rewrite;

import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.ompt4j.emitter.HiddenHooks;

/**
 * Makes class loaders find the hooks, whatever they delegate to other loaders: otherwise their rewritten classes could not be linked. A class counts
 * as a class loader if the name of its superclass ends in {@code ClassLoader}, as is so in all containers.
 */
final class HidingLoaderRewrite implements ApplicationRewrite {
    private static final String LOAD = "loadClass";
    private static final String BY_NAME = "(Ljava/lang/String;)Ljava/lang/Class;";
    private static final String BY_NAME_AND_RESOLVE = "(Ljava/lang/String;Z)Ljava/lang/Class;";
    private static final String NAMED = "ClassLoader";

    /** Whether a class of this name can be a class loader, which must be rewritten even if only the classes that it loads are observed. */
    static boolean mayBeLoader(String internalName) {
        return internalName.endsWith(NAMED);
    }

    @Override
    public boolean interestedIn(ClassFacts facts) {
        String superName = facts.superName();
        return superName != null
                && superName.endsWith(NAMED)
                && (facts.declares(LOAD, BY_NAME_AND_RESOLVE) || facts.declares(LOAD, BY_NAME));
    }

    @Override
    public ClassVisitor rewrite(ClassVisitor next, ClassReader reader, ClassFacts facts) {
        return new ClassVisitor(Opcodes.ASM9, next) {
            @Override
            public @Nullable MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] exceptions) {
                MethodVisitor written = super.visitMethod(access, name, descriptor, signature, exceptions);
                boolean withResolve = descriptor.equals(BY_NAME_AND_RESOLVE);
                boolean loads = name.equals(LOAD) && (withResolve || descriptor.equals(BY_NAME));
                boolean hasBody = (access & (Opcodes.ACC_STATIC | Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) == 0;
                return loads && hasBody ? new Loading(written, facts.name(), withResolve) : written;
            }
        };
    }

    private static final class Loading extends MethodVisitor {
        private final Object[] locals;

        Loading(MethodVisitor next, String owner, boolean withResolve) {
            super(Opcodes.ASM9, next);
            this.locals = withResolve
                    ? new Object[] {owner, "java/lang/String", Opcodes.INTEGER}
                    : new Object[] {owner, "java/lang/String"};
        }

        @Override
        public void visitCode() {
            super.visitCode();
            Label notOurs = new Label();
            super.visitVarInsn(Opcodes.ALOAD, 1);
            super.visitMethodInsn(
                    Opcodes.INVOKESTATIC,
                    Type.getInternalName(HiddenHooks.class),
                    "find",
                    "(Ljava/lang/String;)Ljava/lang/Class;",
                    false);
            super.visitInsn(Opcodes.DUP);
            super.visitJumpInsn(Opcodes.IFNULL, notOurs);
            super.visitInsn(Opcodes.ARETURN);
            super.visitLabel(notOurs);
            super.visitFrame(Opcodes.F_NEW, locals.length, locals, 1, new Object[] {"java/lang/Class"});
            super.visitInsn(Opcodes.POP);
        }
    }
}
