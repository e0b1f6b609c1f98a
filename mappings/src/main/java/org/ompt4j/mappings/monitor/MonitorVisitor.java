package org.ompt4j.mappings.monitor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
 * <p>A handler of a monitor covers its own monitorexit, and C1 gives up a method in which a call is covered by the handler that it
 * stands in. So the hook of a release by an exception stands in a detour: the ranges lead to it, and it throws on to the handler,
 * which is left as it was.
 *
 * <p>The token has one local variable behind all others. It is set at the start of the method, so that it can be named in every
 * frame. Nothing stands right after a monitorexit.
 */
class MonitorVisitor extends MethodVisitor {
    static final String THROWABLE = "java/lang/Throwable";
    private static final String HOOKS = Type.getInternalName(MonitorHooks.class);

    final MonitorPlan plan;
    private final ClassFacts facts;
    private final String method;
    private final List<Object[]> table = new ArrayList<>();
    private final List<Label> afterEnter = new ArrayList<>();
    private final Map<Label, Detour> detours = new LinkedHashMap<>();
    private final List<Detour> awaitingFrame = new ArrayList<>();
    int line;
    private int entered;
    private int exited;

    /** What stands before the handler of a monitor. */
    private static final class Detour {
        final Label start = new Label();
        final int monitorLocal;
        int line;
        /** The locals at the handler; null in class files without frames. */
        Object @Nullable [] locals;

        Detour(int monitorLocal) {
            this.monitorLocal = monitorLocal;
        }
    }

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
        for (int i = 0; i < table.size(); i++) {
            Object[] each = table.get(i);
            Label start = (Label) each[0];
            Label end = (Label) each[1];
            Label handler = (Label) each[2];
            switch (plan.handlers.get(i)) {
                case OF_MONITOR -> super.visitTryCatchBlock(start, end, detourTo(handler, i), null);
                case OF_MONITOR_AND_ITSELF -> {
                    super.visitTryCatchBlock(start, handler, detourTo(handler, i), null);
                    super.visitTryCatchBlock(handler, end, handler, null);
                }
                case OF_MONITOR_ITSELF, OTHER -> super.visitTryCatchBlock(start, end, handler, (String) each[3]);
            }
        }
    }

    private Label detourTo(Label handler, int entry) {
        Detour known = detours.get(handler);
        if (known == null) {
            known = new Detour(plan.monitorLocals.get(entry));
            known.line = plan.firstLine;
            detours.put(handler, known);
        }
        return known.start;
    }

    @Override
    public void visitLabel(Label label) {
        super.visitLabel(label);
        Detour detour = detours.get(label);
        if (detour != null) {
            awaitingFrame.add(detour);
        }
    }

    @Override
    public void visitLineNumber(int number, Label start) {
        line = number;
        for (Detour each : awaitingFrame) {
            each.line = number;
        }
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
            if (!plan.exitsOfHandlers.contains(exited++)) {
                callRelease();
            }
            super.visitInsn(opcode);
        } else {
            super.visitInsn(opcode);
        }
    }

    /** The monitor stays on the stack. */
    final void callEnter() {
        mv.visitInsn(Opcodes.DUP);
        mv.visitLdcInsn(facts.site(method, line));
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, "enter", "(Ljava/lang/Object;I)I", false);
        mv.visitVarInsn(Opcodes.ISTORE, tokenLocal());
    }

    final void callSame() {
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, "same", "(Ljava/lang/Object;)Ljava/lang/Object;", false);
    }

    final void callAcquired() {
        mv.visitVarInsn(Opcodes.ILOAD, tokenLocal());
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, "acquired", "(I)V", false);
    }

    private void callRelease() {
        mv.visitInsn(Opcodes.DUP);
        callRelease(line);
    }

    /** Uses up the monitor on the stack. */
    final void callRelease(int atLine) {
        mv.visitLdcInsn(facts.site(method, atLine));
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, "release", "(Ljava/lang/Object;I)V", false);
    }

    @Override
    public void visitFrame(int type, int locals, Object[] local, int stacks, Object[] stack) {
        Object[] more = framed(locals, local);
        for (Detour each : awaitingFrame) {
            each.locals = more;
        }
        awaitingFrame.clear();
        super.visitFrame(type, more.length, more, stacks, stack);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        for (Map.Entry<Label, Detour> each : detours.entrySet()) {
            Detour detour = each.getValue();
            detour(detour.start, detour.locals, detour.monitorLocal, detour.line, each.getKey());
        }
        super.visitMaxs(maxStack, maxLocals);
    }

    /** Reports the release of the monitor in a local and throws on to the monitor's handler. */
    final void detour(Label start, Object @Nullable [] locals, int monitorLocal, int atLine, Label handler) {
        Label end = new Label();
        mv.visitLabel(start);
        if (locals != null) {
            mv.visitFrame(Opcodes.F_NEW, locals.length, locals, 1, new Object[] {THROWABLE});
        }
        mv.visitVarInsn(Opcodes.ALOAD, monitorLocal);
        callRelease(atLine);
        mv.visitInsn(Opcodes.ATHROW);
        mv.visitLabel(end);
        mv.visitTryCatchBlock(start, end, handler, null);
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
