package org.ompt4j.mappings.monitor;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.commons.SerialVersionUIDAdder;
import org.ompt4j.mappings.rewrite.ApplicationRewrite;
import org.ompt4j.mappings.rewrite.ClassFacts;

/**
 * Inserts hooks around {@code monitorenter} and {@code monitorexit}. Turns synchronized methods into methods with a synchronized block, since no code
 * can be inserted before a synchronized method enters its monitor.
 */
final class MonitorRewrite implements ApplicationRewrite {
    /** Methods whose monitors are not rewritten, in order of loading; a class can be loaded more than once. */
    private final Set<String> leftAlone = new LinkedHashSet<>();

    @Override
    public boolean interestedIn(ClassFacts facts) {
        return !facts.methodsEnteringMonitors().isEmpty() || facts.atFirstLoad() && facts.declaresSynchronizedMethods();
    }

    @Override
    public ClassVisitor rewrite(ClassVisitor next, ClassReader reader, ClassFacts facts) {
        ClassVisitor rewriting = new InClass(next, facts, MonitorPlan.of(reader, facts.methodsEnteringMonitors()));
        return changesDefaultSerialVersion(facts) ? new SerialVersion(rewriting) : rewriting;
    }

    @Override
    public List<String> notObserved() {
        synchronized (leftAlone) {
            if (leftAlone.isEmpty()) {
                return List.of();
            }
            int count = leftAlone.size();
            return List.of("monitors of " + (count == 1 ? "one method" : count + " methods")
                    + " are not observed, as the code does not show which exit belongs to which entry: "
                    + (count == 1 ? "" : "the first is ") + leftAlone.iterator().next());
        }
    }

    private void leaveAlone(String method) {
        synchronized (leftAlone) {
            leftAlone.add(method);
        }
    }

    /** The default {@code serialVersionUID} is a hash that includes the modifiers of methods; its value must not change. */
    private static boolean changesDefaultSerialVersion(ClassFacts facts) {
        return facts.atFirstLoad()
                && facts.declaresSynchronizedMethods()
                && !"java/lang/Record".equals(facts.superName())
                && !"java/lang/Enum".equals(facts.superName())
                && facts.isSubtype(facts.name(), "java/io/Serializable");
    }

    /** Computes the default {@code serialVersionUID} before the modifiers change, and adds it to the class. */
    private static final class SerialVersion extends SerialVersionUIDAdder {
        SerialVersion(ClassVisitor next) {
            super(Opcodes.ASM9, next);
        }
    }

    private final class InClass extends ClassVisitor {
        private final ClassFacts facts;
        private final Map<String, MonitorPlan> plans;
        private int version;

        InClass(ClassVisitor next, ClassFacts facts, Map<String, MonitorPlan> plans) {
            super(Opcodes.ASM9, next);
            this.facts = facts;
            this.plans = plans;
        }

        @Override
        public void visit(
                int version,
                int access,
                String name,
                @Nullable String signature,
                @Nullable String superName,
                String @Nullable [] interfaces) {
            this.version = version & 0xffff;
            super.visit(version, access, name, signature, superName, interfaces);
        }

        @Override
        public MethodVisitor visitMethod(
                int access, String name, String descriptor, String signature, String[] exceptions) {
            MonitorPlan plan = plans.get(name + descriptor);
            boolean wraps = plan != null && plan.understood && canWrap(access);
            if (plan == null || !plan.entersMonitors && !wraps) {
                return super.visitMethod(access, name, descriptor, signature, exceptions);
            }
            if (!plan.understood) {
                leaveAlone(facts.name().replace('/', '.') + '.' + name);
                return super.visitMethod(access, name, descriptor, signature, exceptions);
            }
            int left = wraps ? access & ~Opcodes.ACC_SYNCHRONIZED : access;
            MethodVisitor written = super.visitMethod(left, name, descriptor, signature, exceptions);
            return wraps
                    ? new SynchronizedMethodVisitor(written, facts, access, name, descriptor, plan)
                    : new MonitorVisitor(written, facts, access, name, descriptor, plan);
        }

        /** Modifiers can be changed only at the first load; class files before version 49 have no constant for the class itself. */
        private boolean canWrap(int access) {
            return (access & Opcodes.ACC_SYNCHRONIZED) != 0
                    && (access & (Opcodes.ACC_NATIVE | Opcodes.ACC_ABSTRACT)) == 0
                    && facts.atFirstLoad()
                    && ((access & Opcodes.ACC_STATIC) == 0 || version >= Opcodes.V1_5);
        }
    }
}
