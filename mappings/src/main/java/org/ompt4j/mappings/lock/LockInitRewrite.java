package org.ompt4j.mappings.lock;

import java.util.Set;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.AnalyzerAdapter;
import org.ompt4j.emitter.lock.ReentrantLockHooks;
import org.ompt4j.mappings.rewrite.ApplicationRewrite;
import org.ompt4j.mappings.rewrite.ClassFacts;

/** Reports each lock after {@code new ReentrantLock(..)}. Constructor calls of subclasses are not rewritten. */
final class LockInitRewrite implements ApplicationRewrite {
    private static final String REENTRANT_LOCK = "java/util/concurrent/locks/ReentrantLock";
    private static final String HOOKS = Type.getInternalName(ReentrantLockHooks.class);

    @Override
    public boolean interestedIn(ClassFacts facts) {
        return !methodsMakingLocks(facts).isEmpty();
    }

    private static Set<String> methodsMakingLocks(ClassFacts facts) {
        return facts.methodsCalling(REENTRANT_LOCK, "<init>");
    }

    @Override
    public ClassVisitor rewrite(ClassVisitor next, ClassReader reader, ClassFacts facts) {
        Set<String> methods = methodsMakingLocks(facts);
        return new ClassVisitor(Opcodes.ASM9, next) {
            @Override
            public MethodVisitor visitMethod(
                    int access, String name, String descriptor, String signature, String[] exceptions) {
                MethodVisitor written = super.visitMethod(access, name, descriptor, signature, exceptions);
                if (!methods.contains(name + descriptor)) {
                    return written;
                }
                return new InMethod(new AnalyzerAdapter(facts.name(), access, name, descriptor, written), facts, name);
            }
        };
    }

    private static final class InMethod extends MethodVisitor {
        private final AnalyzerAdapter analyzer;
        private final ClassFacts facts;
        private final String method;
        private int line;

        InMethod(AnalyzerAdapter analyzer, ClassFacts facts, String method) {
            super(Opcodes.ASM9, analyzer);
            this.analyzer = analyzer;
            this.facts = facts;
            this.method = method;
        }

        @Override
        public void visitLineNumber(int number, Label start) {
            line = number;
            super.visitLineNumber(number, start);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            if (owner.equals(REENTRANT_LOCK) && name.equals("<init>") && newLockIsOnTop()) {
                super.visitInsn(Opcodes.DUP);
                super.visitLdcInsn(facts.callSite(method, line));
                super.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, "made", "(L" + REENTRANT_LOCK + ";I)V", false);
            }
        }

        /** Not after the call of a superclass's constructor, and not if the new lock is discarded. */
        private boolean newLockIsOnTop() {
            return analyzer.stack != null
                    && !analyzer.stack.isEmpty()
                    && REENTRANT_LOCK.equals(analyzer.stack.get(analyzer.stack.size() - 1));
        }
    }
}
