package org.ompt4j.mappings.rewrite;

import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Handle;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.ompt4j.ompt.Construct;

/**
 * References in one class ({@code lock::lock}) to methods whose calls are rewritten in application code. Most references are compiled to a dynamic
 * call with a method handle, which is replaced by the handle of a hook. Calls through other references are not observed.
 *
 * <p>Thread safety: none; the thread that loads the class.
 */
final class MethodReferences implements ClassFileScan.References {
    private static final String METAFACTORY = "java/lang/invoke/LambdaMetafactory";

    /** Index of the metafactory's argument that is the method. */
    private static final int IMPLEMENTATION = 1;
    /** Index of the argument of {@code altMetafactory} that has the flags. */
    private static final int FLAGS = 3;

    private static final int SERIALIZABLE = 1;

    private final Rewrites rewrites;
    private final DeclaredCalls declared;
    private boolean named;
    private final Map<Construct, Integer> counts = new EnumMap<>(Construct.class);

    MethodReferences(Rewrites rewrites, DeclaredCalls declared) {
        this.rewrites = rewrites;
        this.declared = declared;
    }

    @Override
    public boolean isReplaced(String descriptor, Handle bootstrap, Object[] arguments) {
        return replaced(descriptor, bootstrap, arguments) != null;
    }

    /** The declared calls whose hook replaces the method in the metafactory's arguments; null if it is not replaced. */
    @Nullable
    CallSite replaced(String descriptor, Handle bootstrap, Object[] arguments) {
        if (!bootstrap.getOwner().equals(METAFACTORY) || isSerializable(bootstrap, arguments)) {
            return null;
        }
        // A method reference in Java binds at most the receiver.
        boolean isReference =
                arguments[IMPLEMENTATION] instanceof Handle && Type.getArgumentTypes(descriptor).length <= 1;
        Handle method = isReference ? (Handle) arguments[IMPLEMENTATION] : null;
        return method != null && isOfAnObject(method)
                ? missed(method.getOwner(), method.getName(), method.getDesc())
                : null;
    }

    /** Serializable references contain the name of the method, by which a reader of the stream finds it. */
    private static boolean isSerializable(Handle bootstrap, Object[] arguments) {
        return bootstrap.getName().equals("altMetafactory")
                && (!(arguments[FLAGS] instanceof Integer flags) || (flags & SERIALIZABLE) != 0);
    }

    private static boolean isOfAnObject(Handle method) {
        return method.getTag() == Opcodes.H_INVOKEVIRTUAL || method.getTag() == Opcodes.H_INVOKEINTERFACE;
    }

    /** The arguments of the metafactory with a hook in place of the method. */
    Object[] with(Hook hook, Object[] arguments) {
        named = true;
        Object[] others = arguments.clone();
        others[IMPLEMENTATION] =
                new Handle(Opcodes.H_INVOKESTATIC, hook.owner(), hook.name(), hook.descriptor(), false);
        return others;
    }

    /** Whether a hook has replaced a method. */
    boolean nameHooks() {
        return named;
    }

    @Override
    public void reference(String owner, String name, String descriptor) {
        for (CallSite site : rewrites.callSitesNamed(name)) {
            if (isMissed(site, owner, descriptor)) {
                Integer before = counts.get(site.construct());
                counts.put(site.construct(), before == null ? 1 : before + 1);
                return;
            }
        }
    }

    private @Nullable CallSite missed(String owner, String name, String descriptor) {
        for (CallSite site : rewrites.callSitesNamed(name)) {
            if (site.action() == CallSite.Action.REPLACE && isMissed(site, owner, descriptor)) {
                return site;
            }
        }
        return null;
    }

    private boolean isMissed(CallSite site, String owner, String descriptor) {
        return site.action() != CallSite.Action.ANNOUNCE
                && !site.seenInside()
                && declared.isMeant(site, owner, descriptor);
    }

    void addTo(ProgramScan program) {
        for (Map.Entry<Construct, Integer> each : counts.entrySet()) {
            program.addReferences(each.getKey(), each.getValue());
        }
    }
}
