package org.ompt4j.mappings.monitor;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.AnalyzerAdapter;
import org.ompt4j.emitter.monitor.SynchronizedHooks;
import org.ompt4j.mappings.rewrite.ClassFacts;

/**
 * Inserts hooks around the monitor instructions of one method.
 *
 * <pre>
 *   monitor
 *   dup; astore kept
 *   dup; site; enter; istore token
 *   monitorenter
 *   iload token; acquired                        guarded
 *   ...
 *   monitor
 *   dup; astore kept
 *   dup; site; beginRelease; istore token        guarded
 *   monitorexit
 *   iload token; endRelease
 * </pre>
 *
 * <p>Code that is inserted where the monitor is held has an exception handler of its own, a guard at the end of the method: it exits the monitor and rethrows to the handlers outside of the block. The JIT refuses a method in which an exception could leave a monitor held, and compilers differ in what the handlers of their blocks cover. So the method's handlers are not changed, and the guards come first in the table.
 *
 * <p>Token and kept monitor are in local variables after all others. The token is set at the start of the method, so that every frame can name it. A hook is called after a monitorexit only where its handlers have ended and no other path leads: the JIT refuses a call that is covered by a handler which would exit the monitor once more. Elsewhere the release is reported before the monitorexit.
 */
class MonitorVisitor extends MethodVisitor {
    static final String THROWABLE = "java/lang/Throwable";
    private static final String HOOKS = Type.getInternalName(SynchronizedHooks.class);

    final MonitorPlan plan;
    private final ClassFacts facts;
    private final String method;
    /** Tracks the locals at the guarded places; null if there are none. */
    private final @Nullable AnalyzerAdapter analyzer;

    private final List<Handler> handlers = new ArrayList<>();
    private final Deque<Guard> enters = new ArrayDeque<>();
    private final Deque<Guard> exits = new ArrayDeque<>();
    private final Deque<MonitorPlan.Room> roomAfterExits = new ArrayDeque<>();
    private boolean owesEndOfRelease;
    private final List<Guard> passed = new ArrayList<>();
    int line;

    private record Handler(Label label, @Nullable String type) {}

    /** The exception handler for the call of a hook. */
    private static final class Guard {
        final Label start = new Label();
        final Label end = new Label();
        final Label handler = new Label();
        /** Null if the place is never reached. */
        final MonitorFlow.@Nullable Outside outside;
        /** The locals at the place; null in class files without frames. */
        Object @Nullable [] locals;

        Guard(MonitorFlow.@Nullable Outside outside) {
            this.outside = outside;
        }
    }

    MonitorVisitor(
            MethodVisitor next, ClassFacts facts, int access, String method, String descriptor, MonitorPlan plan) {
        super(Opcodes.ASM9, next);
        this.facts = facts;
        this.method = method;
        this.plan = plan;
        this.line = plan.firstLine;
        this.analyzer =
                plan.entersMonitors ? new AnalyzerAdapter(facts.name(), access, method, descriptor, next) : null;
        if (analyzer != null) {
            this.mv = analyzer;
        }
    }

    final int tokenLocal() {
        return plan.maxLocals;
    }

    private int keptLocal() {
        return plan.maxLocals + 1;
    }

    @Override
    public void visitCode() {
        super.visitCode();
        plan.enters.forEach(outside -> enters.add(guard(outside)));
        for (MonitorPlan.Exit each : plan.exits) {
            exits.add(guard(each.outside()));
            roomAfterExits.add(each.after());
        }
        super.visitInsn(Opcodes.ICONST_0);
        super.visitVarInsn(Opcodes.ISTORE, tokenLocal());
    }

    /** Written before the method's own entries, which the visitor gets later. */
    private Guard guard(MonitorFlow.@Nullable Outside outside) {
        Guard guard = new Guard(outside);
        if (outside != null) {
            mv.visitTryCatchBlock(guard.start, guard.end, guard.handler, null);
        }
        return guard;
    }

    @Override
    public void visitTryCatchBlock(Label start, Label end, Label handler, @Nullable String type) {
        handlers.add(new Handler(handler, type));
        super.visitTryCatchBlock(start, end, handler, type);
    }

    @Override
    public void visitLineNumber(int number, Label start) {
        line = number;
        super.visitLineNumber(number, start);
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode == Opcodes.MONITORENTER) {
            enter(enters.remove());
        } else if (opcode == Opcodes.MONITOREXIT) {
            exit(exits.remove(), roomAfterExits.remove());
        } else {
            super.visitInsn(opcode);
        }
    }

    private void enter(Guard guard) {
        if (guard.outside == null) {
            super.visitInsn(Opcodes.MONITORENTER);
            return;
        }
        keepMonitor();
        callEnter();
        super.visitInsn(Opcodes.MONITORENTER);
        begin(guard);
        callAcquired();
        mv.visitLabel(guard.end);
    }

    private void exit(Guard guard, MonitorPlan.Room after) {
        if (guard.outside == null) {
            super.visitInsn(Opcodes.MONITOREXIT);
            return;
        }
        keepMonitor();
        mv.visitInsn(Opcodes.DUP);
        begin(guard);
        if (after == MonitorPlan.Room.NONE) {
            callRelease(line);
        } else {
            callBeginRelease();
        }
        mv.visitLabel(guard.end);
        super.visitInsn(Opcodes.MONITOREXIT);
        owesEndOfRelease = after == MonitorPlan.Room.AFTER_LABEL;
        if (after == MonitorPlan.Room.RIGHT_AFTER) {
            callEndRelease();
        }
    }

    @Override
    public void visitLabel(Label label) {
        super.visitLabel(label);
        if (owesEndOfRelease) {
            owesEndOfRelease = false;
            callEndRelease();
        }
    }

    private void keepMonitor() {
        mv.visitInsn(Opcodes.DUP);
        mv.visitVarInsn(Opcodes.ASTORE, keptLocal());
    }

    private void begin(Guard guard) {
        mv.visitLabel(guard.start);
        guard.locals = localsHere();
        passed.add(guard);
    }

    private Object @Nullable [] localsHere() {
        if (analyzer == null || analyzer.locals == null) {
            return null;
        }
        List<Object> locals = new ArrayList<>();
        for (int i = 0; i < analyzer.locals.size(); i++) {
            Object each = analyzer.locals.get(i);
            locals.add(each);
            // The analyzer has both slots of such a value, a frame only the first.
            i += each == Opcodes.LONG || each == Opcodes.DOUBLE ? 1 : 0;
        }
        return locals.toArray();
    }

    /** The monitor stays on the stack. */
    final void callEnter() {
        mv.visitInsn(Opcodes.DUP);
        mv.visitLdcInsn(facts.callSite(method, line));
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

    /** Uses up the monitor on the stack. */
    final void callRelease(int atLine) {
        mv.visitLdcInsn(facts.callSite(method, atLine));
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, "release", "(Ljava/lang/Object;I)V", false);
    }

    /** Uses up the monitor on the stack. */
    final void callBeginRelease() {
        mv.visitLdcInsn(facts.callSite(method, line));
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, "beginRelease", "(Ljava/lang/Object;I)I", false);
        mv.visitVarInsn(Opcodes.ISTORE, tokenLocal());
    }

    final void callEndRelease() {
        mv.visitVarInsn(Opcodes.ILOAD, tokenLocal());
        mv.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, "endRelease", "(I)V", false);
    }

    @Override
    public void visitFrame(int type, int locals, Object[] local, int stacks, Object[] stack) {
        Object[] more = framed(locals, local);
        super.visitFrame(type, more.length, more, stacks, stack);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        writeGuards();
        super.visitMaxs(maxStack, maxLocals);
    }

    /** Writes the guards; returns whether there are any. */
    final boolean writeGuards() {
        for (Guard each : passed) {
            write(each, Objects.requireNonNull(each.outside, "only what is reached has a guard"));
        }
        boolean any = !passed.isEmpty();
        passed.clear();
        return any;
    }

    /** Exits the monitor, and all monitors that no handler would exit, and rethrows. */
    private void write(Guard guard, MonitorFlow.Outside outside) {
        Label end = new Label();
        mv.visitLabel(guard.handler);
        if (guard.locals != null) {
            mv.visitFrame(Opcodes.F_NEW, guard.locals.length, guard.locals, 1, new Object[] {THROWABLE});
        }
        exitOf(keptLocal());
        outside.monitors().forEach(this::exitOf);
        mv.visitInsn(Opcodes.ATHROW);
        mv.visitLabel(end);
        for (int entry : outside.handlers()) {
            Handler outer = handlers.get(entry);
            mv.visitTryCatchBlock(guard.handler, end, outer.label, outer.type);
        }
    }

    private void exitOf(int local) {
        mv.visitVarInsn(Opcodes.ALOAD, local);
        mv.visitInsn(Opcodes.MONITOREXIT);
    }

    /** The locals of a frame, followed by the added ones. */
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
