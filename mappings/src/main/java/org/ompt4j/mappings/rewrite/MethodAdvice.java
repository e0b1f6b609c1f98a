package org.ompt4j.mappings.rewrite;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What is inserted into one method of a JDK class. Built by a mapping; see {@link JdkClass#method}.
 *
 * <p>Order at one place: hooks run as declared.
 */
public final class MethodAdvice {
    final String name;
    final String descriptor;

    @Nullable
    Hook tokenHook;

    final List<Hook> enterHooks = new ArrayList<>();
    final List<Hook> returnHooks = new ArrayList<>();
    final List<Hook> throwHooks = new ArrayList<>();
    final List<CallAdvice> calls = new ArrayList<>();

    MethodAdvice(String name, String descriptor) {
        this.name = name;
        this.descriptor = descriptor;
    }

    /** Calls the hook before the method's body. */
    public MethodAdvice enter(Hook hook) {
        enterHooks.add(hook);
        return this;
    }

    /** Calls the hook before the method's body and keeps what it returns for {@link Operand#TOKEN}; at most one. */
    public MethodAdvice enterWithToken(Hook hook) {
        if (tokenHook != null) {
            throw new IllegalStateException(name + " has a token already");
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

    /** Calls the hook when the method is left, either way. */
    public MethodAdvice exit(Hook hook) {
        return onReturn(hook).onThrow(hook);
    }

    /**
     * Advice around calls inside the method.
     *
     * @param owner internal name of the called method's owner as the class file names it
     * @param expected how often the call must occur, at least 1
     */
    public CallAdvice aroundCall(String owner, String calledName, String calledDescriptor, int expected) {
        CallAdvice advice = new CallAdvice(owner, calledName, calledDescriptor, expected);
        calls.add(advice);
        return advice;
    }

    /** What is inserted around a call inside a method. */
    public static final class CallAdvice {
        final String owner;
        final String name;
        final String descriptor;
        final int expected;

        @Nullable
        Hook tokenHook;

        final List<Hook> beforeHooks = new ArrayList<>();
        final List<Hook> afterHooks = new ArrayList<>();
        final List<Hook> throwHooks = new ArrayList<>();

        CallAdvice(String owner, String name, String descriptor, int expected) {
            this.owner = owner;
            this.name = name;
            this.descriptor = descriptor;
            this.expected = expected;
        }

        /** Calls the hook right before the call and keeps what it returns for {@link Operand#CALL_TOKEN}; at most one. */
        public CallAdvice beforeWithToken(Hook hook) {
            if (tokenHook != null) {
                throw new IllegalStateException(name + " has a token already");
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

        boolean matches(String calledOwner, String calledName, String calledDescriptor) {
            return name.equals(calledName) && descriptor.equals(calledDescriptor) && owner.equals(calledOwner);
        }
    }
}
