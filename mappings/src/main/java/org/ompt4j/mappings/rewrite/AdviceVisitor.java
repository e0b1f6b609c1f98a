package org.ompt4j.mappings.rewrite;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.AnalyzerAdapter;
import org.objectweb.asm.commons.LocalVariablesSorter;
import org.ompt4j.emitter.AttachEpoch;

/**
 * Inserts hook calls into one method: at its entry, at every exit, around calls, and before reads of fields.
 *
 * <p>Exits by an exception are caught by a real handler; a visitor like AdviceAdapter only sees the throw instructions in the method itself. Handlers
 * around calls come first in the method's exception table, and their code is right after the call, inside the call's {@code try} block: they get an
 * exception before the method's own handlers, which then get it too. The handler around the whole method comes last.
 */
final class AdviceVisitor extends LocalVariablesSorter {
    private static final String ATTACH_EPOCH = Type.getInternalName(AttachEpoch.class);
    private static final Type ANY = Type.getType(Object.class);

    /** Used only if calls have handlers, for their frames: it is the most expensive part of rewriting a class. */
    private final @Nullable AnalyzerAdapter analyzer;

    private final String owner;
    private final boolean isStatic;
    private final Type[] argumentTypes;
    private final MethodAdvice advice;
    private final MethodScan scan;
    private final int epoch;
    private final Label bodyStart = new Label();
    private final List<CallHandler> handlers = new ArrayList<>();
    private int nextHandler;
    private int tokenLocal = -1;
    private final Map<MethodAdvice.CallAdvice, Integer> callTokenLocals = new HashMap<>();

    /** A handler that belongs to one advised call. */
    private static final class CallHandler {
        final Label start = new Label();
        final Label end = new Label();
        final Label handler = new Label();
        final Label after = new Label();
        final MethodAdvice.CallAdvice call;

        CallHandler(MethodAdvice.CallAdvice call) {
            this.call = call;
        }
    }

    AdviceVisitor(MethodVisitor next, String owner, int access, MethodAdvice advice, MethodScan scan, int epoch) {
        super(Opcodes.ASM9, access, advice.descriptor(), analyzed(next, owner, access, advice));
        this.analyzer = mv instanceof AnalyzerAdapter made ? made : null;
        this.owner = owner;
        this.isStatic = (access & Opcodes.ACC_STATIC) != 0;
        this.argumentTypes = Type.getArgumentTypes(advice.descriptor());
        this.advice = advice;
        this.scan = scan;
        this.epoch = epoch;
    }

    private static MethodVisitor analyzed(MethodVisitor next, String owner, int access, MethodAdvice advice) {
        for (MethodAdvice.CallAdvice call : advice.calls) {
            if (!call.throwHooks.isEmpty()) {
                return new AnalyzerAdapter(owner, access, advice.name(), advice.descriptor(), next);
            }
        }
        return next;
    }

    @Override
    public void visitCode() {
        super.visitCode();
        for (MethodAdvice.CallAdvice call : advice.calls) {
            if (!call.throwHooks.isEmpty()) {
                addHandlers(call);
            }
        }
        for (MethodAdvice.CallAdvice call : advice.calls) {
            if (call.tokenHook != null) {
                addCallToken(call, call.tokenHook.returnType());
            }
        }
        Hook tokenHook = advice.tokenHook;
        if (tokenHook != null) {
            callHook(tokenHook);
            tokenLocal = newLocal(tokenHook.returnType());
            mv.visitVarInsn(tokenHook.returnType().getOpcode(Opcodes.ISTORE), tokenLocal);
        }
        for (Hook hook : advice.enterHooks) {
            callHook(hook);
        }
        super.visitLabel(bodyStart);
    }

    /** The local gets a value at the start, so that every frame of the method can name it. */
    private void addCallToken(MethodAdvice.CallAdvice call, Type type) {
        int local = newLocal(type);
        super.visitInsn(
                switch (type.getSort()) {
                    case Type.LONG -> Opcodes.LCONST_0;
                    case Type.OBJECT -> Opcodes.ACONST_NULL;
                    default -> Opcodes.ICONST_0;
                });
        mv.visitVarInsn(type.getOpcode(Opcodes.ISTORE), local);
        callTokenLocals.put(call, local);
    }

    private void addHandlers(MethodAdvice.CallAdvice call) {
        for (int i = scan.occurrences(call); i > 0; i--) {
            CallHandler handler = new CallHandler(call);
            handlers.add(handler);
            super.visitTryCatchBlock(handler.start, handler.end, handler.handler, null);
        }
    }

    @Override
    public void visitInsn(int opcode) {
        if (opcode >= Opcodes.IRETURN && opcode <= Opcodes.RETURN) {
            for (Hook hook : advice.returnHooks) {
                if (takes(hook, Operand.Kind.RESULT)) {
                    super.visitInsn(
                            opcode == Opcodes.LRETURN || opcode == Opcodes.DRETURN ? Opcodes.DUP2 : Opcodes.DUP);
                }
                callHook(hook);
            }
        }
        super.visitInsn(opcode);
    }

    @Override
    public void visitMethodInsn(int opcode, String calledOwner, String name, String descriptor, boolean isInterface) {
        MethodAdvice.CallAdvice call = adviceOf(calledOwner, name, descriptor);
        if (call == null) {
            super.visitMethodInsn(opcode, calledOwner, name, descriptor, isInterface);
            return;
        }
        if (call.tokenHook != null) {
            if (takes(call.tokenHook, Operand.Kind.STACK_TOP)) {
                super.visitInsn(Opcodes.DUP);
            }
            callHook(call.tokenHook);
            mv.visitVarInsn(call.tokenHook.returnType().getOpcode(Opcodes.ISTORE), callTokenLocal(call));
        }
        for (Hook hook : call.beforeHooks) {
            if (takes(hook, Operand.Kind.STACK_TOP)) {
                super.visitInsn(Opcodes.DUP);
            }
            callHook(hook);
        }
        CallHandler handler = call.throwHooks.isEmpty() ? null : takeHandler(call);
        if (handler == null) {
            super.visitMethodInsn(opcode, calledOwner, name, descriptor, isInterface);
        } else {
            callWithHandler(handler, opcode, calledOwner, name, descriptor, isInterface);
        }
        for (Hook hook : call.afterHooks) {
            if (takes(hook, Operand.Kind.RESULT)) {
                super.visitInsn(Type.getReturnType(descriptor).getSize() == 2 ? Opcodes.DUP2 : Opcodes.DUP);
            }
            callHook(hook, call);
        }
    }

    @Override
    public void visitFieldInsn(int opcode, String fieldOwner, String name, String descriptor) {
        for (MethodAdvice.ReadAdvice read : advice.reads) {
            if (read.matches(opcode, fieldOwner, name)) {
                super.visitInsn(Opcodes.DUP);
                callHook(read.hook());
            }
        }
        super.visitFieldInsn(opcode, fieldOwner, name, descriptor);
    }

    private void callWithHandler(
            CallHandler handler, int opcode, String calledOwner, String name, String descriptor, boolean isInterface) {
        // Not known in a class without frames: the JVM returns such bytes for a class of the JDK that it did not verify
        // and that did not come from an archive.
        AnalyzerAdapter types = analyzer;
        Object[] locals = types == null || types.locals == null ? null : frameValues(types.locals);
        super.visitLabel(handler.start);
        super.visitMethodInsn(opcode, calledOwner, name, descriptor, isInterface);
        super.visitLabel(handler.end);
        Object[] stack = types == null || locals == null ? null : frameValues(types.stack);
        super.visitJumpInsn(Opcodes.GOTO, handler.after);
        catchAt(handler.handler, locals, handler.call.throwHooks, handler.call);
        super.visitLabel(handler.after);
        if (locals != null && stack != null) {
            mv.visitFrame(Opcodes.F_NEW, locals.length, locals, stack.length, stack);
        }
        // The method's own next frame may belong to the next instruction, and a place can have only one frame.
        super.visitInsn(Opcodes.NOP);
    }

    private MethodAdvice.@Nullable CallAdvice adviceOf(String calledOwner, String name, String descriptor) {
        for (MethodAdvice.CallAdvice call : advice.calls) {
            if (call.matches(calledOwner, name, descriptor)) {
                return call;
            }
        }
        return null;
    }

    private CallHandler takeHandler(MethodAdvice.CallAdvice call) {
        for (int i = nextHandler; i < handlers.size(); i++) {
            CallHandler handler = handlers.get(i);
            if (handler.call == call) {
                // Swaps, so that the handlers that are not yet taken stay together and each occurrence gets its own.
                handlers.set(i, handlers.get(nextHandler));
                handlers.set(nextHandler, handler);
                nextHandler++;
                return handler;
            }
        }
        throw new IllegalStateException("more calls of " + call.called + " than were counted");
    }

    /** The analyzer's types in the form of a frame, in which long and double take one entry. */
    private static Object[] frameValues(List<Object> known) {
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < known.size(); i++) {
            Object value = known.get(i);
            values.add(value);
            if (value == Opcodes.LONG || value == Opcodes.DOUBLE) {
                i++;
            }
        }
        return values.toArray();
    }

    @Override
    public void visitMaxs(int maxStack, int maxLocals) {
        if (!advice.throwHooks.isEmpty()) {
            Label end = new Label();
            super.visitTryCatchBlock(bodyStart, end, end, null);
            catchAt(end, entryLocals(), advice.throwHooks, null);
        }
        super.visitMaxs(maxStack, maxLocals);
    }

    private void catchAt(
            Label handler, Object @Nullable [] locals, List<Hook> hooks, MethodAdvice.@Nullable CallAdvice call) {
        super.visitLabel(handler);
        if (locals != null) {
            // Does not use this visitor, since the locals already have their final numbers.
            mv.visitFrame(Opcodes.F_NEW, locals.length, locals, 1, new Object[] {"java/lang/Throwable"});
        }
        for (Hook hook : hooks) {
            if (takes(hook, Operand.Kind.THROWN)) {
                super.visitInsn(Opcodes.DUP);
            }
            callHook(hook, call);
        }
        super.visitInsn(Opcodes.ATHROW);
    }

    private Object[] entryLocals() {
        List<Object> locals = new ArrayList<>();
        if (!isStatic) {
            locals.add(owner);
        }
        for (Type type : argumentTypes) {
            locals.add(frameType(type));
        }
        for (MethodAdvice.CallAdvice call : advice.calls) {
            if (call.tokenHook != null) {
                locals.add(frameType(call.tokenHook.returnType()));
            }
        }
        Hook tokenHook = advice.tokenHook;
        if (tokenHook != null) {
            locals.add(frameType(tokenHook.returnType()));
        }
        return locals.toArray();
    }

    private static Object frameType(Type type) {
        return switch (type.getSort()) {
            case Type.BOOLEAN, Type.CHAR, Type.BYTE, Type.SHORT, Type.INT -> Opcodes.INTEGER;
            case Type.FLOAT -> Opcodes.FLOAT;
            case Type.LONG -> Opcodes.LONG;
            case Type.DOUBLE -> Opcodes.DOUBLE;
            default -> type.getInternalName();
        };
    }

    private static boolean takes(Hook hook, Operand.Kind kind) {
        return !hook.operands().isEmpty() && hook.operands().get(0).kind() == kind;
    }

    private void callHook(Hook hook) {
        callHook(hook, null);
    }

    private void callHook(Hook hook, MethodAdvice.@Nullable CallAdvice call) {
        for (Operand operand : hook.operands()) {
            if (operand.kind() == Operand.Kind.CALL_TOKEN) {
                pushCallToken(call != null ? call : callWithToken());
            } else {
                push(operand);
            }
        }
        super.visitMethodInsn(Opcodes.INVOKESTATIC, hook.owner(), hook.name(), hook.descriptor(), false);
    }

    /** For hooks at an exit of the method, which may or may not have made the call. */
    private MethodAdvice.@Nullable CallAdvice callWithToken() {
        for (MethodAdvice.CallAdvice call : advice.calls) {
            if (call.tokenHook != null) {
                return call;
            }
        }
        return null;
    }

    private void pushCallToken(MethodAdvice.@Nullable CallAdvice call) {
        if (call == null || call.tokenHook == null) {
            throw new IllegalStateException("a call in " + advice.method + " has no token");
        }
        // This local already has its final number, like the method's own token.
        mv.visitVarInsn(call.tokenHook.returnType().getOpcode(Opcodes.ILOAD), callTokenLocal(call));
        checkRound(call.tokenHook.returnType());
    }

    /** A method that is running when the agent is detached keeps its token, which hooks must ignore after another attach. */
    private void checkRound(Type token) {
        if (epoch != 0) {
            if (epoch <= Short.MAX_VALUE) {
                // Not a constant of the class, since the JVM keeps the constants of every version of a class.
                super.visitIntInsn(Opcodes.SIPUSH, epoch);
            } else {
                super.visitLdcInsn(epoch);
            }
            Type type = token.getSort() == Type.OBJECT ? ANY : token;
            super.visitMethodInsn(
                    Opcodes.INVOKESTATIC,
                    ATTACH_EPOCH,
                    "token",
                    Type.getMethodDescriptor(type, type, Type.INT_TYPE),
                    false);
            if (token.getSort() == Type.OBJECT && !token.equals(ANY)) {
                super.visitTypeInsn(Opcodes.CHECKCAST, token.getInternalName());
            }
        }
    }

    private int callTokenLocal(MethodAdvice.CallAdvice call) {
        Integer local = callTokenLocals.get(call);
        if (local == null) {
            throw new IllegalStateException(call.called + " has no local for its token");
        }
        return local;
    }

    private void push(Operand operand) {
        switch (operand.kind()) {
            case THIS -> super.visitVarInsn(Opcodes.ALOAD, 0);
            case ARGUMENT -> pushArgument(operand.index());
            case TOKEN -> {
                Hook tokenHook = advice.tokenHook;
                if (tokenHook == null) {
                    throw new IllegalStateException(advice.method + " has no token");
                }
                // The token's local already has its final number and must not be mapped again.
                mv.visitVarInsn(tokenHook.returnType().getOpcode(Opcodes.ILOAD), tokenLocal);
                checkRound(tokenHook.returnType());
            }
            case RESULT, THROWN, STACK_TOP, CALL_TOKEN -> {
                // On the stack already, or pushed by the call's own advice.
            }
        }
    }

    private void pushArgument(int index) {
        int local = isStatic ? 0 : 1;
        for (int i = 0; i < index; i++) {
            local += argumentTypes[i].getSize();
        }
        super.visitVarInsn(argumentTypes[index].getOpcode(Opcodes.ILOAD), local);
    }
}
