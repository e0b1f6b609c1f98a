package org.ompt4j.mappings.monitor;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * A generated class file with uses of monitors that javac never generates, one in each method {@code static void NAME(Object a, Object b, Runnable
 * body)}.
 */
public final class MonitorLayouts {
    /** The name of the class, which {@code MonitorLayoutsApp} calls. */
    public static final String CLASS = "org/ompt4j/apps/monitor/MonitorLayoutsApp$Code";

    /** Methods that are observed, with the number of monitors that a call enters. */
    public static final Map<String, Integer> OBSERVED = Map.ofEntries(
            Map.entry("noHandler", 1),
            Map.entry("noHandlerAndALoop", 1),
            Map.entry("noHandlerInsideABlock", 2),
            Map.entry("handlerOfTwoBlocks", 2),
            Map.entry("exitIsNotCovered", 1),
            Map.entry("nothingButTheBodyIsCovered", 1),
            Map.entry("nestedWithOneHandler", 2),
            Map.entry("exitsInSeveralPlaces", 1),
            Map.entry("bodyBehindTheExit", 1),
            Map.entry("wideValuesAround", 1));

    /** Methods that are not observed. */
    public static final List<String> NOT_OBSERVED = List.of(
            "leftHeld",
            "exitsAnotherObject",
            "exitsWhatTheLocalHoldsNow",
            "callWithoutAHandler",
            "secondEntryIsNotCovered",
            "objectStaysOnTheStack",
            "enteredInOneBranch",
            "enteredInALoop");

    private static final int A = 0;
    private static final int B = 1;
    private static final int BODY = 2;
    private static final int MONITOR = 3;
    private static final int INNER = 4;
    private static final int THROWN = 5;

    private final Map<String, Consumer<Code>> layouts = new LinkedHashMap<>();

    private MonitorLayouts() {
        withoutHandlers();
        withHandlers();
        notObserved();
    }

    /** The bytes of the class file. */
    public static byte[] classFile() {
        ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_FRAMES);
        writer.visit(Opcodes.V11, Opcodes.ACC_PUBLIC, CLASS, null, "java/lang/Object", null);
        new MonitorLayouts().layouts.forEach((name, layout) -> {
            MethodVisitor method = writer.visitMethod(
                    Opcodes.ACC_PUBLIC | Opcodes.ACC_STATIC,
                    name,
                    "(Ljava/lang/Object;Ljava/lang/Object;Ljava/lang/Runnable;)V",
                    null,
                    null);
            method.visitCode();
            layout.accept(new Code(method));
            method.visitMaxs(0, 0);
            method.visitEnd();
        });
        writer.visitEnd();
        return writer.toByteArray();
    }

    /** Writes one method. */
    private record Code(MethodVisitor to) {

        Code insn(int opcode) {
            to.visitInsn(opcode);
            return this;
        }

        Code load(int local) {
            to.visitVarInsn(Opcodes.ALOAD, local);
            return this;
        }

        Code store(int local) {
            to.visitVarInsn(Opcodes.ASTORE, local);
            return this;
        }

        Code at(Label label) {
            to.visitLabel(label);
            return this;
        }

        Code jump(int opcode, Label label) {
            to.visitJumpInsn(opcode, label);
            return this;
        }

        Code covered(Label start, Label end, Label handler) {
            to.visitTryCatchBlock(start, end, handler, null);
            return this;
        }

        Code enter(int object) {
            return load(object).insn(Opcodes.MONITORENTER);
        }

        Code enter(int object, int kept) {
            return load(object).insn(Opcodes.DUP).store(kept).insn(Opcodes.MONITORENTER);
        }

        Code exit(int kept) {
            return load(kept).insn(Opcodes.MONITOREXIT);
        }

        Code body() {
            load(BODY);
            to.visitMethodInsn(Opcodes.INVOKEINTERFACE, "java/lang/Runnable", "run", "()V", true);
            return this;
        }

        Code exitAndThrow(int kept) {
            return store(THROWN).exit(kept).load(THROWN).insn(Opcodes.ATHROW);
        }

        void end() {
            insn(Opcodes.RETURN);
        }
    }

    /** Monitors without handlers: Scala's optimiser omits them if nothing can throw. */
    private void withoutHandlers() {
        layouts.put("noHandler", code -> code.enter(A).exit(A).body().end());
        layouts.put("noHandlerAndALoop", code -> {
            Label again = new Label();
            code.insn(Opcodes.ICONST_0).to.visitVarInsn(Opcodes.ISTORE, INNER);
            code.enter(A, MONITOR).at(again).to.visitIincInsn(INNER, 1);
            code.to.visitVarInsn(Opcodes.ILOAD, INNER);
            code.insn(Opcodes.ICONST_5)
                    .jump(Opcodes.IF_ICMPLT, again)
                    .exit(MONITOR)
                    .body()
                    .end();
        });
        layouts.put("noHandlerInsideABlock", code -> {
            Label start = new Label();
            Label end = new Label();
            Label handler = new Label();
            code.covered(start, end, handler)
                    .enter(B, MONITOR)
                    .at(start)
                    .enter(A)
                    .exit(A)
                    .body();
            code.exit(MONITOR).at(end).end();
            code.at(handler).exitAndThrow(MONITOR);
        });
    }

    private void withHandlers() {
        layouts.put("handlerOfTwoBlocks", code -> {
            Label first = new Label();
            Label firstEnd = new Label();
            Label second = new Label();
            Label secondEnd = new Label();
            Label handler = new Label();
            code.covered(first, firstEnd, handler).covered(second, secondEnd, handler);
            code.enter(A, MONITOR).at(first).body().exit(MONITOR).at(firstEnd);
            code.enter(B, MONITOR).at(second).body().exit(MONITOR).at(secondEnd).end();
            code.at(handler).exitAndThrow(MONITOR);
        });
        layouts.put("exitIsNotCovered", code -> {
            Label start = new Label();
            Label end = new Label();
            Label handler = new Label();
            Label handlerEnd = new Label();
            code.covered(start, end, handler).covered(handler, handlerEnd, handler);
            code.load(A).store(MONITOR).enter(MONITOR).insn(Opcodes.NOP);
            code.at(start).body().at(end).exit(MONITOR).end();
            code.at(handler).store(THROWN).exit(MONITOR).at(handlerEnd);
            code.load(THROWN).insn(Opcodes.ATHROW);
        });
        layouts.put("nothingButTheBodyIsCovered", code -> {
            Label start = new Label();
            Label end = new Label();
            Label handler = new Label();
            code.covered(start, end, handler).enter(A, MONITOR).at(start).body().at(end);
            code.exit(MONITOR).end();
            code.at(handler).exit(MONITOR).insn(Opcodes.ATHROW);
        });
        layouts.put("nestedWithOneHandler", code -> {
            Label outer = new Label();
            Label both = new Label();
            Label end = new Label();
            Label handler = new Label();
            Label ofBoth = new Label();
            code.covered(outer, both, handler).covered(both, end, ofBoth);
            code.enter(A, MONITOR).at(outer).enter(B, INNER).at(both).body();
            code.at(end).exit(INNER).exit(MONITOR).end();
            code.at(handler).exitAndThrow(MONITOR);
            code.at(ofBoth).store(THROWN).exit(INNER).exit(MONITOR);
            code.load(THROWN).insn(Opcodes.ATHROW);
        });
        layouts.put("exitsInSeveralPlaces", code -> {
            Label start = new Label();
            Label otherwise = new Label();
            Label end = new Label();
            Label handler = new Label();
            code.covered(start, end, handler).enter(A, MONITOR).at(start).body();
            code.at(end).load(A).load(B).jump(Opcodes.IF_ACMPEQ, otherwise);
            code.exit(MONITOR).end();
            code.at(otherwise).exit(MONITOR).end();
            code.at(handler).exitAndThrow(MONITOR);
        });
        layouts.put("bodyBehindTheExit", code -> {
            Label start = new Label();
            Label exit = new Label();
            Label end = new Label();
            Label handler = new Label();
            code.covered(start, end, handler).enter(A, MONITOR).jump(Opcodes.GOTO, start);
            code.at(exit).exit(MONITOR).end();
            code.at(start).body().at(end).jump(Opcodes.GOTO, exit);
            code.at(handler).exitAndThrow(MONITOR);
        });
        layouts.put("wideValuesAround", code -> {
            int wide = 6;
            Label start = new Label();
            Label end = new Label();
            Label handler = new Label();
            code.covered(start, end, handler).insn(Opcodes.LCONST_1).to.visitVarInsn(Opcodes.LSTORE, wide);
            code.insn(Opcodes.DCONST_1).to.visitVarInsn(Opcodes.DSTORE, wide + 2);
            code.enter(A, MONITOR).at(start).body().at(end).exit(MONITOR);
            code.to.visitVarInsn(Opcodes.LLOAD, wide);
            code.insn(Opcodes.POP2).end();
            code.at(handler).store(THROWN).exit(MONITOR).to.visitVarInsn(Opcodes.DLOAD, wide + 2);
            code.insn(Opcodes.POP2).load(THROWN).insn(Opcodes.ATHROW);
        });
    }

    /** The JVM accepts these methods: its verifier does not check which monitors are held. */
    private void notObserved() {
        layouts.put("leftHeld", code -> code.enter(A).end());
        layouts.put("exitsAnotherObject", code -> code.enter(A).exit(B).end());
        layouts.put("exitsWhatTheLocalHoldsNow", code -> {
            code.enter(A, MONITOR).load(B).store(MONITOR).exit(MONITOR).end();
        });
        layouts.put("callWithoutAHandler", code -> code.enter(A).body().exit(A).end());
        layouts.put("secondEntryIsNotCovered", code -> {
            code.enter(A).enter(B).exit(B).exit(A).body().end();
        });
        layouts.put("objectStaysOnTheStack", code -> {
            code.load(A).insn(Opcodes.DUP).insn(Opcodes.MONITORENTER).insn(Opcodes.MONITOREXIT);
            code.body().end();
        });
        layouts.put("enteredInOneBranch", code -> {
            Label entered = new Label();
            Label end = new Label();
            code.load(A).load(B).jump(Opcodes.IF_ACMPEQ, entered).enter(A);
            code.at(entered).load(A).load(B).jump(Opcodes.IF_ACMPEQ, end).exit(A);
            code.at(end).body().end();
        });
        layouts.put("enteredInALoop", code -> {
            Label enter = new Label();
            Label exit = new Label();
            code.insn(Opcodes.ICONST_0).to.visitVarInsn(Opcodes.ISTORE, INNER);
            code.at(enter).enter(A).to.visitIincInsn(INNER, 1);
            code.to.visitVarInsn(Opcodes.ILOAD, INNER);
            code.insn(Opcodes.ICONST_3).jump(Opcodes.IF_ICMPLT, enter);
            code.at(exit).exit(A).to.visitIincInsn(INNER, -1);
            code.to.visitVarInsn(Opcodes.ILOAD, INNER);
            code.jump(Opcodes.IFGT, exit).body().end();
        });
    }
}
