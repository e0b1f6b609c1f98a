package org.ompt4j.mappings.defined;

import java.util.Set;
import org.ompt4j.mappings.rewrite.CallSite;
import org.ompt4j.mappings.rewrite.Glob;
import org.ompt4j.mappings.rewrite.Rewrites;
import org.ompt4j.ompt.Construct;

/** Methods that the user declared to be a construct, or a part of one. Implementations are immutable. */
public sealed interface Definition permits ConstructDefinition, PoolDefinition {

    /** The names of the classes. */
    Glob classes();

    /** The names of the methods. */
    Glob methods();

    /** As the user wrote it, with its key. */
    String text();

    /** Whether the hook wants to know which line called the method. */
    boolean wantsCallers();

    /**
     * Has observed classes say where they call the method, so that its hook need not walk the stack. The hook still walks it where the
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
