package org.ompt4j.mappings.rewrite;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Inserts hooks around {@link LibraryCalls}. */
final class LibraryRewrite implements ApplicationRewrite {
    private final LibraryCalls calls;
    private final int epoch;

    LibraryRewrite(LibraryCalls calls, int epoch) {
        this.calls = calls;
        this.epoch = epoch;
    }

    LibraryCalls calls() {
        return calls;
    }

    @Override
    public boolean isOfThreads() {
        return true;
    }

    @Override
    public boolean interestedIn(ClassFacts facts) {
        return calls.isCaller(facts.name());
    }

    @Override
    public ClassVisitor rewrite(ClassVisitor next, ClassReader reader, ClassFacts facts) {
        JdkClass declared = new JdkClass(calls.construct(), facts.name());
        reader.accept(new Finder(declared), ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return new JdkClassRewriter(List.of(declared), false, epoch).visitor(next, reader);
    }

    /** Declares those of the calls that the class contains. */
    private final class Finder extends ClassVisitor {
        private final JdkClass declared;

        Finder(JdkClass declared) {
            super(Opcodes.ASM9);
            this.declared = declared;
        }

        @Override
        public @Nullable MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            boolean isCaller = calls.callers().contains(name) && (access & Opcodes.ACC_STATIC) == 0;
            return isCaller ? new InMethod(name + descriptor) : null;
        }

        private final class InMethod extends MethodVisitor {
            private final String method;
            private final Set<String> found = new HashSet<>();

            InMethod(String method) {
                super(Opcodes.ASM9);
                this.method = method;
            }

            @Override
            public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
                if (calls.isCalled(owner, name) && found.add(descriptor)) {
                    declared.method(method)
                            .aroundCall(owner, name + descriptor)
                            .beforeWithToken(calls.begin())
                            .exit(calls.end());
                }
            }
        }
    }
}
