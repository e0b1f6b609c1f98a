package org.ompt4j.mappings.monitor;

import java.util.ArrayList;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.ompt4j.mappings.rewrite.ClassFacts;

/**
 * Makes the body of a method that was synchronized a synchronized block, with the hooks of {@link MonitorVisitor}. The block is laid
 * out as compilers do it: its handler covers everything but what stands between a monitorexit and the return after it.
 */
final class SynchronizedMethodVisitor extends MonitorVisitor {
    private final ClassFacts facts;
    private final boolean isStatic;
    private final List<Label> ranges = new ArrayList<>();
    private final Label handler = new Label();

    SynchronizedMethodVisitor(MethodVisitor next, ClassFacts facts, String method, MonitorPlan plan, boolean isStatic) {
        super(next, facts, method, plan);
        this.facts = facts;
        this.isStatic = isStatic;
    }

    private int monitorLocal() {
        return tokenLocal() + 1;
    }

    @Override
    public void visitCode() {
        super.visitCode();
        if (plan.firstLine != 0) {
            Label start = new Label();
            mv.visitLabel(start);
            mv.visitLineNumber(plan.firstLine, start);
        }
        if (isStatic) {
            mv.visitLdcInsn(Type.getObjectType(facts.name()));
        } else {
            mv.visitVarInsn(Opcodes.ALOAD, 0);
            callSame();
        }
        mv.visitInsn(Opcodes.DUP);
        mv.visitVarInsn(Opcodes.ASTORE, monitorLocal());
        callEnter();
        mv.visitInsn(Opcodes.MONITORENTER);
        beginRange();
        callAcquired();
    }

    private void beginRange() {
        Label start = new Label();
        mv.visitLabel(start);
        ranges.add(start);
    }

    private void endRange() {
        Label end = new Label();
        mv.visitLabel(end);
        ranges.add(end);
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode < Opcodes.IRETURN || opcode > Opcodes.RETURN) {
            super.visitInsn(opcode);
            return;
        }
        mv.visitVarInsn(Opcodes.ALOAD, monitorLocal());
        mv.visitInsn(Opcodes.DUP);
        callRelease(line);
        mv.visitInsn(Opcodes.MONITOREXIT);
        endRange();
        mv.visitInsn(opcode);
        beginRange();
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        if (plan.endsWithReturn) {
            // A range without instructions is not allowed.
            ranges.remove(ranges.size() - 1);
        } else {
            endRange();
        }
        Label detour = new Label();
        for (int i = 0; i < ranges.size(); i += 2) {
            mv.visitTryCatchBlock(ranges.get(i), ranges.get(i + 1), detour, null);
        }
        exitAndThrow();
        detour(detour, handlerLocals(), monitorLocal(), plan.firstLine, handler);
        super.visitMaxs(maxStack, maxLocals);
    }

    private void exitAndThrow() {
        Label end = new Label();
        mv.visitLabel(handler);
        mv.visitFrame(Opcodes.F_NEW, plan.maxLocals + 2, handlerLocals(), 1, new Object[] {THROWABLE});
        mv.visitVarInsn(Opcodes.ALOAD, monitorLocal());
        mv.visitInsn(Opcodes.MONITOREXIT);
        mv.visitLabel(end);
        mv.visitInsn(Opcodes.ATHROW);
        mv.visitTryCatchBlock(handler, end, handler, null);
    }

    /** What the method keeps in its own locals differs from place to place. */
    private Object[] handlerLocals() {
        List<Object> locals = new ArrayList<>();
        for (int i = 0; i < plan.maxLocals; i++) {
            locals.add(Opcodes.TOP);
        }
        addLocals(locals);
        return locals.toArray();
    }

    @Override
    void addLocals(List<Object> locals) {
        super.addLocals(locals);
        locals.add("java/lang/Object");
    }
}
