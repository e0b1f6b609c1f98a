package org.ompt4j.mappings.defined;

import java.util.Set;
import org.ompt4j.mappings.rewrite.CallSite;
import org.ompt4j.mappings.rewrite.Glob;
import org.ompt4j.mappings.rewrite.Rewrites;
import org.ompt4j.ompt.Construct;

/** A definition by the user: methods that are a construct, or a part of one. Implementations are immutable. */
public sealed interface Definition permits ConstructDefinition, PoolDefinition {

    /** The names of the classes. */
    Glob classes();

    /** The names of the methods. */
    Glob methods();

    /** The text of the user, with its key. */
    String text();

    /** Whether the hook needs the call site of the method. */
    boolean wantsCallers();

    /**
     * Makes observed classes announce the call sites of the method, so that its hook need not walk the stack. The hook still walks the stack if the
     * definition is a pattern, and for calls through a subclass, an interface or a method reference.
     */
    default void declareCalls(Rewrites rewrites) {
        String className = classes().onlyName();
        String method = methods().onlyName();
        if (wantsCallers() && className != null && method != null) {
            Set<String> owner = Set.of(className.replace('.', '/'));
            rewrites.callSite(CallSite.announce(Construct.DEFINED, owner, false, method, null));
        }
    }
}
