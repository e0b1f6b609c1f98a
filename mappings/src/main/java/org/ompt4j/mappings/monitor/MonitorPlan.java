package org.ompt4j.mappings.monitor;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * How the monitors of one method are laid out: what has to be known of a method before its first instruction is written.
 *
 * <p>Every {@code monitorenter} must be followed at once by the range of a handler that exits the monitor again, as all compilers
 * lay it out. What is put between the two belongs into that handler's care, else the JIT refuses the whole method.
 */
final class MonitorPlan {
    /** For each {@code monitorenter}, in order, the number of the entry of the method's exception table that follows it. */
    final List<Integer> tableEntries = new ArrayList<>();

    /** For each entry of the exception table, in order, what its handler is. */
    final List<HandlerKind> handlers = new ArrayList<>();

    /** For each entry of the exception table, in order, the local from which its handler exits the monitor; else -1. */
    final List<Integer> monitorLocals = new ArrayList<>();

    /** Numbers of the {@code monitorexit} instructions that stand in the handlers of monitors. */
    final Set<Integer> exitsOfHandlers = new HashSet<>();

    int tableSize;
    int maxLocals;
    int firstLine;
    boolean entersMonitors;
    boolean endsWithReturn;
    /** Whether the layout of every monitor is understood. */
    boolean regular = true;

    /** What an entry of the exception table leads to. */
    enum HandlerKind {
        OTHER,
        /** Code that exits the monitor and throws on. */
        OF_MONITOR,
        /** The same, and it is what the range begins with: the handler covers its own monitorexit. */
        OF_MONITOR_ITSELF,
        /** Both in one range, since nothing stands between the block and its handler. */
        OF_MONITOR_AND_ITSELF
    }

    private MonitorPlan() {}

    /** The plans of the methods with code that enter monitors or are synchronized, by name and descriptor. */
    static Map<String, MonitorPlan> of(ClassReader reader, Set<String> enteringMonitors) {
        Map<String, MonitorPlan> plans = new HashMap<>();
        reader.accept(
                new ClassVisitor(Opcodes.ASM9) {
                    @Override
                    public @Nullable MethodVisitor visitMethod(
                            int access, String name, String descriptor, String signature, String[] exceptions) {
                        if ((access & Opcodes.ACC_SYNCHRONIZED) == 0 && !enteringMonitors.contains(name + descriptor)) {
                            return null;
                        }
                        MonitorPlan plan = new MonitorPlan();
                        plans.put(name + descriptor, plan);
                        return new Survey(plan);
                    }
                },
                ClassReader.SKIP_FRAMES);
        return plans;
    }

    private record TableEntry(
            Label start, Label end, Label handler, @Nullable String type) {}

    /** Writes down opcodes and labels of a method, then looks for the pattern. */
    private static final class Survey extends MethodVisitor {
        /** The handler of a monitor exits it within its first few instructions; a probe of another agent may stand before. */
        private static final int HANDLER_LOOK_AHEAD = 40;

        private final MonitorPlan plan;
        private final List<Integer> opcodes = new ArrayList<>();
        private final Map<Integer, Integer> localAt = new HashMap<>();
        private final Map<Label, Integer> positions = new HashMap<>();
        private final List<TableEntry> table = new ArrayList<>();

        Survey(MonitorPlan plan) {
            super(Opcodes.ASM9);
            this.plan = plan;
        }

        @Override
        public void visitTryCatchBlock(Label start, Label end, Label handler, @Nullable String type) {
            table.add(new TableEntry(start, end, handler, type));
        }

        @Override
        public void visitLabel(Label label) {
            positions.put(label, opcodes.size());
        }

        @Override
        public void visitLineNumber(int line, Label start) {
            if (plan.firstLine == 0) {
                plan.firstLine = line;
            }
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
            localAt.put(opcodes.size(), index);
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
            opcodes.add(opcode);
        }

        @Override
        public void visitLdcInsn(Object value) {
            opcodes.add(Opcodes.LDC);
        }

        @Override
        public void visitIincInsn(int index, int increment) {
            opcodes.add(Opcodes.IINC);
        }

        @Override
        public void visitTableSwitchInsn(int min, int max, Label otherwise, Label... labels) {
            opcodes.add(Opcodes.TABLESWITCH);
        }

        @Override
        public void visitLookupSwitchInsn(Label otherwise, int[] keys, Label[] labels) {
            opcodes.add(Opcodes.LOOKUPSWITCH);
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
            plan.tableSize = table.size();
            plan.endsWithReturn = !opcodes.isEmpty() && isReturn(opcodes.get(opcodes.size() - 1));
            for (TableEntry entry : table) {
                judge(entry);
            }
            for (int i = 0; i < opcodes.size(); i++) {
                if (opcodes.get(i) == Opcodes.MONITORENTER) {
                    plan.entersMonitors = true;
                    int entry = entryAfter(i);
                    plan.tableEntries.add(entry);
                    plan.regular &= entry >= 0;
                }
            }
        }

        private void judge(TableEntry entry) {
            int handler = position(entry.handler);
            int exit = entry.type == null ? monitorExitOf(handler) : -1;
            if (exit < 0) {
                plan.handlers.add(HandlerKind.OTHER);
                plan.monitorLocals.add(-1);
                return;
            }
            plan.handlers.add(kindOf(position(entry.start), position(entry.end), handler));
            plan.monitorLocals.add(Objects.requireNonNull(localAt.get(exit - 1)));
            plan.exitsOfHandlers.add(Collections.frequency(opcodes.subList(0, exit), Opcodes.MONITOREXIT));
        }

        private static HandlerKind kindOf(int start, int end, int handler) {
            if (handler < start || handler >= end) {
                return HandlerKind.OF_MONITOR;
            }
            return handler == start ? HandlerKind.OF_MONITOR_ITSELF : HandlerKind.OF_MONITOR_AND_ITSELF;
        }

        /** Number of the table entry of the monitor that is entered at a position, -1 if there is none. */
        private int entryAfter(int enter) {
            for (int i = 0; i < table.size(); i++) {
                HandlerKind kind = plan.handlers.get(i);
                if ((kind == HandlerKind.OF_MONITOR || kind == HandlerKind.OF_MONITOR_AND_ITSELF)
                        && onlyNopsBetween(enter, position(table.get(i).start))) {
                    return i;
                }
            }
            return -1;
        }

        private int position(Label label) {
            return Objects.requireNonNull(positions.get(label), "the reader visits every label of the table");
        }

        private boolean onlyNopsBetween(int enter, int start) {
            if (start <= enter) {
                return false;
            }
            for (int i = enter + 1; i < start; i++) {
                if (opcodes.get(i) != Opcodes.NOP) {
                    return false;
                }
            }
            return true;
        }

        /** Position of the monitorexit of a handler that loads a local, exits its monitor and throws on; -1 if it does not. */
        private int monitorExitOf(int handler) {
            int exit = -1;
            int end = Math.min(opcodes.size(), handler + HANDLER_LOOK_AHEAD);
            for (int i = handler; i < end; i++) {
                int opcode = opcodes.get(i);
                if (opcode == Opcodes.ATHROW) {
                    return exit;
                }
                if (opcode == Opcodes.MONITORENTER || opcode == Opcodes.GOTO || isReturn(opcode)) {
                    return -1;
                }
                if (opcode == Opcodes.MONITOREXIT) {
                    if (exit >= 0 || i == 0 || opcodes.get(i - 1) != Opcodes.ALOAD) {
                        return -1;
                    }
                    exit = i;
                }
            }
            return -1;
        }

        private static boolean isReturn(int opcode) {
            return opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN;
        }
    }
}
