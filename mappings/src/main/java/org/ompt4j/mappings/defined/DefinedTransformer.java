package org.ompt4j.mappings.defined;

import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import net.bytebuddy.ByteBuddy;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.dynamic.ClassFileLocator;
import net.bytebuddy.dynamic.DynamicType;
import net.bytebuddy.dynamic.scaffold.MethodGraph;
import net.bytebuddy.dynamic.scaffold.TypeValidation;
import net.bytebuddy.implementation.Implementation;
import net.bytebuddy.matcher.ElementMatchers;
import net.bytebuddy.pool.TypePool;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.Definitions;
import org.ompt4j.emitter.Failures;
import org.ompt4j.emitter.ThreadContext;
import org.ompt4j.emitter.Threads;
import org.ompt4j.emitter.defined.DefinedHooks;
import org.ompt4j.emitter.defined.DefinedKind;
import org.ompt4j.mappings.rewrite.OmptTransformer;

/**
 * Rewrites the methods of the user's definitions. For classes with other names this costs only a comparison of strings.
 *
 * <p>Thread safety: any thread; the JVM calls it on whatever thread loads a class.
 */
public final class DefinedTransformer implements DefinitionRewrites {

    private final List<Definition> definitions;
    private final Set<String> rewritten = new HashSet<>();
    private final Set<Definition> matched = new LinkedHashSet<>();
    /** Sentences about methods that a definition matches but that cannot be what it says. Guarded by {@link #matched}. */
    private final Set<String> misfits = new LinkedHashSet<>();

    private final ByteBuddy byteBuddy = new ByteBuddy()
            .with(TypeValidation.DISABLED)
            .with(MethodGraph.Compiler.ForDeclaredMethods.INSTANCE)
            .with(Implementation.Context.Disabled.Factory.INSTANCE);

    public DefinedTransformer(List<Definition> definitions) {
        this.definitions = List.copyOf(definitions);
    }

    @Override
    public byte @Nullable [] transform(
            @Nullable Module module,
            @Nullable ClassLoader loader,
            @Nullable String name,
            @Nullable Class<?> redefined,
            @Nullable ProtectionDomain domain,
            byte[] bytes) {
        if (name == null || loader == null || OmptTransformer.isOurs(name)) {
            return null;
        }
        List<Definition> forClass = definitionsFor(name);
        if (forClass.isEmpty()) {
            return null;
        }
        ThreadContext entered = Threads.enterUnobserved();
        try {
            return seesHooks(loader) ? rewrite(loader, name.replace('/', '.'), bytes, forClass) : null;
        } catch (Throwable t) {
            Failures.count("class " + name.replace('/', '.') + " was left without its defined constructs", t);
            return null;
        } finally {
            if (entered != null) {
                entered.leave();
            }
        }
    }

    @Override
    public List<Class<?>> loaded(Class<?>[] classes) {
        List<Class<?>> named = new ArrayList<>();
        for (Class<?> each : classes) {
            if (each.getClassLoader() != null
                    && !each.isArray()
                    && !each.isHidden()
                    && !definitionsFor(each.getName().replace('.', '/')).isEmpty()) {
                named.add(each);
            }
        }
        return named;
    }

    @Override
    public boolean hasRewritten(Class<?> type) {
        synchronized (matched) {
            return rewritten.contains(type.getName());
        }
    }

    private List<Definition> definitionsFor(String name) {
        List<Definition> found = new ArrayList<>();
        for (Definition each : definitions) {
            if (each.classes().matches(name)) {
                found.add(each);
            }
        }
        return found;
    }

    private static boolean seesHooks(ClassLoader loader) throws ClassNotFoundException {
        return loader.loadClass(DefinedHooks.class.getName()) == DefinedHooks.class;
    }

    private byte @Nullable [] rewrite(ClassLoader loader, String name, byte[] bytes, List<Definition> forClass) {
        ClassFileLocator locator = new ClassFileLocator.Compound(
                ClassFileLocator.Simple.of(name, bytes), ClassFileLocator.ForClassLoader.of(loader));
        TypeDescription type = TypePool.Default.of(locator).describe(name).resolve();
        DynamicType.Builder<?> builder = byteBuddy.decorate(type, locator);
        boolean changed = false;
        for (MethodDescription method : type.getDeclaredMethods()) {
            Definition definition = definitionOf(method, forClass);
            Advice advice = definition == null ? null : advice(definition, method);
            if (advice != null) {
                builder = builder.visit(advice.on(ElementMatchers.is(method)));
                changed = true;
            }
        }
        if (!changed) {
            return null;
        }
        synchronized (matched) {
            rewritten.add(name);
        }
        return builder.make().getBytes();
    }

    /** The first definition that matches the method: a method is only one construct. */
    private static @Nullable Definition definitionOf(MethodDescription method, List<Definition> forClass) {
        if (!method.isMethod() || method.isAbstract() || method.isNative() || method.isSynthetic()) {
            return null;
        }
        for (Definition each : forClass) {
            if (each.methods().matches(method.getName())) {
                return each;
            }
        }
        return null;
    }

    /** The code to insert around the method; null if the method cannot be what the definition says. */
    private @Nullable Advice advice(Definition definition, MethodDescription method) {
        Advice advice = definition instanceof PoolDefinition ofPool
                ? new DefinedPoolMethod(ofPool, method).advice()
                : advice((ConstructDefinition) definition, method);
        synchronized (matched) {
            matched.add(definition);
            if (advice == null) {
                misfits.add(definition.text() + " is left out at "
                        + method.getDeclaringType().getTypeName() + "." + method.getName()
                        + ", none of whose arguments can be a task; name the method that takes the task");
            }
        }
        return advice;
    }

    private static Advice advice(ConstructDefinition definition, MethodDescription method) {
        boolean answers =
                definition.kind() == DefinedKind.LOCK && method.getReturnType().represents(boolean.class);
        DefinedKind kind = answers ? DefinedKind.TEST_LOCK : definition.kind();
        int body = Definitions.body(method.getDeclaringType().getTypeName() + "." + method.getName());
        return Advice.withCustomMapping()
                .bind(DefinedAdvice.KindOrdinal.class, kind.ordinal())
                .bind(DefinedAdvice.BodyId.class, body)
                .to(DefinedAdvice.class, answers ? DefinedAdvice.Try.class : DefinedAdvice.class);
    }

    @Override
    public List<Definition> unmatched() {
        List<Definition> rest = new ArrayList<>(definitions);
        synchronized (matched) {
            rest.removeAll(matched);
        }
        return rest;
    }

    @Override
    public List<String> misfits() {
        synchronized (matched) {
            return List.copyOf(misfits);
        }
    }
}
