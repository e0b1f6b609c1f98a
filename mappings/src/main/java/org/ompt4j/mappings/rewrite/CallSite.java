package org.ompt4j.mappings.rewrite;

import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.ompt4j.ompt.Construct;

/**
 * A call in application code that is rewritten.
 *
 * @param owners internal names of the owners that calls in class files can have
 * @param anyOwner whether also calls are meant whose owner is a class outside the JDK that could be a subtype of an owner (this is looked up only if
 *     the receiver's type matters to the verifier, that is for {@link Action#REPLACE})
 * @param descriptor null for every overload
 * @param hook for the other actions than {@link Action#ANNOUNCE} the emitter's static method
 * @param hookAfter for {@link Action#AROUND} the one that is called after the call
 * @param seenInside whether the call is also observed inside the JDK, so that a call by reference is not missed
 */
public record CallSite(
        Construct construct,
        Set<String> owners,
        boolean anyOwner,
        String name,
        @Nullable String descriptor,
        Action action,
        @Nullable Hook hook,
        @Nullable Hook hookAfter,
        boolean seenInside) {

    /** How the call is rewritten. */
    public enum Action {
        /** The site is announced to the hook inside the JDK, see {@code CallSites.at}. */
        ANNOUNCE,
        /**
         * The call becomes a call of the hook, whose parameters are the receiver, the arguments and the call-site id
         * ({@code int}), and whose result is that of the call. The hook calls the original method and is hidden from stack traces.
         */
        REPLACE,
        /** The hook is called first, with the receiver as Object and the call-site id; only for calls without arguments. */
        BEFORE,
        /** As {@link #BEFORE}, and the other hook is called after the call, with the receiver, unless the call throws. For calls without result. */
        AROUND
    }

    /** A call whose call site is only announced. */
    public static CallSite announce(
            Construct construct, Set<String> owners, boolean anyOwner, String name, @Nullable String descriptor) {
        return new CallSite(construct, owners, anyOwner, name, descriptor, Action.ANNOUNCE, null, null, false);
    }

    /** A call of an instance method that is replaced by a call of the hook of the same name. */
    public static CallSite replace(
            Construct construct, String owner, boolean anyOwner, String name, String descriptor, Class<?> hooks) {
        Hook hook = Hook.inPlaceOf(owner, descriptor, hooks, name);
        return new CallSite(construct, Set.of(owner), anyOwner, name, descriptor, Action.REPLACE, hook, null, false);
    }

    /** As {@link #replace}; the hook takes the receiver as the type {@code receiver}, which the owner implements. */
    public static CallSite replaceAs(
            Construct construct,
            String owner,
            String receiver,
            boolean anyOwner,
            String name,
            String descriptor,
            Class<?> hooks) {
        Hook hook = Hook.inPlaceOf(receiver, descriptor, hooks, name);
        return new CallSite(construct, Set.of(owner), anyOwner, name, descriptor, Action.REPLACE, hook, null, false);
    }

    /** A call of a static method that the hook of the same name makes instead. */
    public static CallSite replaceStatic(
            Construct construct, String owner, String name, String descriptor, Class<?> hooks) {
        Hook hook = Hook.inPlaceOf(null, descriptor, hooks, name);
        return new CallSite(construct, Set.of(owner), false, name, descriptor, Action.REPLACE, hook, null, false);
    }

    /** A call before which the hook is called. */
    public static CallSite before(
            Construct construct,
            Set<String> owners,
            boolean anyOwner,
            String name,
            String descriptor,
            Class<?> hooks,
            String hookName) {
        Hook hook = Hook.of(hooks, hookName, "(Ljava/lang/Object;I)V");
        return new CallSite(construct, owners, anyOwner, name, descriptor, Action.BEFORE, hook, null, false);
    }

    /** A call before and after which a hook is called. */
    public static CallSite around(
            Construct construct,
            Set<String> owners,
            boolean anyOwner,
            String name,
            Class<?> hooks,
            String hookName,
            String hookAfterName) {
        Hook hook = Hook.of(hooks, hookName, "(Ljava/lang/Object;I)V");
        Hook after = Hook.of(hooks, hookAfterName, "(Ljava/lang/Object;)V");
        return new CallSite(construct, owners, anyOwner, name, "()V", Action.AROUND, hook, after, false);
    }

    /** A call that hooks inside the JDK report. */
    public CallSite thatIsSeenInside() {
        return new CallSite(construct, owners, anyOwner, name, descriptor, action, hook, hookAfter, true);
    }
}
