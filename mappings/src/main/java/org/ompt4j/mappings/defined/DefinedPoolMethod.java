package org.ompt4j.mappings.defined;

import java.util.concurrent.Callable;
import net.bytebuddy.asm.Advice;
import net.bytebuddy.description.field.FieldDescription;
import net.bytebuddy.description.method.MethodDescription;
import net.bytebuddy.description.method.ParameterDescription;
import net.bytebuddy.description.type.TypeDescription;
import net.bytebuddy.implementation.bytecode.assign.Assigner;
import net.bytebuddy.implementation.bytecode.constant.NullConstant;
import org.jspecify.annotations.Nullable;
import org.ompt4j.emitter.Definitions;

/**
 * One method of a defined pool. Which of its values is the task, or the pool, follows from its signature and its class.
 *
 * <p>Thread safety: immutable.
 */
final class DefinedPoolMethod {
    /** Prefix of the field in which an inner class keeps its enclosing object. */
    private static final String ENCLOSING = "this$";

    private final PoolDefinition definition;
    private final MethodDescription method;

    DefinedPoolMethod(PoolDefinition definition, MethodDescription method) {
        this.definition = definition;
        this.method = method;
    }

    /** The code to insert around the method; null if none of its values can be a task. */
    @Nullable
    Advice advice() {
        return switch (definition.part()) {
            case SUBMIT -> submit();
            case RUN -> run(DefinedPoolAdvice.Run.class);
            case BEFORE -> run(DefinedPoolAdvice.Before.class);
            case AFTER -> after();
            case WORKER -> withPool().to(DefinedPoolAdvice.Worker.class);
            case IDLE -> Advice.to(DefinedPoolAdvice.Idle.class);
        };
    }

    private @Nullable Advice submit() {
        Advice.WithCustomMapping mapping =
                Advice.withCustomMapping().bind(DefinedPoolAdvice.PassedOver.class, (Object) definition.passedOver());
        if (isCode(method.getReturnType().asErasure())) {
            return mapping.to(DefinedPoolAdvice.Make.class);
        }
        ParameterDescription task = task();
        if (task == null) {
            return null;
        }
        mapping = mapping.bind(DefinedPoolAdvice.Task.class, task);
        return method.getReturnType().represents(boolean.class)
                ? mapping.to(DefinedPoolAdvice.Submit.class, DefinedPoolAdvice.Offer.class)
                : mapping.to(DefinedPoolAdvice.Submit.class);
    }

    private @Nullable Advice run(Class<?> advice) {
        Advice.WithCustomMapping mapping = withTask();
        String body = method.getDeclaringType().getTypeName() + "." + method.getName();
        return mapping == null
                ? null
                : mapping.bind(DefinedAdvice.BodyId.class, Definitions.body(body))
                        .to(advice);
    }

    private @Nullable Advice after() {
        Advice.WithCustomMapping mapping = withTask();
        if (mapping == null) {
            return null;
        }
        ParameterDescription thrown = firstOf(Throwable.class);
        mapping = thrown == null
                ? mapping.bind(
                        DefinedPoolAdvice.ThrownByTask.class,
                        new Advice.OffsetMapping.ForStackManipulation(
                                NullConstant.INSTANCE,
                                TypeDescription.ForLoadedType.of(Throwable.class)
                                        .asGenericType(),
                                TypeDescription.ForLoadedType.of(Throwable.class)
                                        .asGenericType(),
                                Assigner.Typing.STATIC))
                : mapping.bind(DefinedPoolAdvice.ThrownByTask.class, thrown);
        return mapping.to(DefinedPoolAdvice.After.class);
    }

    /** If no argument can be the task, the method belongs to the task itself. */
    private Advice.@Nullable WithCustomMapping withTask() {
        ParameterDescription task = task();
        if (task != null) {
            return Advice.withCustomMapping().bind(DefinedPoolAdvice.Task.class, task);
        }
        boolean isOfTask = !method.isStatic() && method.getParameters().isEmpty();
        return isOfTask ? Advice.withCustomMapping().bind(DefinedPoolAdvice.Task.class, receiver()) : null;
    }

    private Advice.WithCustomMapping withPool() {
        Advice.WithCustomMapping mapping = Advice.withCustomMapping();
        if (method.isStatic()) {
            return mapping.bind(
                    DefinedPoolAdvice.OfPool.class, method.getDeclaringType().asErasure());
        }
        FieldDescription enclosing = enclosing();
        return enclosing == null
                ? mapping.bind(DefinedPoolAdvice.OfPool.class, receiver())
                : mapping.bind(DefinedPoolAdvice.OfPool.class, enclosing);
    }

    private static Advice.OffsetMapping receiver() {
        return new Advice.OffsetMapping.ForThisReference(
                TypeDescription.ForLoadedType.of(Object.class).asGenericType(), true, Assigner.Typing.STATIC, false);
    }

    private @Nullable FieldDescription enclosing() {
        for (FieldDescription each : method.getDeclaringType().getDeclaredFields()) {
            if (each.isSynthetic() && !each.isStatic() && each.getName().startsWith(ENCLOSING)) {
                return each;
            }
        }
        return null;
    }

    /** The first argument that is code by its type; else the first object that is neither a thread nor an exception. */
    private @Nullable ParameterDescription task() {
        ParameterDescription other = null;
        for (ParameterDescription each : method.getParameters()) {
            TypeDescription type = each.getType().asErasure();
            if (isCode(type)) {
                return each;
            }
            if (other == null && !type.isPrimitive() && !isA(type, Thread.class) && !isA(type, Throwable.class)) {
                other = each;
            }
        }
        return other;
    }

    private @Nullable ParameterDescription firstOf(Class<?> type) {
        for (ParameterDescription each : method.getParameters()) {
            if (isA(each.getType().asErasure(), type)) {
                return each;
            }
        }
        return null;
    }

    /** Threads are Runnable too. */
    private static boolean isCode(TypeDescription type) {
        return !isA(type, Thread.class) && (isA(type, Runnable.class) || isA(type, Callable.class));
    }

    /** False if that is not known: a library can refer to classes that are missing. */
    private static boolean isA(TypeDescription type, Class<?> other) {
        try {
            return type.isAssignableTo(other);
        } catch (IllegalStateException notFound) {
            return false;
        }
    }
}
