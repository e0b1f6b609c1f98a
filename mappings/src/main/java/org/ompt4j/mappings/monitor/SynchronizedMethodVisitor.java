package org.ompt4j.mappings.monitor;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.ompt4j.mappings.rewrite.ClassFacts;

/**
 * Makes the body of a method that was synchronized a synchronized block, with the hooks of {@link MonitorVisitor}. The block has the same layout as
 * that of compilers: its handler covers everything except the code between a monitorexit and the following return.
 */
final class SynchronizedMethodVisitor extends MonitorVisitor {
    /*
     * Overview. Compilers let the handler of a monitor cover its own monitorexit. C1 does not compile a method with a call in a handler that covers
     * itself ("error while joining with exception handler"), and any call outside of a handler's range while the monitor is held makes the whole
     * method uncompilable ("unbalanced monitors"). So a release by an exception is reported in code at the end of the method, which rethrows and is
     * the only code that the handler covers.
     *
     * HotSpot also refuses a method with nested monitors if it can see that both references are the same: a synchronized method that contains
     * synchronized (this) would become such a method. So the monitor is entered through an identity call.
     */
    private final ClassFacts facts;
    private final boolean isStatic;
    private final List<Label> ranges = new ArrayList<>();
    private final Deque<Boolean> uncoveredReturns;

    SynchronizedMethodVisitor(
            MethodVisitor next, ClassFacts facts, int access, String method, String descriptor, MonitorPlan plan) {
        super(next, facts, access, method, descriptor, plan);
        this.facts = facts;
        this.isStatic = (access & Opcodes.ACC_STATIC) != 0;
        this.uncoveredReturns = new ArrayDeque<>(plan.uncoveredReturns);
    }

    private int monitorLocal() {
        return tokenLocal() + 2;
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
        boolean hasRoomAfter = uncoveredReturns.remove();
        mv.visitVarInsn(Opcodes.ALOAD, monitorLocal());
        mv.visitInsn(Opcodes.DUP);
        if (hasRoomAfter) {
            callBeginRelease();
        } else {
            callRelease(line);
        }
        mv.visitInsn(Opcodes.MONITOREXIT);
        endRange();
        if (hasRoomAfter) {
            callEndRelease();
        }
        mv.visitInsn(opcode);
        beginRange();
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        // Its guards are inside the range that holds the method's monitor.
        if (writeGuards() || !plan.endsWithReturn) {
            endRange();
        } else {
            // A range without instructions is not allowed.
            ranges.remove(ranges.size() - 1);
        }
        Label detour = new Label();
        for (int i = 0; i < ranges.size(); i += 2) {
            mv.visitTryCatchBlock(ranges.get(i), ranges.get(i + 1), detour, null);
        }
        Label handler = new Label();
        exitAndThrow(handler);
        releaseAndThrowTo(handler, detour);
        super.visitMaxs(maxStack, maxLocals);
    }

    private void exitAndThrow(Label handler) {
        Label end = new Label();
        beginHandler(handler);
        mv.visitInsn(Opcodes.MONITOREXIT);
        mv.visitLabel(end);
        mv.visitInsn(Opcodes.ATHROW);
        mv.visitTryCatchBlock(handler, end, handler, null);
    }

    /** A detour, since C1 does not compile a method in which a call is covered by the handler that contains it. */
    private void releaseAndThrowTo(Label handler, Label detour) {
        Label end = new Label();
        beginHandler(detour);
        callRelease(plan.firstLine);
        mv.visitInsn(Opcodes.ATHROW);
        mv.visitLabel(end);
        mv.visitTryCatchBlock(detour, end, handler, null);
    }

    /** Puts the monitor on the stack. */
    private void beginHandler(Label start) {
        Object[] locals = handlerLocals();
        mv.visitLabel(start);
        mv.visitFrame(Opcodes.F_NEW, locals.length, locals, 1, new Object[] {THROWABLE});
        mv.visitVarInsn(Opcodes.ALOAD, monitorLocal());
    }

    /** The types of the method's own locals differ from place to place. */
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
        locals.add(Opcodes.TOP);
        locals.add("java/lang/Object");
    }
}
