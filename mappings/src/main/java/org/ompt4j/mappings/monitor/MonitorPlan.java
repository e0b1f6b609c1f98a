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

/** What has to be known of the monitors of one method before its first instruction is written. */
final class MonitorPlan {
    /** For each {@code monitorenter}, in order, what is outside of it; null for one in dead code. */
    final List<MonitorFlow.@Nullable Outside> enters = new ArrayList<>();

    /** For each {@code monitorexit}, in order, what is outside of it; null for one in dead code. */
    final List<MonitorFlow.@Nullable Outside> exits = new ArrayList<>();

    int maxLocals;
    int firstLine;
    boolean entersMonitors;
    boolean endsWithReturn;
    /** Whether it can be told which exit belongs to which entry. */
    boolean understood = true;

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
                exits.add(flow.outside(i));
            }
        }
    }
}
