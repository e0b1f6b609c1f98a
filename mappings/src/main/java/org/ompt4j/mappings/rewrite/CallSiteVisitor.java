package org.ompt4j.mappings.rewrite;

import java.util.EnumSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.ompt4j.emitter.CallSites;
import org.ompt4j.ompt.Construct;

/** Rewrites the calls in an application class that mappings declared, and method references to the called methods. */
final class CallSiteVisitor extends ClassVisitor {
    private static final String CALL_SITES = "org/ompt4j/emitter/CallSites";

    private final Rewrites rewrites;
    private final ClassFacts facts;
    private final DeclaredCalls declared;
    private final MethodReferences references;
    private final Set<String> methods;

    CallSiteVisitor(
            ClassVisitor next,
            Rewrites rewrites,
            ClassFacts facts,
            DeclaredCalls declared,
            MethodReferences references,
            Set<String> methods) {
        super(Opcodes.ASM9, next);
        this.rewrites = rewrites;
        this.facts = facts;
        this.declared = declared;
        this.references = references;
        this.methods = methods;
    }

    @Override
    public void visitSource(String source, String debug) {
        facts.sourceFile(source);
        super.visitSource(source, debug);
    }

    @Override
    public MethodVisitor visitMethod(
            int access, String name, String descriptor, String signature, String[] exceptions) {
        MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
        // A method without such a call is copied without being read: reading all code of a large program would keep the
        // JIT busy.
        return methods.contains(name + descriptor) ? new InMethod(next, name) : next;
    }

    private final class InMethod extends MethodVisitor {
        private final String method;
        private int line;

        InMethod(MethodVisitor next, String method) {
            super(Opcodes.ASM9, next);
            this.method = method;
        }

        @Override
        public void visitLineNumber(int number, Label start) {
            line = number;
            super.visitLineNumber(number, start);
        }

        @Override
        public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
            Hook after = null;
            Set<Construct> announced = EnumSet.noneOf(Construct.class);
            for (CallSite callSite : rewrites.callSitesNamed(name)) {
                if (!matches(callSite, opcode, owner, descriptor)) {
                    continue;
                }
                if (callSite.action() == CallSite.Action.ANNOUNCE) {
                    announced.add(callSite.construct());
                    continue;
                }
                if (rewrite(callSite, opcode)) {
                    return;
                }
                after = callSite.hookAfter();
            }
            if (!announced.isEmpty()) {
                push(CallSites.packed(facts.callSite(method, line), announced));
                super.visitMethodInsn(Opcodes.INVOKESTATIC, CALL_SITES, "at", "(I)V", false);
            }
            super.visitMethodInsn(opcode, owner, name, descriptor, isInterface);
            if (after != null) {
                call(after);
            }
        }

        @Override
        public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
            CallSite callSite = references.replaced(descriptor, bootstrap, arguments);
            Hook hook = callSite == null ? null : callSite.hook();
            if (hook == null) {
                super.visitInvokeDynamicInsn(name, descriptor, bootstrap, arguments);
                return;
            }
            Hook called = hook.forReferences();
            super.visitInvokeDynamicInsn(name, bind(called, descriptor), bootstrap, references.with(called, arguments));
        }

        /** Binds the call site before the receiver, if that is bound. Returns the new arguments of the dynamic call. */
        private String bind(Hook called, String descriptor) {
            push(facts.callSite(method, line));
            String result = descriptor.substring(descriptor.indexOf(')'));
            if (descriptor.startsWith("()")) {
                return "(I".concat(result);
            }
            super.visitInsn(Opcodes.SWAP);
            // The metafactory requires the exact type of the bound value.
            return "(I" + Type.getArgumentTypes(called.descriptor())[1] + result;
        }

        private boolean matches(CallSite callSite, int opcode, String owner, String descriptor) {
            return declared.isMeant(callSite, owner, descriptor)
                    && (opcode != Opcodes.INVOKESTATIC || DeclaredCalls.namesOwner(callSite, owner));
        }

        /** Applies the declaration; returns true if the call itself was replaced. */
        private boolean rewrite(CallSite callSite, int opcode) {
            int id = facts.callSite(method, line);
            switch (callSite.action()) {
                case ANNOUNCE -> throw new IllegalArgumentException("only announced");
                case BEFORE, AROUND -> {
                    if (callSite.action() == CallSite.Action.AROUND) {
                        super.visitInsn(Opcodes.DUP);
                    }
                    // An uninitialised receiver is possible only for calls of constructors, which have another name.
                    super.visitInsn(Opcodes.DUP);
                    push(id);
                    call(callSite.hook());
                    return false;
                }
                case REPLACE -> {
                    if (opcode == Opcodes.INVOKESPECIAL) {
                        // super.lock() must not become a virtual call.
                        return false;
                    }
                    push(id);
                    call(callSite.hook());
                    return true;
                }
            }
            return false;
        }

        private void call(@Nullable Hook hook) {
            if (hook == null) {
                throw new IllegalStateException("a call site without its hook");
            }
            super.visitMethodInsn(Opcodes.INVOKESTATIC, hook.owner(), hook.name(), hook.descriptor(), false);
        }

        private void push(int constant) {
            if (constant >= Short.MIN_VALUE && constant <= Short.MAX_VALUE) {
                super.visitIntInsn(Opcodes.SIPUSH, constant);
            } else {
                super.visitLdcInsn(constant);
            }
        }
    }
}
