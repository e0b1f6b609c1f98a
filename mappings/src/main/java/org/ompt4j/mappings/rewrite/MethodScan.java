package org.ompt4j.mappings.rewrite;

import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * A first pass over a class: counts which of the declared methods, calls and reads it has, and how often.
 *
 * <p>The numbers are needed before the rewriting starts: a construct is rewritten completely or not at all, and exception handlers around calls must
 * come first in a method's table.
 */
final class MethodScan extends ClassVisitor {
    private final List<JdkClass> declared;
    private final Map<MethodAdvice, Boolean> found = new HashMap<>();
    private final Map<MethodAdvice.CallAdvice, Integer> calls = new HashMap<>();
    /** Compared by identity, since the advice of another method can be equal. */
    private final Map<MethodAdvice.ReadAdvice, Integer> reads = new IdentityHashMap<>();

    private MethodScan(List<JdkClass> declared) {
        super(Opcodes.ASM9);
        this.declared = declared;
    }

    static MethodScan of(ClassReader reader, List<JdkClass> declared) {
        MethodScan scan = new MethodScan(declared);
        reader.accept(scan, ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
        return scan;
    }

    int occurrences(MethodAdvice.CallAdvice call) {
        Integer count = calls.get(call);
        return count == null ? 0 : count;
    }

    void missing(JdkClass owner, MethodAdvice method, List<String> texts) {
        String text = owner.internalName.replace('/', '.') + '.' + method.method;
        if (!found.containsKey(method)) {
            texts.add(text + " does not exist in this JDK");
            return;
        }
        for (MethodAdvice.CallAdvice call : method.calls) {
            int count = occurrences(call);
            if (count != call.expected) {
                texts.add(text + " calls " + call.called.substring(0, call.called.indexOf('(')) + ' ' + count
                        + " times instead of " + call.expected + " in this JDK");
            }
        }
        for (MethodAdvice.ReadAdvice read : method.reads) {
            int count = reads.getOrDefault(read, 0);
            if (count != read.expected()) {
                texts.add(text + " reads " + read.field() + ' ' + count + " times instead of " + read.expected()
                        + " in this JDK");
            }
        }
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
            int access, String name, String descriptor, String signature, String[] exceptions) {
        MethodVisitor visitor = null;
        for (MethodAdvice method : JdkClass.adviceFor(name, descriptor, declared)) {
            found.put(method, true);
            if (!method.calls.isEmpty() || !method.reads.isEmpty()) {
                visitor = new Counter(visitor, method);
            }
        }
        return visitor;
    }

    private final class Counter extends MethodVisitor {
        private final MethodAdvice method;

        Counter(@Nullable MethodVisitor next, MethodAdvice method) {
            super(Opcodes.ASM9, next);
            this.method = method;
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            for (MethodAdvice.CallAdvice call : method.calls) {
                if (call.matches(owner, name, descriptor)) {
                    calls.put(call, occurrences(call) + 1);
                }
            }
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
        }

        @Override
        public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
            for (MethodAdvice.ReadAdvice read : method.reads) {
                if (read.matches(opcode, owner, name)) {
                    reads.merge(read, 1, Integer::sum);
                }
            }
            super.visitFieldInsn(opcode, owner, name, descriptor);
        }
    }
}
