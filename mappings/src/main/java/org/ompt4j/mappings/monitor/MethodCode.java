package org.ompt4j.mappings.monitor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * The instructions of a method by number, as far as they matter for its monitors: their successors, the locals they store, and whether they throw.
 */
final class MethodCode extends MethodVisitor {
    private final List<Integer> opcodes = new ArrayList<>();
    private final Map<Integer, Integer> locals = new HashMap<>();
    private final Map<Integer, List<Label>> jumps = new HashMap<>();
    private final Map<Label, Integer> positions = new HashMap<>();
    private final List<TableEntry> table = new ArrayList<>();
    private final Set<Label> targets = new HashSet<>();
    private final Set<Integer> landings = new HashSet<>();
    private final Set<Integer> plainConstants = new HashSet<>();
    private final MonitorPlan plan;

    private record TableEntry(
            Label start, Label end, Label handler, @Nullable String type) {}

    MethodCode(MonitorPlan plan) {
        super(Opcodes.ASM9);
        this.plan = plan;
    }

    // ---------------------------------------------------------------- what the reader visits

    @Override
    public void visitTryCatchBlock(Label start, Label end, Label handler, @Nullable String type) {
        table.add(new TableEntry(start, end, handler, type));
        targets.add(handler);
    }

    @Override
    public void visitLabel(Label label) {
        positions.put(label, opcodes.size());
    }

    @Override
    public void visitLineNumber(int line, Label start) {
        plan.sawLine(line);
    }

    @Override
    public void visitInsn(int opcode) {
        opcodes.add(opcode);
    }

    @Override
    public void visitIntInsn(int opcode, int operand) {
        opcodes.add(opcode);
    }

    @Override
    public void visitVarInsn(int opcode, int index) {
        locals.put(opcodes.size(), index);
        opcodes.add(opcode);
    }

    @Override
    public void visitTypeInsn(int opcode, String type) {
        opcodes.add(opcode);
    }

    @Override
    public void visitFieldInsn(int opcode, String owner, String name, String descriptor) {
        opcodes.add(opcode);
    }

    @Override
    public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
        opcodes.add(opcode);
    }

    @Override
    public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
        opcodes.add(Opcodes.INVOKEDYNAMIC);
    }

    @Override
    public void visitJumpInsn(int opcode, Label label) {
        jump(opcode, List.of(label));
    }

    @Override
    public void visitLdcInsn(Object value) {
        if (value instanceof Number) {
            plainConstants.add(opcodes.size());
        }
        opcodes.add(Opcodes.LDC);
    }

    @Override
    public void visitIincInsn(int index, int increment) {
        opcodes.add(Opcodes.IINC);
    }

    @Override
    public void visitTableSwitchInsn(int min, int max, Label otherwise, Label... labels) {
        switchTo(Opcodes.TABLESWITCH, otherwise, labels);
    }

    @Override
    public void visitLookupSwitchInsn(Label otherwise, int[] keys, Label[] labels) {
        switchTo(Opcodes.LOOKUPSWITCH, otherwise, labels);
    }

    @Override
    public void visitMultiANewArrayInsn(String descriptor, int dimensions) {
        opcodes.add(Opcodes.MULTIANEWARRAY);
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        plan.maxLocals = maxLocals;
    }

    @Override
    public void visitEnd() {
        for (Label each : targets) {
            landings.add(position(each));
        }
        plan.judge(this);
    }

    private void switchTo(int opcode, Label otherwise, Label... labels) {
        List<Label> all = new ArrayList<>(List.of(labels));
        all.add(otherwise);
        jump(opcode, all);
    }

    private void jump(int opcode, List<Label> labels) {
        targets.addAll(labels);
        jumps.put(opcodes.size(), labels);
        opcodes.add(opcode);
    }

    private int position(Label label) {
        return Objects.requireNonNull(positions.get(label), "the reader visits every label");
    }

    // ---------------------------------------------------------------- instructions

    int size() {
        return opcodes.size();
    }

    int opcode(int at) {
        return opcodes.get(at);
    }

    boolean has(int opcode) {
        return opcodes.contains(opcode);
    }

    /** Subroutines for finally blocks, which class files before version 51 may have. */
    boolean hasSubroutines() {
        return has(Opcodes.JSR) || has(Opcodes.RET);
    }

    boolean endsMethod(int at) {
        return isReturn(opcode(at)) || opcode(at) == Opcodes.ATHROW;
    }

    static boolean isReturn(int opcode) {
        return opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN;
    }

    List<Integer> successors(int at) {
        int opcode = opcode(at);
        List<Integer> next = new ArrayList<>();
        for (Label each : jumps.getOrDefault(at, List.of())) {
            next.add(position(each));
        }
        boolean goesOn = !endsMethod(at)
                && opcode != Opcodes.GOTO
                && opcode != Opcodes.TABLESWITCH
                && opcode != Opcodes.LOOKUPSWITCH;
        if (goesOn) {
            next.add(at + 1);
        }
        return next;
    }

    /** Whether an instruction can be reached in another way than from the instruction before it. */
    boolean isLanding(int at) {
        return landings.contains(at);
    }

    boolean stores(int at) {
        return opcode(at) >= Opcodes.ISTORE && opcode(at) <= Opcodes.ASTORE;
    }

    /** The local variable that is loaded or stored, -1 if there is none. */
    int local(int at) {
        return locals.getOrDefault(at, -1);
    }

    /** Local variables that a store overwrites. */
    int slots(int at) {
        return opcode(at) == Opcodes.LSTORE || opcode(at) == Opcodes.DSTORE ? 2 : 1;
    }

    /** Whether an instruction can throw, apart from {@code Thread.stop}. The exit of a held monitor cannot. */
    boolean canThrow(int at) {
        int opcode = opcode(at);
        if (opcode == Opcodes.LDC) {
            return !plainConstants.contains(at);
        }
        boolean divides =
                opcode == Opcodes.IDIV || opcode == Opcodes.LDIV || opcode == Opcodes.IREM || opcode == Opcodes.LREM;
        boolean ofArray = opcode >= Opcodes.IALOAD && opcode <= Opcodes.SALOAD
                || opcode >= Opcodes.IASTORE && opcode <= Opcodes.SASTORE;
        boolean ofObject = opcode >= Opcodes.GETSTATIC && opcode <= Opcodes.MONITORENTER;
        return divides || ofArray || ofObject || opcode == Opcodes.MULTIANEWARRAY;
    }

    // ---------------------------------------------------------------- which local a monitor is in

    /** The local whose value an instruction takes off the stack, -1 if it is not known. */
    int localLoadedBefore(int at) {
        int before = before(at);
        return before >= 0 && opcode(before) == Opcodes.ALOAD ? local(before) : -1;
    }

    /** The locals that certainly hold the object which a {@code monitorenter} takes off the stack. */
    Set<Integer> localsOfMonitorEnteredAt(int enter) {
        int loaded = localLoadedBefore(enter);
        if (loaded >= 0) {
            return Set.of(loaded);
        }
        int store = before(enter);
        int dup = store >= 0 && opcode(store) == Opcodes.ASTORE ? before(store) : -1;
        if (dup < 0 || opcode(dup) != Opcodes.DUP) {
            return Set.of();
        }
        Set<Integer> both = new HashSet<>(Set.of(local(store)));
        int original = localLoadedBefore(dup);
        if (original >= 0) {
            both.add(original);
        }
        return both;
    }

    /** The only possible predecessor of an instruction; -1 if there may be several. */
    private int before(int at) {
        int before = at;
        do {
            if (landings.contains(before)) {
                return -1;
            }
            before--;
        } while (before >= 0 && opcode(before) == Opcodes.NOP);
        return before;
    }

    // ---------------------------------------------------------------- exception table

    int tableSize() {
        return table.size();
    }

    int start(int entry) {
        return position(table.get(entry).start);
    }

    int end(int entry) {
        return position(table.get(entry).end);
    }

    int handler(int entry) {
        return position(table.get(entry).handler);
    }

    boolean catchesAll(int entry) {
        return table.get(entry).type == null;
    }

    /** Numbers of the table's entries that cover an instruction, in the order in which the JVM tries them. */
    List<Integer> handlersCovering(int at) {
        List<Integer> covering = new ArrayList<>();
        for (int i = 0; i < table.size(); i++) {
            if (start(i) <= at && at < end(i)) {
                covering.add(i);
            }
        }
        return covering;
    }
}
