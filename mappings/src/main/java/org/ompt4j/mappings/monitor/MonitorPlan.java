package org.ompt4j.mappings.monitor;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Facts about the monitors of one method that are needed before its first instruction is written. */
final class MonitorPlan {
    /** For each {@code monitorenter}, in order, what is outside of it; null for one in dead code. */
    final List<MonitorFlow.@Nullable Outside> enters = new ArrayList<>();

    /** Each {@code monitorexit}, in order. */
    final List<Exit> exits = new ArrayList<>();

    /** For each return, in order, whether it is covered by no handler of the method. */
    final List<Boolean> uncoveredReturns = new ArrayList<>();

    int maxLocals;
    int firstLine;
    boolean entersMonitors;
    boolean endsWithReturn;
    /** Whether it is known which exit belongs to which entry. */
    boolean understood = true;

    /**
     * A {@code monitorexit}.
     *
     * @param outside what is outside of it; null in dead code
     * @param after where a call can stand after it
     */
    record Exit(MonitorFlow.@Nullable Outside outside, Room after) {}

    /** Where a call can stand after a {@code monitorexit}. */
    enum Room {
        NONE,
        RIGHT_AFTER,
        /** The exit's handlers end with the label that follows. */
        AFTER_LABEL
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
                        return new MethodCode(plan);
                    }
                },
                ClassReader.SKIP_FRAMES);
        return plans;
    }

    void sawLine(int line) {
        if (firstLine == 0) {
            firstLine = line;
        }
    }

    void judge(MethodCode code) {
        int size = code.size();
        endsWithReturn = size != 0 && MethodCode.isReturn(code.opcode(size - 1));
        for (int i = 0; i < size; i++) {
            if (MethodCode.isReturn(code.opcode(i))) {
                uncoveredReturns.add(code.handlersCovering(i).isEmpty());
            }
        }
        if (!code.has(Opcodes.MONITORENTER) && !code.has(Opcodes.MONITOREXIT)) {
            return;
        }
        entersMonitors = true;
        MonitorFlow flow = new MonitorFlow(code);
        understood = flow.isUnderstood();
        for (int i = 0; understood && i < size; i++) {
            if (code.opcode(i) == Opcodes.MONITORENTER) {
                enters.add(flow.outside(i));
            } else if (code.opcode(i) == Opcodes.MONITOREXIT) {
                exits.add(new Exit(flow.outside(i), flow.roomAfter(i)));
            }
        }
    }
}
