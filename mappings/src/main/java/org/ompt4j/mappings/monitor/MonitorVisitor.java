package org.ompt4j.mappings.monitor;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.ompt4j.emitter.monitor.MonitorHooks;
import org.ompt4j.mappings.rewrite.ClassFacts;

/**
 * Puts hooks around the monitor instructions of one method.
 *
 * <pre>
 *   monitor
 *   dup; site; enter; istore token
 *   monitorenter
 *   iload token; acquired            covered by an entry of its own, first in the table, with the monitor's handler
 *   ...                              covered by the monitor's handler, as before
 *   monitor
 *   dup; site; release
 *   monitorexit
 * </pre>
 *
 * <p>The token has one local variable behind all others. It is set at the start of the method, so that it can be named in every
 * frame. Nothing stands right after a monitorexit.
 */
class MonitorVisitor extends MethodVisitor {
    private static final String HOOKS = Type.getInternalName(MonitorHooks.class);

    final MonitorPlan plan;
    private final ClassFacts facts;
    private final String method;
    private final List<Object[]> table = new ArrayList<>();
    private final List<Label> afterEnter = new ArrayList<>();
    private int line;
    private int entered;

    MonitorVisitor(MethodVisitor next, ClassFacts facts, String method, MonitorPlan plan) {
        super(Opcodes.ASM9, next);
        this.facts = facts;
        this.method = method;
        this.plan = plan;
        this.line = plan.firstLine;
    }

    final int tokenLocal() {
        return plan.maxLocals;
    }

    @Override
    public void visitCode() {
        super.visitCode();
        super.visitInsn(Opcodes.ICONST_0);
        super.visitVarInsn(Opcodes.ISTORE, tokenLocal());
    }

    /** Kept until all have come, which is before the first instruction: the new entries must stand first. */
    @Override
    public void visitTryCatchBlock(Label start, Label end, Label handler, @Nullable String type) {
        table.add(new Object[] {start, end, handler, type});
        if (table.size() == plan.tableSize) {
            writeTable();
        }
    }

    private void writeTable() {
        for (int entry : plan.tableEntries) {
            Label after = new Label();
            afterEnter.add(after);
            super.visitTryCatchBlock(after, (Label) table.get(entry)[0], (Label) table.get(entry)[2], null);
        }
        for (Object[] each : table) {
            super.visitTryCatchBlock((Label) each[0], (Label) each[1], (Label) each[2], (String) each[3]);
        }
    }

    @Override
    public void visitLineNumber(int number, Label start) {
        line = number;
        super.visitLineNumber(number, start);
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode == Opcodes.MONITORENTER) {
            callEnter();
            super.visitInsn(opcode);
            super.visitLabel(afterEnter.get(entered++));
            callAcquired();
        } else if (opcode == Opcodes.MONITOREXIT) {
            callRelease();
            super.visitInsn(opcode);
        } else {
            super.visitInsn(opcode);
        }
    }

    /** The monitor stays on the stack. */
    final void callEnter() {
        super.visitInsn(Opcodes.DUP);
        mv.visitLdcInsn(facts.site(method, line));
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, "enter", "(Ljava/lang/Object;I)I", false);
        mv.visitVarInsn(Opcodes.ISTORE, tokenLocal());
    }

    final void callAcquired() {
        mv.visitVarInsn(Opcodes.ILOAD, tokenLocal());
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, "acquired", "(I)V", false);
    }

    /** The monitor stays on the stack. */
    final void callRelease() {
        super.visitInsn(Opcodes.DUP);
        mv.visitLdcInsn(facts.site(method, line));
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, "release", "(Ljava/lang/Object;I)V", false);
    }

    @Override
    public void visitFrame(int type, int locals, Object[] local, int stacks, Object[] stack) {
        Object[] more = framed(locals, local);
        super.visitFrame(type, more.length, more, stacks, stack);
    }

    /** The locals of a frame with the added ones behind them. */
    private Object[] framed(int locals, Object[] local) {
        List<Object> more = new ArrayList<>();
        int slots = 0;
        for (int i = 0; i < locals; i++) {
            more.add(local[i]);
            slots += local[i] == Opcodes.LONG || local[i] == Opcodes.DOUBLE ? 2 : 1;
        }
        for (; slots < plan.maxLocals; slots++) {
            more.add(Opcodes.TOP);
        }
        addLocals(more);
        return more.toArray();
    }

    /** Names the added locals, in order. */
    void addLocals(List<Object> locals) {
        locals.add(Opcodes.INTEGER);
    }
}
