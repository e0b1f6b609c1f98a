package org.ompt4j.mappings.rewrite;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Opcodes;

/**
 * The hook calls to insert into one method of a JDK class. Built by a mapping; see {@link JdkClass#method}.
 *
 * <p>Hooks at the same place run in the order of their declaration. The lists are kept as long as the program runs, so they are no larger than
 * necessary.
 */
public final class MethodAdvice {
    /** Name and descriptor in one. */
    final String method;

    @Nullable
    Hook tokenHook;

    final List<Hook> enterHooks = new ArrayList<>(0);
    final List<Hook> returnHooks = new ArrayList<>(0);
    final List<Hook> throwHooks = new ArrayList<>(0);
    final List<CallAdvice> calls = new ArrayList<>(0);
    final List<ReadAdvice> reads = new ArrayList<>(0);

    MethodAdvice(String method) {
        this.method = method;
    }

    static boolean isMethod(String method, String name, String descriptor) {
        return method.length() == name.length() + descriptor.length()
                && method.startsWith(name)
                && method.endsWith(descriptor);
    }

    String name() {
        return method.substring(0, method.indexOf('('));
    }

    String descriptor() {
        return method.substring(method.indexOf('('));
    }

    /** Calls the hook before the method's body. */
    public MethodAdvice enter(Hook hook) {
        enterHooks.add(hook);
        return this;
    }

    /** Calls the hook before the method's body and keeps what it returns for {@link Operand#TOKEN}; at most one. */
    public MethodAdvice enterWithToken(Hook hook) {
        if (tokenHook != null) {
            throw new IllegalStateException(method + " has a token already");
        }
        tokenHook = hook;
        return this;
    }

    /** Calls the hook before the method returns normally. */
    public MethodAdvice onReturn(Hook hook) {
        returnHooks.add(hook);
        return this;
    }

    /** Calls the hook when an exception leaves the method. */
    public MethodAdvice onThrow(Hook hook) {
        throwHooks.add(hook);
        return this;
    }

    /** Calls the hook when the method is left, normally or by an exception. */
    public MethodAdvice exit(Hook hook) {
        return onReturn(hook).onThrow(hook);
    }

    /** Advice around a call that must occur exactly once inside the method; see {@link #aroundCall(String, String, int)}. */
    public CallAdvice aroundCall(String owner, String called) {
        return aroundCall(owner, called, 1);
    }

    /**
     * Advice around calls inside the method.
     *
     * @param owner internal name of the called method's owner as the class file names it
     * @param called name and descriptor of the called method in one
     * @param expected how often the call must occur, at least 1
     */
    public CallAdvice aroundCall(String owner, String called, int expected) {
        CallAdvice advice = new CallAdvice(owner, called, expected);
        calls.add(advice);
        return advice;
    }

    /**
     * Calls the hook before each of the reads of a field inside the method, with {@link Operand#STACK_TOP} for the object whose field it is.
     *
     * @param owner internal name of the field's owner as the class file names it
     * @param expected how often the read must occur, at least 1
     */
    public MethodAdvice beforeRead(String owner, String field, int expected, Hook hook) {
        reads.add(new ReadAdvice(owner, field, expected, hook));
        return this;
    }

    /** What is inserted before a read of a field. */
    record ReadAdvice(String owner, String field, int expected, Hook hook) {

        boolean matches(int opcode, String readOwner, String name) {
            return opcode == Opcodes.GETFIELD && field.equals(name) && owner.equals(readOwner);
        }
    }

    /** What is inserted around a call inside a method. */
    public static final class CallAdvice {
        final String owner;
        final String called;
        final int expected;

        @Nullable
        Hook tokenHook;

        final List<String> others = new ArrayList<>(0);
        final List<Hook> beforeHooks = new ArrayList<>(0);
        final List<Hook> afterHooks = new ArrayList<>(0);
        final List<Hook> throwHooks = new ArrayList<>(0);

        CallAdvice(String owner, String called, int expected) {
            this.owner = owner;
            this.called = called;
            this.expected = expected;
        }

        /** Does the same around calls of another method of this owner; the expected number is that of both methods together. */
        public CallAdvice or(String other) {
            others.add(other);
            return this;
        }

        /** Calls the hook right before the call and keeps what it returns for {@link Operand#CALL_TOKEN}; at most one. */
        public CallAdvice beforeWithToken(Hook hook) {
            if (tokenHook != null) {
                throw new IllegalStateException(called + " has a token already");
            }
            tokenHook = hook;
            return this;
        }

        /** Calls the hook right before the call. */
        public CallAdvice before(Hook hook) {
            beforeHooks.add(hook);
            return this;
        }

        /** Calls the hook right after the call returned normally. */
        public CallAdvice after(Hook hook) {
            afterHooks.add(hook);
            return this;
        }

        /** Calls the hook when the call threw, before the method's own handlers see the exception. */
        public CallAdvice onThrow(Hook hook) {
            throwHooks.add(hook);
            return this;
        }

        /** Calls the hook when the call is over, normally or by an exception; see {@link #after} and {@link #onThrow}. */
        public CallAdvice exit(Hook hook) {
            return after(hook).onThrow(hook);
        }

        boolean matches(String calledOwner, String name, String descriptor) {
            return owner.equals(calledOwner) && (isMethod(called, name, descriptor) || isOther(name, descriptor));
        }

        private boolean isOther(String name, String descriptor) {
            for (String each : others) {
                if (isMethod(each, name, descriptor)) {
                    return true;
                }
            }
            return false;
        }
    }
}
