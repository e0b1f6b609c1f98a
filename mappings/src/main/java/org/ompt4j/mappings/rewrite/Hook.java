package org.ompt4j.mappings.rewrite;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;

/**
 * A static method of the emitter that rewritten code calls. A test checks that each one declared by a mapping exists.
 *
 * @param owner internal name of the hook class
 * @param descriptor the hook's method descriptor
 * @param operands what it is given, in the order of its parameters
 */
public record Hook(String owner, String name, String descriptor, List<Operand> operands) {

    /** The class literal is checked by the compiler and never initialised here. */
    public static Hook of(Class<?> owner, String name, String descriptor, Operand... operands) {
        return new Hook(Type.getInternalName(owner), name, descriptor, List.of(operands));
    }

    /**
     * Makes a call of the application in its stead: takes the receiver, if there is one, the arguments and the id of the call site.
     *
     * @param receiver internal name of the class of the receiver; null for a static method
     * @param descriptor that of the method that the application calls
     */
    static Hook inPlaceOf(@Nullable String receiver, String descriptor, Class<?> owner, String name) {
        int end = descriptor.indexOf(')');
        String first = receiver == null ? "" : 'L' + receiver + ';';
        return of(owner, name, '(' + first + descriptor.substring(1, end) + 'I' + descriptor.substring(end));
    }

    /**
     * The same hook for a reference to the method, with the id of the call site first: what is bound to a handle comes before what it is called
     * with. The build writes it ({@code WriteGuards}).
     */
    Hook forReferences() {
        String owners = owner.replaceAll("(Hooks|Calls)$", "").concat("References");
        int end = descriptor.indexOf(')');
        String given = descriptor.substring(1, end - 1);
        return new Hook(owners, name, "(I" + given + descriptor.substring(end), operands);
    }

    Type returnType() {
        return Type.getReturnType(descriptor);
    }
}
